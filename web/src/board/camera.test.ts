import { describe, expect, it } from "vitest";
import { MOST, WHOLE, fitted, held, shifted, showing, zoomed } from "./camera";

const room = { width: 400, height: 300 };
const board = { width: 100, height: 150 };

describe("the camera", () => {
  it("shows the whole board in the middle of its room", () => {
    expect(fitted(room, board)).toEqual({ x: 100, y: 0, width: 200, height: 300, scale: 2 });
    expect(held(WHOLE, room, board)).toEqual(WHOLE);
  });
  it("does not go farther than the whole board nor nearer than the most", () => {
    expect(zoomed(WHOLE, 0.1, { x: 0, y: 0 }).zoom).toBe(1);
    expect(zoomed(WHOLE, 100, { x: 0, y: 0 }).zoom).toBe(MOST);
  });
  it("keeps what is under the finger under the finger", () => {
    const around = { x: 150, y: 80 };
    const near = zoomed(WHOLE, 2, around);
    expect(around.x * near.zoom + near.x).toBe(150);
    expect(around.y * near.zoom + near.y).toBe(80);
  });
  it("never leaves a gap where there is board to be seen", () => {
    const away = held(shifted(zoomed(WHOLE, 3, { x: 200, y: 150 }), { x: 9999, y: -9999 }), room, board);
    const fit = fitted(room, board);
    expect(fit.x * away.zoom + away.x).toBe(0);
    expect((fit.y + fit.height) * away.zoom + away.y).toBe(room.height);
  });
  it("stays in the middle where the board is narrower than the room", () => {
    const near = held({ zoom: 1.5, x: -999, y: 0 }, room, board);
    expect(100 * 1.5 + near.x).toBe((400 - 300) / 2);
  });
  it("moves as little as brings a place into sight", () => {
    expect(showing(WHOLE, { x: 200, y: 150 }, room, 20)).toEqual(WHOLE);
    expect(showing(WHOLE, { x: 395, y: 5 }, room, 20)).toEqual({ zoom: 1, x: -15, y: 15 });
  });
});
