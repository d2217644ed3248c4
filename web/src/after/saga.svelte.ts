/** The story of a table, as the server tells it to a seat. */
import { Refused, THINKING, get, patiently } from "../api/ask";
import type { Story } from "../api/server";
import { settings } from "../settings.svelte";
import type { Keeper } from "../table/keeper.svelte";

/** So long is waited for more to happen before the story is asked for again. */
const LULL = 1200;

export class Saga {
  story = $state.raw<Story | null>(null);
  problem = $state("");

  /** To be made while a component is. */
  constructor(keeper: Keeper) {
    const told = $derived(keeper.rows.filter((row) => row.kind !== "chat").length);
    const wish = $derived(`${told} ${keeper.eyes} ${settings.lang}`);
    $effect(() => {
      void wish;
      let left = false;
      const timer = setTimeout(() => void this.#ask(keeper, () => left), this.story ? LULL : 0);
      return () => {
        left = true;
        clearTimeout(timer);
      };
    });
  }

  async #ask(keeper: Keeper, left: () => boolean): Promise<void> {
    const wish = { form: "json", seat: keeper.eyes };
    try {
      const ask = () => get<Story>(`/tables/${keeper.id}/saga`, wish, THINKING);
      const found = await patiently(ask, { left });
      if (left()) return;
      this.story = found;
      this.problem = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!error.passing) this.problem = error.message;
    }
  }
}
