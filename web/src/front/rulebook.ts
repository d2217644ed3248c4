/** A game's rules by chapter, and looking for words in them. */
import { get } from "../api/ask";

export interface Rule {
  number: string;
  text: string;
}
export interface Chapter {
  number: string;
  title: string;
  rules: Rule[];
}
export interface Term {
  key: string;
  title: string;
  names: string[];
  text: string;
}
export interface Book {
  chapters: Chapter[];
  terms: Term[];
}

export async function book(game: string): Promise<Book> {
  const [rules, titles, terms] = await Promise.all([
    get<Record<string, string>>(`/games/${game}/rules`),
    get<Record<string, string>>(`/games/${game}/chapters`),
    get<Term[]>(`/games/${game}/glossary`).catch(() => []),
  ]);
  const chapters = Object.entries(titles).map(([number, title]) => ({ number, title, rules: [] as Rule[] }));
  for (const [number, text] of Object.entries(rules)) {
    chapters.find((chapter) => chapter.number === number.split(".")[0])?.rules.push({ number, text });
  }
  return { chapters: chapters.filter((chapter) => chapter.rules.length), terms };
}

/** Letters as people type them: without marks, small. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();
}

/** Only what speaks of every word that is looked for; a number finds its rule or chapter. */
export function search(book: Book, wanted: string): Book {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return book;
  const fits = (text: string) => words.every((word) => folded(text).includes(word));
  const numbered = (number: string) =>
    words.length === 1 && [number, number.slice(1)].some((each) => folded(each) === words[0]);
  const chapters = book.chapters
    .map((chapter) => ({
      ...chapter,
      rules: numbered(chapter.number)
        ? chapter.rules
        : chapter.rules.filter((rule) => numbered(rule.number) || fits(`${chapter.title} ${rule.text}`)),
    }))
    .filter((chapter) => chapter.rules.length);
  return { chapters, terms: book.terms.filter((term) => fits(`${term.names.join(" ")} ${term.text}`)) };
}

/** A text in parts, every second one of which is what is looked for. */
export function lit(text: string, wanted: string): string[] {
  const words = folded(wanted)
    .split(/\s+/)
    .filter((word) => word.length > 1);
  if (!words.length) return [text];
  const plain = Array.from(text, (letter) => folded(letter).slice(0, 1) || " ").join("");
  const letters = Array.from(text);
  const found: string[] = [""];
  for (let at = 0; at < letters.length;) {
    const word = words.find((each) => plain.startsWith(each, at));
    if (word) found.push(letters.slice(at, at + word.length).join(""), "");
    else found[found.length - 1] += letters[at] ?? "";
    at += word?.length ?? 1;
  }
  return found;
}
