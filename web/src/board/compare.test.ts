import { describe, expect, it } from "vitest";
import type { DrawnPiece } from "../api/server";
import { amount, changed, compare } from "./compare";

function piece(key: string, x: number, y = 0, more: Partial<DrawnPiece> = {}): DrawnPiece {
  return { key, symbol: "wood", x, y, at: "", ...more };
}

describe("what happened to the pieces", () => {
  it("is nothing where nothing changed", () => {
    const lying = [piece("a", 1), piece("b", 2, 3, { text: "4" })];
    expect(amount(compare(lying, structuredClone(lying)))).toBe(0);
  });

  it("is nothing where a message leaves out what an answer says is null", () => {
    const answered = { ...piece("a", 1), turn: null, text: null } as unknown as DrawnPiece;
    expect(amount(compare([piece("a", 1)], [answered]))).toBe(0);
  });

  it("follows a key wherever it goes", () => {
    const [coming] = compare([piece("a", 1)], [piece("a", 9)]).coming;
    expect(coming?.was?.x).toBe(1);
  });

  it("takes what left and what came for the same piece if they look alike", () => {
    const changes = compare([piece("from:A", 1), piece("far:A", 90)], [piece("to:A", 4)]);
    expect(changes.coming[0]?.was?.key).toBe("from:A");
    expect(changes.going.map((each) => each.piece.key)).toEqual(["far:A"]);
  });

  it("never takes what looks otherwise for the same", () => {
    const changes = compare([piece("from:A", 1)], [piece("to:B", 1, 0, { symbol: "stone" })]);
    expect(changes.coming[0]?.was).toBeNull();
    expect(changes.going).toHaveLength(1);
  });

  it("never lets a mark of what can be done go anywhere", () => {
    const changes = compare([piece("rays:A", 1, 0, { mark: true })], [piece("rays:B", 9, 0, { mark: true })]);
    expect(changes.coming[0]?.was).toBeNull();
    expect(changes.going.map((each) => each.piece.key)).toEqual(["rays:A"]);
  });

  it("uses a piece that left only once", () => {
    const { coming } = compare([piece("old", 1)], [piece("one", 2), piece("two", 3)]);
    expect(coming.filter((each) => each.was)).toHaveLength(1);
  });

  it("lets a new piece come out of one that became less, and an old one go into one that became more", () => {
    const parted = compare(
      [piece("a", 1, 0, { text: "5" })],
      [piece("a", 1, 0, { text: "3" }), piece("b", 9)],
    );
    expect(parted.coming[1]?.out?.key).toBe("a");
    const joined = compare(
      [piece("a", 1, 0, { text: "3" }), piece("b", 9)],
      [piece("a", 1, 0, { text: "5" })],
    );
    expect(joined.going[0]?.into?.key).toBe("a");
  });

  it("does not let a new piece come out of one that stayed as it was", () => {
    const { coming } = compare(
      [piece("a", 1, 0, { text: "5" })],
      [piece("a", 1, 0, { text: "5" }), piece("b", 9)],
    );
    expect(coming[1]?.out).toBeNull();
  });

  it("counts another look, another text and another place, but not another label", () => {
    const before = [piece("a", 1), piece("b", 2), piece("c", 3), piece("d", 4)];
    const after = [
      piece("a", 1, 0, { symbol: "stone" }),
      piece("b", 2, 0, { text: "x" }),
      piece("c", 33),
      piece("d", 4, 0, { label: "d" }),
    ];
    expect(changed(compare(before, after)).map((each) => each.key)).toEqual(["a", "b", "c"]);
  });
});
