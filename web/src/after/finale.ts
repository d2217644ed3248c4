/** What the end of a game shows of its story. */
import type { Story } from "../api/server";

const MOST = 3;

/** The last paragraph that was told. */
export function lastWords(story: Story): string {
  const passages = story.chapters.flatMap((chapter) => chapter.passages);
  return passages.at(-1)?.text ?? "";
}

/** What somebody told herself: the longest lines, in the order in which they were told. */
export function bestLines(story: Story, name: string): string[] {
  const own = story.chapters.flatMap((chapter) => chapter.passages).filter((each) => each.by === name);
  const texts = [...new Set(own.map((each) => each.text))];
  const best = [...texts].sort((a, b) => b.length - a.length).slice(0, MOST);
  return texts.filter((text) => best.includes(text));
}
