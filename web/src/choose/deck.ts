/** Cards: which lie open, and what on the board leads to which of them. */
import type { ChoiceCard, Choice, Point } from "../api/server";

/** The moves that a card leads to, by their notation. */
export function movesOf(deck: ChoiceCard[], card: ChoiceCard): string[] {
  if (card.move) return [card.move];
  return deck.filter((each) => each.under === card.id).flatMap((each) => movesOf(deck, each));
}

/** The cards of a step: those under a card, or the first ones; of some moves only what leads to them. */
export function stepOf(deck: ChoiceCard[], under: string, only: string[] | null): ChoiceCard[] {
  const cards = deck.filter((each) => each.under === under);
  if (!only) return cards;
  const fitting = cards.filter((each) => movesOf(deck, each).some((move) => only.includes(move)));
  const [first, ...more] = fitting;
  return first && !first.move && more.length === 0 ? stepOf(deck, first.id, only) : fitting;
}

/** What lies on the board of a step, with the moves that it leads to; behind `more` lies more of the same. */
export function pointsOf(deck: ChoiceCard[], step: ChoiceCard[], moves: Choice[]): Point[] {
  const found: Record<string, Point> = {};
  for (const card of step) {
    if (card.kind === "more") {
      const rest = deck.filter((each) => each.under === card.id);
      for (const point of pointsOf(deck, rest, moves)) join(found, point);
    } else if (card.at) {
      const offers = offersOf(deck, card, moves);
      join(found, { id: card.at, label: card.label, moves: offers });
    }
  }
  return Object.values(found);
}

function offersOf(deck: ChoiceCard[], card: ChoiceCard, moves: Choice[]): Choice[] {
  const texts = movesOf(deck, card);
  return moves.filter((offer) => texts.includes(offer.text));
}

function join(found: Record<string, Point>, point: Point): void {
  const known = (found[point.id] ??= { ...point, moves: [] });
  known.moves.push(...point.moves);
}
