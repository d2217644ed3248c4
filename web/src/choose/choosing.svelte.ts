/** What somebody is about to choose: what she points at, which move she considers, what it would bring. */
import { Refused, post } from "../api/ask";
import type { ChoiceCard, DrawnPiece, Choice, Point } from "../api/server";
import { movesOf, pointsOf, stepOf } from "./deck";
import { small } from "../parts/small";
import { settings } from "../settings.svelte";
import { say } from "../texts";
import type { TableStore } from "../table/store.svelte";

/** Where the finger was, and how far what it meant reaches in the window. */
export interface Spot {
  x: number;
  y: number;
  reach?: { left: number; top: number; right: number; bottom: number };
  /** Whether something else may have been meant: it is shown first, and played by a second tap. */
  unsure?: boolean;
}

export interface Answered {
  legal: boolean;
  text: string;
  rule?: string | null;
  rule_text?: string | null;
  brings?: string | null;
  pieces?: DrawnPiece[] | null;
}

/** A moment on an offer before the server is asked what it would bring. */
const PAUSE = 180;
/** A second tap within so many milliseconds and pixels of one that played is not meant for the next question. */
const AGAIN = { within: 450, near: 30, looking: 1000 };

/** The one move among these that is about nothing on the board: it ends a turn or leaves something out. */
export function lastOf(points: Point[]): Choice | null {
  const bare = (move: Choice) =>
    !move.target && move.number === null && !move.actor && !move.tell && !move.needs;
  const [only, ...more] = points.flatMap((point) => point.moves).filter(bare);
  return more.length > 0 ? null : (only ?? null);
}

export class Choosing {
  /** What ends the turn, in its own place below the choices. */
  last = $state.raw<Choice | null>(null);
  /** The point whose moves are open. */
  point = $state.raw<Point | null>(null);
  /** The point that was opened first, where its moves lead on to places on the board. */
  from = $state.raw<Point | null>(null);
  at = $state.raw<Spot | null>(null);
  considered = $state.raw<Choice | null>(null);
  /** The move that a hint speaks of: shown on the board while no other is considered. */
  advised = $state.raw<Choice | null>(null);
  /** What the moves that were considered would bring, by their notation. */
  brings = $state.raw<Record<string, Answered>>({});
  /** The move that is about to be told in own words. */
  telling = $state.raw<Choice | null>(null);
  /** Why something cannot be done. */
  reason = $state.raw<Answered | null>(null);
  /** The ids of the places on the board. */
  places = $state.raw<string[]>([]);
  /** Whether one wants to decide oneself what would be done without a question. */
  stay = $state(false);
  /** The card whose step lies open; none: the first step. */
  card = $state.raw<ChoiceCard | null>(null);
  #timer = 0;
  /** The point that a second tap plays, where one wants to be asked first. */
  #armed: string | null = null;
  /** When a menu was closed by a tap on the board: that tap looks at something else. */
  #closed = -Infinity;
  #played: { x: number; y: number; when: number } | null = null;

  constructor(readonly store: TableStore) {}

  /** The moves as cards; none where the game has no cards. */
  get deck(): ChoiceCard[] {
    return this.store.view?.deck ?? [];
  }
  /** The cards that lie open: those of a step, and of what was pointed at what leads to its moves. */
  get step(): ChoiceCard[] {
    const only = this.point && this.point.moves.map((offer) => offer.text);
    return stepOf(this.deck, this.card?.id ?? "", only);
  }
  /** The only move there is, which is made without a question; not just after it was taken back. */
  get forced(): Choice | null {
    if (!this.store.asked || this.stay || this.store.lesson) return null;
    const [only, ...more] = this.deck;
    const alone = only && more.length === 0 ? this.offer(only) : undefined;
    const offer = alone ?? this.store.moves.find((each) => each.text === this.store.view?.idle);
    if (!offer || offer.tell || offer.needs) return null;
    return this.store.rows.at(-1)?.kind === "undo" ? null : offer;
  }
  offer(card: ChoiceCard): Choice | undefined {
    return this.store.moves.find((offer) => offer.text === card.move);
  }
  /** Whether a card leads to one of these moves. */
  leads(card: ChoiceCard, moves: string[]): boolean {
    return movesOf(this.deck, card).some((move) => moves.includes(move));
  }

