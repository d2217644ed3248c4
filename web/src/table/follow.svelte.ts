/** Shows what others do one step after the other, so that a person can follow. The server never waits for it. */

/** How long a step is shown before the next, in milliseconds: at least, for each letter to be read, at most. */
const LEAST = 700;
const LETTER = 9;
const LONGEST = 2600;
/** So many steps wait at most. */
const MOST = 12;

/** Milliseconds until the next step, after one with so many letters to be read. */
export function reading(letters: number, pace: number): number {
  return Math.min(LEAST + LETTER * letters, LONGEST) * pace;
}

export class Follow<T> {
  /** How many steps are still to be shown. */
  waiting = $state(0);
  #queue: T[] = [];
  #timer = 0;

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

  /** Show all that waits, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const left = this.#queue;
    this.drop();
    for (const step of left) this.show(step);
  }

  /** Forget all that waits. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.waiting = 0;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) {
      this.waiting = this.#queue.length;
      this.show(step);
      const wait = this.time(step);
      if (wait <= 0) continue;
      this.#timer = window.setTimeout(() => this.#next(), wait);
      return;
    }
  }
}
