/** Fingers, mouse and wheel on the board: taps, dragging, pinching. */
import { shifted, zoomed, type Camera } from "./camera";
import { apart, type Coordinates } from "./compare";

export interface Hand {
  camera: () => Camera;
  look: (camera: Camera) => void;
  /** A tap at a point of the window; whether it was meant for something that can be chosen. */
  tap: (at: Coordinates, coarse: boolean) => boolean;
  /** Two taps in quick succession. */
  twice: (at: Coordinates) => void;
  /** The pointer is over a point of the window, or has left. */
  hover: (at: Coordinates | null) => void;
  /** A finger or the mouse went down. */
  down: () => void;
}

/** A finger that has gone farther, in pixels, drags; one that has not taps. */
const STILL = 8;
/** Two taps within so many milliseconds and pixels are one double tap. */
const TWICE = { within: 280, near: 30 };

export function gestures(field: HTMLElement, hand: Hand): () => void {
  const fingers = new Map<number, Coordinates>();
  let start: Coordinates | null = null;
  let dragged = false;
  let last: (Coordinates & { when: number }) | null = null;

  const inside = (at: Coordinates): Coordinates => {
    const box = field.getBoundingClientRect();
    return { x: at.x - box.left, y: at.y - box.top };
  };
  const spot = (event: MouseEvent): Coordinates => ({ x: event.clientX, y: event.clientY });

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, spot(event));
    field.setPointerCapture(event.pointerId);
    if (fingers.size === 1) [start, dragged] = [spot(event), false];
    else dragged = true;
    hand.down();
  }

  function move(event: PointerEvent): void {
    const was = fingers.get(event.pointerId);
    const now = spot(event);
    if (!was) {
      if (event.pointerType === "mouse") hand.hover(now);
      return;
    }
    if (start && apart(start, now) > STILL) dragged = true;
    if (!dragged) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    const camera = hand.camera();
    if (!other) {
      if (camera.zoom > 1) hand.look(shifted(camera, { x: now.x - was.x, y: now.y - was.y }));
      return;
    }
    const middle = (a: Coordinates): Coordinates =>
      inside({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
    const [before, after] = [middle(was), middle(now)];
    const factor = apart(now, other) / Math.max(apart(was, other), 1);
    const follow = shifted(camera, { x: after.x - before.x, y: after.y - before.y });
    hand.look(zoomed(follow, factor, after));
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || dragged) return;
    const at = spot(event);
    const coarse = event.pointerType !== "mouse";
    if (coarse && last && event.timeStamp - last.when < TWICE.within && apart(last, at) < TWICE.near) {
      last = null;
      hand.twice(at);
      return;
    }
    last = hand.tap(at, coarse) ? null : { ...at, when: event.timeStamp };
  }

  function lost(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    dragged = true;
  }

  function wheel(event: WheelEvent): void {
    const camera = hand.camera();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      hand.look(
        zoomed(camera, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.006)), inside(spot(event))),
      );
    } else if (camera.zoom > 1) {
      event.preventDefault();
      hand.look(shifted(camera, { x: -event.deltaX, y: -event.deltaY }));
    }
  }

  const leave = (): void => hand.hover(null);
  const gone = new AbortController();
  const { signal } = gone;
  field.addEventListener("pointerdown", down, { signal });
  field.addEventListener("pointermove", move, { signal });
  field.addEventListener("pointerup", up, { signal });
  field.addEventListener("pointercancel", lost, { signal });
  field.addEventListener("pointerleave", leave, { signal });
  field.addEventListener("wheel", wheel, { signal, passive: false });
  return () => gone.abort();
}
export const DOUBLE = TWICE.within;
