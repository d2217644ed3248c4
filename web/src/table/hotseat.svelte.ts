/** Several people at one device: whose secrets may be on the screen, and when the curtain falls.
 *
 *  Nothing that a seat alone may know is shown before somebody has said that she is the one who plays it. */
import { untrack } from "svelte";
import type { TableStore } from "./store.svelte";

export class HotSeat {
  /** Who last said that she is the one before the screen. */
  #before = $state<number | null>(null);
  /** Through whose eyes somebody wants to look, before she has said that she is the one. */
  #wish = $state<number | null>(null);
  /** Whether whoever has played has passed the device on. */
  #passed = $state(false);

  /** To be made while a component is. `secrets`: whether the game has any; null while nobody knows. */
  constructor(
    readonly store: TableStore,
    readonly secrets: () => boolean | null,
  ) {
    $effect(() => {
      if (!this.hiding) return;
      untrack(() => {
        this.#before = null;
        store.look(this.#waited, true, true);
      });
    });
  }

  get #secret(): boolean {
    return this.store.hotSeat && this.secrets() !== false;
  }
  get #waited(): number | null {
    return this.store.next ?? this.store.seat;
  }
  /** For whom the curtain opens. */
  get seat(): number | null {
    return this.#wish ?? this.#waited;
  }
  /** Whether somebody else is asked what needs no secret: before all eyes, and the device need not be passed on. */
  get #openly(): boolean {
    const waited = this.#waited;
    if (!this.#secret || this.secrets() === null || this.#wish !== null || waited === null) return false;
    return waited !== this.#before && (this.store.table?.in_the_open ?? []).includes(waited);
  }
  /** Whether what is on the screen is not for all eyes, and is about to be replaced. */
  get hiding(): boolean {
    return this.#openly && !(this.store.shared && this.store.seat === this.#waited);
  }
  /** Whether the other one's turn has come; whoever has played looks as long as she likes, and passes it on. */
  get passing(): boolean {
    const { seat } = this.store;
    if (!this.#secret || this.secrets() === null || this.#openly || this.#wish !== null) return false;
    return this.#waited !== this.#before && this.#before === seat && !this.#passed;
  }
  /** Whether the curtain hides everything. */
  get covered(): boolean {
    if (!this.#secret || this.#openly || this.passing) return false;
    if (this.secrets() === null || this.#wish !== null) return true;
    return this.#waited !== this.#before || this.store.seat !== this.#before;
  }

  pass(): void {
    this.#passed = true;
  }

  /** Somebody wants to look through the eyes of a seat of this device. */
  wish(seat: number): void {
    if (!this.#secret) this.store.look(seat);
    else if (seat !== this.#before || seat !== this.store.seat) this.#wish = seat;
  }

  /** Somebody says that she is the one for whom the curtain opens. */
  uncover(): void {
    const seat = this.seat;
    this.#before = seat;
    this.#wish = null;
    this.#passed = false;
    if (seat !== this.store.seat || this.store.shared) this.store.look(seat, true);
  }
}
