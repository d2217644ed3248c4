// Answers the questions of `cruachan.bots.machine`, JSON for JSON, from WebAssembly modules.
//
//     const machine = new Machine();
//     machine.add(await WebAssembly.compile(code), manifest, weights);   // for each game
//     machine.answer('{"ask": "greedy", "game": "cambria", "board": "...", "state": "..."}');
//
// A module has the rules of a game; the board comes with each question, so that one module serves
// all boards.

import { Kernel, Search, MATHS } from "./kernel.mjs";

const KEPT = 4; // So many boards of a game are kept.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));

export class Machine {
  modules = new Map();
  kernels = new Map();

  add(module, manifest, weights) {
    this.modules.set(manifest.game, { module, manifest, weights });
  }

  has(game) {
    return this.modules.has(game);
  }

  answer(text) {
    const question = JSON.parse(text);
    const kernel = this.#kernel(question.game, question.board);
    return JSON.stringify(ANSWERS[question.ask](kernel, question));
  }

  #kernel(game, board) {
    const known = this.kernels.get(game) ?? new Map();
    this.kernels.set(game, known);
    let kernel = known.get(board);
    if (!kernel) {
      const found = this.modules.get(game);
      if (!found) throw new Error(`there is no module for ${game}`);
      const { exports } = new WebAssembly.Instance(found.module, { env: MATHS });
      kernel = new Kernel(exports, { ...found.manifest, board }, found.weights);
      kernel.searches = new Map();
      if (known.size >= KEPT) known.delete(known.keys().next().value);
      known.set(board, kernel);
    }
    return kernel;
  }
}

/** The tree for so many seats; whoever comes after somebody else begins with an empty one. */
function searchOf(kernel, { seats, nodes, owner }) {
  const key = `${seats}/${nodes}`;
  let search = kernel.searches.get(key);
  if (!search) kernel.searches.set(key, (search = new Search(kernel, seats, nodes)));
  if (search.owner !== owner) search.forget();
  search.owner = owner;
  return search;
}

function byMove(kernel, state, values) {
  const moves = kernel.legalMoves(state);
  return Array.from(moves, (move, at) => [move, values[at]]);
}

const ANSWERS = {
  greedy(kernel, { state }) {
    const bytes = bytesOf(state);
    return byMove(kernel, bytes, kernel.greedy(bytes));
  },
  chances(kernel, { state, seats }) {
    const bytes = bytesOf(state);
    return byMove(kernel, bytes, kernel.chances(bytes, seats).map((row) => Array.from(row)));
  },
  first_win(kernel, { state, seat, moves, turns, positions }) {
    const bytes = bytesOf(state);
    for (let within = 1; within <= turns; within++) {
      const place = kernel.firstWin(bytes, seat, moves, within, positions);
      if (place >= 0) return { move: moves[place], turns: within };
    }
    return null;
  },
  begin(kernel, question) {
    return searchOf(kernel, question).begin(bytesOf(question.state), question.seat, BigInt(question.dice));
  },
  run(kernel, question) {
    searchOf(kernel, question).more(question.seat, question.playouts, question);
    return null;
  },
  found(kernel, question) {
    const search = searchOf(kernel, question);
    const moves = search.moves().map((each) => ({ ...each, worth: Array.from(each.worth) }));
    return { moves, ...search.root(), line: search.line() };
  },
};
