import { expect, test, vi } from "vitest";
import { Highlights } from "./highlights.svelte";

vi.mock("../api/ask", () => ({
  get: async () => [{ key: "wild", title: "wild play", names: ["wild play"], text: "" }],
  patiently: (what: () => Promise<unknown>) => what(),
}));

async function parts(text: string) {
  const highlights = new Highlights();
  await highlights.load("hibernia", { svg: "", places: new Map([["county:Mid", "Mide, red"]]) });
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
