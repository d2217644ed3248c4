/** Which games somebody has played in this browser. */
import { keep, kept } from "../settings.svelte";

const KEY = "cruachan.played";

export function hasPlayed(game: string): boolean {
  return kept<string[]>(KEY)?.includes(game) ?? false;
}

export function notePlayed(game: string): void {
  if (!hasPlayed(game)) keep(KEY, [...(kept<string[]>(KEY) ?? []), game]);
}
