// Runs the rules, bots and search of a game from its WebAssembly module.
//
//     import { loadKernel } from "./kernel.mjs";
//     const kernel = await loadKernel(await (await fetch("cambria.wasm")).arrayBuffer(),
//       await (await fetch("cambria.json")).json(), await (await fetch("cambria.bin")).arrayBuffer());
//     kernel.legalMoves(state);
//
// States are the bytes of a game's record, as Python's `state.tobytes()` has them. No method keeps
// or changes what it is given.

/** What modules import. */
export const MATHS = { exp: Math.exp, expf: Math.exp, log10: Math.log10 };

/** What a game needs to run: its module, what is written about it, and its networks. */
export async function loadKernel(code, manifest, weights = new ArrayBuffer(0)) {
  const { instance } = await WebAssembly.instantiate(code, { env: MATHS });
  return new Kernel(instance.exports, manifest, weights);
}

export class Kernel {
  constructor(exports, manifest, weights) {
    this.rules = exports;
    this.manifest = manifest;
    this.end = exports.__heap_base.value;
    const board = Uint8Array.from(manifest.board.match(/../g), (pair) => parseInt(pair, 16));
    this.board = this.allocate(board.length);
    this.bytes(this.board, board.length).set(board);
    this.state = this.allocate(manifest.state);
    this.scratch = this.allocate(manifest.state);
    this.table = this.allocate(manifest.state);
    this.moves = this.allocate(2 * manifest.most_moves);
    this.worth = this.allocate(8 * manifest.most_moves);
    this.dice = this.allocate(8);
    if (weights.byteLength) this.#placeNetworks(weights);
  }

  #placeNetworks(weights) {
    const { inputs, hidden, depth, players, most_moves: most } = this.manifest;
    const seats = players[players.length - 1];
    this.networks = this.allocate(weights.byteLength);
    this.bytes(this.networks, weights.byteLength).set(new Uint8Array(weights));
    this.x = this.allocate(4 * inputs);
    this.hidden = this.allocate(4 * Math.max(...Object.values(hidden)));
    this.judged = this.allocate(4 * most * 2 * seats);
    this.value = this.allocate(4 * 2 * seats);
    this.path = this.allocate(4 * (depth + 1));
  }

  /** Memory for good; its address. */
  allocate(bytes) {
    const at = (this.end + 63) & ~63;
    this.end = at + bytes;
    const memory = this.rules.memory;
    const missing = this.end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  bytes(at, length) {
    return new Uint8Array(this.rules.memory.buffer, at, length);
  }

  ints16(at, length) {
    return new Int16Array(this.rules.memory.buffer, at, length);
  }

  put(state) {
    if (state.length !== this.manifest.state)
      throw new RangeError(`a state of ${this.manifest.game} has ${this.manifest.state} bytes, not ${state.length}`);
    this.bytes(this.state, state.length).set(state);
    return this.state;
  }

  taken(at = this.state) {
    return this.bytes(at, this.manifest.state).slice();
  }

  seed(dice) {
    if (dice === 0n) throw new RangeError("dice are a 64-bit number other than 0");
    new BigInt64Array(this.rules.memory.buffer, this.dice, 1)[0] = dice;
  }

  rolled() {
    return new BigInt64Array(this.rules.memory.buffer, this.dice, 1)[0];
  }

  /** The seat waited for, -1 for chance, -2 for nobody. */
  toAct(state) {
    return this.rules.to_act(this.put(state));
  }

  legalMoves(state) {
    const total = this.rules.legal_moves(this.board, this.put(state), this.moves);
    return this.ints16(this.moves, total).slice();
  }

  /** The number of the rule that refuses a move, or 0. */
  refuses(state, seat, move) {
    return this.rules.refuses(this.board, this.put(state), seat, move);
  }

  /** The state after a legal move; another move is refused. */
  play(state, move) {
    const at = this.put(state);
    const number = this.rules.refuses(this.board, at, this.rules.to_act(at), move);
    if (number) throw new RangeError(`rule ${number} refuses move ${move}`);
    this.rules.play(this.board, at, move);
    return this.taken();
  }

  /** The seats in first place as bits, once the game is over. */
  winners(state) {
    return this.rules.winners(this.board, this.put(state));
  }

  rounds(state) {
    return this.rules.rounds(this.put(state));
  }

  way(state) {
    return this.manifest.ways[this.rules.way(this.board, this.put(state))];
  }

  starter(state) {
    return this.rules.starter(this.put(state));
  }

  /** The state as a seat may know it. */
  observe(state, seat) {
    this.rules.observe(this.put(state), seat);
    return this.taken();
  }

  /** A state that fits what is known, and the dice afterwards. */
  deal(state, dice) {
    this.seed(dice);
    this.rules.deal(this.put(state), this.dice);
    return [this.taken(), this.rolled()];
  }

  /** Random games from a state: how many plies, the last state, and the dice afterwards. */
  playouts(state, games, dice) {
    this.seed(dice);
    const plies = this.rules.playouts(this.board, this.put(state), this.scratch, this.moves, this.dice, games);
    return { plies, last: this.taken(this.scratch), dice: this.rolled() };
  }

  /** What each legal move is worth to the greedy bot. */
  greedy(state) {
    const total = this.rules.legal_moves(this.board, this.put(state), this.moves);
    this.rules.greedy_rate(this.board, this.state, this.moves, total, this.scratch, this.worth);
    return new Float64Array(this.rules.memory.buffer, this.worth, total).slice();
  }

  /** The place of the first of the moves that wins within so many own turns for certain, or -1. */
  firstWin(state, seat, moves, turns, positions) {
    const { depth, known } = this.manifest.proof;
    const [tables, rows, ...arrays] = (this.proof ??= [
      this.manifest.state * depth, 2 * this.manifest.most_moves * depth, 8 * 5 * depth,
      8 * known, 8 * known, 8 * 4,
    ].map((bytes) => this.allocate(bytes)));
    const at = this.put(state);
    this.ints16(this.moves, moves.length).set(moves);
    return this.rules.first_win(
      this.board, at, tables, tables, rows, ...arrays, known, seat, this.moves, moves.length, turns,
      positions,
    );
  }

  /** The addresses of the arrays of a trained network, and its hidden units. */
  network(seats) {
    const { inputs, nets } = this.manifest;
    const hidden = this.manifest.hidden[seats];
    const first = this.networks + 4 * nets[seats];
    const bias = first + 4 * inputs * hidden;
    const second = bias + 4 * hidden;
    const last = second + 4 * hidden * seats;
    const policy = last + 4 * seats;
    return [first, bias, second, last, policy, policy + 4 * hidden * seats, hidden];
  }

  /** Everybody's chance of winning after each legal move, by the trained network. */
  chances(state, seats) {
    const total = this.rules.legal_moves(this.board, this.put(state), this.moves);
    this.rules.network_rate(
      this.board, this.state, ...this.network(seats), seats, this.moves, total, this.scratch,
      this.x, this.hidden, this.judged,
    );
    const rows = new Float32Array(this.rules.memory.buffer, this.judged, total * 2 * seats);
    return Array.from({ length: total }, (_, at) => rows.slice(2 * seats * at, 2 * seats * at + seats));
  }
}

