import { expect, test } from "vitest";
import { named, newer, surplus } from "./drafts";

test("a draft has a name of its own among the settings", () => {
  expect(named("aB-3_x 0 tell")).toBe("draft.a.b-3_x_0_tell");
  expect(named("ab-3_x 0 tell")).not.toBe(named("aB-3_x 0 tell"));
  expect(named("x".repeat(100))).toHaveLength(64);
});

test("what was written last is shown", () => {
  const here = { text: "here", at: 2 };
  expect(newer(null, null)).toBe("");
  expect(newer(here, null)).toBe("here");
  expect(newer(here, { text: "there", at: 1 })).toBe("here");
  expect(newer(here, { text: "there", at: 3 })).toBe("there");
  expect(newer(null, { text: "there", at: 3 })).toBe("there");
});

test("what was sent from another device is gone here, too", () => {
  expect(newer({ text: "here", at: 2, sent: true }, null)).toBe("");
});

test("of many drafts the oldest are forgotten", () => {
  const drafts = Array.from({ length: 25 }, (_, at) => [`draft.${at}`, { text: "x", at }]);
  const settings = { page: {}, notices: {}, ...Object.fromEntries(drafts) };
  const gone = surplus(settings, "draft.0");
  expect(gone).toEqual(["draft.5", "draft.4", "draft.3", "draft.2", "draft.1"]);
  expect(surplus({ page: {} }, "draft.0")).toEqual([]);
});
