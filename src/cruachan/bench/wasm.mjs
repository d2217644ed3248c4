// The other side of `cruachan bench wasm`: plays what standard input asks for, and says how it went.

import { readFile } from "node:fs/promises";
import { stdin } from "node:process";

let asked = "";
for await (const part of stdin) asked += part;
const { folder, game, seats, start, opening, dice, games, playouts, seconds, level } = JSON.parse(asked);
const { loadKernel, Search } = await import(`${folder}/kernel.mjs`);
const file = (kind) => readFile(new URL(`${folder}/${game}.${kind}`));
const weights = new Uint8Array(await file("bin")).buffer;
const kernel = await loadKernel(await file("wasm"), JSON.parse(await file("json")), weights);
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (state) => Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");

const [from, first, seed] = [bytes(start), bytes(opening), BigInt(dice)];
const random = kernel.playouts(from, games, seed);
const found = { plies: random.plies, last: hex(random.last), dice: String(random.dice) };
found.moves = Array.from(kernel.legalMoves(first));
found.greedy = Array.from(kernel.greedy(first));
if (level) {
  const search = new Search(kernel, seats, 1 << 18);
  search.run(first, kernel.toAct(first), playouts, seed, level);
  found.tried = search.moves().map(({ move, visits }) => [move, visits]);
}
if (seconds) {
  const pace = (step) => {
    const begun = performance.now();
    let done = 0;
    while (performance.now() < begun + 1000 * seconds) done += step();
    return (1000 * done) / (performance.now() - begun);
  };
  found.pace = pace(() => kernel.playouts(from, 200, seed).plies);
  if (level) {
    const search = new Search(kernel, seats, 1 << 18);
    found.search = pace(() => (search.run(first, kernel.toAct(first), 500, seed, level), 500));
  }
}
console.log(JSON.stringify(found));
