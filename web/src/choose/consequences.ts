/** What follows from a move: all that is told of it after the sentence that tells the move itself. */
export function consequences(told: string): string {
  return /[.!?] (?=\p{Lu})(.*)$/su.exec(told)?.[1] ?? "";
}
