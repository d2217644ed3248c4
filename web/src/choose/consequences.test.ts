import { describe, expect, it } from "vitest";
import { consequences } from "./consequences";

describe("what follows from a move", () => {
  it("is all but the first sentence", () => {
    expect(consequences("Anna marches into Mide. Both sides lose 1. Mide lies empty.")).toBe(
      "Both sides lose 1. Mide lies empty.",
    );
  });
  it("is not what the label says already", () => {
    const label = "Soldat nach Gobannium–Isca, Gwen muss weichen";
    const told = "Anna stellt einen Soldaten auf Gobannium–Isca. Gwen muss weichen.";
    expect(consequences(told, label)).toBe("");
    expect(consequences(`${told} Anna erstürmt Isca (2 Punkte).`, label)).toBe(
      "Anna erstürmt Isca (2 Punkte).",
    );
  });
  it("is nothing where the move alone is told", () => {
    expect(consequences("Lena B. setzt einen Soldaten auf Wiston.")).toBe("");
    expect(consequences("")).toBe("");
  });
});
