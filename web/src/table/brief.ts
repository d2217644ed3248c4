/** So much of what is told is shown above the board; the log has all of it. */
const LETTERS = 200;
const LINES = 4;

/** A text: whole where it is short, without what stands in brackets where that helps, without what comes between
 *  its first and its last sentence, or its first one, where that is enough; else so many of its words. */
export function brief(text: string, letters = LETTERS): string {
  const lines = (text.length > letters ? text.replace(/ \([^()]*\)/g, "") : text).split(/\n+/);
  const first = lines.slice(0, LINES).join("\n");
  if (first.length <= letters) return lines.length > LINES ? `${first} …` : first;
  const [begin = "", ...more] = first.replace(/([.!?]) /g, "$1\n").split("\n");
  const end = more.at(-1) ?? "";
  const shorter = [`${begin} … ${end}`, `… ${end}`].find((each) => more.length > 0 && each.length <= letters);
  if (shorter) return shorter;
  const cut = first.slice(0, letters + 1);
  const word = cut.search(/\s+\S*$/);
  return `${word > 0 ? cut.slice(0, word) : first.slice(0, letters)} …`;
}

/** The last of some texts that have room together, in their order: the newest at least. */
export function lately(texts: string[], letters = LETTERS): string {
  let found = texts.at(-1) ?? "";
  for (const text of texts.slice(0, -1).reverse()) {
    if (text.length + 1 + found.length > letters) break;
    found = `${text} ${found}`;
  }
  return found;
}
