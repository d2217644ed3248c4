/** Finding the place that is meant, by a finger or by an arrow key. Knows no DOM. */
import { apart, type Coordinates } from "./compare";

export interface Spotted extends Coordinates {
  id: string;
}

/** Something that can be tapped. */
export interface Target extends Spotted {
  /** Whether it is so small on the screen that it is taken for larger. */
  small: boolean;
  /** Whether the finger is on it. */
  hit: boolean;
  /** Whether it is a land with borders of its own, and no ring: it never reaches into its neighbour. */
  area?: boolean;
  /** How far the finger is from its rim, in pixels; 0 within. */
  gap: number;
}

/** The least size of a target for a finger, in pixels. */
const FINGER = 44;
/** A finger that is so many pixels beside a small target means it, whatever it meets there. */
export const BESIDE = 12;
/** As far as this from a target, in pixels, a tap that meets nothing else is still meant for it. */
export const REACH = 22;

/** The target that a tap at a point means: a small one near by before the large one it lies on. */
export function meant(targets: Target[], at: Coordinates, least: number, elsewhere: boolean): Target | null {
  const nearest = (some: Target[], far: (each: Target) => number): Target | null =>
    some.reduce<Target | null>((best, each) => (!best || far(each) < far(best) ? each : best), null);
  const middle = (each: Target): number => apart(each, at);
  const beside = least >= FINGER ? BESIDE : 0;
  const close = (each: Target): boolean =>
    each.hit || (!each.area && (middle(each) <= least / 2 || each.gap <= beside));
  const small = targets.filter((each) => each.small && close(each));
  if (small.length > 0) return nearest(small, middle);
  const hit = targets.find((each) => each.hit);
  if (hit || elsewhere) return hit ?? null;
  return nearest(
    targets.filter((each) => each.gap <= REACH),
    (each) => each.gap,
  );
}

export const ARROWS: Record<string, Coordinates> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest place in a direction: straight ahead counts as nearer than aside. */
export function ahead<T extends Spotted>(from: Spotted, direction: Coordinates, places: T[]): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const place of places) {
    const x = place.x - from.x;
    const y = place.y - from.y;
    const along = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y - y * direction.x);
    if (place.id === from.id || along <= 0 || aside > along * 2) continue;
    const far = along + aside * 2;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** The place nearest to a point. */
export function closest<T extends Spotted>(to: Coordinates, places: T[]): T | null {
  return places.reduce<T | null>(
    (best, each) => (!best || apart(each, to) < apart(best, to) ? each : best),
    null,
  );
}
