/** Rings and outlines around what can be chosen, what is chosen, and what is spoken of. */
import type { Point } from "../api/server";
import { apart, type Coordinates } from "./compare";
import type { Target } from "./near";
import { make, type Picture, type Place } from "./picture";
import type { Stage } from "./stage";

/** Pixels: half the width of a ring's line, and the least radius of a ring. */
const RIM = 3;
const LEAST = 8;

/** Something on the board with an id: a place or a piece. */
export interface Spot extends Coordinates {
  id: string;
  title: string;
  width: number;
  height: number;
  place: Place | null;
}

export class Marks {
  #drawn = new Map<string, { spot: Spot; parts: SVGElement[] }>();
  /** All that can be chosen: a ring ends before the next one begins. */
  #rings: Spot[] = [];

  constructor(
    readonly picture: Picture,
    readonly stage: Stage,
  ) {}

  /** The place or the piece of an id. */
  spot(id: string): Spot | null {
    const piece = this.stage.pieces.find((each) => each.key === id);
    const element = this.stage.element(id);
    if (piece && element) {
      const { x, y, width, height } = element.getBBox();
      const middle = { x: piece.x + x + width / 2, y: piece.y + y + height / 2 };
      return { id, title: piece.label ?? "", ...middle, width, height, place: null };
    }
    const place = this.picture.places.get(id);
    if (!place) return null;
    const { x, y, box } = place;
    const [width, height] = this.#covered(place);
    return {
      id,
      title: this.title(id),
      x,
      y,
      width: Math.max(width, box.width),
      height: Math.max(height, box.height),
      place,
    };
  }

  /** How large it is what lies in the middle of a place; what only marks it is no part of it. */
  #covered({ id, x, y, box }: Place): [number, number] {
    const sizes = this.stage.pieces
      .filter(
        (each) => each.at === id && !each.mark && apart(each, { x, y }) < Math.min(box.width, box.height) / 4,
      )
      .map((each) => this.stage.element(each.key)?.getBBox());
    const most = (side: "width" | "height"): number => Math.max(0, ...sizes.map((size) => size?.[side] ?? 0));
    return [most("width"), most("height")];
  }

  /** What is to be said of a place: what it is, and what lies there. */
  title(id: string): string {
    const lying = this.stage.pieces.filter((each) => each.at === id && each.label).map((each) => each.label);
    const title = this.picture.places.get(id)?.title ?? "";
    return lying.length > 0 ? `${title}: ${lying.join(", ")}` : title;
  }

  /** Draw all marks anew; `unit` is a pixel of the screen in the measure of the picture. */
  draw(points: Point[], chosen: string | null, spoken: string[], unit: number, spare: string[] = []): void {
    for (const { parts } of this.#drawn.values()) for (const part of parts) part.remove();
    this.#drawn.clear();
    const can = points.map((point) => point.id).filter((id) => id !== chosen);
    this.#rings = can.flatMap((id) => this.spot(id) ?? []);
    // What is spoken of lies above its neighbours, whose outlines it shares.
    for (const id of can)
      if (!spoken.includes(id)) this.#mark(id, spare.includes(id) ? "can spare" : "can", unit);
    for (const id of new Set(spoken))
      if (id !== chosen) this.#mark(id, can.includes(id) ? "can spoken" : "spoken", unit);
    if (chosen !== null) this.#mark(chosen, "chosen", unit);
  }

  #mark(id: string, kind: string, unit: number): void {
    const spot = this.spot(id);
    if (!spot) return;
    const mark = make("g", { class: `mark ${kind}${large(spot, unit) ? "" : " fine"}` });
    const room = widest(spot, this.#rings, unit);
    for (const layer of ["rim", "line"]) mark.append(outlined(spot, layer, unit, room));
    const parts: SVGElement[] = [mark];
    const { place } = spot;
    if (place?.shape && large(spot, unit)) {
      const veil = outlined(spot, `veil ${kind}`, unit);
      place.shape.after(veil);
      parts.push(veil);
      place.layer.append(mark);
    } else this.#layer(spot).append(mark);
    this.#drawn.set(id, { spot, parts });
  }

  /** Where a ring goes: among the places, below all names and numbers, unless it is about none of them. */
  #layer({ id, place }: Spot): SVGGElement {
    const at = this.stage.pieces.find((each) => each.key === id)?.at ?? "";
    return (place ?? this.picture.places.get(at))?.layer ?? this.picture.marks;
  }

  /** Whether an id is that of a land with borders. */
  bordered(id: string): boolean {
    const place = this.picture.places.get(id);
    return place !== undefined && bordered(place);
  }

  over(id: string | null): void {
    for (const [key, { parts }] of this.#drawn)
      for (const part of parts) part.classList.toggle("over", key === id);
  }

  /** What of these ids can be tapped, as seen from a point of the picture; lengths in pixels. */
  targets(ids: Iterable<string>, at: Coordinates, hits: string[], unit: number, least: number): Target[] {
    const found: Target[] = [];
    for (const id of ids) {
      const spot = this.#drawn.get(id)?.spot;
      if (!spot) continue;
      const aside = Math.max(Math.abs(spot.x - at.x) - spot.width / 2, 0);
      const above = Math.max(Math.abs(spot.y - at.y) - spot.height / 2, 0);
      found.push({
        id,
        x: spot.x / unit,
        y: spot.y / unit,
        small: Math.max(spot.width, spot.height) / unit < least,
        hit: hits.includes(id),
        area: spot.place !== null && bordered(spot.place),
        gap: Math.hypot(aside, above) / unit,
      });
    }
    return found.sort((a, b) => hits.indexOf(a.id) - hits.indexOf(b.id));
  }

  /** The cursor of the keyboard around a place. */
  cursor(id: string | null, unit: number): void {
    const spot = id === null ? null : this.spot(id);
    const layers = spot ? ["rim", "line"].map((layer) => framed(spot, layer, unit, 4)) : [];
    this.picture.cursor.replaceChildren(...layers);
  }
}

