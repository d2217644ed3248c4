/** What happened to the pieces from one view to the next. Knows no DOM. */
import type { DrawnPiece } from "../api/server";

export interface Coordinates {
  x: number;
  y: number;
}

/** A piece that is there afterwards, with where it came from if that is known. */
export interface Coming {
  piece: DrawnPiece;
  /** The piece with the same key, or one of the same look that left in the same step. */
  was: DrawnPiece | null;
  /** A piece of the same look of which less is left now: it came out of that one. */
  out: DrawnPiece | null;
}

/** A piece that is there no more. */
export interface Going {
  piece: DrawnPiece;
  /** A piece of the same look of which there is more now: it went there. */
  into: DrawnPiece | null;
}

export interface Changes {
  coming: Coming[];
  going: Going[];
}

export function apart(a: Coordinates, b: Coordinates): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function moved(a: DrawnPiece, b: DrawnPiece): boolean {
  return a.x !== b.x || a.y !== b.y;
}

/** Whether something about a piece is to be seen: where it lies, how it looks, what is written on it. */
export function differs(a: DrawnPiece, b: DrawnPiece): boolean {
  return (
    moved(a, b) ||
    a.symbol !== b.symbol ||
    (a.text ?? "") !== (b.text ?? "") ||
    (a.turn ?? 0) !== (b.turn ?? 0)
  );
}

/** How many a piece stands for: what is written on it; one where nothing is. */
const many = (piece: DrawnPiece): number => (piece.text ? Number(piece.text) : 1);

/** Whether a piece may be another one elsewhere: a mark of what can be done never goes anywhere. */
const goes = (piece: DrawnPiece): boolean => !piece.mark;

function nearest(to: DrawnPiece, among: Iterable<DrawnPiece>): DrawnPiece | null {
  let best: DrawnPiece | null = null;
  for (const each of among) {
    if (each.symbol === to.symbol && (!best || apart(each, to) < apart(best, to))) best = each;
  }
  return best;
}

/** Which piece is which. Those with a key by their place are taken for each other by their look. */
export function compare(before: DrawnPiece[], after: DrawnPiece[]): Changes {
  const old = new Map(before.map((piece) => [piece.key, piece]));
  const now = new Map(after.map((piece) => [piece.key, piece]));
  const left = new Set(before.filter((piece) => !now.has(piece.key)));
  // What comes leaves less where it was, and what goes makes it more where it ends.
  const rewritten = (more: boolean): DrawnPiece[] =>
    after.filter((piece) => {
      const was = old.get(piece.key);
      return was?.symbol === piece.symbol && (more ? many(piece) > many(was) : many(piece) < many(was));
    });
  const [less, more] = [rewritten(false), rewritten(true)];
  const coming = after.map((piece): Coming => {
    const same = old.get(piece.key);
    if (same) return { piece, was: same, out: null };
    const was = goes(piece) ? nearest(piece, left) : null;
    if (was) left.delete(was);
    return { piece, was, out: was || !goes(piece) ? null : nearest(piece, less) };
  });
  const going = [...left].map((piece) => ({
    piece,
    into: goes(piece) ? nearest(piece, more) : null,
  }));
  return { coming, going };
}

/** The pieces that are not as they were. */
export function changed({ coming }: Changes): DrawnPiece[] {
  return coming.filter(({ piece, was }) => !was || differs(was, piece)).map(({ piece }) => piece);
}

/** How many pieces would have to move. */
export function amount(changes: Changes): number {
  return changed(changes).length + changes.going.length;
}
