/** What somebody is about to choose: what she points at, which move she considers, what it would bring. */
import { Refused, post } from "../api/ask";
import type { Lying, Offer, PointedAt } from "../api/server";
import type { Keeper } from "../table/keeper.svelte";

/** Where the finger was, and how far what it meant reaches in the window. */
export interface Spot {
  x: number;
  y: number;
  reach?: { left: number; top: number; right: number; bottom: number };
}

export interface Answered {
  legal: boolean;
  text: string;
  rule?: string | null;
  rule_text?: string | null;
  brings?: string | null;
  pieces?: Lying[] | null;
}

/** A moment on an offer before the server is asked what it would bring. */
const PAUSE = 180;

export class Choosing {
  /** The point whose moves are open. */
  point = $state.raw<PointedAt | null>(null);
  /** The point that was opened first, where its moves lead on to places on the board. */
  from = $state.raw<PointedAt | null>(null);
  at = $state.raw<Spot | null>(null);
  considered = $state.raw<Offer | null>(null);
  /** What the moves that were considered would bring, by their notation. */
  brings = $state.raw<Record<string, Answered>>({});
  /** The move that is about to be told in own words. */
  telling = $state.raw<Offer | null>(null);
  /** Why something cannot be done. */
  reason = $state.raw<Answered | null>(null);
  /** The ids of the places on the board. */
  places = $state.raw<string[]>([]);
  #timer = 0;

  constructor(readonly keeper: Keeper) {}

  get ghosts(): Lying[] | null {
    const considered = this.considered;
    return (considered && this.brings[considered.text]?.pieces) ?? null;
  }

  /** The place that a move is made to. */
  place(offer: Offer): string | null {
    if (!offer.target) return null;
    for (const id of this.places) if (id.slice(id.indexOf(":") + 1) === offer.target) return id;
    return null;
  }

  /** Where the moves of the open point lead to, as points of their own; none where they do not part there. */
  get targets(): PointedAt[] {
    const found: Record<string, PointedAt> = {};
    for (const offer of this.from?.moves ?? []) {
      const id = this.place(offer);
      if (id === null) return [];
      (found[id] ??= { id, label: offer.label, moves: [] }).moves.push(offer);
    }
    const all = Object.values(found);
    return all.length > 1 ? all : [];
  }

  /** What is marked because a move is considered. */
  get marks(): string[] {
    const id = this.considered && this.place(this.considered);
    return id ? [id] : [];
  }

  /** A new decision: whatever was pointed at is gone. */
  anew(): void {
    this.close();
    this.brings = {};
  }

  close(): void {
    clearTimeout(this.#timer);
    this.point = null;
    this.from = null;
    this.at = null;
    this.considered = null;
    this.reason = null;
    this.telling = null;
  }

  open(point: PointedAt, at: Spot | null): void {
    this.reason = null;
    if (!this.targets.some((target) => target.id === point.id)) this.from = point;
    this.point = point;
    this.at = point === this.from && this.targets.length > 1 ? null : at;
    this.considered = null;
    for (const offer of point.moves.slice(0, 4)) void this.#ask(offer);
  }

  consider(offer: Offer | null): void {
    clearTimeout(this.#timer);
    this.considered = offer;
    if (offer) this.#timer = setTimeout(() => void this.#ask(offer), PAUSE);
  }

  /** Before all eyes nothing is asked that a seat's secrets might answer. */
  async #ask(offer: Offer): Promise<void> {
    if (offer.text in this.brings || this.keeper.shared) return;
    const asked = this.keeper.now?.asked;
    try {
      const answer = await this.#why({ move: offer.move }, true);
      if (asked === this.keeper.now?.asked) this.brings = { ...this.brings, [offer.text]: answer };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  #why(what: Record<string, unknown>, pieces = false): Promise<Answered> {
    const { id, seat } = this.keeper;
    return post<Answered>(`/tables/${id}/why`, { seat, ...what }, pieces ? { pieces: true } : {});
  }

  /** Ask why nothing can be done at a place, or with what somebody typed. */
  async ask(what: { place: string } | { text: string }, at: Spot | null): Promise<void> {
    this.close();
    if (this.keeper.seat === null || (this.keeper.shared && "place" in what)) return;
    try {
      this.reason = await this.#why(what);
      this.at = at;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.reason = { legal: false, text: error.message };
    }
  }

  /** Take an offer: at once, or when it has been told. */
  async take(offer: Offer): Promise<void> {
    if (offer.tell || offer.needs) {
      this.write(offer);
      return;
    }
    this.close();
    await this.keeper.move(offer);
  }

  /** Tell an offer in own words before it is taken. */
  write(offer: Offer): void {
    this.point = null;
    this.at = null;
    this.telling = offer;
  }

  async tell(words: string): Promise<boolean> {
    const offer = this.telling;
    if (!offer || !(await this.keeper.move(offer, words))) return false;
    this.close();
    return true;
  }
}
