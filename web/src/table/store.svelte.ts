/** A table as this device sees it: the last message of the server, all rows so far, and what is sent. */
import { Refused, act, get, patiently, post, random } from "../api/ask";
import type {
  TableAnswer,
  LessonStatus,
  TableMessage,
  Choice,
  Point,
  EventRow,
  TableStatus,
} from "../api/server";
import { games } from "../api/games";
import { TableConnection } from "../api/connection.svelte";
import { decoded, go } from "../router.svelte";
import { say } from "../texts";
import { staticLayer } from "./layer";
import { played, standing } from "../side/log";
import { traced, type Trace } from "../board/trail";
import { settings } from "../settings.svelte";
import { Follow, reading } from "./follow.svelte";
import { extended, joined } from "./rows";

/** Whether a game goes on, so that a seat may know what others do not; at its end everything is told. */
const secretive = (table: TableStatus, view: TableMessage["view"] | null): boolean =>
  table.status !== "open" && table.status !== "over" && !view?.result;

export class TableStore {
  /** Everything as it is now, as the server told it last. */
  now = $state.raw<TableMessage | null>(null);
  /** The table around the game, which everybody may see. */
  table = $state.raw<TableStatus | null>(null);
  /** What happened, as far back as it was asked for. */
  rows = $state.raw<EventRow[]>([]);
  /** The number of the first of these rows. */
  first = $state(1);
  /** The seats that this device has, the host's chair (-1) among them. */
  mine = $state.raw<number[]>([]);
  /** Through whose eyes the page looks; null: a spectator's. */
  seat = $state<number | null>(null);
  /** Whether it shows only what everybody before the screen may see. */
  shared = $state(false);
  connection = $state.raw<TableConnection | null>(null);
  /** Why there is nothing to see. */
  trouble = $state("");
  /** Why one waits for the table. */
  waiting = $state("");
  #left = false;
  /** What was refused last. */
  refusal = $state.raw<Refused | null>(null);
  /** Whether something is on its way to the server. */
  sending = $state(false);
  /** Whether a lesson is over and put away: the game goes on as any other. */
  taught = $state(false);
  /** Whether everything is to be told anew. */
  #anew = true;
  /** What others changed on the board since the seat one looks through acted last. */
  trail = $state.raw<Trace[]>([]);
  /** What others did and is still to be shown. */
  readonly follow = new Follow<TableMessage>(
    (message) => this.#show(message),
    (message) => this.#time(message),
  );
  /** The number of the last row that was heard, shown or not. */
  #heard = 0;
  /** The numbers of the rows of the last step that the board has shown: after the first, up to the last. */
  step = $state.raw({ after: 0, upto: 0 });

  readonly id: string;

  constructor(named: string) {
    this.id = encodeURIComponent(named);
  }

