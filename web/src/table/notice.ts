/** Letting somebody know that it is her turn, while she looks elsewhere. */
import type { GameSounds } from "../api/server";
import { settings } from "../settings.svelte";
import { soundOf, type Heard } from "./hearing";
import type { Sound } from "./sounds";

let told = false;
let heard: Heard | null = null;

/** Let a game be heard; where its sounds cannot be loaded it is silent. */
export function sound(sounds: GameSounds, what: Sound): void {
  void import("./sounds").then(
    ({ play }) => play(sounds, what, settings.volume),
    () => undefined,
  );
}

/** Let be heard what has changed, for whoever wants to hear it. */
export function listen(now: Heard, sounds: GameSounds | undefined): void {
  const what = soundOf(heard, now);
  heard = now;
  if (what && sounds && settings.sound) sound(sounds, what);
}

export function announce(asked: boolean, prompt: string, title: string): void {
  if (!asked) {
    told = false;
    return;
  }
  if (told) return;
  told = true;
  if (document.hidden)
    void import("./notify").then(
      ({ notify }) => notify(title, prompt),
      () => undefined,
    );
}