  /** What can be pointed at on the board now. */
  get points(): Point[] {
    if (this.deck.length === 0)
      return this.targets.length > 1 ? this.targets : [...this.store.points, ...this.movers];
    const found = pointsOf(this.deck, this.step, this.store.moves);
    if (this.card || this.point) return found;
    const known = found.map((point) => point.id);
    // What the moment is not about, as giving a name, has buttons of its own.
    const others = this.store.points.filter((point) => point.moves.some((move) => !move.aside));
    return [...found, ...others.filter((point) => !known.includes(point.id))];
  }
  /** Points at which only a manner of moving is left that lies aside elsewhere: it is worth more there. */
  get spare(): string[] {
    const aside = this.store.moves.filter((move) => move.aside && move.manner).map((move) => move.manner);
    const spared = (point: Point) => point.moves.every((move) => aside.includes(move.manner));
    return this.points.filter(spared).map((point) => point.id);
  }
  /** Pieces that moves are called by: pointed at, they show where they can go. */
  get movers(): Point[] {
    const found: Record<string, Point> = {};
    const known = this.store.points.map((point) => point.id);
    for (const { key, label } of this.store.now?.pieces ?? []) {
      const moves = this.store.moves.filter((move) => move.verb === key || move.actor === key);
      if (moves.length > 0 && !known.includes(key)) found[key] = { id: key, label: label ?? "", moves };
    }
    return Object.values(found);
  }
  /** Whether the answer is one of several places: the board is needed for it. */
  get spread(): boolean {
    if (this.deck.length === 0) return false;
    const cards = pointsOf(this.deck, this.step, []).length;
    return cards > 1 || this.points.filter(({ id }) => this.places.includes(id)).length > 1;
  }
  /** What ends the turn where moves are cards. */
  get ending(): Choice | null {
    const [only, ...more] = this.deck.filter((card) => card.kind === "go" && card.move && !card.under);
    return (only && more.length === 0 && this.offer(only)) || null;
  }
  /** What was pointed at on the board on the way to what is open. */
  get chosen(): string | null {
    return this.from?.id ?? (this.card?.at || null);
  }

  /** Go on with a card: to its step, or make its move. */
  async follow(card: ChoiceCard): Promise<void> {
    this.reason = null;
    const offer = this.offer(card);
    if (offer) await this.take(offer);
    else {
      this.card = card;
      this.point = this.from = null;
      this.considered = null;
    }
  }

  /** Back to the step before. */
  back(): void {
    this.considered = null;
    if (this.point) this.point = this.from = null;
    else this.card = this.deck.find((each) => each.id === this.card?.under) ?? null;
  }

  get ghosts(): DrawnPiece[] | null {
    const considered = this.considered ?? this.advised;
    return (considered && this.brings[considered.text]?.pieces) ?? null;
  }

  /** The place that a move is made to. */
  place(offer: Choice): string | null {
    if (!offer.target) return null;
    for (const id of this.places) if (id.slice(id.indexOf(":") + 1) === offer.target) return id;
    return null;
  }

  /** Whether a move can be chosen by another place on the board as well. */
  onward(offer: Choice): boolean {
    const place = this.place(offer);
    return place !== null && place !== this.from?.id;
  }

  /** The places that a point and its moves are about. */
  about(point: Point): string[] {
    return [point.id, ...point.moves.flatMap((offer) => this.place(offer) ?? [])];
  }

  /** Where the moves of the open point lead to, as points of their own; none where they do not part there. */
  get targets(): Point[] {
    const found: Record<string, Point> = {};
    for (const offer of this.from?.moves ?? []) {
      const id = this.place(offer);
      if (id === null || id === this.from?.id) continue;
      (found[id] ??= { id, label: offer.label, moves: [] }).moves.push(offer);
    }
    const all = Object.values(found);
    // Several armies, say, may go to one place: none of their moves speaks for the others.
    for (const target of all) if (target.moves.length > 1) target.label = say("choose.which");
    return all.length > 1 ? all : [];
  }

  /** What is marked because a move is considered. */
  get marks(): string[] {
    const offer = this.considered ?? this.advised;
    const id = offer && (this.place(offer) ?? this.deck.find((each) => each.move === offer.text)?.at);
    return id ? [id] : [];
  }

  /** A new decision: whatever was pointed at is gone. */
  anew(): void {
    this.close();
    this.stay = false;
    this.advised = null;
    this.brings = {};
  }

  close(): void {
    this.#armed = null;
    this.#put();
  }

  /** Close what is open, for another tap on the board: it may mean a place that the moves lead to. */
  aside(): void {
    const from = this.targets.length > 1 ? this.from : null;
    if (this.point) this.#closed = performance.now();
    this.#put();
    this.from = from;
  }

  #put(): void {
    clearTimeout(this.#timer);
    this.point = null;
    this.from = null;
    this.card = null;
    this.at = null;
    this.considered = null;
    this.reason = null;
    this.telling = null;
  }

