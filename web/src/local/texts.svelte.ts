/** What only a site without a server says; a page of a server loads none of it. */
import { languages } from "../languages";
import { settings } from "../settings.svelte";
import { filled } from "../texts/form";
import type first from "../texts/site/en.json";

type SiteKey = keyof typeof first;
type Texts = Record<SiteKey, string>;

const files = import.meta.glob<Texts>("../texts/site/*.json", { import: "default" });
const textsOf = (lang: string) => files[`../texts/site/${lang}.json`];

export class SiteTexts {
  #texts = $state.raw<Texts | null>(null);

  /** Those of a language; of the first one where it has none. */
  async load(lang: string): Promise<void> {
    const texts = textsOf(lang) ?? textsOf(languages[0]?.code ?? "");
    this.#texts = (await texts?.().catch(() => null)) ?? this.#texts;
  }

  get ready(): boolean {
    return this.#texts !== null;
  }

  /** A text with its places filled; nothing until they are loaded. */
  tell(key: SiteKey, values: Record<string, string | number> = {}): string {
    return filled(this.#texts?.[key] ?? "", values, settings.lang);
  }
}
