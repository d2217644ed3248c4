import { describe, expect, it } from "vitest";
import type { DrawnPiece } from "../api/server";
import { replaced, traced } from "./trail";

const piece = (key: string, x: number, text = ""): DrawnPiece =>
  ({ key, symbol: `s-${key}`, x, y: 0, at: `place:${x}`, label: key, text }) as DrawnPiece;

describe("what others changed", () => {
  it("goes from where it was to where it is, over several steps", () => {
    const first = traced([], [piece("a", 0)], [piece("a", 10)]);
    const second = traced(first, [piece("a", 10)], [piece("a", 30)]);
    expect(second).toEqual([
      { key: "a", from: { x: 0, y: 0 }, to: { x: 30, y: 0 }, into: null, fresh: true },
    ]);
  });
  it("tells what came and what is gone", () => {
    expect(traced([], [piece("a", 0)], [piece("b", 5)])).toEqual([
      { key: "b", from: null, to: { x: 5, y: 0 }, into: null, fresh: true },
      { key: "a", from: { x: 0, y: 0 }, to: null, into: null, fresh: true },
    ]);
  });
  it("leaves no trace of what came and went", () => {
    const came = traced([], [], [piece("a", 0)]);
    expect(traced(came, [piece("a", 0)], [])).toEqual([]);
  });
  it("forgets what lay on no place, as beside the die", () => {
    expect(traced([], [{ ...piece("die", 0), at: "" }], [])).toEqual([]);
  });
  it("counts what is written on a piece, and nothing that stays or has no name", () => {
    const nameless = { ...piece("n", 0), label: undefined } as unknown as DrawnPiece;
    const after = [piece("a", 0, "2"), piece("b", 9), { ...nameless, x: 3 }];
    const found = traced([], [piece("a", 0, "1"), piece("b", 9), nameless], after);
    expect(found).toEqual([{ key: "a", from: null, to: { x: 0, y: 0 }, into: null, fresh: true }]);
  });
  it("knows where another piece lies by now", () => {
    const traces = traced([], [piece("a", 0), piece("b", 40)], [piece("legion", 1)]);
    const lost = (key: string) => traces.find((each) => each.key === key && !each.to);
    const [a, b] = [lost("a"), lost("b")];
    expect(a && replaced(traces, a, 5)).toBe(true);
    expect(b && replaced(traces, b, 5)).toBe(false);
    expect(traces.filter((each) => each.to).map((each) => replaced(traces, each, 5))).toEqual([false]);
  });
  it("lets only the last step be fresh", () => {
    const first = traced([], [], [piece("a", 0)]);
    const second = traced(first, [piece("a", 0)], [piece("a", 0), piece("b", 9)]);
    expect(second.map(({ key, fresh }) => [key, fresh])).toEqual([
      ["a", false],
      ["b", true],
    ]);
  });
  it("goes to the pile that grows, and never comes from it", () => {
    const shield = (text: string): DrawnPiece => ({ ...piece("fallen", 99, text), symbol: "s" });
    const host = (key: string, x: number): DrawnPiece => ({ ...piece(key, x, "1"), symbol: "s" });
    const marched = traced([], [shield("0")], [shield("1"), host("new", 5)]);
    expect(marched.find(({ key }) => key === "new")?.from).toBeNull();
    const lost = traced([], [shield("0"), host("old", 5)], [shield("1")]);
    expect(lost.find(({ key }) => key === "old")?.into).toEqual({ x: 99, y: 0 });
  });
});
