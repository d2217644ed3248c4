import { expect, test } from "vitest";
import type { EventRow } from "../api/server";
import { unread } from "./outcomes";

const line = (seq: number, outcome: string, struck = false) => ({
  row: { seq, kind: "move", at: 0, outcome } as EventRow,
  struck,
});

test("what was decided stays until it is read, and is gone when it is taken back", () => {
  const all = [
    line(3, "You win.\nHunter: 4."),
    line(4, ""),
    line(7, "Accepted."),
    line(8, "You lose.", true),
  ];
  expect(unread(all, 0)).toEqual([
    { seq: 3, seat: null, text: "You win.", how: ["Hunter: 4."] },
    { seq: 7, seat: null, text: "Accepted.", how: [] },
  ]);
  expect(unread(all, 3).map((each) => each.seq)).toEqual([7]);
  expect(unread(all, 7)).toEqual([]);
});

test("what others brought about comes before what one did oneself", () => {
  const by = (seq: number, seat: number) => {
    const { row, struck } = line(seq, `by ${seat}`);
    return { row: { ...row, seat }, struck };
  };
  expect(unread([by(1, 0), by(2, 1), by(3, 2)], 0, 0).map((each) => each.seat)).toEqual([1, 2, 0]);
});
