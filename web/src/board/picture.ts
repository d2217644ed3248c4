/** The static layer in the document: its places, its slots, and the layers that the page adds. */
import type { DrawnPiece } from "../api/server";
import type { Coordinates } from "./compare";

const SVG = "http://www.w3.org/2000/svg";
const SANS = "Verdana, Arial, sans-serif";
const SHAPES = "path, rect, circle, ellipse, polygon, use";

/** A place of the static layer, with its outline in the coordinates of the picture. */
export interface Place extends Coordinates {
  id: string;
  /** What the layer says of it. */
  title: string;
  group: SVGGElement;
  /** A shape that can be cloned to mark it. */
  outline: SVGGraphicsElement | null;
  /** The element of the layer that has this shape: a veil goes right above it. */
  shape: SVGGraphicsElement | null;
  /** Where its outline is drawn: above its neighbours, below what follows them. */
  layer: SVGGElement;
  box: DOMRect;
}

export function make<K extends keyof SVGElementTagNameMap>(
  kind: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function area(box: DOMRect): number {
  return box.width * box.height;
}

/** What a shape looks like that is only used: the shape itself, where it is one. */
function resolved(shape: SVGGraphicsElement, svg: SVGSVGElement): SVGGraphicsElement | null {
  if (shape.tagName !== "use") return shape;
  const found = svg.querySelector(`[id=${CSS.escape((shape.getAttribute("href") ?? "").slice(1))}]`);
  if (!(found instanceof SVGGraphicsElement) || !found.matches("path, rect, circle, ellipse, polygon"))
    return null;
  const clone = found.cloneNode() as SVGGraphicsElement;
  clone.removeAttribute("id");
  const turned = shape.getAttribute("transform");
  if (turned) clone.setAttribute("transform", turned);
  return clone;
}

/** Whether a shape is a line on the way, not something with an inside. */
function open(shape: Element): boolean {
  return shape.tagName === "path" && !/z\s*$/i.test(shape.getAttribute("d") ?? "");
}

function plain(shape: Element): boolean {
  return !["path", "polygon"].includes(shape.tagName);
}

/** Let a layer be above all that is only drawn there, but below what is written and what lies there. */
function raise(layer: SVGGElement): void {
  for (let next = layer.nextElementSibling; next; next = layer.nextElementSibling) {
    const kept = "text, [data-slot], g[id], .marks";
    if (next.matches(kept) || next.querySelector(kept)) return;
    next.after(layer);
  }
}

export class Picture {
  readonly svg: SVGSVGElement;
  /** Left, top, width and height of what the picture shows. */
  readonly box: DOMRect;
  readonly places = new Map<string, Place>();
  readonly #slots = new Map<string, SVGGElement>();
  readonly #symbols = new Map<string, SVGSymbolElement>();
  /** Above the slots: where pieces are while they travel, then marks, then the cursor. */
  readonly air = make("g", { class: "air" });
  readonly ghosts = make("g", { class: "ghosts" });
  /** What others changed, below what can be done now. */
  readonly trails = make("g", { class: "trails" });
  readonly marks = make("g", { class: "marks" });
  readonly cursor = make("g", { class: "cursor" });

  /** Put a static layer into the document; shapes can only be measured there. */
  constructor(svg: string, into: Element) {
    const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(read, true) as unknown as SVGSVGElement;
    for (const name of ["role", "aria-labelledby"]) this.svg.removeAttribute(name);
    this.svg.setAttribute("aria-hidden", "true");
    for (const told of this.svg.querySelectorAll(":scope > title, :scope > desc")) told.remove();
    for (const slot of this.svg.querySelectorAll<SVGGElement>("[data-slot]"))
      this.#slots.set(slot.dataset["slot"] ?? "", slot);
    for (const symbol of this.svg.querySelectorAll("symbol")) this.#symbols.set(symbol.id, symbol);
    this.svg.append(this.trails, this.ghosts, this.air, this.marks, this.cursor);
    into.replaceChildren(this.svg);
    this.box = DOMRect.fromRect(this.svg.viewBox.baseVal);
    for (const group of this.svg.querySelectorAll<SVGGElement>("g[id]")) this.#learn(group);
    for (const layer of new Set([...this.places.values()].map((place) => place.layer))) raise(layer);
  }

  #learn(group: SVGGElement): void {
    const title = group.querySelector(":scope > title")?.textContent;
    if (!title) return;
    const found = this.#outline(group);
    const { box } = found;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this.places.set(group.id, { id: group.id, title, group, ...found, x, y, layer: this.#layer(group) });
  }

  /** Places that follow each other share a layer after the last of them. */
  #layer(group: SVGGElement): SVGGElement {
    const before = group.previousElementSibling;
    const shared = before instanceof SVGGElement && before.matches(".marks") ? before : null;
    const layer = shared ?? make("g", { class: "marks" });
    group.after(layer);
    return layer;
  }

  /** The largest closed shape of a place; of equals a plain one, and the last, which is its rim. */
  #outline(group: SVGGElement): Pick<Place, "outline" | "shape" | "box"> {
    let best: Pick<Place, "outline" | "shape" | "box"> | null = null;
    const all = [...group.children].filter((each) => each instanceof SVGGraphicsElement);
    for (const shape of all.filter((each) => each.matches(SHAPES) && !open(each))) {
      const outline = resolved(shape, this.svg);
      const box = shape.getBBox();
      if (outline && (!best || area(box) > area(best.box) * (plain(shape) ? 0.98 : 1.02)))
        best = { outline, shape, box };
    }
    return best ?? { outline: null, shape: null, box: group.getBBox() };
  }

  slot(at: string): SVGGElement {
    return this.#slots.get(at) ?? this.#slots.get("") ?? this.air;
  }

  /** The sides that a piece may show while it rolls from one to another; none where it does not roll. */
  faces(was: string, now: string): string[] {
    const of = (id: string): string | undefined => this.#symbols.get(id)?.dataset["faces"];
    const die = of(now);
    if (die === undefined || (of(was) ?? die) !== die) return [];
    return [...this.#symbols.keys()].filter((id) => of(id) === die);
  }

  /** In which colour something is written on a piece: in the dark, another where its symbol is another. */
  ink({ ink: usual, symbol }: DrawnPiece): string {
    const ink = usual ?? "currentColor";
    const inks = (this.svg.dataset["inks"] ?? "").split(" ");
    const at = this.#symbols.get(symbol)?.dataset["kept"] === undefined ? inks.indexOf(ink) : -1;
    return (at >= 0 && inks[at + 1]) || ink;
  }

  /** Whether a piece is a die beside the board, which chance turns. */
  rolls(piece: DrawnPiece): boolean {
    return this.faces(piece.symbol, piece.symbol).length > 0 && !this.places.has(piece.at);
  }

  dispose(): void {
    this.svg.remove();
  }
}

/** How a piece lies, as a transform for CSS. */
export function lies({ x, y }: Coordinates): string {
  return `translate(${x}px, ${y}px)`;
}

/** A piece as an element: a group where it lies, in it a body around its middle. */
export function drawn(piece: DrawnPiece, ink: string): SVGGElement {
  const group = make("g", { class: "lying", transform: `translate(${piece.x} ${piece.y})` });
  group.dataset["key"] = piece.key;
  const body = make("g", { class: "body" });
  if (piece.label) {
    const title = make("title");
    title.textContent = piece.label;
    group.append(title);
  }
  const turn = piece.turn ? `rotate(${piece.turn}) ` : "";
  body.append(make("use", { href: `#${piece.symbol}`, transform: `${turn}scale(${piece.size ?? 1})` }));
  if (piece.text) body.append(written(piece, ink));
  group.append(body);
  return group;
}

function written(piece: DrawnPiece, ink: string): SVGTextElement {
  const text = make("text", {
    x: piece.text_x ?? 0,
    y: piece.text_y ?? 0,
    "font-size": piece.text_size ?? 16,
    fill: ink,
    "text-anchor": "middle",
    "font-weight": "bold",
    "font-family": SANS,
  });
  text.textContent = piece.text ?? "";
  return text;
}
