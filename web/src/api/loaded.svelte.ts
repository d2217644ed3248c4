/** Something the server is asked for until it answers: while it cannot be reached, it is asked again. */
import { Refused } from "./ask";

const LONGEST = 8000;

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  /** Why it is not there, or not as it is now. */
  trouble = $state("");
  #round = 0;

  constructor(readonly ask: () => Promise<T>) {}

  async load(): Promise<void> {
    const round = ++this.#round;
    for (let wait = 500; round === this.#round; wait = Math.min(wait * 2, LONGEST)) {
      try {
        const found = await this.ask();
        if (round === this.#round) Object.assign(this, { value: found, trouble: "" });
        return;
      } catch (error) {
        if (round !== this.#round) return;
        this.trouble = error instanceof Error ? error.message : String(error);
        if (!(error instanceof Refused && error.passing)) return;
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#round++;
  }
}
