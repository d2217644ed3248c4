import { expect, test } from "vitest";
import { darkened, flipped } from "./dark";

const bright = (colour: string) =>
  [1, 3, 5].reduce((sum, at) => sum + parseInt(colour.slice(at, at + 2), 16), 0) / 3;

test("light becomes dark and dark becomes light", () => {
  expect(bright(flipped("#ffffff"))).toBeLessThan(40);
  expect(bright(flipped("#d5e6ee"))).toBeLessThan(70);
  expect(bright(flipped("#2a2420"))).toBeGreaterThan(180);
});

test("the players' wood keeps its colours", () => {
  const piece = '<symbol id="piece-ink"><rect fill="#25313d" stroke="#ffffff"/></symbol>';
  const found = darkened(`<svg width="1">${piece}<rect fill="#ffffff"/></svg>`);
  expect(found).toContain('fill="#25313d" stroke="#ffffff"');
  expect(found).toContain('<symbol data-kept="" id="piece-ink"');
  expect(found).not.toContain('<rect fill="#ffffff"');
});

test("areas called by their colours can be told by them at night", () => {
  const hue = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const pattern = (name: string, fill: string) =>
    `<pattern id="pattern-${name}"><rect fill="${fill}"/></pattern>`;
  const fills = { yellow: "#fbeeb0", green: "#b7dba0", red: "#e59f8d", blue: "#83a3d3" };
  const found = darkened(`<svg width="1">${Object.entries(fills).map((each) => pattern(...each))}</svg>`);
  const [yellow, green, red, blue] = [...found.matchAll(/fill="(#[0-9a-f]{6})"/g)].map((each) =>
    hue(each[1] ?? ""),
  ) as [number[], number[], number[], number[]];
  const [r, g, b] = yellow as [number, number, number];
  expect(Math.min(r, g), "yellow is no brown").toBeGreaterThan(140);
  expect(b).toBeLessThan(0.6 * r);
  expect(green.indexOf(Math.max(...green))).toBe(1);
  expect(red.indexOf(Math.max(...red))).toBe(0);
  expect(blue.indexOf(Math.max(...blue))).toBe(2);
});

test("grounds keep their order: light is lighter than darkness at night, too", () => {
  const pattern = (name: string, fill: string) =>
    `<pattern id="ground-${name}"><rect fill="${fill}"/></pattern>`;
  const found = darkened(`<svg width="1">${pattern("calad", "#f6e8a6")}${pattern("mor", "#b3a5c4")}</svg>`);
  const [light, dark] = [...found.matchAll(/fill="(#[0-9a-f]{6})"/g)].map((each) => bright(each[1] ?? ""));
  expect(light).toBeGreaterThan((dark ?? 0) + 15);
  expect(light).toBeLessThan(140);
});

test("what is lit keeps its colours, with all that is in it, and nothing after it", () => {
  const fort = '<g data-lit=""><g><path fill="#8a2f22"/></g><rect fill="#ffffff"/></g>';
  const found = darkened(
    `<svg width="1"><path fill="#8a2f22" data-lit=""/>${fort}<path stroke="#8a2f22"/></svg>`,
  );
  const [tower = "", wall = "", road = ""] = [...found.matchAll(/path (?:fill|stroke)="(#\w+)"/g)].map(
    (each) => each[1],
  );
  expect(tower).toBe(wall);
  expect(bright(tower)).toBeLessThan(bright(road));
  const [white = ""] = /(?<=rect fill=")#\w+/.exec(found) ?? [];
  expect(bright(white), "a lamp, no glare").toBeGreaterThan(190);
  expect(bright(white)).toBeLessThan(240);
});

test("a board names its own colours of the night", () => {
  const found = darkened(
    '<svg width="1"><g data-night="#e3dbb6 #373d33"><path fill="#e3dbb6" stroke="#ffffff"/></g></svg>',
  );
  expect(found).toContain('fill="#373d33"');
  expect(found).not.toMatch(/#e3dbb6|stroke="#ffffff"|data-night/);
});
