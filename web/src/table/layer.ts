/** The static layers of boards, and the names of the places on them. */
import { getText } from "../api/ask";
import { digest } from "../api/games";
import { isDark, settings } from "../settings.svelte";

export interface StaticLayer {
  svg: string;
  /** The titles of places by their ids. */
  places: Map<string, string>;
}

const known = new Map<string, Promise<StaticLayer>>();

export function staticLayer(game: string, board: string): Promise<StaticLayer> {
  const dark = isDark();
  const key = `${game} ${board} ${settings.lang} ${dark}`;
  let found = known.get(key);
  if (!found) {
    const asked = getText(`/games/${game}/still`, { board, digest: digest(game, board) });
    found = (dark ? asked.then(darken) : asked).then(read);
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

async function darken(svg: string): Promise<string> {
  const { darkened } = await import("../board/dark");
  return darkened(svg);
}

function read(svg: string): StaticLayer {
  const places = new Map<string, string>();
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const group of parsed.querySelectorAll("g[id] > title")) {
    const id = group.parentElement?.id;
    if (id) places.set(id, group.textContent ?? "");
  }
  return { svg, places };
}
