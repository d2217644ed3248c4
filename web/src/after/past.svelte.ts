/** A game looked at again: which moment is wanted, which is shown, and what was done in between. */
import { Refused } from "../api/ask";
import type { SeenView } from "../api/server";
import { settings } from "../settings.svelte";
import type { TableStore } from "../table/store.svelte";
import { say } from "../texts";
import { Moments, standing, turns, type Turn } from "./moments";

/** After so long it is said that a moment is on its way. */
const SOON = 600;
/** So long is waited before a server that did not answer is asked again. */
const AGAIN = 2000;

const pause = (time: number) => new Promise((done) => setTimeout(done, time));

export class Past {
  /** The moment that is wanted: before this ply. */
  ply = $state(0);
  /** Through whose eyes; null: a spectator's. */
  eyes = $state<number | null>(null);
  /** The moment that is shown, until the wanted one is there. */
  shown = $state.raw<SeenView | null>(null);
  /** Whether one waits longer than one should. */
  slow = $state(false);
  problem = $state("");
  #moments: Moments;
  #at = "";
  #busy = false;
  #left = false;

  readonly #moves = $derived.by(() => standing(this.store.rows));
  readonly turns = $derived(turns(this.#moves));
  /** Which turn the wanted moment is in. */
  readonly turn = $derived(this.turns.findLastIndex((turn) => turn.ply <= this.ply));

  constructor(readonly store: TableStore) {
    this.#moments = new Moments(store.id);
  }

  get last(): number {
    return this.store.table?.plies ?? 0;
  }
  /** What was done with a ply, in words. */
  told(ply: number): string {
    return this.#moves.get(ply)?.told ?? "";
  }

  /** What led to the wanted moment, and to what it leads: the nearest plies of which there is something to tell. */
  get toldBefore(): string {
    let ply = this.ply - 1;
    while (ply >= 0 && !this.told(ply)) ply -= 1;
    return this.told(ply);
  }
  get toldAfter(): string {
    let ply = this.ply;
    while (ply < this.last && !this.told(ply)) ply += 1;
    return this.told(ply);
  }

  /** A turn as one would say it: its round and whose it is. */
  title(turn: Turn | undefined): string {
    if (!turn) return say("replay.begin_short");
    const name = turn.seat === null || turn.seat < 0 ? "" : this.store.name(turn.seat);
    if (turn.round < 1) return name || say("replay.begin_short");
    const round = say("log.round", { round: turn.round });
    return name ? `${round} · ${name}` : round;
  }

  look(ply: number, eyes = this.eyes): void {
    this.ply = Math.max(0, Math.min(ply, this.last));
    this.eyes = eyes;
    void this.#follow();
  }

  /** Somebody else is to look: nothing stays that only others may know. */
  hide(): void {
    this.#moments.forget();
    this.#at = "";
    this.shown = null;
  }

  /** Moves were taken back, or the language is another: what was known is no longer so. */
  anew(): void {
    this.#moments.forget();
    this.#at = "";
    this.look(this.ply);
  }

  leave(): void {
    this.#left = true;
  }

  #eyes(): string {
    return `${settings.lang} ${this.eyes} `;
  }
  #wanted(): string {
    return `${this.#eyes()}${this.ply}`;
  }

  async #follow(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.problem = "";
    while (this.#at !== this.#wanted() && !this.problem && !this.#left) await this.#step();
    this.#busy = false;
    for (const ply of [this.ply + 1, this.ply - 1]) {
      if (ply >= 0 && ply <= this.last) this.#moments.ask(ply, this.eyes).catch(() => undefined);
    }
  }

  async #step(): Promise<void> {
    const wanted = this.#wanted();
    const timer = setTimeout(() => (this.slow = true), SOON);
    try {
      const found = await this.#moments.ask(this.ply, this.eyes);
      this.slow = false;
      if (!wanted.startsWith(this.#eyes())) return;
      this.shown = found;
      this.#at = wanted;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.passing) await pause(AGAIN);
      else this.problem = error.message;
    } finally {
      clearTimeout(timer);
    }
  }
}
