/** Texts that the server sends where they are shown, so that a game loads none of them. */
import { untrack } from "svelte";
import { settings } from "../settings.svelte";
import { filled } from "../texts/form";
import { get, Refused } from "./ask";

export class ServerTexts {
  private known = $state.raw<{ lang: string; texts: Record<string, string> }>({ lang: "", texts: {} });

  constructor(private readonly path: string) {}

  /** Have the texts in the language that is set. Whoever waits for them in an effect is not called again
   * because they came. */
  async learn(): Promise<void> {
    const lang = settings.lang;
    if (untrack(() => this.known.lang) === lang) return;
    try {
      this.known = { lang, texts: (await get<{ texts: Record<string, string> }>(this.path)).texts };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** A text with its places filled; nothing before it is there. */
  tell(key: string, values: Record<string, string | number> = {}): string {
    return filled(this.known.texts[key] ?? "", values, this.known.lang || settings.lang);
  }
}
