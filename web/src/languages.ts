/** The languages of the page: those of `src/cruachan/engine/languages.json`, put here when the page is built. */

export interface Language {
  code: string;
  /** What its speakers call it. */
  name: string;
}

declare const LANGUAGES: Language[];

export const languages: readonly Language[] = LANGUAGES;

/** The language for the first of these tags (`de-AT`) that has one, else the first language. */
export function chosen(tags: readonly string[]): string {
  for (const tag of tags) {
    const subtags = tag.toLowerCase().split("-");
    for (; subtags.length; subtags.pop()) {
      const found = languages.find(({ code }) => code.toLowerCase() === subtags.join("-"));
      if (found) return found.code;
    }
  }
  return languages[0]?.code ?? "";
}
