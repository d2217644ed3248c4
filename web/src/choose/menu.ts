/** Where a menu lies in the window, so that what it is about stays to be seen. */
import type { Spot } from "./choosing.svelte";

interface Size {
  width: number;
  height: number;
}
interface Corner {
  x: number;
  y: number;
}

/** How far the menu keeps from a finger, from what was meant, and from the edge of the window. */
const FINGER = 14;
const EDGE = 8;

/** Beside what was meant, else below or above it, else beside the finger. */
export function menuAt(at: Spot, menu: Size, room: Size): Corner {
  const near = { x: along(at.x, menu.width, room.width), y: along(at.y, menu.height, room.height) };
  const reach = at.reach;
  if (!reach) return near;
  const x = clear(reach.left, reach.right, menu.width, room.width);
  if (x !== null) return { x, y: within(at.y - menu.height / 2, menu.height, room.height) };
  const y = clear(reach.top, reach.bottom, menu.height, room.height);
  if (y !== null) return { x: within(at.x - menu.width / 2, menu.width, room.width), y };
  return near;
}

function clear(from: number, to: number, size: number, whole: number): number | null {
  if (to + 2 * EDGE + size <= whole) return to + EDGE;
  return from - 2 * EDGE - size >= 0 ? from - EDGE - size : null;
}

function along(finger: number, size: number, whole: number): number {
  const after = finger + FINGER;
  return within(after + size <= whole ? after : finger - FINGER - size, size, whole);
}

function within(start: number, size: number, whole: number): number {
  return Math.max(EDGE, Math.min(start, whole - size - EDGE));
}
