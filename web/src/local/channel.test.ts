import { expect, test } from "vitest";
import { Joiner, pieces } from "./channel";

test("a text arrives as it was sent", () => {
  for (const text of ["", "short", "🎲".repeat(20_000), `x${"🎲".repeat(9000)}`, "a".repeat(16_000)]) {
    const joiner = new Joiner();
    const sent = pieces(text);
    expect(sent.every((piece) => new TextDecoder().decode(new TextEncoder().encode(piece)) === piece)).toBe(
      true,
    );
    const heard = sent.map((piece) => joiner.add(piece));
    expect(heard.at(-1)).toBe(text);
    expect(heard.slice(0, -1).every((each) => each === null)).toBe(true);
  }
});

test("a message without an end is not kept for ever", () => {
  const joiner = new Joiner();
  const endless = () => {
    for (let count = 0; count < 1000; count++) joiner.add(`+${"a".repeat(16_000)}`);
  };
  expect(endless).toThrow();
});
