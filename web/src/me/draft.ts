/** Words that are written and not sent yet: kept in this browser, and for a person on all her devices. */
import { get, post } from "../api/ask";
import { know, me } from "./account.svelte";
import { keep, kept } from "../settings.svelte";
import { isKept, named, newer, surplus, type Kept, type Settings } from "./drafts";

/** Milliseconds after the last letter until other devices are told. */
const PAUSE = 700;

async function settingsOf(): Promise<Settings | null> {
  if (!me.account) await know();
  if (!me.account?.person) return null;
  return get<{ settings: Settings }>("/me/settings").then(
    ({ settings }) => settings,
    () => null,
  );
}

export class Draft {
  private settings: Settings | null = null;
  private asked = false;
  private timer = 0;
  private last: string | null = null;
  /** What was sent last: one after the other, or what is gone would come again. */
  private sending: Promise<unknown> = Promise.resolve();
  private readonly name: string;

  constructor(private readonly key: string) {
    this.name = named(key);
  }

  private get local(): string {
    return `cruachan draft ${this.key}`;
  }

  private here(): Kept | null {
    const said = kept<Kept | string>(this.local);
    return typeof said === "string" ? { text: said, at: 0 } : isKept(said) ? said : null;
  }

  /** What was written here; then `show` is called with what is newer elsewhere, as long as nothing was written. */
  begin(show: (text: string) => void): void {
    const here = this.here();
    show(here?.text ?? "");
    void this.ask().then((settings) => {
      const there = settings?.[this.name];
      if (settings && this.last === null) show(newer(here, isKept(there) ? there : null));
    });
  }

  /** What is kept for a person; null for nobody, or while the network is away: what is written stays here. */
  private async ask(): Promise<Settings | null> {
    this.asked = true;
    this.settings = await settingsOf();
    if (this.last !== null) this.later();
    return this.settings;
  }

  write(text: string): void {
    this.last = text;
    keep(this.local, text ? { text, at: Date.now() } : null);
    this.later();
  }

  /** It has been sent. */
  drop(): void {
    this.write("");
    this.leave();
  }

  /** Let the other devices know at once. */
  leave(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.tell();
  }

  private later(): void {
    if (!this.asked) void this.ask();
    if (!this.settings) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.leave(), PAUSE);
  }

  private tell(): void {
    const { last, name, settings } = this;
    if (!settings || (!last && !(name in settings))) return;
    const here = this.here();
    const wish: Settings = { [name]: last ? { text: last, at: here?.at ?? Date.now() } : null };
    for (const old of last ? surplus(settings, name) : []) wish[old] = null;
    Object.assign(settings, wish);
    this.sending = this.sending
      .then(() => post("/me/settings", { settings: wish }))
      .then(
        () => here && here.text === this.here()?.text && keep(this.local, { ...here, sent: true }),
        () => undefined,
      );
  }
}
