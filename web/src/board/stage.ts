/** The pieces on the picture, and their motion from one view to the next. */
import type { DrawnPiece } from "../api/server";
import { amount, changed, compare, differs, moved, type Changes, type Coming, type Going } from "./compare";
import { drawn, lies, make, type Picture } from "./picture";

/** So many views wait at most until the motion of those before them is over. */
const QUEUE = 3;
/** When more pieces than this change at once, nobody could follow them. */
const MOST = 40;
/** How long, in milliseconds, that is pointed out which changed without motion. */
const POINTED_OUT = 1800;

/** So many steps long is the longest motion. */
const LONGEST = 2;
/** A motion that is so many milliseconds late, because the device has no time for it, is over. */
const PATIENCE = 700;

interface Told {
  /** How long a step takes now, in milliseconds; 0: nothing moves. */
  pace: () => number;
  /** Whether pieces are on their way. */
  moving: (now: boolean) => void;
  /** Everything has arrived. */
  shown: () => void;
}

type Frames = Keyframe[];
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const APPEAR: Frames = [
  { transform: "scale(0.2)", opacity: 0 },
  { transform: "scale(1.15)", opacity: 1, offset: 0.7 },
  { transform: "none", opacity: 1 },
];
const VANISH: Frames = [
  { transform: "none", opacity: 1 },
  { transform: "translateY(14px) scale(0.5)", opacity: 0 },
];
const POP: Frames = [{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }];
const TUMBLE: Frames = [
  { transform: "none" },
  { transform: "translateY(-22px) rotate(200deg) scale(1.25)", offset: 0.4 },
  { transform: "translateY(0) rotate(340deg) scale(1)", offset: 0.8 },
  { transform: "translateY(-4px) rotate(352deg) scale(1.03)", offset: 0.9 },
  { transform: "rotate(360deg)" },
];

export class Stage {
  /** What lies there, or is on its way there. */
  pieces: DrawnPiece[] = [];
  readonly #elements = new Map<string, SVGGElement>();
  #running: Animation[] = [];
  /** What is on its way out. */
  #leaving: SVGGElement[] = [];
  #queue: DrawnPiece[][] = [];
  #begun = false;
  /** Counts the steps, so that what a skipped one had still to do is not done. */
  #step = 0;
  #timers: number[] = [];

  constructor(
    readonly picture: Picture,
    readonly told: Told,
  ) {}

  element(key: string): SVGGElement | null {
    return this.#elements.get(key) ?? null;
  }

  get moving(): boolean {
    return this.#running.length > 0;
  }

  /** Show the pieces of a view; those that changed travel there. */
  show(pieces: DrawnPiece[]): void {
    if (this.moving) {
      this.#queue.push(pieces);
      if (this.#queue.length > QUEUE) this.#queue = [pieces];
    } else this.#go(pieces);
  }

  /** Let everything be where it belongs, at once. */
  skip(): void {
    if (!this.moving) return;
    const last = this.#queue.at(-1) ?? this.pieces;
    this.#stop();
    this.#settle(last);
    this.#arrived();
  }

  dispose(): void {
    this.#stop();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #stop(): void {
    this.#step++;
    this.#queue = [];
    this.#finish();
  }

  #finish(): void {
    const running = this.#running;
    this.#running = [];
    for (const each of running) each.cancel();
  }

