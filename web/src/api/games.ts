/** The games of the house, asked for once in each language. */
import { settings } from "../settings.svelte";
import { BASE } from "./base";
import { get } from "./ask";
import type { CatalogueGame } from "./server";

const known = new Map<string, Promise<CatalogueGame[]>>();
const listed: Record<string, CatalogueGame[]> = {};

/** What the pictures of a board are known by, as far as the games are known: with it they are kept for good. */
export function digest(game: string, board?: string): string | undefined {
  const boards = listed[settings.lang]?.find((each) => each.name === game)?.boards;
  return boards?.find((each) => each.name === (board ?? boards[0]?.name))?.digest;
}

export function games(): Promise<CatalogueGame[]> {
  let found = known.get(settings.lang);
  if (!found) {
    found = SITE ? atOnce() : get<CatalogueGame[]>("/games");
    const lang = settings.lang;
    found.then(
      (all) => (listed[lang] = all),
      () => known.delete(lang),
    );
    known.set(lang, found);
  }
  return found;
}

/** On a site the list is a file, which is there before the server in the worker (server/browser/fixed.py). */
async function atOnce(): Promise<CatalogueGame[]> {
  const answer = await fetch(`${BASE}answers/games-${settings.lang}.json`).catch(() => null);
  return answer?.ok ? answer.json() : get<CatalogueGame[]>("/games");
}

export async function game(name: string): Promise<CatalogueGame> {
  const found = (await games()).find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
}
