import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableListing } from "../api/server";

vi.mock("../texts", () => ({
  say: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(" "),
  listed: (names: string[]) => names.join("+"),
  ago: () => "now",
}));
let front: typeof import("./listed");
beforeAll(async () => {
  front = await import("./listed");
});

const table = (more: Partial<TableListing> = {}): TableListing => ({
  table: "t",
  game: "g",
  title: "G",
  board: "b",
  status: "playing",
  waits: [1],
  mine: [0],
  round: 2,
  lesson: false,
  puzzle: false,
  rated: false,
  at: 0,
  seq: 9,
  since: 0,
  seats: [
    { kind: "person", name: "Anna" },
    { kind: "person", name: "Ben" },
    { kind: "free", name: "" },
  ],
  ...more,
});

describe("a table in a list", () => {
  it("says whose turn it is, mine before all", () => {
    expect(front.state(table())).toBe("listed.turn_of Ben 1");
    expect(front.state(table({ waits: [0, 1] }))).toBe("listed.your_turn");
    expect(front.state(table({ waits: [] }))).toBe("listed.playing");
  });
  it("does not take the host's chair for a turn", () => {
    expect(front.waitsForMe(table({ mine: [-1], waits: [1] }))).toBe(false);
  });
  it("says how many seats are free before it begins", () => {
    expect(front.state(table({ status: "open", waits: [] }))).toBe("listed.free 1");
  });
  it("names the others, and everybody where one only looks on", () => {
    expect(front.company(table())).toBe("listed.with Ben");
    expect(front.company(table({ mine: [] }))).toBe("listed.who Anna+Ben");
  });
  it("says the round, or that it is a first game", () => {
    expect(front.when(table())).toBe("listed.round 2 · now");
    expect(front.when(table({ round: 0 }))).toBe("now");
    expect(front.when(table({ lesson: true }))).toBe("listed.lesson · now");
  });
});
