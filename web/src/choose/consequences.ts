const SENTENCE = /(?<=[.!?]) (?=\p{Lu})/u;

/** What follows from a move: all that is told of it after the sentence that tells the move itself, except what
 *  its label says already. */
export function consequences(told: string, label = ""): string {
  const [, ...rest] = told.split(SENTENCE);
  return rest.filter((sentence) => !label.includes(sentence.replace(/[.!?]$/, ""))).join(" ");
}
