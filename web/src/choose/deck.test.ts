import { expect, test } from "vitest";
import type { ChoiceCard, Choice } from "../api/server";
import { movesOf, pointsOf, stepOf } from "./deck";

function card(id: string, move = "", at = "", kind = ""): ChoiceCard {
  const under = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "";
  const blank = { story: "", effect: "", odds: "", symbol: "", ask: "" };
  return { id, under, label: id, move, at, kind, ...blank };
}
const DECK = [
  card("0", "", "piece:a"),
  card("0.0", "a x", "land:x"),
  card("0.1", "", "", "more"),
  card("0.1.0", "a y", "land:y"),
  card("1", "done"),
];
const MOVES = ["a x", "a y", "done"].map((text) => ({ text }) as Choice);

test("a card leads to all moves below it", () => {
  const first = stepOf(DECK, "", null);
  expect(first.map((each) => each.id)).toEqual(["0", "1"]);
  expect(first[0] && movesOf(DECK, first[0])).toEqual(["a x", "a y"]);
});

test("of some moves only what leads to them is shown, and steps with one card are passed", () => {
  expect(stepOf(DECK, "", ["a y"]).map((each) => each.id)).toEqual(["0.1.0"]);
});

test("the board shows what lies behind more as well", () => {
  const points = pointsOf(DECK, stepOf(DECK, "0", null), MOVES);
  expect(points.map((point) => point.id)).toEqual(["land:x", "land:y"]);
  expect(pointsOf(DECK, stepOf(DECK, "", null), MOVES).map((point) => point.moves.length)).toEqual([2]);
});
