import { expect, test } from "vitest";
import { brief, lately } from "./brief";

test("what is short is shown whole", () => {
  expect(brief("Anna rolls a 3.\nShe marches.")).toBe("Anna rolls a 3.\nShe marches.");
  expect(brief("x".repeat(200))).toBe("x".repeat(200));
});

test("of what is long the first words are shown", () => {
  expect(brief("word ".repeat(40) + "more")).toBe("word ".repeat(39) + "word …");
  expect(brief(`${"x".repeat(200)} y`)).toBe(`${"x".repeat(200)} …`);
  expect(brief("x".repeat(300))).toBe(`${"x".repeat(200)} …`);
});

test("what stands in brackets goes first where there is little room", () => {
  expect(brief("Medb marches into Brega with 2 (wild play). It lies empty.", 50)).toBe(
    "Medb marches into Brega with 2. It lies empty.",
  );
  expect(brief("Anna rolls a 3 (again).", 50)).toBe("Anna rolls a 3 (again).");
});

test("how somebody began and what came of it stays, what is between goes first", () => {
  const told = "Bran marches. Both sides lose 1; Medb loses Brega. Bran moves 4 spaces.";
  expect(brief(told, 50)).toBe("Bran marches. … Bran moves 4 spaces.");
  expect(brief(told, 30)).toBe("… Bran moves 4 spaces.");
  expect(brief(told, 10)).toBe("Bran …");
});

test("no more than four lines", () => {
  expect(brief("1\n\n2\n3\n4")).toBe("1\n2\n3\n4");
  expect(brief("1\n2\n3\n4\n5")).toBe("1\n2\n3\n4 …");
});

test("of several texts the newest are shown that have room together", () => {
  expect(lately(["one", "two", "three"], 9)).toBe("two three");
  expect(lately(["one", "far too long"], 4)).toBe("far too long");
  expect(lately([], 4)).toBe("");
});
