/** What somebody likes, kept in this browser. Where nothing can be kept it lasts until the page is left. */
import { chosen } from "./languages";

export type Scheme = "auto" | "light" | "dark";

interface Settings {
  lang: string;
  scheme: Scheme;
  /** How long a step is shown, as a factor; 0: no motion. */
  pace: number;
  sound: boolean;
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
  return { scheme: "auto", pace: 1, sound: false, name: "", ...own, lang };
}

export const settings = $state<Settings>(initial());

export function change(wish: Partial<Settings>): void {
  Object.assign(settings, wish);
  keep(KEY, settings);
  show();
}

/** Let the document follow the settings. */
export function show(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset["scheme"] = settings.scheme;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for a step of motion; 0 where nothing is to move. */
export function motion(usual = 350): number {
  return still.matches || document.hidden ? 0 : usual * settings.pace;
}
