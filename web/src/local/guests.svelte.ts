/** Other devices at the tables of this one: invitations, and what comes of them. */
import { BASE } from "../api/base";
import { accept, found, invite, type Waiting, type Wrong } from "./connection";
import type { Received, Sent } from "./elsewhere";
import { readSignal } from "./signals";
import { serveGuest, type FromServer } from "./server";

/** Where a tab leaves an answer that it was opened with, for the tab that has the table. */
const ANSWERS = "cruachan answer ";
const KINDS = ["request", "open", "say", "close"];

export type Stage = "" | "making" | "waiting" | "connecting" | "failed";

export class Guests {
  stage = $state<Stage>("");
  /** What is to be shown to the other device. */
  link = $state("");
  /** How many devices are connected. */
  count = $state(0);
  #waiting: Waiting<Received, Sent> | null = null;

  constructor(readonly table: string) {
    addEventListener("storage", this.#look);
    document.addEventListener("visibilitychange", this.#look);
    addEventListener("beforeunload", (event) => this.count > 0 && event.preventDefault());
  }

  async invite(): Promise<void> {
    this.drop();
    this.stage = "making";
    try {
      this.#waiting = await invite(this.table);
    } catch {
      this.stage = "failed";
      return;
    }
    this.link = `${location.origin}${BASE}#join=${this.#waiting.code}`;
    this.stage = "waiting";
  }

  /** Forget an invitation that nobody has taken up. */
  drop(): void {
    this.#waiting?.talk.close();
    this.#waiting = null;
    this.stage = "";
    this.link = "";
  }

  /** Take an answer; "" if it is one to this invitation, else what it is. */
  async answer(text: string): Promise<Wrong | ""> {
    const waiting = this.#waiting;
    if (!waiting || this.stage !== "waiting") return "other";
    const wrong = await accept(waiting, text);
    if (wrong) return wrong;
    this.stage = "connecting";
    const there = await found(waiting.opened);
    this.#waiting = null;
    this.link = "";
    this.stage = there ? "" : "failed";
    if (there) this.#serve(waiting);
    else waiting.talk.close();
    return "";
  }

  #serve({ talk }: Waiting<Received, Sent>): void {
    const { port1, port2 } = new MessageChannel();
    serveGuest(this.table, port2);
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    talk.hear = (message) => {
      if (!KINDS.includes(message.kind)) return;
      const said = "body" in message ? message.body : null;
      const body = typeof said === "string" ? encoder.encode(said) : null;
      port1.postMessage({ ...message, body });
    };
    port1.onmessage = (event: MessageEvent<FromServer>) => {
      const { body, ...rest } = event.data;
      talk.say(body ? { ...rest, body: decoder.decode(body) } : rest);
    };
    this.count += 1;
    talk.onclose = () => {
      port1.postMessage({ kind: "leave" });
      this.count -= 1;
    };
  }

  /** An answer that a camera has read was opened in another tab, which left it for this one. */
  #look = async () => {
    const name = ANSWERS + this.#waiting?.signal.id;
    const code = this.#waiting && localStorage.getItem(name);
    if (!code) return;
    localStorage.removeItem(name);
    await this.answer(code);
  };
}

const tables: Record<string, Guests> = {};

/** The guests of a table; they stay while the page is open. */
export function guestsOf(table: string): Guests {
  return (tables[table] ??= new Guests(table));
}

/** Leave an answer for the tab that has the table; resolves when it was taken, or to false if it is none. */
export async function leaveAnswer(text: string, patience: number): Promise<boolean> {
  const answer = readSignal(text, "answer");
  if (!answer) return false;
  const name = ANSWERS + answer.id;
  localStorage.setItem(name, text);
  for (const until = Date.now() + patience; Date.now() < until;) {
    await new Promise((done) => setTimeout(done, 200));
    if (localStorage.getItem(name) === null) return true;
  }
  return false;
}