  /** What was pointed at among cards: where one card lies there it is followed. */
  #pick(point: Point): void {
    const [card, ...more] = this.#all(this.step).filter((each) => each.at === point.id);
    if (card && more.length === 0) {
      void this.follow(card);
      return;
    }
    this.point = this.from = point;
    const [only, ...others] = this.step;
    if (only?.move && others.length === 0 && only.at === point.id) void this.follow(only);
  }

  /** The cards of a step and those behind `more`. */
  #all(step: ChoiceCard[]): ChoiceCard[] {
    const below = (card: ChoiceCard) => this.deck.filter((each) => each.under === card.id);
    return step.flatMap((card) => (card.kind === "more" ? this.#all(below(card)) : [card]));
  }

  /** A point was chosen: what has one meaning is done, or done by the second tap; all else is offered.
   *  What a game calls aside is only in the list. */
  pick(pointed: Point, at: Spot | null): void {
    if (this.deck.length > 0) {
      this.open(pointed, at);
      return;
    }
    const usual = pointed.moves.filter((offer) => !offer.aside);
    const point = usual.length > 0 ? { ...pointed, moves: usual } : pointed;
    const [only, ...more] = point.moves;
    if (this.#bounced(at)) return;
    const looks = this.from === null && performance.now() - this.#closed < AGAIN.looking;
    const asks = (settings.confirm || looks || at?.unsure || only?.asks) && this.#armed !== point.id;
    if (!only || more.length > 0 || asks) {
      this.open(point, at);
      this.#armed = more.length > 0 ? null : point.id;
      return;
    }
    if (at) this.#played = { x: at.x, y: at.y, when: performance.now() };
    void this.take(only);
  }

  #bounced(at: Spot | null): boolean {
    const last = this.#played;
    if (!at || !last || performance.now() - last.when > AGAIN.within) return false;
    return Math.hypot(at.x - last.x, at.y - last.y) < AGAIN.near;
  }

  open(point: Point, at: Spot | null): void {
    this.reason = null;
    if (this.deck.length > 0) {
      this.#pick(point);
      return;
    }
    if (!this.targets.some((target) => target.id === point.id)) this.from = point;
    this.point = point;
    this.at = small.current || (point === this.from && this.#parts()) ? null : at;
    this.considered = null;
    for (const offer of point.moves.slice(0, 4)) void this.#ask(offer);
  }

  /** Whether all moves of what is open are chosen by the place that they lead to. */
  #parts(): boolean {
    const led = this.targets.reduce((sum, target) => sum + target.moves.length, 0);
    return this.targets.length > 1 && led === this.from?.moves.length;
  }

  /** A place was tapped at which nothing is marked: another point, or what is open is closed, or why not. */
  miss(id: string, at: Spot | null): void {
    const other = this.chosen && this.store.points.find((point) => point.id === id);
    if (other && id !== this.chosen) this.pick(other, at);
    else if (this.chosen) this.close();
    else void this.ask({ place: id }, at);
  }

  consider(offer: Choice | null): void {
    clearTimeout(this.#timer);
    this.considered = offer;
    if (offer) this.#timer = setTimeout(() => void this.#ask(offer), PAUSE);
  }

  /** Show on the board what a hint speaks of; null: nothing more. */
  advise(offer: Choice | null): void {
    this.advised = offer;
    if (offer) void this.#ask(offer);
  }

  /** Before all eyes nothing is asked that a seat's secrets might answer. */
  async #ask(offer: Choice): Promise<void> {
    if (offer.text in this.brings || this.store.shared) return;
    const asked = this.store.now?.asked;
    try {
      const answer = await this.#why({ move: offer.move }, true);
      if (asked === this.store.now?.asked) this.brings = { ...this.brings, [offer.text]: answer };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  #why(what: Record<string, unknown>, pieces = false): Promise<Answered> {
    const { id, seat } = this.store;
    return post<Answered>(`/tables/${id}/why`, { seat, ...what }, pieces ? { pieces: true } : {});
  }

  /** Ask why nothing can be done at a place, or with what somebody typed. */
  async ask(what: { place: string } | { text: string }, at: Spot | null): Promise<void> {
    this.close();
    if (this.store.seat === null || (this.store.shared && "place" in what)) return;
    try {
      const answer = await this.#why(what);
      const only = this.store.moves.find((offer) => answer.legal && offer.text === answer.text);
      if (only && "place" in what && this.deck.length > 0) {
        this.point = this.from = { id: what.place, label: only.label, moves: [only] };
        return;
      }
      this.reason = only ? { ...answer, text: only.label } : answer;
      this.at = small.current || this.deck.length > 0 ? null : at;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.reason = { legal: false, text: error.message };
    }
  }

  /** Take an offer: at once, or when it has been told. */
  async take(offer: Choice): Promise<void> {
    if (offer.tell || offer.needs) {
      this.write(offer);
      return;
    }
    this.close();
    await this.store.move(offer);
  }

  /** Tell an offer in own words before it is taken. */
  write(offer: Choice): void {
    this.point = null;
    this.at = null;
    this.telling = offer;
  }

  async tell(words: string): Promise<boolean> {
    const offer = this.telling;
    if (!offer || !(await this.store.move(offer, words))) return false;
    this.close();
    return true;
  }
}
