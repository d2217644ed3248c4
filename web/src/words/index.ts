/** What the page says, in the language that is set. */
import { languages } from "../languages";
import { settings } from "../settings.svelte";
import type first from "./en.json";
import { filled } from "./form";

export type Key = keyof typeof first;
type Texts = Record<Key, string>;

const files = import.meta.glob<Texts>("./*.json", { eager: true, import: "default" });
const own = (lang: string) => files[`./${lang}.json`];
const [usual] = languages.map(({ code }) => own(code));

/** A text with its places filled; one that the language lacks is said in the first language. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const text = own(settings.lang)?.[key] ?? usual?.[key] ?? key;
  return filled(text, values, settings.lang);
}

/** Whether there is such a text. */
export const isKey = (key: string): key is Key => usual !== undefined && key in usual;

/** How the keys go on that begin so, in their order. */
export const endings = (begin: string): string[] =>
  Object.keys(usual ?? {}).flatMap((key) => (key.startsWith(begin) ? [key.slice(begin.length)] : []));

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

/** A change of a share, with its sign. */
export function signed(share: number): string {
  const form = { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" } as const;
  return share.toLocaleString(settings.lang, form);
}

/** A moment of today, by the clock. */
export function hour(at: number): string {
  return new Date(at).toLocaleTimeString(settings.lang, { hour: "2-digit", minute: "2-digit" });
}
