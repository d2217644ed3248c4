/** How much of the board is seen: zoomed by a factor and shifted by pixels. Knows no DOM. */
import type { Point } from "./compare";

export interface Camera extends Point {
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0, y: 0 };
export const MOST = 6;

/** Where the board lies in its room when all of it is seen. */
export function fitted(room: Size, board: Size): Point & Size & { scale: number } {
  const scale = Math.min(room.width / board.width, room.height / board.height) || 0;
  const [width, height] = [board.width * scale, board.height * scale];
  return { x: (room.width - width) / 2, y: (room.height - height) / 2, width, height, scale };
}

/** The same camera, as far as the board does not leave its room. */
export function held(camera: Camera, room: Size, board: Size): Camera {
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
    y: along(camera.y, fit.y, fit.height, room.height),
  };
}

/** Nearer or farther, with what is under a point of the room staying there. */
export function zoomed(camera: Camera, factor: number, around: Point): Camera {
  const zoom = Math.min(Math.max(camera.zoom * factor, 1), MOST);
  const by = zoom / camera.zoom;
  return { zoom, x: around.x - (around.x - camera.x) * by, y: around.y - (around.y - camera.y) * by };
}

export function shifted(camera: Camera, by: Point): Camera {
  return { ...camera, x: camera.x + by.x, y: camera.y + by.y };
}

/** The same camera, shifted as little as brings a point of the room into sight. */
export function showing(camera: Camera, point: Point, room: Size, rim: number): Camera {
  const aside = (at: number, long: number): number => Math.max(rim - at, 0) - Math.max(at - long + rim, 0);
  return shifted(camera, { x: aside(point.x, room.width), y: aside(point.y, room.height) });
}
