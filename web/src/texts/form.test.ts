import { expect, test } from "vitest";
import { filled } from "./form";
import { languages } from "../languages";

test("places are filled, and those without a value stay", () => {
  expect(filled("{name} waits for {other}", { name: "Medb" }, "fr")).toBe("Medb waits for {other}");
});

test.each(languages.map(({ code }) => code))("one and many in %s", (lang) => {
  const said = (n: number) => filled("{n|one seat|{n} seats}", { n }, lang);
  expect([0, 1, 2, 21].map(said)).toEqual(["0 seats", "one seat", "2 seats", "21 seats"]);
});

test("other languages have other plurals", () => {
  expect([0, 1, 2].map((n) => filled("{n|place|places}", { n }, "fr"))).toEqual(["place", "place", "places"]);
  const polish = (n: number) => filled("{n} {n|miejsce|miejsca|miejsc}", { n }, "pl");
  expect([1, 3, 5, 22].map(polish)).toEqual(["1 miejsce", "3 miejsca", "5 miejsc", "22 miejsca"]);
});
