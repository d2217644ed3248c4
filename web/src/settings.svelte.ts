/** What somebody likes, kept in this browser. Where nothing can be kept it lasts until the page is left. */
import { MediaQuery } from "svelte/reactivity";
import { chosen } from "./languages";

export type Scheme = "auto" | "light" | "dark";

interface Settings {
  lang: string;
  scheme: Scheme;
  /** How long a step is shown, as a factor; 0: no motion. */
  pace: number;
  /** How long what others do is shown before the next of it, as a factor; 0: all at once. */
  follow: number;
  /** Whether a tap that has one meaning asks before it is done. */
  confirm: boolean;
  sound: boolean;
  /** How loud sounds are, as a factor. */
  volume: number;
  name: string;
}

const KEY = "cruachan";

export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null || value === "") localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: what was chosen lasts as long as the page.
  }
}

function initial(): Settings {
  const own = kept<Partial<Settings>>(KEY);
  const lang = chosen([own?.lang ?? "", ...navigator.languages]);
  return {
    scheme: "auto",
    pace: 1,
    follow: 1,
    confirm: false,
    sound: false,
    volume: 1,
    name: "",
    ...own,
    lang,
  };
}

export const settings = $state<Settings>(initial());

let changed: () => void = () => undefined;
/** Have something called when somebody changes what she likes. */
export function watchChanges(call: () => void): void {
  changed = call;
}

/** What can be taken over of settings that came from elsewhere. */
export function own(said: object): Partial<Settings> {
  const fits = ([name, value]: [string, unknown]) =>
    name in settings && typeof value === typeof settings[name as keyof Settings];
  return Object.fromEntries(Object.entries(said).filter(fits)) as Partial<Settings>;
}

/** `tell`: whether it is somebody's own doing, which her other devices are to know. */
export function change(wish: Partial<Settings>, tell = true): void {
  Object.assign(settings, wish);
  keep(KEY, settings);
  show();
  if (tell) changed();
}

/** Let the document follow the settings. */
export function show(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset["scheme"] = settings.scheme;
}

const night = new MediaQuery("(prefers-color-scheme: dark)");

/** Whether the page is shown dark. */
export function isDark(): boolean {
  return settings.scheme === "dark" || (settings.scheme === "auto" && night.current);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for a step of motion; 0 where nothing is to move. */
export function motion(usual = 350): number {
  return still.matches || document.hidden ? 0 : usual * settings.pace;
}
