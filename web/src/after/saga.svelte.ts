/** The story of a table, as the server tells it to a seat. */
import { untrack } from "svelte";
import { Refused, THINKING, get, patiently } from "../api/ask";
import type { Story } from "../api/server";
import { settings } from "../settings.svelte";
import type { TableStore } from "../table/store.svelte";
import { Steady } from "./steady";

/** The story is asked for so often while something happens, in milliseconds. */
const PAUSE = 800;

export class Saga {
  story = $state.raw<Story | null>(null);
  problem = $state("");

  /** To be made while a component is. */
  constructor(store: TableStore) {
    const told = $derived(store.rows.findLast((row) => row.kind !== "chat")?.seq);
    const reader = $derived(`${store.eyes} ${settings.lang}`);
    let left = false;
    let asked = "";
    const steady = new Steady(() => {
      const whose = untrack(() => reader);
      return this.#ask(store, () => left || whose !== untrack(() => reader));
    }, PAUSE);
    $effect(() => {
      void told;
      if (reader === asked) steady.due();
      else steady.hurry();
      asked = reader;
    });
    $effect(() => () => {
      left = true;
      steady.stop();
    });
  }

  async #ask(store: TableStore, left: () => boolean): Promise<void> {
    const wish = { form: "json", seat: store.eyes };
    try {
      const ask = () => get<Story>(`/tables/${store.id}/saga`, wish, THINKING);
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
