/** Up to which message the chat of a table was read in this browser. */
import { keep, kept } from "../settings.svelte";

const KEY = "cruachan.read";
/** Of so many tables it is kept. */
const MOST = 100;

type Read = Record<string, number>;

export function readUpTo(table: string): number {
  return kept<Read>(KEY)?.[table] ?? 0;
}

export function noteRead(table: string, seq: number): void {
  const { [table]: before = 0, ...others } = kept<Read>(KEY) ?? {};
  if (seq <= before) return;
  const latest = Object.entries(others).slice(1 - MOST);
  keep(KEY, Object.fromEntries([...latest, [table, seq]]));
}
