/** How long own words are, as the server counts them: in characters, not in what the browser makes of them. */
export function lengthOf(words: string): number {
  const lines = words
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029¶]/)
    .map((line) => line.trim().replace(/\s+/g, " "));
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
  return [...text].length;
}

/** Whether there is room for more: near the end one is warned, beyond it nothing is sent. */
export function left(words: string, longest: number): "enough" | "near" | "over" {
  const n = lengthOf(words);
  if (n > longest) return "over";
  return n >= longest * 0.9 ? "near" : "enough";
}
