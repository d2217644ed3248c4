/** The moments of a game as the server showed them, and its moves and turns as they stand. */
import { get } from "../api/ask";
import type { SeenView, EventRow } from "../api/server";
import { lines } from "../side/log";
import { settings } from "../settings.svelte";

/** So many moments are kept. */
const MOST = 80;

export class Moments {
  #known = new Map<string, Promise<SeenView>>();

  constructor(readonly table: string) {}

  ask(ply: number, seat: number | null): Promise<SeenView> {
    const key = `${settings.lang} ${seat} ${ply}`;
    let found = this.#known.get(key);
    if (!found) {
      found = get<SeenView>(`/tables/${this.table}/view`, { ply, seat, pieces: true });
      found.catch(() => this.#known.delete(key));
      this.#known.set(key, found);
      const oldest = this.#known.keys().next().value;
      if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    }
    return found;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** The moves that stand, by their plies. */
export function standing(rows: EventRow[]): Map<number, EventRow> {
  const found = new Map<number, EventRow>();
  for (const line of lines(rows)) {
    if (!line.struck && line.row.ply != null) found.set(line.row.ply, line.row);
  }
  return found;
}

export interface Turn {
  /** The ply with which it begins. */
  ply: number;
  round: number;
  seat: number | null;
}

export function turns(moves: Map<number, EventRow>): Turn[] {
  const found: Turn[] = [];
  for (const [ply, row] of [...moves].sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    const [round, seat] = [row.round ?? last?.round ?? 0, row.turn ?? null];
    if (!last || last.round !== round || last.seat !== seat) found.push({ ply, round, seat });
  }
  return found;
}
