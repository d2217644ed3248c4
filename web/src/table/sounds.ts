/** The sounds of a game, made here of a few notes; loaded by whoever wants them. */
import type { GameSounds } from "../api/server";

export type Sound = "move" | "draw" | "contest" | "turn" | "end";

/** Seconds between two notes. */
const STEP = 0.14;
/** How loud a wave is that sounds about as loud as the others: A-weighted and rendered, a turn of each game lies
 * within 8 dB; edged waves are left quieter, for they are heard more easily than they measure. */
const LOUD = { sine: 0.12, triangle: 0.13, sawtooth: 0.11, square: 0.06 } as const;
/** Moves, rolls and lots are quieter than what one waits for. */
const SOFT = 0.45;

let audio: AudioContext | null = null;

/** Browsers let a page be heard only after somebody has touched it; before that nothing is kept for later. */
export function play(sounds: GameSounds, what: Sound, volume: number): void {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const share = volume * (what === "move" || what === "draw" ? SOFT : 1);
  for (const [number, semitones] of sounds[what].entries())
    note(audio, sounds, semitones, audio.currentTime + number * STEP, share);
}

function note(on: AudioContext, sounds: GameSounds, semitones: number, start: number, share: number): void {
  const tone = on.createOscillator();
  const dull = on.createBiquadFilter();
  const volume = on.createGain();
  const wave = sounds.wave as keyof typeof LOUD;
  tone.type = wave;
  tone.frequency.value = sounds.base * 2 ** (semitones / 12);
  dull.type = "lowpass";
  dull.frequency.value = tone.frequency.value * 4;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime((LOUD[wave] ?? LOUD.sine) * share, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + sounds.ring);
  tone.connect(dull).connect(volume).connect(on.destination);
  tone.start(start);
  tone.stop(start + sounds.ring + 0.05);
}
