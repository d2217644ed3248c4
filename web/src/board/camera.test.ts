import { describe, expect, it } from "vitest";
import { MOST, WHOLE, fitted, framing, held, shifted, showing, zoomed } from "./camera";

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

describe("coming near to what is asked about", () => {
  const room = { width: 390, height: 220 };
  it("frames it in the middle, as near as all of it is seen", () => {
    const found = framing(
      [
        { x: 100, y: 100 },
        { x: 150, y: 130 },
      ],
      room,
    );
    expect(found.zoom).toBe(2);
    expect(125 * found.zoom + found.x).toBe(195);
    expect(115 * found.zoom + found.y).toBe(110);
  });
  it("shows the whole board where all of it is asked about, or nothing", () => {
    expect(framing([], room)).toEqual(WHOLE);
    expect(
      framing(
        [
          { x: 0, y: 0 },
          { x: 390, y: 440 },
        ],
        room,
      ).zoom,
    ).toBe(1);
  });
  it("lets the last row above what covers the board", () => {
    const near = held(
      { zoom: 2, x: 0, y: -9999 },
      { width: 400, height: 300 },
      { width: 100, height: 150 },
      100,
    );
    expect(300 * near.zoom + near.y).toBe(200);
  });
});