  get view() {
    return this.now?.view ?? null;
  }
  get lesson(): LessonStatus | null {
    return this.table?.lesson ?? null;
  }
  get host(): boolean {
    return this.mine.includes(-1);
  }
  get own(): number[] {
    return this.mine.filter((seat) => seat >= 0);
  }
  /** Whether several seats are played on this device, and each may know what the others do not. */
  get hotSeat(): boolean {
    return this.own.length > 1 && this.table !== null && secretive(this.table, this.view);
  }
  /** Through whose eyes more than the last message is asked for: a screen before all eyes has nobody's. */
  get eyes(): number | null {
    return this.shared ? null : this.seat;
  }
  get points(): Point[] {
    return this.view?.points ?? [];
  }
  get moves(): Choice[] {
    return this.points.flatMap((point) => point.moves).sort((a, b) => a.order - b.order);
  }
  /** Whether the game waits for the seat one looks through. */
  get asked(): boolean {
    return this.seat !== null && (this.view?.to_act.includes(this.seat) ?? false);
  }
  /** The next seat of this device that the game waits for, while it does not wait for the one in view. */
  get next(): number | null {
    const waited = this.view?.to_act ?? [];
    if (this.seat === null || waited.includes(this.seat)) return null;
    const ready = (seat: number) => waited.includes(seat) && !this.table?.seats[seat]?.bot;
    return this.own.find(ready) ?? null;
  }
  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? "";
  }

  /** Come to the table, with the key of a link, if the address has one. As a spectator one sees no seat's
   *  secrets; `openly`: where several share this device as well. */
  async come({ spectating = false, openly = false } = {}): Promise<void> {
    try {
      const key = location.hash.slice(1);
      if (key) {
        await this.#patiently(() => post(`/tables/${this.id}/enter`, { key: decoded(key) }));
        go(location.pathname + location.search, true);
      }
      // Whose seats these are; all rows come by the line.
      const found = await this.#patiently(() => get<TableAnswer>(`/tables/${this.id}`, { limit: 1 }));
      if (this.#left) return;
      // What the table stands on is on its way while the line opens.
      for (const asked of [games(), staticLayer(found.table.game, found.table.board)])
        asked.catch(() => undefined);
      this.mine = found.seats;
      const covered = openly && this.own.length > 1 && secretive(found.table, found.view ?? null);
      this.look(spectating || covered ? null : this.#first(found));
    } catch (error) {
      this.trouble = error instanceof Refused ? error.message : String(error);
    }
  }

  #patiently<T>(ask: () => Promise<T>): Promise<T> {
    return patiently(ask, { told: (why) => (this.waiting = why), left: () => this.#left });
  }

  #first(found: TableAnswer): number | null {
    const own = found.seats.filter((seat) => seat >= 0);
    return own.find((seat) => found.view?.to_act.includes(seat)) ?? own[0] ?? null;
  }

  /** Look through the eyes of a seat, or of a spectator; everything is told anew.
   *  What was seen stays until then, unless somebody else must not see it. */
  look(seat: number | null, secret = false, shared = false): void {
    this.connection?.close();
    this.seat = seat;
    this.shared = shared;
    this.#anew = true;
    this.follow.drop();
    this.step = { after: 0, upto: 0 };
    this.trail = [];
    if (secret) {
      this.now = null;
      this.rows = [];
    }
    const heard = {
      message: (message: TableMessage) => this.#hear(message),
      refused: (text: string) => (this.trouble = text),
    };
    const since = () => (this.#anew ? 0 : this.#heard);
    this.connection = new TableConnection(this.id, seat, since, heard, shared);
  }

  leave(): void {
    this.#left = true;
    this.follow.drop();
    this.connection?.close();
  }

  /** What others do is shown at a pace that can be followed; all else at once. */
  #hear(message: TableMessage): void {
    this.#heard = message.seq;
    const last = this.rows.at(-1)?.seq ?? 0;
    const own = message.rows.some((row) => row.seq > last && this.own.includes(row.seat ?? -1));
    if (this.#anew || own) {
      this.follow.now(message);
      return;
    }
    this.follow.add(message);
    if (this.follow.waiting > 0) this.connection?.tell({ shown: message.seq });
  }

  /** What was played by the news of a message. */
  #moves(message: TableMessage): EventRow[] {
    const last = this.rows.at(-1)?.seq ?? 0;
    return message.rows.filter((row) => row.seq > last && played(row));
  }

  /** How long a message is to be seen before the next one. */
  #time(message: TableMessage): number {
    const moves = message.rows.filter((row) => played(row) && row.told);
    if (document.hidden || moves.length === 0) return 0;
    const letters = moves.reduce((sum, row) => sum + (row.told?.length ?? 0), 0);
    return reading(letters, settings.follow);
  }

  /** Note what others change, until the seat one looks through acts. */
  #trace(message: TableMessage): void {
    const moves = this.#moves(message);
    if (this.#anew || moves.some((row) => row.seat === this.seat)) this.trail = [];
    if (this.#anew || message.rows.some((row) => row.kind === "undo" || row.kind === "rewind")) return;
    if (!moves.some((row) => (row.seat ?? -1) >= 0 && row.seat !== this.seat)) return;
    this.trail = traced(this.trail, this.now?.pieces ?? [], message.pieces ?? []);
  }

  #show(message: TableMessage): void {
    this.#trace(message);
    const last = this.#anew ? 0 : (this.rows.at(-1)?.seq ?? 0);
    const known = this.#anew ? { rows: [], first: 1 } : { rows: this.rows, first: this.first };
    ({ rows: this.rows, first: this.first } = joined(known, message));
    this.#anew = false;
    const fresh = message.rows.filter((row) => row.seq > last);
    const retold = last > 0 && fresh.some((row) => row.kind === "veil" || row.kind === "retell");
    this.now = message;
    this.table = message.table;
    if (retold) this.look(this.seat, false, this.shared);
  }

  /** Ask for the rows before those that are here. */
  async more(limit = 200): Promise<void> {
    const { first, seat, shared } = this;
    if (first <= 1) return;
    const query = { seat: this.eyes, before: first, limit };
    const older = await get<EventRow[]>(`/tables/${this.id}/log`, query);
    if (this.seat !== seat || this.shared !== shared || this.#anew) return;
    ({ rows: this.rows, first: this.first } = extended(this, older));
  }

  /** Ask for all rows, window by window. */
  async all(): Promise<void> {
    for (let before = 0; this.first > 1 && this.first !== before;) {
      before = this.first;
      await this.more(1000);
    }
  }

  /** The board has shown everything that it was given: it is told in words, and chance may go on. */
  shown(): void {
    if (!this.now) return;
    const { upto } = this.step;
    const moves = this.rows.filter((row) => row.seq > upto && played(row));
    const last = moves.at(-1)?.seq ?? 0;
    // Whoever comes is told the last of what was there.
    if (last) this.step = { after: upto || last - 1, upto: last };
    this.follow.arrived();
    this.connection?.tell({ shown: this.#heard });
  }

  /** Whether the board has shown what a row tells. */
  seen(row: EventRow): boolean {
    return row.seq <= this.step.upto;
  }
  /** What was told in the last step that the board has shown. */
  get news(): string[] {
    const moves = standing(this.rows).filter((row) => this.seen(row));
    const fresh = moves.filter((row) => row.seq > this.step.after);
    return (fresh.length > 0 ? fresh : moves.slice(-1)).map((row) => row.told ?? "");
  }

  async do(kind: string, values: Record<string, unknown> = {}): Promise<boolean> {
    this.sending = true;
    this.refusal = null;
    try {
      const done = await act(this.id, { kind, ...values });
      this.mine = done.seats;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error;
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Do something as the seat one looks through. */
  async as(kind: string, values: Record<string, unknown> = {}): Promise<boolean> {
    return this.do(kind, { seat: this.seat, ...values });
  }

  async move(offer: Choice, words: string | null = null): Promise<boolean> {
    const told = words?.trim() ? { words: words.trim() } : {};
    return this.as("move", { answers: this.now?.asked, move: offer.move, ...told });
  }

  async typed(text: string): Promise<boolean> {
    const queue = this.seat !== null && !this.asked;
    return this.as("move", { answers: this.now?.asked, text, queue });
  }

  async sit(name: string, seat?: number): Promise<boolean> {
    const wish = seat === undefined ? {} : { seat };
    if (!(await this.do("sit", { name: name || say("name.somebody"), word: random(), ...wish })))
      return false;
    this.look(this.own[0] ?? null);
    return true;
  }

  /** The seats of this device that have added nothing to the dice. */
  get wordless(): number[] {
    const seats = this.table?.seats ?? [];
    return this.own.filter((seat) => seats[seat]?.kind === "person" && seats[seat].word === "");
  }

  /** Add this device's word to the dice, for every seat of its own that has none. */
  async addWords(): Promise<void> {
    for (const seat of this.wordless) await this.do("word", { seat, word: random() });
  }
}
