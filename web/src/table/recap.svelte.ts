/** Shows once more, move by move, what happened: the board first, then what is told of it. */
import { Refused, get } from "../api/ask";
import type { SeenView } from "../api/server";
import { settings } from "../settings.svelte";
import { reading } from "./follow.svelte";
import type { TableStore } from "./store.svelte";

/** A board that shows nothing for so many milliseconds, as in a hidden window, is not waited for. */
const LATE = 4000;
/** So many milliseconds each move is seen at least. */
const LEAST = 300;

export class Recap {
  /** The moment of the past that is shown; null: now. */
  moment = $state.raw<SeenView | null>(null);
  /** What is told of it, once the board shows it. */
  news = $state("");
  /** Counts what was shown, so that nothing goes on that was stopped. */
  #round = 0;
  #arrived = (): void => undefined;

  constructor(readonly store: TableStore) {}

  stop(): void {
    this.#round += 1;
    this.moment = null;
    this.news = "";
    this.#arrived();
  }

  /** The board has shown everything that it was given. */
  arrived(): void {
    this.#arrived();
  }

  /** Show what happened from a ply on. */
  async show(from: number): Promise<void> {
    this.stop();
    const { store } = this;
    const [round, last] = [this.#round, store.table?.plies ?? 0];
    try {
      for (let ply = from; ply <= last; ply += 1) {
        const query = { ply, seat: store.eyes, pieces: true };
        const moment = await get<SeenView>(`/tables/${store.id}/view`, query);
        if (round !== this.#round) return;
        await this.#onBoard(moment);
        if (round !== this.#round) return;
        this.news = store.rows.find((row) => row.ply === ply - 1 && row.told && ply > from)?.told ?? "";
        await new Promise((done) =>
          setTimeout(done, Math.max(reading(this.news.length, settings.follow), LEAST)),
        );
        if (round !== this.#round) return;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (round === this.#round) store.refusal = error;
    }
    if (round === this.#round) this.stop();
  }

  #onBoard(moment: SeenView): Promise<void> {
    return new Promise((done) => {
      this.#arrived = done;
      this.moment = moment;
      setTimeout(done, LATE);
    });
  }
}
