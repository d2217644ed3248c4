/** How much of the board is seen: zoomed by a factor and shifted by pixels. Knows no DOM. */
import type { Coordinates } from "./compare";

export interface Camera extends Coordinates {
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0, y: 0 };
export const MOST = 6;

/** Where the board lies in its room when all of it is seen. */
export function fitted(room: Size, board: Size): Coordinates & Size & { scale: number } {
  const scale = Math.min(room.width / board.width, room.height / board.height) || 0;
  const [width, height] = [board.width * scale, board.height * scale];
  return { x: (room.width - width) / 2, y: (room.height - height) / 2, width, height, scale };
}

/** The same camera, as far as the board does not leave its room, of which so much is covered from below. */
export function held(camera: Camera, room: Size, board: Size, covered = 0): Camera {
  const zoom = Math.min(Math.max(camera.zoom, 1), MOST);
  const fit = fitted(room, board);
  const along = (shift: number, start: number, length: number, whole: number): number => {
    const long = length * zoom;
    if (long <= whole) return (whole - long) / 2 - start * zoom;
    return Math.min(Math.max(shift, whole - long - start * zoom), -start * zoom);
  };
  return {
    zoom,
    x: along(camera.x, fit.x, fit.width, room.width),
    y: along(camera.y, fit.y, fit.height, room.height - covered),
  };
}

/** Nearer or farther, with what is under a point of the room staying there. */
export function zoomed(camera: Camera, factor: number, around: Coordinates): Camera {
  const zoom = Math.min(Math.max(camera.zoom * factor, 1), MOST);
  const by = zoom / camera.zoom;
  return { zoom, x: around.x - (around.x - camera.x) * by, y: around.y - (around.y - camera.y) * by };
}

export function shifted(camera: Camera, by: Coordinates): Camera {
  return { ...camera, x: camera.x + by.x, y: camera.y + by.y };
}

/** The same camera, shifted as little as brings a point of the room into sight. */
export function showing(camera: Camera, point: Coordinates, room: Size, rim: number): Camera {
  const aside = (at: number, long: number): number => Math.max(rim - at, 0) - Math.max(at - long + rim, 0);
  return shifted(camera, { x: aside(point.x, room.width), y: aside(point.y, room.height) });
}

/** Pixels around what is framed, and how near one comes for it. */
const AROUND = 26;
const NEAR = 2;

/** Points of the whole board framed in the middle of a room, no farther than it is whole; all of it without any. */
export function framing(points: Coordinates[], room: Size): Camera {
  if (points.length === 0 || room.width <= 0 || room.height <= 0) return WHOLE;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = room.width / (right - left + 2 * AROUND);
  const down = room.height / (bottom - top + 2 * AROUND);
  const zoom = Math.min(Math.max(Math.min(across, down), 1), NEAR);
  const along = (low: number, high: number, whole: number): number => whole / 2 - ((low + high) / 2) * zoom;
  return { zoom, x: along(left, right, room.width), y: along(top, bottom, room.height) };
}
