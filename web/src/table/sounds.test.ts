import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameSounds } from "../api/server";

const horn: GameSounds = {
  wave: "sawtooth",
  base: 200,
  ring: 0.5,
  move: [0],
  draw: [7],
  contest: [0, 1],
  turn: [0, 12],
  end: [0, 4, 7],
};
let pitches: number[] = [];
let peaks: number[] = [];

class Audio {
  state = "running";
  currentTime = 0;
  destination = {};
  createOscillator() {
    const tone = {
      type: "",
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => pitches.push(tone.frequency.value),
      stop: () => undefined,
    };
    return tone;
  }
  createBiquadFilter() {
    return { type: "", frequency: { value: 0 }, connect: (next: unknown) => next };
  }
  createGain() {
    const louder = (value: number) => void (value > 0.001 && peaks.push(value));
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: louder };
    return { gain, connect: (next: unknown) => next };
  }
}

beforeEach(() => {
  pitches = [];
  peaks = [];
  vi.resetModules();
  vi.stubGlobal("AudioContext", Audio);
});
afterEach(() => void vi.unstubAllGlobals());

test("before somebody has touched the page nothing is heard, nor kept for later", async () => {
  const { play } = await import("./sounds");
  const activation = { hasBeenActive: false };
  vi.stubGlobal("navigator", { userActivation: activation });
  play(horn, "end", 1);
  expect(pitches).toEqual([]);
  activation.hasBeenActive = true;
  play(horn, "turn", 1);
  expect(pitches).toEqual([200, 400]);
});

test("a move is softer than a turn, and the loudest choice stays far below what clips", async () => {
  const { play } = await import("./sounds");
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  play(horn, "move", 1);
  play(horn, "turn", 1);
  const [move, first] = peaks;
  expect(move).toBeLessThan((first ?? 0) / 2);
  for (const wave of ["sine", "triangle", "sawtooth", "square"]) play({ ...horn, wave }, "end", 2);
  expect(Math.max(...peaks)).toBeLessThan(0.3);
});
