// A bot of one's own for any game, in JavaScript: it lets the lot decide.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { moves, lot } = JSON.parse(line);
  console.log(JSON.stringify({ move: moves[lot % moves.length] }));
}
