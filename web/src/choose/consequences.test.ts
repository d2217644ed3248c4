import { describe, expect, it } from "vitest";
import { consequences } from "./consequences";

describe("what follows from a move", () => {
  it("is all but the first sentence", () => {
    expect(consequences("Anna marches into Mide. Both sides lose 1. Mide lies empty.")).toBe(
      "Both sides lose 1. Mide lies empty.",
    );
  });
  it("is nothing where the move alone is told", () => {
    expect(consequences("Lena B. setzt einen Soldaten auf Wiston.")).toBe("");
    expect(consequences("")).toBe("");
  });
});
