import { describe, expect, it, vi } from "vitest";
import { type Book, folded, lit, search } from "./rulebook";

vi.mock("../api/ask", () => ({ get: vi.fn() }));

const book: Book = {
  chapters: [
    {
      number: "X1",
      title: "The ground",
      rules: [
        { number: "X1.1", text: "Straßen führen über das Land." },
        { number: "X1.2", text: "A stone costs one tûr." },
      ],
    },
    { number: "X12", title: "The end", rules: [{ number: "X12.1", text: "The last stone ends it." }] },
  ],
  terms: [{ key: "tur", title: "tûr", names: ["tûr"], text: "Power." }],
};
const found = (wanted: string) =>
  search(book, wanted).chapters.flatMap((chapter) => chapter.rules.map((rule) => rule.number));

describe("looking for rules", () => {
  it("shows all where nothing is looked for", () => {
    expect(search(book, "  ")).toBe(book);
  });
  it("wants every word, in a rule or in the title of its chapter", () => {
    expect(found("stone")).toEqual(["X1.2", "X12.1"]);
    expect(found("stone end")).toEqual(["X12.1"]);
    expect(found("stone dragon")).toEqual([]);
  });
  it("finds words that are typed without marks", () => {
    expect(found("strassen")).toEqual(["X1.1"]);
    expect(found("TUR")).toEqual(["X1.2"]);
    expect(search(book, "tur").terms).toHaveLength(1);
    expect(search(book, "stone").terms).toEqual([]);
  });
  it("takes a number for a rule or a chapter, and for no other", () => {
    expect(found("x1.2")).toEqual(["X1.2"]);
    expect(found("1")).toEqual(["X1.1", "X1.2"]);
  });
});

describe("what is looked for in a text", () => {
  it("is every second part, and the text stays as it was", () => {
    const parts = lit("A stone costs one tûr.", "tur stone");
    expect(parts).toEqual(["A ", "stone", " costs one ", "tûr", "."]);
    expect(lit("Straßen", "strassen").join("")).toBe("Straßen");
  });
  it("is not marked letter by letter", () => {
    expect(lit("A stone", "a")).toEqual(["A stone"]);
  });
  it("is folded", () => {
    expect(folded("Über Straßen")).toBe("uber strassen");
  });
});
