import { describe, expect, test } from "vitest";
import { menuAt } from "./menu";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

describe("where a menu lies", () => {
  const reach = { left: 180, top: 150, right: 250, bottom: 230 };

  test("beside what was meant where there is room", () => {
    const at = menuAt({ x: 200, y: 200, reach }, { width: 340, height: 200 }, DESK);
    expect(at.x).toBeGreaterThan(reach.right);
  });
  test("below it on a narrow screen, or above where there is no room below", () => {
    expect(menuAt({ x: 200, y: 160, reach }, { width: 350, height: 200 }, PHONE).y).toBeGreaterThan(230);
    const low = { left: 180, top: 700, right: 250, bottom: 780 };
    expect(menuAt({ x: 200, y: 760, reach: low }, { width: 350, height: 200 }, PHONE).y).toBeLessThan(500);
  });
  test("at the finger, and in the window, where what was meant is everywhere", () => {
    const all = { left: 0, top: 50, right: 390, bottom: 800 };
    const at = menuAt({ x: 380, y: 830, reach: all }, { width: 350, height: 200 }, PHONE);
    expect(at).toEqual({ x: 16, y: 616 });
  });
  test("at the finger where nothing was meant", () => {
    expect(menuAt({ x: 100, y: 100 }, { width: 100, height: 100 }, DESK)).toEqual({ x: 114, y: 114 });
  });
});