  #arrived(): void {
    this.told.moving(false);
    this.told.shown();
  }

  #go(pieces: DrawnPiece[]): void {
    const changes = compare(this.pieces, pieces);
    const pace = this.told.pace() / (1 + this.#queue.length);
    const count = amount(changes);
    if (this.#begun && pace > 0 && count > 0 && count <= MOST) {
      this.#move(pieces, changes, pace);
      return;
    }
    this.#settle(pieces);
    if (this.#begun && count > 0 && count <= MOST) this.#pointOut(changed(changes));
    this.#begun = true;
    this.#next();
  }

  /** Go on with the view that waits, if one does. */
  #next(): void {
    const next = this.#queue.shift();
    if (next) this.#go(next);
    else this.#arrived();
  }

  /** Put all pieces where they lie, without motion. */
  #settle(pieces: DrawnPiece[]): void {
    const before = new Map(this.pieces.map((piece) => [piece.key, piece]));
    const now = new Set(pieces.map((piece) => piece.key));
    for (const element of this.#leaving) element.remove();
    this.#leaving = [];
    this.picture.air.replaceChildren();
    for (const [key, element] of this.#elements) {
      if (now.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    for (const piece of pieces) this.#draw(piece, before.get(piece.key));
    this.pieces = pieces;
    this.#arrange();
  }

  /** The element of a piece as it looks now. */
  #draw(piece: DrawnPiece, was: DrawnPiece | null | undefined): SVGGElement {
    const old = this.#elements.get(piece.key);
    if (old && was && JSON.stringify(was) === JSON.stringify(piece)) return old;
    const fresh = drawn(piece, this.picture.ink(piece));
    old?.replaceWith(fresh);
    this.#elements.set(piece.key, fresh);
    return fresh;
  }

  /** Every piece in its slot, in the order of the list. */
  #arrange(): void {
    const slots = new Map<SVGGElement, SVGGElement[]>();
    for (const piece of this.pieces) {
      const slot = this.picture.slot(piece.at);
      const element = this.#elements.get(piece.key);
      if (element) slots.set(slot, [...(slots.get(slot) ?? []), element]);
    }
    for (const [slot, elements] of slots) {
      const there = [...slot.children].filter((each) => each.classList.contains("lying"));
      if (there.length !== elements.length || there.some((each, at) => each !== elements[at]))
        slot.append(...elements);
    }
  }

  #move(pieces: DrawnPiece[], { coming, going }: Changes, pace: number): void {
    const left = new Map(going.map((each) => [each, this.#elements.get(each.piece.key)]));
    for (const { piece, was } of coming) {
      const old = was && was.key !== piece.key ? this.#elements.get(was.key) : null;
      if (was && old) {
        this.#elements.delete(was.key);
        old.remove();
      }
      this.#draw(piece, was);
    }
    for (const { piece } of going) this.#elements.delete(piece.key);
    this.pieces = pieces;
    this.#arrange();
    for (const each of coming) this.#come(each, pace);
    for (const [each, element] of left) if (element) this.#leave(each, element, pace);
    const step = ++this.#step;
    this.told.moving(true);
    const end = (): void => {
      if (step === this.#step) this.#landed();
    };
    void Promise.allSettled(this.#running.map((each) => each.finished)).then(end);
    this.#later(end, pace * LONGEST + PATIENCE);
  }

  #later(act: () => void, wait: number): void {
    this.#timers.push(window.setTimeout(act, wait));
  }

  #landed(): void {
    this.#step++;
    this.#finish();
    this.#settle(this.pieces);
    this.#next();
  }

  #come({ piece, was, out }: Coming, pace: number): void {
    const element = this.#elements.get(piece.key);
    const body = element?.querySelector(".body");
    if (!element || !body) return;
    const from = was ?? out;
    if (from && moved(from, piece)) {
      this.picture.air.append(element);
      this.#run(element, [{ transform: lies(from) }, { transform: lies(piece) }], pace);
      if (out) this.#run(body, [{ opacity: 0.3 }, { opacity: 1 }], pace / 2);
    } else if (!from)
      this.#run(body, this.#calm(piece, body) ? [{ opacity: 0 }, { opacity: 1 }] : APPEAR, pace);
    if (was && was.symbol !== piece.symbol) this.#turn(body, was, piece, pace);
    else if (was && differs(was, piece) && !moved(was, piece)) this.#run(body, POP, pace);
  }

  /** Another look: what has faces rolls, all else is seen to change. */
  #turn(body: Element, was: DrawnPiece, piece: DrawnPiece, pace: number): void {
    const faces = this.picture.faces(was.symbol, piece.symbol);
    if (faces.length === 0) {
      this.#run(body, POP, pace);
      return;
    }
    const use = body.querySelector("use");
    const rolling = this.#run(body, TUMBLE, pace * LONGEST);
    const timer = setInterval(() => {
      const last = (rolling.effect?.getComputedTiming().progress ?? 1) > 0.75;
      const face = last ? piece.symbol : faces[Math.floor(Math.random() * faces.length)];
      use?.setAttribute("href", `#${face}`);
      if (last) clearInterval(timer);
    }, 70);
    const end = (): void => {
      clearInterval(timer);
      use?.setAttribute("href", `#${piece.symbol}`);
    };
    rolling.finished.then(end, end);
  }

  #leave({ piece, into }: Going, element: SVGGElement, pace: number): void {
    const body = element.querySelector(".body") ?? element;
    this.#leaving.push(element);
    // What only vanishes does so where it lay: nothing that was below something lies above it for a moment.
    if (!into) {
      this.#run(body, this.#calm(piece, body) ? [{ opacity: 1 }, { opacity: 0 }] : VANISH, pace);
      return;
    }
    this.picture.air.append(element);
    this.#run(element, [{ transform: lies(piece) }, { transform: lies(into), opacity: 0.2 }], pace);
  }

  /** Marks of what can be done and whatever is as wide as a land come and go without a jump. */
  #calm(piece: DrawnPiece, body: Element): boolean {
    return Boolean(piece.mark) || this.#wide(body);
  }

  /** Whether something is as wide as a land: such things do not jump. */
  #wide(body: Element): boolean {
    const { width, height } = (body as SVGGElement).getBBox();
    return Math.max(width, height) > this.picture.box.width / 8;
  }

  #run(element: Element, frames: Frames, duration: number): Animation {
    const running = element.animate(frames, { duration, easing: EASE, fill: "both" });
    running.finished.catch(() => undefined);
    this.#running.push(running);
    return running;
  }

  /** A ring for a while around what changed, where nothing moves. */
  #pointOut(pieces: DrawnPiece[]): void {
    for (const piece of pieces) {
      const element = this.#elements.get(piece.key);
      const body = element?.querySelector<SVGGElement>(".body");
      if (!element || !body || this.#calm(piece, body)) continue;
      const { x, y, width, height } = body.getBBox();
      const middle = { cx: x + width / 2, cy: y + height / 2 };
      const ring = make("circle", { class: "changed", ...middle, r: Math.max(width, height) / 2 + 5 });
      element.append(ring);
      this.#later(() => ring.remove(), POINTED_OUT);
    }
  }
}
