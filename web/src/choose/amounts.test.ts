import { expect, test } from "vitest";
import type { Choice } from "../api/server";
import { amounts } from "./amounts";

const offer = (verb: string, number: number | null, target = "") =>
  ({ text: `${verb} ${target} ${number}`, verb, number, actor: "", target, manner: "" }) as Choice;

test("three amounts of one thing are chosen together, from few to many", () => {
  const found = amounts([offer("send", 3), offer("send", 1), offer("send", 2), offer("end", null)]);
  expect(found.map(({ offers }) => offers.map((each) => each.number))).toEqual([[1, 2, 3], [null]]);
});

test("two amounts, and amounts of different things, stay apart", () => {
  expect(amounts([offer("send", 1), offer("send", 2)])).toHaveLength(2);
  expect(amounts(["a", "b", "c"].map((target) => offer("send", 1, target)))).toHaveLength(3);
});
