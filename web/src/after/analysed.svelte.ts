/** What a strong player says of a game, as far as it is known; it comes bit by bit as long as it is asked for. */
import { Refused, THINKING, get, patiently } from "../api/ask";
import type { Analysis } from "../api/server";
import { settings } from "../settings.svelte";

export class Analysed {
  found = $state.raw<Analysis | null>(null);
  problem = $state("");

  /** Ask until all is said; to be called in an effect, which ends it. */
  ask(table: string): () => void {
    const lang = settings.lang;
    let left = false;
    const asking = async (): Promise<void> => {
      do {
        const said = await patiently(() => get<Analysis>(`/tables/${table}/analysis`, { lang }, THINKING), {
          left: () => left,
        });
        if (left) return;
        this.found = said;
      } while (!this.found.done);
    };
    asking().catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      if (!left) this.problem = error.message;
    });
    return () => {
      left = true;
    };
  }

  /** Where most was decided, for a seat if it has a turning point of its own. */
  turning(seat: number | null): Analysis["turns"][number] | null {
    const all = this.found?.done ? [...this.found.turns] : [];
    const own = all.filter((turn) => turn.seat === seat);
    const turns = own.length > 0 ? own : all;
    const swing = (turn: (typeof turns)[number]) => Math.abs(turn.after - turn.before);
    return turns.sort((one, two) => swing(two) - swing(one))[0] ?? null;
  }
}
