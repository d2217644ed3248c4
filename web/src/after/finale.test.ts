import { expect, test } from "vitest";
import type { Story } from "../api/server";
import { bestLines, lastWords, toShare } from "./finale";

const told = (text: string, by: string | null = null) => ({ text, by });
const story = (...passages: { text: string; by: string | null }[]): Story => ({
  title: "",
  subtitle: "",
  people: [],
  chapters: [
    { title: "", when: "", lead: "", passages: passages.slice(0, 2) },
    { title: "", when: "", lead: "", passages: passages.slice(2) },
  ],
});

test("the end of the story and my longest lines in their order", () => {
  const saga = story(
    told("It rained all night.", "Anna"),
    told("So.", "Anna"),
    told("Nobody came.", "Ben"),
    told("Then the ford froze.", "Anna"),
    told("A gate stood open.", "Anna"),
    told("They went home."),
  );
  expect(lastWords(saga)).toBe("They went home.");
  expect(bestLines(saga, "Anna")).toEqual([
    "It rained all night.",
    "Then the ford froze.",
    "A gate stood open.",
  ]);
  expect(bestLines(saga, "Cian")).toEqual([]);
  expect(lastWords(story())).toBe("");
  const sign = (line: string) => `Anna: ${line}`;
  expect(toShare(saga, "Anna", sign)).toBe("They went home.\n\nAnna: It rained all night.");
  expect(toShare(saga, "Cian", sign)).toBe("They went home.");
  expect(toShare(story(told("Done.", "Anna")), "Anna", sign)).toBe("Done.");
});
