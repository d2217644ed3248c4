/** What is said about ratings and the like: the server sends it where it is shown, so that a game loads none of it. */
import { get, Refused } from "../api/ask";
import type { ClubTexts } from "../api/server";
import { settings } from "../settings.svelte";
import { filled } from "../texts/form";

let known = $state.raw<{ lang: string; texts: Record<string, string> }>({ lang: "", texts: {} });

/** Have the texts in the language that is set. */
export async function learnTexts(): Promise<void> {
  const lang = settings.lang;
  if (known.lang === lang) return;
  try {
    known = { lang, texts: (await get<ClubTexts>("/club/texts")).texts };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** Whether they are there. */
export const learned = () => known.lang !== "";

/** A text with its places filled. */
export function tell(key: string, values: Record<string, string | number> = {}): string {
  return filled(known.texts[key] ?? "", values, known.lang || settings.lang);
}
