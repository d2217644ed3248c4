/** So much of what is told is shown over the board, where it must not hide the board; the log has all of it. */
const LETTERS = 200;
const LINES = 4;

/** The beginning of a text: whole where it is short, else so many of its words, and that there is more. */
export function brief(text: string): string {
  const lines = text.split(/\n+/);
  const first = lines.slice(0, LINES).join("\n");
  if (first.length <= LETTERS) return lines.length > LINES ? `${first} …` : first;
  const cut = first.slice(0, LETTERS + 1);
  const end = cut.search(/\s+\S*$/);
  return `${end > 0 ? cut.slice(0, end) : first.slice(0, LETTERS)} …`;
}
