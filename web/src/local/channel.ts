/** Messages over a data channel: each is JSON, in pieces that every browser takes. */

const PIECE = 16_000;
/** Whoever reads so little that so much waits is cut off. */
const MOST_WAITING = 8_000_000;
/** A message of more letters than this is none of ours. */
const LONGEST = 4_000_000;
const MORE = "+";
const LAST = ".";

/** The pieces of a text; surrogates stay together, since a channel carries whole letters. */
export function pieces(text: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length || !found.length;) {
    let to = Math.min(from + PIECE, text.length);
    const code = text.charCodeAt(to - 1);
    if (to < text.length && code >= 0xd800 && code < 0xdc00) to -= 1;
    found.push((to < text.length ? MORE : LAST) + text.slice(from, to));
    from = to;
  }
  return found;
}

/** Puts pieces together; what it returns is a whole text, or null until there is one. */
export class Joiner {
  #text = "";

  add(piece: string): string | null {
    this.#text += piece.slice(1);
    if (this.#text.length > LONGEST) throw new Error("too long");
    if (piece[0] !== LAST) return null;
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** A data channel as something that takes messages and hears them. */
export class Talk<Said, Heard> {
  hear: (message: Heard) => void = () => undefined;
  onclose: () => void = () => undefined;
  readonly #joiner = new Joiner();
  #over = false;

  constructor(
    readonly connection: RTCPeerConnection,
    readonly channel: RTCDataChannel,
  ) {
    channel.onmessage = (event) => this.#take(event.data);
    channel.onclose = () => this.close();
    channel.onerror = () => this.close();
    connection.addEventListener("connectionstatechange", () => {
      if (connection.connectionState === "failed") this.close();
    });
  }

  get open(): boolean {
    return !this.#over && this.channel.readyState === "open";
  }

  say(message: Said): void {
    if (!this.open) return;
    if (this.channel.bufferedAmount > MOST_WAITING) return this.close();
    for (const piece of pieces(JSON.stringify(message))) this.channel.send(piece);
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.connection.close();
    this.onclose();
  }

  #take(piece: unknown): void {
    try {
      if (typeof piece !== "string") throw new Error("no text");
      const text = this.#joiner.add(piece);
      if (text !== null) this.hear(JSON.parse(text));
    } catch {
      // Whatever speaks there, it is not this page.
      this.close();
    }
  }
}
