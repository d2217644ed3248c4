import { expect, test } from "vitest";
import { soundOf } from "./hearing";

const now = { table: "a", plies: 4, over: false, asked: false };

test("whoever has just come hears nothing", () => {
  expect(soundOf(null, now)).toBe(null);
  expect(soundOf({ ...now, table: "b" }, { ...now, over: true })).toBe(null);
});

test("the end is heard before a turn, and a turn before a move", () => {
  expect(soundOf(now, { ...now, plies: 5 })).toBe("move");
  expect(soundOf(now, { ...now, plies: 5, asked: true })).toBe("turn");
  expect(soundOf(now, { ...now, plies: 5, asked: true, over: true })).toBe("end");
});

test("dice, lots and what a move has decided are heard as such, but for a turn", () => {
  const fight = { seat: 1, outcome: "Anna wins." };
  expect(soundOf(now, { ...now, plies: 5, last: { seat: -1 } })).toBe("draw");
  expect(soundOf(now, { ...now, plies: 5, last: fight })).toBe("contest");
  expect(soundOf(now, { ...now, plies: 5, last: { seat: 1 } })).toBe("move");
  expect(soundOf(now, { ...now, plies: 5, asked: true, last: fight })).toBe("turn");
  expect(soundOf(now, { ...now, last: fight })).toBe(null);
});

test("nothing is heard twice, and nothing of a move that is taken back", () => {
  expect(soundOf(now, now)).toBe(null);
  expect(soundOf({ ...now, over: true }, { ...now, over: true, plies: 9 })).toBe(null);
  expect(soundOf({ ...now, asked: true }, { ...now, asked: true })).toBe(null);
  expect(soundOf(now, { ...now, plies: 3 })).toBe(null);
});
