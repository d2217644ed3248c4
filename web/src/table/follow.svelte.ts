/** Shows what others do one step after the other, so that a person can follow. The server never waits for it. */

/** How long a step is shown before the next, in milliseconds: at least, for each letter to be read, at most. */
const LEAST = 700;
const LETTER = 9;
const LONGEST = 2600;
/** So many steps wait at most. */
const MOST = 12;
/** A board that has not shown a step after so many milliseconds, as in a hidden window, is not waited for. */
const LATE = 4000;

/** Milliseconds until the next step, after one with so many letters to be read. */
export function reading(letters: number, pace: number): number {
  return Math.min(LEAST + LETTER * letters, LONGEST) * pace;
}

export class Follow<T> {
  /** How many steps are still to be shown. */
  waiting = $state(0);
  /** Whether there is a board that says when it has shown a step. */
  board = false;
  #queue: T[] = [];
  /** Runs while a step is on its way to the board, and while it is to be seen there. */
  #timer = 0;
  /** How long the step is to be seen that is on its way to the board; null: none is. */
  #coming: number | null = null;

  constructor(
    readonly show: (step: T) => void,
    /** How long a step is to be seen, in milliseconds; 0: the next may follow at once. */
    readonly time: (step: T) => number,
  ) {}

  /** Show a step when those before it have been seen. */
  add(step: T): void {
    this.#queue.push(step);
    this.waiting = this.#queue.length;
    if (this.#timer === 0 || this.#queue.length > MOST) this.#next();
  }

  /** Show a step now, with all that waits before it; the next one follows when the board has shown it. */
  now(step: T): void {
    this.skip();
    this.show(step);
    this.#await(0);
  }

  /** The board has shown what it was given: from now on it is seen. */
  arrived(): void {
    if (this.#coming === null) return;
    const wait = this.#coming;
    this.#rest();
    this.#timer = window.setTimeout(() => this.#next(), wait);
  }

  #await(wait: number): void {
    this.#coming = wait;
    if (this.board) this.#timer = window.setTimeout(() => this.arrived(), LATE);
    else this.arrived();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#coming = null;
  }

  /** Show all that waits, at once. */
  skip(): void {
    const left = this.#queue;
    this.drop();
    for (const step of left) this.show(step);
  }

  /** Forget all that waits. */
  drop(): void {
    this.#rest();
    this.#queue = [];
    this.waiting = 0;
  }

  #next(): void {
    this.#rest();
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) {
      this.waiting = this.#queue.length;
      this.show(step);
      const wait = this.time(step);
      if (wait <= 0) continue;
      this.#await(wait);
      return;
    }
  }
}
