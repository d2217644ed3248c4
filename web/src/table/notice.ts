/** Letting somebody know that it is her turn, while she looks elsewhere. */
import { BASE } from "../api/base";
import { settings } from "../settings.svelte";

let told = false;
let audio: AudioContext | null = null;

export function announce(asked: boolean, prompt: string, title: string): void {
  if (!asked) {
    told = false;
    return;
  }
  if (told) return;
  told = true;
  if (settings.sound) chime();
  if (document.hidden) void notify(title, prompt);
}

/** Phones forbid the constructor, and let a service worker notify; without one nothing is shown. */
async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const shown = { body, icon: `${BASE}icon.svg`, tag: "cruachan" };
  try {
    new Notification(title, shown);
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await worker?.showNotification(title, shown).catch(() => undefined);
  }
}

/** Two soft notes. */
export function chime(): void {
  audio ??= new AudioContext();
  for (const [number, pitch] of [523, 784].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + number * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}
