/** What others changed on the board since one acted last. Knows no DOM. */
import type { DrawnPiece } from "../api/server";
import { apart, compare, differs, moved, type Coordinates } from "./compare";

export interface Trace {
  key: string;
  /** Where the piece lay, if it lies elsewhere now or nowhere. */
  from: Coordinates | null;
  /** Where it lies now; null: it is gone. */
  to: Coordinates | null;
  /** The pile that it joined, if it is gone. */
  into: Coordinates | null;
  /** Whether the last step changed it: only its ways are drawn. */
  fresh: boolean;
}

/** Pieces without a name are part of how the board looks. */
const counts = (piece: DrawnPiece): boolean => Boolean(piece.label);
const place = ({ x, y }: Coordinates): Coordinates => ({ x, y });

/** The traces so far, with those of one more step. */
export function traced(traces: Trace[], before: DrawnPiece[], after: DrawnPiece[]): Trace[] {
  const found = new Map(traces.map((trace) => [trace.key, { ...trace, fresh: false }]));
  const { coming, going } = compare(before, after);
  for (const { piece, was, out } of coming) {
    if (!counts(piece) || (was && !differs(was, piece))) continue;
    const old = was ? found.get(was.key) : undefined;
    if (was) found.delete(was.key);
    const source = was && moved(was, piece) ? was : was ? null : out;
    const from = old?.from ?? (source && moved(source, piece) ? place(source) : null);
    found.set(piece.key, { key: piece.key, from, to: place(piece), into: null, fresh: true });
  }
  for (const { piece, into } of going) {
    // What lay on no place, as beside the die, is no loss on the board.
    if (!counts(piece) || !piece.at) continue;
    const old = found.get(piece.key);
    found.delete(piece.key);
    const [from, joined] = [old?.from ?? place(piece), into && place(into)];
    if (!old || old.from) found.set(piece.key, { key: piece.key, from, to: null, into: joined, fresh: true });
  }
  return [...found.values()];
}

/** Whether another piece lies by now where one was lost: it is not covered by what is told of the past. */
export function replaced(traces: Trace[], { from, to }: Trace, near: number): boolean {
  return !to && from !== null && traces.some((each) => each.to !== null && apart(each.to, from) < near);
}
