/** What would lie where after a move that is only being considered. */
import type { DrawnPiece } from "../api/server";
import { apart, changed, compare } from "./compare";
import { drawn, type Picture } from "./picture";
import type { Stage } from "./stage";
import { between } from "./track";
import { arrow } from "./trails";

export class Ghosts {
  #dimmed: Element[] = [];

  constructor(
    readonly picture: Picture,
    readonly stage: Stage,
  ) {}

  /** Show what would be otherwise: where pieces would be, and the way there. */
  draw(pieces: DrawnPiece[], wished: DrawnPiece[] | null, unit: number): void {
    const layer = this.picture.ghosts;
    layer.replaceChildren();
    for (const element of this.#dimmed) element.classList.remove("leaving", "replaced");
    this.#dimmed = [];
    if (!wished) return;
    // Dice that fall and marks that end are no part of what a move brings, nor what lies on no place.
    const shown = (piece: DrawnPiece): boolean => !piece.mark && !this.picture.rolls(piece);
    const changes = compare(pieces.filter(shown), wished.filter(shown));
    const otherwise = new Set(changed(changes).filter((piece) => piece.at));
    for (const { piece, was, out } of changes.coming) {
      if (!otherwise.has(piece)) continue;
      const from = was ?? out;
      const far = from ? apart(from, piece) > 12 * unit : false;
      if (was) this.#dim(was.key, far ? "leaving" : "replaced");
      if (from && far)
        layer.append(...arrow(from, piece, 8 * unit, unit, between(this.picture.places, from, piece.at)));
    }
    for (const { piece } of changes.going) this.#dim(piece.key, "leaving");
    layer.append(...[...otherwise].map((piece) => drawn(piece, this.picture.ink(piece))));
  }

  #dim(key: string, how: string): void {
    const element = this.stage.element(key);
    if (!element) return;
    element.classList.add(how);
    this.#dimmed.push(element);
  }
}
