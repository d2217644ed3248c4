import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FINDING, found } from "./connection";

vi.mock("../api/ask", () => ({ random: () => "abcdefabcdef" }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("who finds no path is told so after a while, or at once when the browser knows", async () => {
  const never = found(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(FINDING);
  expect(await never).toBe(false);
  expect(await found(Promise.reject(new Error("no path")))).toBe(false);
  expect(await found(Promise.resolve())).toBe(true);
});
