/** The rows of a table that this device has: all since the first of them, without holes. */
import type { EventRow } from "../api/server";

export interface Rows {
  rows: EventRow[];
  /** The number of the first one; the server has those before it. */
  first: number;
}

/** Rows with those of a message: the new ones behind them, or only those where some between are missing. */
export function joined(known: Rows, message: { rows: EventRow[]; first: number }): Rows {
  const last = known.rows.at(-1)?.seq ?? 0;
  if (known.rows.length === 0 || message.first > last + 1)
    return { rows: message.rows, first: message.first };
  const fresh = message.rows.filter((row) => row.seq > last);
  return fresh.length > 0 ? { rows: [...known.rows, ...fresh], first: known.first } : known;
}

/** Rows with older ones before them, if these end where those begin. */
export function extended(known: Rows, older: EventRow[]): Rows {
  const from = older[0]?.seq;
  if (from === undefined || older.at(-1)?.seq !== known.first - 1) return known;
  return { rows: [...older, ...known.rows], first: from };
}
