import { beforeEach, expect, test, vi } from "vitest";
import { Follow } from "./follow.svelte";

let shown: string[] = [];
const follow = () =>
  new Follow<string>(
    (step) => shown.push(step),
    (step) => (step.startsWith("-") ? 0 : 1000),
  );

beforeEach(() => {
  shown = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});

test("a step is to be seen from when the board has shown it", () => {
  const steps = follow();
  steps.board = true;
  for (const step of ["one", "two", "three"]) steps.add(step);
  expect(shown).toEqual(["one"]);
  vi.advanceTimersByTime(2000);
  expect(shown).toEqual(["one"]);
  steps.arrived();
  vi.advanceTimersByTime(999);
  expect(shown).toEqual(["one"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["one", "two"]);
  steps.skip();
  expect(shown).toEqual(["one", "two", "three"]);
});

test("what follows one's own move waits until the board has shown it", () => {
  const steps = follow();
  steps.board = true;
  steps.add("one");
  steps.now("own");
  steps.add("two");
  expect(shown).toEqual(["one", "own"]);
  steps.arrived();
  vi.advanceTimersByTime(0);
  expect(shown).toEqual(["one", "own", "two"]);
});

test("a board that says nothing is not waited for, and without one nothing is", () => {
  const [late, none] = [follow(), follow()];
  late.board = true;
  late.add("one");
  late.add("two");
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(["one", "two"]);
  shown = [];
  none.add("one");
  none.add("two");
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(["one", "two"]);
});

test("what is not to be seen follows at once", () => {
  const steps = follow();
  steps.board = true;
  for (const step of ["-one", "-two", "three", "-four"]) steps.add(step);
  expect(shown).toEqual(["-one", "-two", "three"]);
});
