/** Setting a table: who sits where, and off to it. */
import { remember } from "../after/promise";
import { act, make, random } from "../api/ask";
import type { CatalogueGame, NewTable, SeatsAnswer, SeatWish } from "../api/server";
import { go } from "../router.svelte";
import { settings } from "../settings.svelte";
import { say } from "../texts";
import { notePlayed } from "./played";

/** What the server needs to know; the rest is as usual. */
export type Wish = Pick<NewTable, "game" | "seats"> & Partial<NewTable>;

export const ME = "me";
export const FREE = "free";

/** Names for bots, each once. */
export function botNames(): string[] {
  return say("bots.names").split(", ");
}

/** Seats with a name for everybody who brings none. */
export function named(seats: SeatWish[]): SeatWish[] {
  const taken = new Set(seats.map((seat) => seat.name.trim().toLowerCase()));
  const names = botNames().filter((name) => !taken.has(name.toLowerCase()));
  return seats.map((seat) => {
    if (seat.kind === FREE || seat.name.trim()) return { kind: seat.kind, name: seat.name.trim() };
    const own = seat.kind === ME ? settings.name.trim() : "";
    return { kind: seat.kind, name: own || (names.shift() ?? "") };
  });
}

/** Set a table, add this device's words to its dice, start it if nobody is waited for, and go there. */
export async function setTable(wish: Wish): Promise<void> {
  const made = await make<SeatsAnswer>("/tables", { ...wish, seats: named(wish.seats) });
  remember(made.table, made.promise, true);
  if (wish.game) notePlayed(wish.game);
  for (const seat of made.seats.filter((seat) => seat >= 0)) {
    await act(made.table, { kind: "word", seat, word: random() });
  }
  if (!wish.seats.some((seat) => seat.kind === FREE)) await act(made.table, { kind: "start" });
  go(`/t/${made.table}`);
}

/** Me and as many bots as are usual. */
export function usualSeats(game: CatalogueGame, seats = game.usual_seats): SeatWish[] {
  return Array.from({ length: seats }, (_, number) => ({ kind: number ? game.usual_bot : ME, name: "" }));
}

export function playNow(game: CatalogueGame): Promise<void> {
  return setTable({ game: game.name, seats: usualSeats(game) });
}

/** A first game that teaches itself. */
export async function learn(game: CatalogueGame): Promise<void> {
  const seats = usualSeats(game, 1);
  const made = await make<SeatsAnswer>("/tables", { game: game.name, seats: named(seats), lesson: true });
  go(`/t/${made.table}`);
}
