/** The clocks of a table, ticking between two messages of the server. */
import { timeLeft } from "../texts";
import type { TableStore } from "./store.svelte";

export class Clocks {
  private store: TableStore;
  private moment = $state(Date.now());

  /** To be made while a component begins: its clocks tick as long as that is there. */
  constructor(store: TableStore) {
    this.store = store;
    $effect(() => {
      if (!store.table?.seats.some((seat) => seat.runs)) return;
      const timer = setInterval(() => (this.moment = Date.now()), 1000);
      return () => clearInterval(timer);
    });
  }

  /** When the last message came. */
  private heard = $derived.by(() => (this.store.now ? Date.now() : 0));

  /** The milliseconds that a seat has left by now; null without a clock. */
  left(seat: number): number | null {
    const own = this.store.table?.seats[seat];
    if (own?.left == null) return null;
    return own.left - (own.runs ? Math.max(0, this.moment - this.heard) : 0);
  }
  /** What a seat's clock shows; nothing without one, and when nobody plays. */
  shows(seat: number): string {
    const left = this.left(seat);
    if (left === null || this.store.table?.status !== "playing") return "";
    const pause = this.store.table.seats[seat]?.vacation ? "⏸ " : "";
    return pause + timeLeft(Math.max(left, 0));
  }
}
