/** How I am told that it is my turn, and what the page says about that: loaded where it is shown, not with a table. */
import { get, post, Refused } from "../api/ask";
import type { NoticesAnswer, PreferencesModel, WebhookWish } from "../api/server";
import { languages } from "../languages";
import { settings } from "../settings.svelte";
import { filled } from "../texts/form";
import type first from "../texts/notices/en.json";

export type NoticeKey = keyof typeof first;
type Texts = Record<NoticeKey, string>;

const files = import.meta.glob<Texts>("../texts/notices/*.json", { import: "default" });
const textsOf = (lang: string) => files[`../texts/notices/${lang}.json`];
/** Those of a language; of the first one where it has none. */
const textsIn = (lang: string) => textsOf(lang) ?? textsOf(languages[0]?.code ?? "");
/** The formats of webhooks: a host switches on all of them or none. */
export const HOOKS: readonly WebhookWish["kind"][] = ["discord", "slack", "matrix", "ntfy", "json"];
/** The most tables that can be muted. */
const MUTED = 200;

export class Notices {
  /** What the server told last; null before, and where the host has not switched notices on. */
  now = $state.raw<NoticesAnswer | null>(null);
  /** What was refused last. */
  trouble = $state("");
  #texts = $state.raw<Texts | null>(null);

  async load(): Promise<void> {
    const texts = await textsIn(settings.lang)?.().catch(() => null);
    if (!texts) return;
    this.#texts = texts;
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const found = await this.tried(() => get<NoticesAnswer>("/me/notices"));
    if (found) this.now = found.kinds.length ? found : null;
  }

  /** Whether the host has switched webhooks on. */
  get hooks(): boolean {
    return this.now?.kinds.includes("json") ?? false;
  }

  /** A text with its places filled. */
  tell(key: NoticeKey, values: Record<string, string> = {}): string {
    return filled(this.#texts?.[key] ?? "", values, settings.lang);
  }

  /** Ask something, and show what is refused. */
  async tried<T>(ask: () => Promise<T>): Promise<T | null> {
    this.trouble = "";
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      return null;
    }
  }

  /** Send something, and ask how things stand then; whether it was done. */
  async send(path: string, body: unknown = null): Promise<boolean> {
    const done = await this.tried(() => post(`/me/notices${path}`, body));
    if (done) await this.#ask();
    return done !== null;
  }

  /** Choose when and of what I want to be told, by the clock of where I am. */
  prefer(wish: Partial<PreferencesModel>): Promise<boolean> {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return this.send("", { ...this.now?.preferences, zone, ...wish });
  }

  mutes(table: string): boolean {
    return this.now?.preferences.muted?.includes(table) ?? false;
  }

  mute(table: string, on: boolean): Promise<boolean> {
    const others = (this.now?.preferences.muted ?? []).filter((each) => each !== table);
    return this.prefer({ muted: on ? [...others, table].slice(-MUTED) : others });
  }
}
