import { expect, test } from "vitest";
import { left, lengthOf } from "./ownwords";

test("words are counted as they are kept", () => {
  expect(lengthOf("  a   b \r\n\r\n\r\n\r\n c \n")).toBe("a b\n\nc".length);
  expect(lengthOf("🐉🐉")).toBe(2);
  expect(lengthOf("")).toBe(0);
});

test("near the end one is warned, and beyond it nothing is sent", () => {
  expect(left("x".repeat(26), 30)).toBe("enough");
  expect(left("x".repeat(27), 30)).toBe("near");
  expect(left("x".repeat(30), 30)).toBe("near");
  expect(left("x".repeat(31), 30)).toBe("over");
});
