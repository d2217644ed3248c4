/** The connection to a table: it comes back by itself, and says in which state it is. */
import type { TableMessage } from "./server";
import { BASE } from "./base";
import { LocalSocket } from "../local/server";
import { settings } from "../settings.svelte";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** What a server says that is about to stop while others go on. */
const COME_BACK = 1012;
const AT_ONCE = 100;
/** What the server refuses for a moment. */
const PASSING = [429, 500, 502, 503, 504];
/** A connection that is silent for so long is dead, though nobody says so; until the server has said how often it speaks. */
const SILENCE = 35_000;
/** So much may what the server says be late. */
const MARGIN = 5000;
/** A connection that has been silent for so long is asked for a sign of life, while somebody looks at it; not on her own device. */
const PING = 4000;
/** Where none comes for so long, she is told; and after so long, another connection is opened. */
const QUIET = 10_000;
const DEAD = 20_000;
const LISTEN = 2000;
/** How often the server is told that this window is in sight. */
const IN_SIGHT = 30_000;

interface Heard {
  message(message: TableMessage): void;
  /** The server refuses the connection for good. */
  refused(text: string, error: string): void;
}

/** Quiet: open, but nothing has come for longer than it should take. */
export type ConnectionState = "opening" | "open" | "quiet" | "lost";

export class TableConnection {
  state = $state<ConnectionState>("opening");
  #socket: WebSocket | LocalSocket | null = null;
  #timer = 0;
  #wait = FIRST_WAIT;
  #closed = false;
  #last = 0;
  #silence = SILENCE;
  #watch = 0;
  #sight = 0;
  #ear = 0;
  /** When it was last looked whether something was heard, and how often since then it was asked in vain. */
  #listened = 0;
  #asked = 0;

  constructor(
    readonly table: string,
    readonly seat: number | null,
    readonly since: () => number,
    readonly heard: Heard,
    /** Whether others look at the same screen, so that it shows no secret. */
    readonly shared = false,
  ) {
    addEventListener("online", this.#now);
    addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#look);
    this.#sight = setInterval(() => document.hidden || this.#see(), IN_SIGHT);
    if (!SITE) this.#ear = setInterval(this.#listen, LISTEN);
    this.#open();
  }

  /** Open another connection now. */
  retry(): void {
    this.#lose();
    this.#now();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    clearInterval(this.#sight);
    clearInterval(this.#ear);
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#look);
    this.#socket?.close(1000);
  }

  tell(what: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(what));
  }

  #now = () => {
    if (this.state === "open" || this.state === "quiet") return;
    this.#wait = FIRST_WAIT;
    clearTimeout(this.#timer);
    this.#open();
  };

  /** Nobody is given notice of what she sees. */
  #see(): void {
    if (this.seat !== null) this.tell({ visible: !document.hidden });
  }

  #look = () => {
    this.#see();
    if (document.hidden) return;
    if (this.#socket && Date.now() - this.#last > this.#silence) this.#lose();
    this.#now();
  };

  /** A network that dies tells neither end: whoever looks on is told soon. A slow one has time to answer twice. */
  #listen = () => {
    const now = Date.now();
    const asleep = document.hidden || now - this.#listened > 3 * LISTEN;
    this.#listened = now;
    if (asleep || this.#socket?.readyState !== WebSocket.OPEN) {
      this.#asked = 0;
      return;
    }
    const silent = now - this.#last;
    if (silent < PING) return;
    this.tell({ ping: true });
    this.#asked += 1;
    if (silent >= DEAD && this.#asked > DEAD / LISTEN / 2) this.#lose();
    else if (silent >= QUIET && this.#asked > 2 && this.state === "open") this.state = "quiet";
  };

  /** Something was heard; if nothing more is, the connection is opened anew. */
  #heard(): void {
    this.#last = Date.now();
    this.#asked = 0;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(this.#lose, this.#silence);
  }

  #open(): void {
    this.#socket?.close();
    this.#silence = SILENCE;
    this.#heard();
    const query = new URLSearchParams({
      since: String(this.since()),
      pieces: "true",
      shows: "true",
      alive: "true",
      lang: settings.lang,
    });
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.shared) query.set("shared", "true");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}${BASE}api/tables/${this.table}/listen?${query}`;
    const socket = SITE ? new LocalSocket(address) : new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket !== this.#socket || this.#closed) return;
      const said = JSON.parse(event.data);
      if ("alive" in said) this.#silence = Math.min(SILENCE, 2000 * said.alive + MARGIN);
      this.#heard();
      if (this.state === "quiet") this.state = "open";
      if ("alive" in said) return;
      if ("error" in said) {
        if (PASSING.includes(said.status)) {
          this.#lose();
          return;
        }
        this.close();
        this.heard.refused(said.text, said.error);
        return;
      }
      this.#wait = FIRST_WAIT;
      if (this.state !== "open") this.#see();
      this.state = "open";
      this.heard.message(said);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.code === COME_BACK && this.state === "open") this.#wait = AT_ONCE;
      this.#lose();
    };
  }

  /** A connection without a network may seem open for minutes; a server on this device needs none, so it is tried. */
  #lose = () => {
    if (this.#closed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.state = "lost";
    clearTimeout(this.#watch);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  };
}
