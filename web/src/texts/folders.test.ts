/** Texts that come with a part of the page are said in that part alone: elsewhere nothing would stand there. */
import { expect, test } from "vitest";
import after from "./after/en.json";
import first from "./en.json";
import front from "./front/en.json";
import me from "./me/en.json";

const sources = import.meta.glob<string>(["../**/*.{svelte,ts}", "!../**/*.test.ts", "!../**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Parts of the pages before a game that a table shows too. */
const AT_TABLES = /front\/(RuleList|Rulebook|rulebook|played)\./;

test.each([
  ["front", front, /^(\.\.\/(front|lobby|me|club|challenges)\/)/],
  ["after", after, /^(\.\.\/(after|middle)\/)/],
] as const)("what is in %s is said there alone", (_folder, texts, where) => {
  expect(Object.keys(texts).length).toBeGreaterThan(50);
  const others = Object.entries(sources).filter(([path]) => !where.test(path) || AT_TABLES.test(path));
  expect(others.length).toBeGreaterThan(50);
  const astray = others.flatMap(([path, source]) =>
    [...source.matchAll(/["'`]([\w.+]+)["'`]/g)].flatMap(([, key = ""]) => (key in texts ? [path, key] : [])),
  );
  expect(astray).toEqual([]);
});

test("no text is in two places", () => {
  const all = [first, front, after, me].flatMap((texts) => Object.keys(texts));
  expect(all.length).toBe(new Set(all).size);
});
