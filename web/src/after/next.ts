/** Bots from the weakest to the strongest. */
const LADDER = ["learner", "steady", "strong", "expert", "master"];

/** The bots to play next: stronger ones for whoever won, weaker ones for the last of several; null where these
 *  fit, where people played too, or where the game has none such. */
export function nextLevel(others: string[], there: string[], place: number, of: number): string | null {
  const levels = LADDER.filter((kind) => there.includes(kind));
  const [kind = ""] = others;
  const at = levels.indexOf(kind);
  if (at < 0 || others.some((each) => each !== kind)) return null;
  return (place === 1 ? levels[at + 1] : place === of ? levels[at - 1] : null) ?? null;
}

/** How far somebody is from the nearest that counts: ahead of the second as the winner, else behind the winner. */
export function margin(
  result: { seat: number; place: number; score: number }[],
  seat: number,
): { by: number; from: number; close: boolean } | null {
  const own = result.find((each) => each.seat === seat);
  const other = result.find((each) => (own?.place === 1 ? each.place > 1 : each.place === 1));
  if (!own || !other || own.score === other.score) return null;
  const by = Math.abs(own.score - other.score);
  return { by, from: other.seat, close: by <= Math.max(1, 0.05 * Math.max(own.score, other.score)) };
}
