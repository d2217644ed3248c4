/** What the end of a game shows of its story. */
import type { Story } from "../api/server";

const MOST = 3;

/** The last paragraph that was told. */
export function lastWords(story: Story): string {
  const passages = story.chapters.flatMap((chapter) => chapter.passages);
  return passages.at(-1)?.text ?? "";
}

/** What is passed on of a story: its last paragraph, and the longest line that somebody told herself. */
export function toShare(story: Story, name: string, sign: (line: string) => string): string {
  const [line = ""] = [...bestLines(story, name)].sort((a, b) => b.length - a.length);
  const told = line && line !== lastWords(story) ? sign(line) : "";
  return [lastWords(story), told].filter(Boolean).join("\n\n");
}

/** What somebody told herself: the longest lines, in the order in which they were told. */
export function bestLines(story: Story, name: string): string[] {
  const own = story.chapters.flatMap((chapter) => chapter.passages).filter((each) => each.by === name);
  const texts = [...new Set(own.map((each) => each.text))];
  const best = [...texts].sort((a, b) => b.length - a.length).slice(0, MOST);
  return texts.filter((text) => best.includes(text));
}
