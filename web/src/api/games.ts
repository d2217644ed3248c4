/** The games of the house, asked for once in each language. */
import { settings } from "../settings.svelte";
import { get } from "./ask";
import type { Boxed } from "./server";

const known = new Map<string, Promise<Boxed[]>>();

export function games(): Promise<Boxed[]> {
  let found = known.get(settings.lang);
  if (!found) {
    found = get<Boxed[]>("/games");
    const lang = settings.lang;
    found.catch(() => known.delete(lang));
    known.set(lang, found);
  }
  return found;
}

export async function game(name: string): Promise<Boxed> {
  const found = (await games()).find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
}
