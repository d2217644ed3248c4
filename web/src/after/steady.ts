/** Asks again when something has changed, one request at a time, however often it changes. */

export class Steady {
  #ask: () => Promise<void>;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #again = false;
  #next = 0;

  /** `pause` milliseconds lie between the beginnings of two requests, at least. */
  constructor(ask: () => Promise<void>, pause: number) {
    this.#ask = ask;
    this.#pause = pause;
  }

  /** Something has changed: what comes while a request runs is asked for after it. */
  due(): void {
    if (this.#busy) this.#again = true;
    else this.#timer ??= setTimeout(() => void this.#run(), Math.max(0, this.#next - Date.now()));
  }

  /** What was asked for is of no use any more: the next request does not wait. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = 0;
    this.due();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again = false;
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#busy = true;
    this.#again = false;
    this.#next = Date.now() + this.#pause;
    try {
      await this.#ask();
    } finally {
      this.#busy = false;
      if (this.#again) this.due();
    }
  }
}
