/** What was decided and has not been read yet. */
import type { LogLine } from "../side/log";

export interface Outcome {
  seq: number;
  /** What was decided. */
  text: string;
  /** How it came about. */
  how: string[];
}

/** The outcomes of moves that stand, after the last one that was read. */
export function unread(all: LogLine[], read: number): Outcome[] {
  return all
    .filter(({ row, struck }) => !struck && row.seq > read && row.outcome)
    .map(({ row }) => {
      const [text = "", ...how] = (row.outcome ?? "").split("\n");
      return { seq: row.seq, text, how };
    });
}
