import { describe, expect, it } from "vitest";
import { ARROWS, ahead, closest, meant, type Spotted, type Target } from "./near";

const target = (id: string, x: number, more: Partial<Target> = {}): Target => ({
  id,
  x,
  y: 0,
  small: true,
  hit: false,
  gap: 5,
  ...more,
});
const here = { x: 0, y: 0 };

describe("a tap", () => {
  it("means the nearest of small targets within reach", () => {
    expect(meant([target("a", 15), target("b", -9)], here, 44, false)?.id).toBe("b");
  });
  it("prefers a small target to the large one it lies on", () => {
    const land = target("land", 3, { small: false, hit: true, gap: 0 });
    expect(meant([land, target("figure", 10)], here, 44, false)?.id).toBe("figure");
  });
  it("means the large target under it when no small one is near", () => {
    const land = target("land", 90, { small: false, hit: true, gap: 0 });
    expect(meant([land, target("figure", 60, { gap: 50 })], here, 44, false)?.id).toBe("land");
  });
  it("of a finger 12 px beside a small target means it, whatever lies there", () => {
    expect(meant([target("a", 33, { gap: 12 })], here, 44, true)?.id).toBe("a");
    expect(meant([target("a", 33, { gap: 13 })], here, 44, true)).toBeNull();
  });
  it("on a land means no neighbour of it, however small both are", () => {
    const neighbour = target("neighbour", 6, { area: true, gap: 0 });
    expect(meant([neighbour], here, 44, true)).toBeNull();
    const land = target("land", 20, { area: true, hit: true, gap: 0 });
    expect(meant([neighbour, land], here, 44, false)?.id).toBe("land");
    expect(meant([target("shore", 25, { area: true, gap: 6 })], here, 44, false)?.id).toBe("shore");
  });
  it("reaches less far with a mouse", () => {
    expect(meant([target("a", 15)], here, 24, true)).toBeNull();
  });
  it("on something else is not taken for a large target beside it", () => {
    expect(meant([target("a", 60, { small: false, gap: 10 })], here, 44, true)).toBeNull();
  });
  it("on nothing means what is close, and nothing that is far", () => {
    expect(meant([target("a", 60, { small: false, gap: 10 })], here, 44, false)?.id).toBe("a");
    expect(meant([target("a", 90, { small: false, gap: 40 })], here, 44, false)).toBeNull();
  });
});

describe("an arrow key", () => {
  const grid: Spotted[] = [];
  for (let x = 0; x < 4; x++)
    for (let y = 0; y < 4; y++) grid.push({ id: `${x}${y}`, x: x * 10 + y, y: y * 10 - x });
  const at = (id: string): Spotted => grid.find((each) => each.id === id) as Spotted;
  const go = (id: string, key: string): string | undefined => ahead(at(id), ARROWS[key] ?? here, grid)?.id;

  it("goes to the neighbour in its direction", () => {
    expect(go("11", "ArrowRight")).toBe("21");
    expect(go("11", "ArrowLeft")).toBe("01");
    expect(go("11", "ArrowUp")).toBe("10");
    expect(go("11", "ArrowDown")).toBe("12");
  });
  it("stays at the edge", () => {
    expect(go("31", "ArrowRight")).toBeUndefined();
  });
  it("reaches every place from every place", () => {
    const seen = new Set(["00"]);
    for (const id of seen) {
      for (const key of Object.keys(ARROWS)) {
        const next = go(id, key);
        if (next !== undefined) seen.add(next);
      }
    }
    expect(seen.size).toBe(grid.length);
  });
});

describe("the first stop", () => {
  it("is the place nearest to the middle", () => {
    expect(
      closest(here, [
        { id: "a", x: 9, y: 9 },
        { id: "b", x: 1, y: 2 },
      ])?.id,
    ).toBe("b");
    expect(closest(here, [])).toBeNull();
  });
});
