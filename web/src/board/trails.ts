/** Draws what others changed, faintly: a dotted ring where something is new, an arrow for each way of the last step. */
import { apart, type Coordinates } from "./compare";
import { make, type Picture } from "./picture";
import type { Stage } from "./stage";
import { between } from "./track";
import { replaced, type Trace } from "./trail";

/** Pixels of the screen: how long an arrow is at least, and its head. */
const SHORT = 12;
const HEAD = 9;
/** How far beside its place a piece is crossed out where another lies now. */
const ASIDE = 14;

export class Trails {
  constructor(
    readonly picture: Picture,
    readonly stage: Stage,
  ) {}

  /** Draw all traces anew; `unit` is a pixel in the measure of the picture. */
  draw(traces: Trace[], unit: number): void {
    const drawn = traces.flatMap((trace) => this.#drawn(trace, unit, replaced(traces, trace, HEAD * unit)));
    this.picture.trails.replaceChildren(...drawn);
  }

  #drawn({ key, from, to, into, fresh }: Trace, unit: number, taken: boolean): SVGElement[] {
    const piece = this.stage.pieces.find((each) => each.key === key);
    if (piece && this.picture.rolls(piece)) return [];
    // It was gone, and is back.
    if (piece && !to) return [];
    // What lies on no place and came from nowhere, as beside the die, is no change on the board.
    if (piece && !piece.at && !from) return [];
    const body = to ? this.stage.element(key) : null;
    const box = body?.getBBox();
    if (box && Math.max(box.width, box.height) > this.picture.box.width / 8) return [];
    const reach = box ? Math.max(box.width, box.height) / 2 + 4 * unit : 0;
    const found: SVGElement[] = [];
    const middle = to && box ? { x: to.x + box.x + box.width / 2, y: to.y + box.y + box.height / 2 } : to;
    if (fresh && from && middle && apart(from, middle) > reach + SHORT * unit)
      found.push(...arrow(from, middle, reach, unit, between(this.picture.places, from, piece?.at ?? "")));
    if (middle && box)
      found.push(make("circle", { class: "trail ring", cx: middle.x, cy: middle.y, r: reach }));
    if (to || !from) return found;
    if (fresh && into && apart(from, into) > SHORT * unit)
      found.push(...arrow(from, into, HEAD * unit, unit));
    const at = taken ? { x: from.x + ASIDE * unit, y: from.y - ASIDE * unit } : from;
    return [...found, crossed(at, unit)];
  }
}

/** An arrow from a point to another; by way of others that leave room for its head. */
export function arrow(
  from: Coordinates,
  to: Coordinates,
  reach: number,
  unit: number,
  along: Coordinates[] = [],
): SVGElement[] {
  const by = along.filter((each) => apart(each, to) > reach + HEAD * unit);
  const last = by.at(-1) ?? from;
  const far = apart(last, to);
  const [dx, dy] = [(to.x - last.x) / far, (to.y - last.y) / far];
  const tip = { x: to.x - dx * reach, y: to.y - dy * reach };
  const foot = { x: tip.x - dx * HEAD * unit, y: tip.y - dy * HEAD * unit };
  const half = (HEAD / 2) * unit;
  const side = (sign: number): string => `${foot.x - sign * dy * half},${foot.y + sign * dx * half}`;
  const line = { points: [from, ...by, foot].map(({ x, y }) => `${x},${y}`).join(" ") };
  return [
    make("polyline", { class: "trail rim", ...line }),
    make("polyline", { class: "trail way", ...line }),
    make("polygon", { class: "trail head", points: `${tip.x},${tip.y} ${side(1)} ${side(-1)}` }),
  ];
}

function crossed({ x, y }: Coordinates, unit: number): SVGElement {
  const r = 5 * unit;
  const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
  return make("path", { class: "trail gone", d });
}
