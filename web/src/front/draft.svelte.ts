/** A table that is being set. */
import type { CatalogueGame, CatalogueBoard, NewTable, SeatWish } from "../api/server";
import { change, settings } from "../settings.svelte";
import { FREE, ME, setTable, usualSeats, type Wish } from "./setting";

/** Somebody else at this device; the server knows one kind for everybody here. */
export const HERE = "here";

export class Draft {
  seats = $state<SeatWish[]>([]);
  /** The board that was chosen; else the usual one for so many. */
  chosen = $state<string | null>(null);
  options = $state<Record<string, string>>({});
  clock = $state<NewTable["clock"]>("none");
  atZero = $state<NonNullable<NewTable["at_zero"]>>("vote");
  /** The days for which everybody may stop the clock. */
  vacation = $state(14);
  hints = $state(false);
  open = $state(false);
  rated = $state(false);
  pace = $state(0.8);

  game = $state.raw() as CatalogueGame;

  /** `friends`: everybody else comes by a link. */
  constructor(game: CatalogueGame, friends = false) {
    this.game = game;
    const others = (seat: SeatWish) => (friends ? { kind: FREE, name: "" } : seat);
    this.seats = usualSeats(game).map((seat) =>
      seat.kind === ME ? { kind: ME, name: settings.name } : others(seat),
    );
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    // Where there are presets one of them is chosen from the beginning: the one that changes no option.
    const plain = game.presets.find((each) => Object.keys(each.options).length === 0);
    if (plain && !this.preset) this.preset = plain.name;
  }

  get board(): CatalogueBoard | undefined {
    const { boards } = this.game;
    return (
      boards.find((board) => board.name === this.chosen) ??
      boards.find((board) => board.seats.includes(this.seats.length)) ??
      boards[0]
    );
  }
  get number(): number {
    return this.seats.length;
  }
  set number(wanted: number) {
    while (this.seats.length < wanted)
      this.seats.push({ kind: this.invites ? FREE : this.game.usual_bot, name: "" });
    this.seats.length = wanted;
  }
  /** Whether friends are waited for before it begins. */
  get invites(): boolean {
    return this.seats.some((seat) => seat.kind === FREE);
  }
  get bots(): boolean {
    return this.seats.some((seat) => ![ME, HERE, FREE].includes(seat.kind));
  }
  /** Whether the clock counts days. */
  get inDays(): boolean {
    return this.clock !== "none" && !this.clock?.includes("m");
  }
  /** What happens when a clock comes to zero, as far as it can be chosen for so many players. */
  get end(): NonNullable<NewTable["at_zero"]> {
    const resigns = this.number === 2 && this.game.resigns;
    return this.clock === "none" || (this.atZero === "resign" && !resigns) ? "vote" : this.atZero;
  }
  get people(): number {
    return this.seats.filter((seat) => [ME, HERE, FREE].includes(seat.kind)).length;
  }
  /** Whether several share this device. */
  get shared(): boolean {
    return this.seats.filter((seat) => seat.kind === ME || seat.kind === HERE).length > 1;
  }

  /** The preset that the table is like; none when it has been changed. */
  get preset(): string {
    const { presets, options } = this.game;
    const usual = (name: string) => options.find((option) => option.name === name)?.default;
    const like = presets.find(
      (each) =>
        each.seats === this.number &&
        Object.entries(this.options).every(([name, value]) => value === (each.options[name] ?? usual(name))),
    );
    return like?.name ?? "";
  }
  set preset(name: string) {
    const wanted = this.game.presets.find((each) => each.name === name);
    if (!wanted) return;
    this.number = wanted.seats;
    for (const option of this.game.options)
      this.options[option.name] = wanted.options[option.name] ?? option.default;
  }

  /** Let a seat be for somebody; I can sit in one place only. */
  give(number: number, kind: string): void {
    const seat = this.seats[number];
    if (!seat) return;
    if (kind === ME) {
      for (const other of this.seats) if (other.kind === ME) other.kind = HERE;
    }
    seat.name = kind === ME ? settings.name : "";
    seat.kind = kind;
  }

  async send(): Promise<void> {
    const me = this.seats.find((seat) => seat.kind === ME);
    if (me && me.name.trim() !== settings.name) change({ name: me.name.trim() });
    const wish: Wish = {
      game: this.game.name,
      board: this.chosen,
      options: { ...this.options },
      seats: this.seats.map((seat) => ({ ...seat, kind: seat.kind === HERE ? ME : seat.kind })),
      public: this.open,
      hints: this.hints && !this.rated,
      rated: this.rated,
      clock: this.clock,
      at_zero: this.end,
      vacation: this.inDays ? this.vacation : 0,
      bot_pace: this.pace,
    };
    await setTable(wish);
  }
}
