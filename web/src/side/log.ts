/** The rows of a table as a log: moves that were taken back are struck through. */
import type { EventRow } from "../api/server";
import { isKey, type Key } from "../texts";

export interface LogLine {
  row: EventRow;
  struck: boolean;
}

export interface Chapter {
  round: number | null;
  turn: number | null;
  lines: LogLine[];
}

/** Whether a row is a move, which the game tells; the rest is told by the page. */
export const played = (row: EventRow): boolean => row.kind === "move" || row.kind === "redo";

/** The text that tells a row: `row.KIND`, or one for yes and one for no; none where the log is silent about it. */
export function textOf(row: EventRow): Key | null {
  if (row.removed) return "row.removed";
  const key = row.yes == null ? `row.${row.kind}` : `row.${row.kind}.${row.yes ? "yes" : "no"}`;
  return isKey(key) ? key : null;
}

export function lines(rows: EventRow[]): LogLine[] {
  const found: LogLine[] = [];
  const done: LogLine[] = [];
  for (const row of rows) {
    if (row.kind === "undo") {
      while (done.length > 0) {
        const last = done.pop();
        if (last) last.struck = true;
        if (last?.row.seat === row.seat) break;
      }
    }
    if (row.kind === "rewind") {
      while ((done.at(-1)?.row.ply ?? -1) >= (row.ply ?? 0)) {
        const last = done.pop();
        if (last) last.struck = true;
      }
    }
    if (!played(row) && textOf(row) === null) continue;
    const line = { row, struck: false };
    found.push(line);
    if (played(row)) done.push(line);
  }
  return found;
}

/** Lines by round and turn, as one reads them. */
export function chapters(all: LogLine[]): Chapter[] {
  const found: Chapter[] = [];
  for (const line of all) {
    const last = found.at(-1);
    const round = line.row.round ?? last?.round ?? null;
    const turn = line.row.round === undefined ? (last?.turn ?? null) : (line.row.turn ?? null);
    if (last && last.round === round && last.turn === turn) last.lines.push(line);
    else found.push({ round, turn, lines: [line] });
  }
  return found;
}

/** The moves that are told, without those that were taken back. */
export function standing(rows: EventRow[]): EventRow[] {
  const told = lines(rows).filter((line) => !line.struck && played(line.row) && line.row.told);
  return told.map((line) => line.row);
}

/** Those of them since a seat's own last one. */
export function since(rows: EventRow[], seat: number): EventRow[] {
  const moves = standing(rows);
  return moves.slice(moves.findLastIndex((row) => row.seat === seat) + 1);
}