/** Whether a place has borders, as a land has; roads and single points have none. */
function bordered({ outline }: Place): boolean {
  return outline?.tagName === "path" || outline?.tagName === "polygon";
}

/** Whether a place is framed however small it is: a ring around it would lie on its neighbours. */
function square({ place }: Spot): boolean {
  return place?.outline?.tagName === "rect";
}

/** Whether a place is large enough on the screen, whatever lies there, for its outline to be seen. */
function large(spot: Spot, unit: number): boolean {
  const { width, height } = spot.place?.box ?? spot;
  return Math.min(width, height) > 30 * unit;
}

/** The outline of a spot, or a ring around it where it is small or has none. */
function outlined(spot: Spot, layer: string, unit: number, room = Infinity): SVGGraphicsElement {
  if (!spot.place?.outline || !(large(spot, unit) || square(spot))) return framed(spot, layer, unit, 0, room);
  const clone = spot.place.outline.cloneNode() as SVGGraphicsElement;
  for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity"])
    clone.removeAttribute(name);
  clone.setAttribute("class", layer);
  return clone;
}

/** How far a ring may reach: half the way to the next one, with room for both lines. */
export function widest(spot: Spot, others: Spot[], unit: number): number {
  const rings = others.filter((each) => each.id !== spot.id && ringed(each, unit));
  return Math.max(LEAST * unit, Math.min(...rings.map((each) => apart(each, spot) / 2)) - RIM * unit);
}

/** Whether a ring is drawn around a spot, and no frame. */
function ringed(spot: Spot, unit: number): boolean {
  return !(spot.place ? large(spot, unit) || square(spot) : Math.min(spot.width, spot.height) > 64 * unit);
}

/** A frame around a large spot, a ring around a small one; so many pixels wider than it needs to be. */
function framed(spot: Spot, layer: string, unit: number, wider: number, room = Infinity): SVGGraphicsElement {
  const { x, y, width, height } = spot;
  if (!ringed(spot, unit)) {
    const far = (spot.place ? wider : wider + 3) * unit;
    const [left, top] = [x - width / 2 - far, y - height / 2 - far];
    const size = { width: width + 2 * far, height: height + 2 * far };
    return make("rect", { class: layer, x: left, y: top, ...size, rx: 8 * unit });
  }
  const around = Math.max(width, height) / 2 + (3 + wider) * unit;
  const r = Math.min(Math.max(around, (10 + wider) * unit), room);
  return make("circle", { class: layer, cx: x, cy: y, r });
}
