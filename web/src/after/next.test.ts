import { expect, test } from "vitest";
import { margin, nextLevel } from "./next";

const ALL = ["learner", "steady", "strong", "expert", "master", "greedy", "random"];

test("whoever won meets stronger bots, whoever was last weaker ones", () => {
  expect(nextLevel(["steady", "steady"], ALL, 1, 3)).toBe("strong");
  expect(nextLevel(["steady", "steady"], ALL, 3, 3)).toBe("learner");
  expect(nextLevel(["steady", "steady"], ALL, 2, 3)).toBeNull();
  expect(nextLevel(["master"], ALL, 1, 2)).toBeNull();
  expect(nextLevel(["strong"], ["strong", "steady", "learner"], 1, 2)).toBeNull();
  expect(nextLevel(["steady", "person"], ALL, 1, 3), "people").toBeNull();
  expect(nextLevel(["greedy"], ALL, 1, 2)).toBeNull();
});

test("how close it was", () => {
  const result = [23, 22, 10].map((score, at) => ({ seat: 2 - at, place: at + 1, score }));
  expect(margin(result, 1)).toEqual({ by: 1, from: 2, close: true });
  expect(margin(result, 2)).toEqual({ by: 1, from: 1, close: true });
  expect(margin(result, 0)).toEqual({ by: 13, from: 2, close: false });
  expect(margin(result, 5), "who watched").toBeNull();
  expect(
    margin(
      [
        { seat: 0, place: 1, score: 4 },
        { seat: 1, place: 2, score: 4 },
      ],
      0,
    ),
  ).toBeNull();
});
