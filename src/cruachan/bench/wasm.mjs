// The other side of `cruachan bench wasm`: plays what standard input asks for, and says how it went.

import { readFile } from "node:fs/promises";
import { stdin } from "node:process";

let asked = "";
for await (const part of stdin) asked += part;
const { folder, game, seats, start, opening, dice, games, playouts, searched, seconds, level } = JSON.parse(asked);
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
  // Seconds of a core: on a busy machine the clock says how busy it is.
  const spent = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const pace = (step) => {
    step();
    const begun = spent();
    let done = 0;
    while (spent() < begun + seconds) done += step();
    return done / (spent() - begun);
  };
  found.pace = pace(() => kernel.playouts(from, 200, seed).plies);
  if (level) {
    const search = new Search(kernel, seats, 1 << 18);
    const think = () => {
      // As natively: what was found before is not known any more.
      search.forget();
      search.run(first, kernel.toAct(first), searched, seed, level);
      return searched;
    };
    found.search = pace(think);
  }
}
console.log(JSON.stringify(found));
