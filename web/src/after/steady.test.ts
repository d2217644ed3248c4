import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Steady } from "./steady";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(takes: number): { steady: Steady; begun: number[] } {
  const begun: number[] = [];
  const ask = (): Promise<void> => {
    begun.push(Date.now());
    return new Promise((done) => setTimeout(done, takes));
  };
  return { steady: new Steady(ask, 800), begun };
}

test("while something changes all the time it is still asked for, every two seconds at least", async () => {
  const { steady, begun } = asking(400);
  for (let at = 0; at < 10_000; at += 250) {
    steady.due();
    await vi.advanceTimersByTimeAsync(250);
  }
  const last = Date.now();
  await vi.advanceTimersByTimeAsync(5000);
  const pauses = begun.slice(1).map((each, at) => each - (begun[at] ?? 0));
  expect(begun.length).toBeGreaterThan(8);
  expect(Math.max(...pauses)).toBeLessThan(1600);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
  expect(begun.at(-1)).toBeGreaterThan(last - 800);
});

test("a change while a request runs is asked for once, after it", async () => {
  const { steady, begun } = asking(3000);
  steady.due();
  await vi.advanceTimersByTimeAsync(100);
  steady.due();
  steady.due();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begun).toHaveLength(2);
});

test("who has stopped asks no more, and who hurries does not wait", async () => {
  const { steady, begun } = asking(10);
  steady.due();
  await vi.advanceTimersByTimeAsync(50);
  steady.hurry();
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toHaveLength(2);
  steady.due();
  steady.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toHaveLength(2);
});