const NODE = [4, 0, 4, 2, 4, 2, 4, 8];
// Bytes of a node in each array of a tree; 0: four for each seat.

/** A tree search whose tree is kept from one decision to the next. */
export class Search {
  constructor(kernel, seats, nodes = 1 << 16) {
    this.kernel = kernel;
    this.seats = seats;
    this.nodes = nodes;
    const array = (bytes) => kernel.allocate(nodes * (bytes || 4 * seats));
    this.trees = [0, 1].map(() => [...NODE.map(array), kernel.allocate(8)]);
  }

  /** Think: begins with what is known of the position, makes so many playouts; the dice afterwards. */
  run(state, seat, playouts, dice, level) {
    this.begin(state, seat, dice);
    return this.more(seat, playouts, level);
  }

  /** Take over what the tree knows of a position; how many playouts that are. */
  begin(state, seat, dice) {
    const { kernel, seats, nodes } = this;
    this.position = state;
    this.dice = dice;
    kernel.put(state);
    const [tree, other] = this.trees;
    const known = kernel.rules.search_begin(
      kernel.state, kernel.scratch, kernel.scratch, seat, seats, nodes, ...tree, ...other,
    );
    this.trees = [other, tree];
    return Number(known);
  }

  /** Make so many playouts more; the dice afterwards. */
  more(seat, playouts, { bold, trust }) {
    const { kernel, seats, nodes } = this;
    kernel.seed(this.dice);
    kernel.put(this.position);
    kernel.rules.search_run(
      kernel.board, kernel.state, kernel.table, kernel.scratch, kernel.scratch, seat, seats, nodes,
      ...this.trees[0], ...kernel.network(seats), kernel.moves, kernel.x, kernel.hidden, kernel.judged,
      kernel.value, kernel.path, kernel.dice, playouts, bold, trust,
    );
    this.dice = kernel.rolled();
    return this.dice;
  }

  /** Know no position any more. */
  forget() {
    for (const tree of this.trees) new BigInt64Array(this.kernel.rules.memory.buffer, tree[8], 1)[0] = 0n;
  }

  /** How often the root was visited, and what all playouts were worth. */
  root() {
    const [visits, worth] = this.trees[0];
    const buffer = this.kernel.rules.memory.buffer;
    return {
      visits: new Int32Array(buffer, visits, 1)[0],
      worth: Array.from(new Float32Array(buffer, worth, this.seats)),
    };
  }

  /** The moves down the tree along what was visited most. */
  line() {
    const buffer = this.kernel.rules.memory.buffer;
    const ints = (at) => new Int32Array(buffer, at, this.nodes);
    const shorts = (at) => new Int16Array(buffer, at, this.nodes);
    const [visits, , , move, first, kids, after] = this.trees[0];
    const [seen, firsts, afters] = [ints(visits), ints(first), ints(after)];
    const [moves, count] = [shorts(move), shorts(kids)];
    const line = [];
    for (let node = 0; ; ) {
      let best = -1;
      let child = firsts[node];
      for (let left = count[node] || Infinity; child !== -1 && left; left--) {
        if (seen[child] && (best === -1 || seen[child] > seen[best])) best = child;
        child = count[node] ? child + 1 : afters[child];
      }
      if (best === -1) return line;
      line.push(moves[best]);
      node = best;
    }
  }

  /** The moves at the root: how often each was tried, and what the playouts through it were worth. */
  moves() {
    const [visits, worth, , move, first, kids] = this.trees[0];
    const buffer = this.kernel.rules.memory.buffer;
    const from = new Int32Array(buffer, first, 1)[0];
    const total = new Int16Array(buffer, kids, 1)[0];
    return Array.from({ length: total }, (_, at) => ({
      move: new Int16Array(buffer, move, this.nodes)[from + at],
      visits: new Int32Array(buffer, visits, this.nodes)[from + at],
      worth: new Float32Array(buffer, worth, this.nodes * this.seats).slice(
        (from + at) * this.seats, (from + at + 1) * this.seats),
    }));
  }
}
