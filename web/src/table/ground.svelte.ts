/** What a page about a table stands on: its game, its empty board, and what texts about it speak of. */
import { patiently } from "../api/ask";
import { games } from "../api/games";
import type { Boxed } from "../api/server";
import { isDark, settings } from "../settings.svelte";
import type { Beside } from "./beside.svelte";
import type { TableStore } from "./store.svelte";
import { still, type Still } from "./still";

export class Ground {
  box = $state.raw<Boxed | null>(null);
  still = $state.raw<Still | null>(null);

  /** To be made while a component is. */
  constructor(store: TableStore, beside: Beside) {
    const wish = $derived(
      `${store.table?.game ?? ""} ${store.table?.board ?? ""} ${settings.lang} ${isDark()}`,
    );
    $effect(() => {
      const asked = wish;
      const [game, board] = asked.split(" ");
      if (!game || !board) return;
      void patiently(games).then((all) => {
        if (asked === wish) this.box = all.find((each) => each.name === game) ?? null;
      });
      void patiently(() => still(game, board)).then((found) => {
        if (asked !== wish) return;
        this.still = found;
        void beside.load(game, found);
      });
    });
  }
}
