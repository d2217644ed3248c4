import { describe, expect, it } from "vitest";
import { between } from "./track";

const places = new Map(
  Array.from({ length: 16 }, (_, n) => [`space:${n}`, { x: n < 8 ? n * 10 : 80, y: n < 8 ? 0 : n * 10 }]),
);

describe("the way along a track", () => {
  it("goes from place to place, around the corner", () => {
    expect(between(places, { x: 61, y: 2 }, "space:9")).toEqual([
      { x: 70, y: 0 },
      { x: 80, y: 80 },
    ]);
  });
  it("goes over the start into the next round", () => {
    expect(between(places, { x: 80, y: 150 }, "space:2")).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ]);
  });
  it("is straight for one step, for a step back and elsewhere", () => {
    expect(between(places, { x: 20, y: 0 }, "space:3")).toEqual([]);
    expect(between(places, { x: 30, y: 0 }, "space:2")).toEqual([]);
    expect(between(places, { x: 30, y: 0 }, "county:Mid")).toEqual([]);
    expect(between(new Map([["ship:0", { x: 0, y: 0 }]]), { x: 30, y: 0 }, "ship:0")).toEqual([]);
  });
});
