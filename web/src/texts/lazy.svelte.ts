/** Texts of one part of the page, loaded where it is shown and not with a table. */
import { languages } from "../languages";
import { settings } from "../settings.svelte";
import { filled } from "./form";

export class LazyTexts<Key extends string> {
  #texts = $state.raw<Record<Key, string> | null>(null);
  readonly #files: Record<string, () => Promise<Record<Key, string>>>;

  /** The files of a folder by their paths, each named after its language. */
  constructor(files: Record<string, () => Promise<Record<Key, string>>>) {
    this.#files = files;
  }

  /** Those of a language; of the first one where it has none. */
  async load(lang: string): Promise<void> {
    const of = (code: string) =>
      Object.entries(this.#files).find(([path]) => path.endsWith(`/${code}.json`))?.[1];
    const texts = of(lang) ?? of(languages[0]?.code ?? "");
    this.#texts = (await texts?.().catch(() => null)) ?? this.#texts;
  }

  /** A text with its places filled; nothing until they are loaded. */
  tell(key: Key, values: Record<string, string | number> = {}): string {
    return filled(this.#texts?.[key] ?? "", values, settings.lang);
  }
}
