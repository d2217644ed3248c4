/** What the page says, in the language that is set. */
import { change, settings } from "../settings.svelte";
import type ofAfter from "./after/en.json";
import type first from "./en.json";
import type ofFront from "./front/en.json";
import { filled } from "./form";
import type ofMe from "./me/en.json";

export type Key = keyof typeof first | keyof typeof ofAfter | keyof typeof ofFront | keyof typeof ofMe;
type Texts = Partial<Record<Key, string>>;

/** A language's texts are loaded when it is set. What one lacks was put in from the first when the page was built. */
const files = import.meta.glob<Texts>(["./*.json", "./{after,front,me,site}/*.json"], {
  import: "default",
});
const loaded = new Map<string, Texts>();
/** Which folders of texts are in use; no table of a server needs one. */
const folders = new Set([""]);

/** Load the texts of a language; until then nothing can be said in it. */
export async function learn(lang: string): Promise<void> {
  // What a site says otherwise comes last, whenever the others were loaded.
  const wanted = SITE ? [...folders, "site/"] : [...folders];
  const texts = await Promise.all(wanted.map((folder) => files[`./${folder}${lang}.json`]?.()));
  if (texts[0]) loaded.set(lang, Object.assign({}, ...texts));
}

/** A page that has texts of its own, with them: those of folders, divided by a space. */
export async function withTexts<Page>(wanted: string, page: Promise<Page>): Promise<Page> {
  for (const folder of wanted.split(" ")) folders.add(`${folder}/`);
  await learn(settings.lang);
  return page;
}

/** Go on in another language. Where its texts cannot be had, the page stays as it is. */
export async function speak(lang: string): Promise<void> {
  await learn(lang).catch(() => undefined);
  if (loaded.has(lang)) change({ lang });
}

const own = () => loaded.get(settings.lang);

/** A text with its places filled. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return filled(own()?.[key] ?? "", values, settings.lang);
}

/** Whether there is such a text. */
export const isKey = (key: string): key is Key => key in (own() ?? {});

/** How the keys go on that begin so, in their order. */
export const endings = (begin: string): string[] =>
  Object.keys(own() ?? {}).flatMap((key) => (key.startsWith(begin) ? [key.slice(begin.length)] : []));

/** A span of numbers. */
export function numbers(span: number[]): string {
  return [...new Set(span)].join("–");
}

/** Names in a row, as one says them. */
export function listed(names: string[]): string {
  return new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(names);
}

/** How long ago a moment was. */
export function ago(at: number, now: number): string {
  const minutes = Math.round((now - at) / 60000);
  if (minutes < 1) return say("time.now");
  const form = new Intl.RelativeTimeFormat(settings.lang, { numeric: "auto" });
  if (minutes < 60) return form.format(-minutes, "minute");
  if (minutes < 60 * 36) return form.format(-Math.round(minutes / 60), "hour");
  return form.format(-Math.round(minutes / 60 / 24), "day");
}

/** A share of a hundred. */
export function percent(share: number): string {
  return share.toLocaleString(settings.lang, { style: "percent", maximumFractionDigits: 0 });
}

/** Changes of a chance added up, in whole wins, with their sign: they can be more than one. */
export function signed(wins: number): string {
  const form = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" } as const;
  return wins.toLocaleString(settings.lang, form);
}

/** The language with the reader's region, where her browser names one: 16:30, not 04:30 PM, in Britain. */
const region = () => navigator.languages.find((tag) => tag.startsWith(`${settings.lang}-`)) ?? settings.lang;

/** A moment of today, by the clock. */
export function hour(at: number): string {
  return new Date(at).toLocaleTimeString(region(), { hour: "2-digit", minute: "2-digit" });
}

/** A moment by the clock, with its day unless that is today. */
export function moment(at: number): string {
  const day = { day: "numeric", month: "short" } as const;
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  const today = new Date(at).toDateString() === new Date().toDateString();
  return new Date(at).toLocaleString(region(), today ? clock : { ...day, ...clock });
}

/** How much time is left on a clock: 2.9 days, 5.5 hr, or 4:05. */
export function timeLeft(milliseconds: number, unitDisplay: "short" | "long" = "short"): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 3600) return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
  const [value, unit] = seconds < 172_800 ? [seconds / 3600, "hour"] : [seconds / 86_400, "day"];
  const form = { style: "unit", unit, unitDisplay, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return value.toLocaleString(settings.lang, form);
}

/** How long something still takes: minutes, and seconds in the last of them. */
export function countdown(seconds: number): string {
  const [value, unit] = seconds > 60 ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"];
  return value.toLocaleString(settings.lang, { style: "unit", unit, unitDisplay: "short" });
}
