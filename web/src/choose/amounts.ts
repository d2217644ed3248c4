/** Offers that differ in how many only, to be chosen with plus and minus. */
import type { Choice } from "../api/server";

/** So many amounts are at least needed: of fewer each is a button. */
const LEAST = 3;

export interface Amounts {
  key: string;
  /** From few to many. */
  offers: Choice[];
}

/** The offers in their order: each alone, or the amounts of one thing together. */
export function amounts(moves: Choice[]): Amounts[] {
  const found = new Map<string, Choice[]>();
  for (const move of moves) {
    const one = move.number === null || move.tell || move.needs;
    const key = one ? move.text : `${move.verb} ${move.actor} ${move.target} ${move.manner}`;
    found.set(key, [...(found.get(key) ?? []), move]);
  }
  return [...found].flatMap(([key, offers]) => {
    if (offers.length < LEAST) return offers.map((offer) => ({ key: offer.text, offers: [offer] }));
    return [{ key, offers: offers.sort((one, two) => (one.number ?? 0) - (two.number ?? 0)) }];
  });
}
