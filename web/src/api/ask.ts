/** Asking the server over HTTP. What it refuses is a `Refused` with a sentence for people. */
import { settings } from "../settings.svelte";
import { say } from "../words";

export class Refused extends Error {
  constructor(
    text: string,
    readonly error: string,
    readonly status: number,
    readonly rule: string | null = null,
    readonly ruleText: string | null = null,
  ) {
    super(text);
  }

  /** Whether the same may be sent again: nobody knows whether it arrived, or the server is busy. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const LONGEST_WAIT = 8000;
/** The server made a mistake; sending the same again and again will not mend it. */
const FAULT = 500;

type Query = Record<string, string | number | boolean | null | undefined>;

export function address(path: string, query: Query = {}): string {
  const asked = new URLSearchParams({ lang: settings.lang });
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) asked.set(name, String(value));
  }
  return `/api${path}?${asked}`;
}

async function request(path: string, query: Query, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address(path, query), init);
  } catch {
    throw new Refused(say("line.unreachable"), "unreachable", 0);
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({ text: answer.statusText, error: "fault" }));
  throw new Refused(said.text, said.error, answer.status, said.rule ?? null, said.rule_text ?? null);
}

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  return (await request(path, query, {})).json();
}

export async function getText(path: string, query: Query = {}): Promise<string> {
  return (await request(path, query, {})).text();
}

export async function post<T>(path: string, body: unknown = null, query: Query = {}): Promise<T> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return (await request(path, query, init)).json();
}

export async function postForText(path: string, body: unknown): Promise<string> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return (await request(path, {}, init)).text();
}

/** Random letters; `crypto.randomUUID` is not there over http, `getRandomValues` is. */
export function random(bytes = 12): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (each) => each.toString(16).padStart(2, "0")).join("");
}

/** Ask until the server says yes or no: while it cannot be reached, it is asked again. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || !error.passing) throw error;
      if (error.status === FAULT && wait === LONGEST_WAIT) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** Do something at a table; sent again with the same id until the server has said yes or no. */
export function act(table: string, doing: Record<string, unknown>): Promise<Acted> {
  const body = { id: random(), act: doing };
  return patiently(() => post<Acted>(`/tables/${table}/acts`, body));
}

export interface Acted {
  seq: number;
  seats: number[];
}
