/** What texts beside the board speak of: places on it, and words of the game. */
import { get, patiently } from "../api/ask";
import type { StaticLayer } from "./layer";

export interface Term {
  key: string;
  title: string;
  names: string[];
  text: string;
}

interface Part {
  text: string;
  place?: string;
  term?: string;
  /** The comma, say, that follows at once, and the bracket before: they stay on the same line. */
  mark?: string;
  lead?: string;
}

/**
 * What a text is: of the rules; what the game says of a move, which is a story in some games; or part of a
 * story or somebody's own words, where words of the game have their everyday meaning.
 */
export type Kind = "rules" | "told" | "story";
/** What stands between quotation marks somebody said. */
const QUOTES = /[“”„«»]/gu;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Highlights {
  /** What is marked on the board because something beside it speaks of it. */
  marks = $state.raw<string[]>([]);
  terms = $state.raw<Term[]>([]);
  /** The term that is being explained. */
  explained = $state.raw<Term | null>(null);
  /** Whether what the game says of moves is a story. */
  tells = $state(false);
  /** Called when the board is to be shown, where it is not in view. */
  onshow: () => void = () => undefined;
  /** The ids of places by their names. */
  #places: Record<string, string> = {};
  #pattern = $state.raw<RegExp | null>(null);
  #until = 0;

  async load(game: string, layer: StaticLayer): Promise<void> {
    this.terms = await patiently(() => get<Term[]>(`/games/${game}/glossary`)).catch(() => []);
    const named = [...layer.places].map(([id, title]) => [title.split(",")[0] ?? "", id] as const);
    this.#places = Object.fromEntries(named.filter(([name]) => name.length > 2).reverse());
    const names = [...Object.keys(this.#places), ...this.terms.flatMap((term) => term.names)];
    names.sort((a, b) => b.length - a.length);
    const either = names.map(escaped).join("|");
    this.#pattern = either ? new RegExp(`(^|[^\\p{L}\\p{N}])(${either})(?![\\p{L}\\p{N}])`, "gu") : null;
  }

  /** A text in parts. Stories and own words name places only: "laid a hand upon the sword" is no rule. */
  parts(text: string, kind: Kind = "rules"): Part[] {
    if (!this.#pattern) return [{ text }];
    const story = kind === "story" || (kind === "told" && this.tells);
    const found: Part[] = [];
    let last = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const [whole, before = "", name = ""] = match;
      const start = match.index + before.length;
      const place = this.#places[name];
      const own = (text.slice(0, start).match(QUOTES)?.length ?? 0) % 2 === 1;
      if (!place && (story || own)) continue;
      const lead = /[([{„“‚‘»«]*$/u.exec(text.slice(last, start))?.[0] ?? "";
      if (start - lead.length > last) found.push({ text: text.slice(last, start - lead.length) });
      const term = this.terms.find((each) => each.names.includes(name));
      last = match.index + whole.length;
      const mark = /^[^\p{L}\p{N}\s]*/u.exec(text.slice(last))?.[0] ?? "";
      found.push({ text: name, lead, mark, ...(place ? { place } : { term: term?.key ?? "" }) });
      last += mark.length;
    }
    if (last < text.length) found.push({ text: text.slice(last) });
    return found;
  }

  mark(...ids: string[]): void {
    clearTimeout(this.#until);
    this.marks = ids;
  }
  unmark(): void {
    clearTimeout(this.#until);
    this.#until = setTimeout(() => (this.marks = []), 150);
  }
  /** Show places on the board, also where it is not in view; the mark stays for a moment. */
  show(...ids: string[]): void {
    this.mark(...ids);
    this.onshow();
    this.#until = setTimeout(() => (this.marks = []), 4000);
  }
  explain(key: string): void {
    this.explained = this.terms.find((term) => term.key === key) ?? null;
  }
}
