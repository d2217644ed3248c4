import { expect, test } from "vitest";
import type { EventRow } from "../api/server";
import { extended, joined } from "./rows";

const rows = (from: number, to: number): EventRow[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({ seq: from + n, at: 0, kind: "chat" }) as EventRow);
const numbers = (found: { rows: EventRow[] }) => found.rows.map((row) => row.seq);

test("new rows follow those that are there, each once", () => {
  const known = { rows: rows(11, 13), first: 11 };
  const found = joined(known, { rows: rows(13, 15), first: 13 });
  expect(numbers(found)).toEqual([11, 12, 13, 14, 15]);
  expect(found.first).toBe(11);
  expect(joined(known, { rows: [], first: 14 })).toBe(known);
});

test("where rows between are missing, those before are forgotten", () => {
  const found = joined({ rows: rows(1, 3), first: 1 }, { rows: rows(301, 303), first: 301 });
  expect(numbers(found)).toEqual([301, 302, 303]);
  expect(found.first).toBe(301);
});

test("older rows come before, if they fit", () => {
  const known = { rows: rows(301, 302), first: 301 };
  expect(numbers(extended(known, rows(299, 300)))).toEqual([299, 300, 301, 302]);
  expect(extended(known, rows(299, 300)).first).toBe(299);
  expect(extended(known, rows(199, 200))).toBe(known);
  expect(extended(known, [])).toBe(known);
});
