/** What was decided and has not been read yet. */
import type { LogLine } from "../side/log";

export interface Outcome {
  seq: number;
  /** Who brought it about; null: chance, or nobody. */
  seat: number | null;
  /** What was decided. */
  text: string;
  /** How it came about. */
  how: string[];
}

/** The outcomes of moves that stand, after the last one that was read: those of others before one's own. */
export function unread(all: LogLine[], read: number, own: number | null = null): Outcome[] {
  const found = all
    .filter(({ row, struck }) => !struck && row.seq > read && row.outcome)
    .map(({ row }) => {
      const [text = "", ...how] = (row.outcome ?? "").split("\n");
      return { seq: row.seq, seat: row.seat ?? null, text, how };
    });
  const mine = (each: Outcome): number => Number(own !== null && each.seat === own);
  return found.sort((one, two) => mine(one) - mine(two));
}
