import { expect, test } from "vitest";
import { chosen, languages } from "./languages";

const [first, second] = languages.map(({ code }) => code);

test("the first tag of which there is a language decides", () => {
  expect(chosen([`${second}-AT`, `${first}`])).toBe(second);
  expect(chosen(["zz-ZZ", `${second}`.toUpperCase()])).toBe(second);
  expect(chosen([`${second}x`])).toBe(first);
});

test("where none is known it is the first language", () => {
  expect(chosen([])).toBe(first);
  expect(chosen(["zz", "*"])).toBe(first);
});
