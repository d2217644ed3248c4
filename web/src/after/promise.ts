/** The promises of tables as this browser saw them first: nobody can say afterwards that they were others. */
import { keep, kept } from "../settings.svelte";

const KEY = "cruachan promises";
/** Of so many tables a promise is kept. */
const MOST = 200;

interface Seen {
  promise: string;
  /** Whether the game had not begun. */
  before: boolean;
}

export function remember(table: string, promise: string, before: boolean): void {
  const all = kept<Record<string, Seen>>(KEY) ?? {};
  if (all[table]) return;
  const rest = Object.entries(all).slice(1 - MOST);
  keep(KEY, Object.fromEntries([...rest, [table, { promise, before }]]));
}

export function seenFirst(table: string): Seen | null {
  return kept<Record<string, Seen>>(KEY)?.[table] ?? null;
}
