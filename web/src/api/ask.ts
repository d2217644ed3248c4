/** Asking the server over HTTP. What it refuses is a `Refused` with a sentence for people. */
import { settings } from "../settings.svelte";
import { say } from "../texts";
import { BASE } from "./base";
import type { CommandAnswer } from "./server";
import { localFetch, ready } from "../local/server";

export class Refused extends Error {
  constructor(
    text: string,
    readonly error: string,
    readonly status: number,
    readonly rule: string | null = null,
    readonly ruleText: string | null = null,
    /** Milliseconds after which the server wants to be asked again. */
    readonly after = 0,
  ) {
    super(text);
  }

  /** Whether the same may be sent again: nobody knows whether it arrived, or the server is busy. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const LONGEST_WAIT = 8000;
/** Milliseconds for an answer; what has not come then will not come. */
const PATIENCE = 20_000;
/** The same for what is done at a table, and can be sent again without harm. */
const DONE = 10_000;
/** The same for what the server thinks about. */
export const THINKING = 90_000;
/** How often something that makes a table or a key is sent before its sender is told. */
const TRIES = 4;
/** The server made a mistake; sending the same again and again will not mend it. */
const FAULT = 500;

type Query = Record<string, string | number | boolean | null | undefined>;

export function address(path: string, query: Query = {}): string {
  // Pictures whose address names their content are files of a site (server/browser/fixed.py).
  if (SITE && query["digest"]) return `${BASE}answers/${path.split("/").pop()}-${query["digest"]}.svg`;
  const asked = new URLSearchParams({ lang: settings.lang });
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) asked.set(name, String(value));
  }
  return `${BASE}api${path}?${asked}`;
}

/** Ask once. An answer that is not whole in time is none: nobody knows whether the server was reached. */
async function request(path: string, query: Query, init: RequestInit, patience: number): Promise<string> {
  if (SITE) await ready();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  let answer: Response;
  let said: string;
  try {
    answer = await (SITE ? localFetch : fetch)(address(path, query), { ...init, signal: stop.signal });
    said = await answer.text();
  } catch {
    throw new Refused(say("line.unreachable"), "unreachable", 0);
  } finally {
    clearTimeout(timer);
  }
  if (answer.ok) return said;
  throw refusal(answer, said);
}

function refusal(answer: Response, said: string): Refused {
  const wait = 1000 * Number(answer.headers.get("retry-after")) || 0;
  try {
    const { text, error, rule, rule_text } = JSON.parse(said);
    return new Refused(text, error, answer.status, rule ?? null, rule_text ?? null, wait);
  } catch {
    return new Refused(answer.statusText, "fault", answer.status, null, null, wait);
  }
}

export async function get<T>(path: string, query: Query = {}, patience = PATIENCE): Promise<T> {
  return JSON.parse(await request(path, query, {}, patience));
}

export function getText(path: string, query: Query = {}): Promise<string> {
  return request(path, query, {}, PATIENCE);
}

/** What `fetch` does, wherever the server is. */
export async function fetched(at: string, init: RequestInit = {}): Promise<Response> {
  if (!SITE) return fetch(at, init);
  await ready();
  return localFetch(at, init);
}

/** A file that the server may take long to make. */
export async function getFile(path: string, query: Query = {}, init: RequestInit = {}): Promise<Blob> {
  const answer = await fetched(address(path, query), init).catch(() => null);
  if (!answer) throw new Refused(say("line.unreachable"), "unreachable", 0);
  if (answer.ok) return answer.blob();
  throw refusal(answer, await answer.text());
}

export async function post<T>(
  path: string,
  body: unknown = null,
  query: Query = {},
  patience = PATIENCE,
  id = "",
): Promise<T> {
  return JSON.parse(await send(path, body, query, patience, id));
}

export function postForText(path: string, body: unknown): Promise<string> {
  return send(path, body, {}, PATIENCE);
}

function send(path: string, body: unknown, query: Query, patience: number, id = ""): Promise<string> {
  const headers = { "content-type": "application/json", ...(id && { "idempotency-key": id }) };
  return request(path, query, { method: "POST", headers, body: JSON.stringify(body) }, patience);
}

/** Random letters; `crypto.randomUUID` is not there over http, `getRandomValues` is. */
export function random(bytes = 12): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (each) => each.toString(16).padStart(2, "0")).join("");
}

interface Waiting {
  /** Called with why there is no answer yet. */
  told?: (why: string) => void;
  /** Whether nobody waits for the answer any more. */
  left?: () => boolean;
  /** How often it is asked at most. */
  tries?: number;
}

/** Ask until the server says yes or no: while it cannot be reached, it is asked again. */
export async function patiently<T>(ask: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
  for (let wait = 500, asked = 1; ; wait = Math.min(wait * 2, LONGEST_WAIT), asked++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || !error.passing || waiting.left?.()) throw error;
      if (asked === waiting.tries) throw error;
      if (error.status === FAULT && wait === LONGEST_WAIT) throw error;
      waiting.told?.(error.message);
      await new Promise((done) => setTimeout(done, Math.max(wait, error.after)));
    }
  }
}

let known: Promise<Introduced> | null = null;
/** Have a key before anything is made with it: what is sent twice is then known to be ours. */
function introduce(): Promise<Introduced> {
  known ??= post<Introduced>("/device").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Make a table or a key; sent again with the same id, so that there is one, and not for ever. */
export function make<T>(
  path: string,
  body: unknown = null,
  query: Query = {},
  patience = PATIENCE,
): Promise<T> {
  const id = random();
  const ask = async () => {
    await introduce();
    return post<T>(path, body, query, patience, id);
  };
  return patiently(ask, { tries: TRIES });
}

/** Do something at a table; sent again with the same id until the server has said yes or no. */
export function act(table: string, command: Record<string, unknown>): Promise<CommandAnswer> {
  const body = { id: random(), act: command };
  return patiently(async () => {
    if (command.kind === "sit") await introduce();
    return post<CommandAnswer>(`/tables/${table}/acts`, body, {}, DONE);
  });
}

interface Introduced {
  new: boolean;
}
