/** Who is waited for, in a sentence; of chance what it decides; empty where nobody is. */
import { listed, say } from "../words";
import type { Keeper } from "./keeper.svelte";

export function thinking(keeper: Keeper): string {
  const waited = keeper.view?.result ? [] : (keeper.view?.to_act ?? []);
  if (waited.length === 0) return "";
  if (waited.every((seat) => seat < 0)) return keeper.view?.prompt ?? "";
  const [only, ...more] = waited;
  const seat = keeper.table?.seats[only ?? -1];
  if (more.length === 0 && seat?.kind === "person" && !seat.bot && !seat.there)
    return say("turn.away", { name: seat.name ?? "" });
  return say("turn.thinking", { name: listed(waited.map((seat) => keeper.name(seat))), n: waited.length });
}

/** What kind of question is asked, where the game says it. */
export function kindOf(keeper: Keeper): string {
  const asked = keeper.view?.["asked"];
  return asked && typeof asked === "object" && "kind" in asked ? String(asked.kind) : "";
}

/** What somebody is to do: play her turn, or tell, vote or answer in that of another. */
export function duty(keeper: Keeper): string {
  const [turn, kind] = [keeper.view?.turn ?? null, kindOf(keeper)];
  if (turn === null || turn < 0 || turn === keeper.seat || !kind) return say("table.your_turn");
  const way = kind === "event_read" ? "tell" : kind.startsWith("ballot") ? "vote" : "answer";
  return say(`turn.${way}`, { name: keeper.name(turn) });
}
