import { expect, test, vi } from "vitest";
import { Highlights } from "./highlights.svelte";

vi.mock("../api/ask", () => ({
  get: async () => [{ key: "wild", title: "wild play", names: ["wild play"], text: "" }],
  patiently: (what: () => Promise<unknown>) => what(),
}));

async function parts(text: string) {
  const highlights = new Highlights();
  await highlights.load("game", { svg: "", places: new Map([["county:Mid", "Mide, red"]]) });
  return highlights.parts(text);
}

test("brackets and marks stay with the word that they touch", async () => {
  expect(await parts("Anna marches into Mide with 1 (wild play). Well!")).toEqual([
    { text: "Anna marches into " },
    { text: "Mide", lead: "", mark: "", place: "county:Mid" },
    { text: " with 1 " },
    { text: "wild play", lead: "(", mark: ").", term: "wild" },
    { text: " Well!" },
  ]);
});

test("the words of a story and what is said in quotation marks explain no rules", async () => {
  const story = "Anna laid hands on the wild play in Mide.";
  const highlights = new Highlights();
  await highlights.load("game", { svg: "", places: new Map([["county:Mid", "Mide"]]) });
  const terms = (text: string, kind?: "rules" | "told" | "story") =>
    highlights.parts(text, kind).flatMap((part) => part.term ?? part.place ?? []);
  expect(terms(story)).toEqual(["wild", "county:Mid"]);
  expect(terms(story, "told")).toEqual(["wild", "county:Mid"]);
  expect(terms(story, "story")).toEqual(["county:Mid"]);
  highlights.tells = true;
  expect(terms(story, "told")).toEqual(["county:Mid"]);
  for (const said of ["“a wild play in Mide”", "„a wild play in Mide“"])
    expect(terms(`Read ${said} as a wild play.`)).toEqual(["county:Mid", "wild"]);
});
