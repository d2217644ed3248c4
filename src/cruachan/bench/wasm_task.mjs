// What `cruachan bench wasm` has a module do, in Node and, for the tests, in a browser.

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (state) => Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random games, the opening as the greedy bot sees it, and a search of it; `Search` is that of `kernel.mjs`. */
export function play(kernel, Search, { seats, start, opening, dice, games, playouts, level }) {
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
  return found;
}

/** How many moves of random games and playouts of a search there are in a second of those that `spent` counts. */
export function paces(kernel, Search, { seats, start, opening, dice, searched, seconds, level }, spent) {
  const [from, first, seed] = [bytes(start), bytes(opening), BigInt(dice)];
  const pace = (step) => {
    step();
    const begun = spent();
    let done = 0;
    while (spent() < begun + seconds) done += step();
    return done / (spent() - begun);
  };
  const found = { pace: pace(() => kernel.playouts(from, 200, seed).plies) };
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
  return found;
}
