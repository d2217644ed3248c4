/** What a page about a table stands on: its game, its empty board, and what texts about it speak of. */
import { patiently } from "../api/ask";
import { games } from "../api/games";
import type { CatalogueGame } from "../api/server";
import { isDark, settings } from "../settings.svelte";
import type { Highlights } from "./highlights.svelte";
import type { TableStore } from "./store.svelte";
import { staticLayer, type StaticLayer } from "./layer";

export class Ground {
  box = $state.raw<CatalogueGame | null>(null);
  layer = $state.raw<StaticLayer | null>(null);

  /** To be made while a component is. */
  constructor(store: TableStore, highlights: Highlights) {
    const wish = $derived(
      `${store.table?.game ?? ""} ${store.table?.board ?? ""} ${settings.lang} ${isDark()}`,
    );
    $effect(() => {
      const asked = wish;
      const [game, board] = asked.split(" ");
      if (!game || !board) return;
      void patiently(games).then((all) => {
        if (asked !== wish) return;
        this.box = all.find((each) => each.name === game) ?? null;
        highlights.tells = this.box?.saga ?? false;
      });
      void patiently(() => staticLayer(game, board)).then((found) => {
        if (asked !== wish) return;
        this.layer = found;
        void highlights.load(game, found);
      });
    });
  }
}
