/** Where a sentence ends; without looking behind, which Safari 15 cannot. */
const END = /([.!?]) (?=\p{Lu})/gu;

/** What follows from a move: all that is told of it after the sentence that tells the move itself, except what
 *  its label says already. */
export function consequences(told: string, label = ""): string {
  const [, ...rest] = told.replace(END, "$1\0").split("\0");
  return rest.filter((sentence) => !label.includes(sentence.replace(/[.!?]$/, ""))).join(" ");
}
