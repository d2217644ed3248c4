/** The server of a site that has none: Python in a worker, which all tabs share. */
import { BASE } from "../api/base";
import { kept } from "../settings.svelte";

export interface Answer {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}
interface Said {
  kind: "open" | "message" | "close";
  data?: string;
  code?: number;
}

export interface LocalState {
  /** From 0 to 1; 1 when the server answers. */
  progress: number;
  /** Bytes of its files that have come, and of all that it needs; 0 where they are kept on this device. */
  bytes: number;
  size: number;
  /** Whether it waits for the network to load on. */
  waiting: boolean;
  /** Why there is no server. */
  failed: string;
  /** Why what happens is not kept: the device has no room, or the browser keeps nothing. */
  lost: "" | "full" | "unkept";
  /** Whether another tab has taken the games over. */
  taken: boolean;
  /** Whether a new version of the site waits until no tab is open. */
  update: boolean;
  /** Whether the site opens without a network; "" while nobody knows. */
  offline: "" | "keeping" | "kept" | "not";
  /** The table on another device to which the connection is gone. */
  cut: string;
}

type Told = (state: LocalState) => void;

const FOLDER = "server/";
/** Where the tables are noted that lie on other devices. */
export const FAR_TABLES = "cruachan elsewhere";
const state: LocalState = {
  progress: 0,
  bytes: 0,
  size: 0,
  waiting: false,
  failed: "",
  lost: "",
  taken: false,
  update: false,
  offline: "",
  cut: "",
};
/** How much of a start is fetching. */
const FETCHING = 0.8;
const listeners = new Set<Told>();
const answers = new Map<number, (answer: Answer) => void>();
const sockets = new Map<number, LocalSocket>();
let port: MessagePort | null = null;
let far: Elsewhere | null = null;
let farReady: Promise<unknown> = Promise.resolve();
let last = 0;

/** What is asked of another device, whose messages are those of the worker (local/elsewhere.ts). */
export interface Elsewhere {
  has(path: string): boolean;
  send(message: ToServer): void;
}

/** What goes to a server: to the worker, or over a connection to that of another device. */
export type ToServer =
  | ({ id: number; kind: "request" } & Asked)
  | { id: number; kind: "open"; path: string; query: string; headers: Asked["headers"] }
  | { id: number; kind: "say"; text: string }
  | { id: number; kind: "close"; code: number };

export function setElsewhere(found: Elsewhere): void {
  far = found;
}

/** Say that the connection to a table on another device is gone, or ("") there again. */
export function setCut(cut: string): void {
  change({ cut });
}

/** Let another device ask the server of this one about a table; what it says goes into the port. */
export function serveGuest(table: string, guest: MessagePort): void {
  opened().postMessage({ kind: "guest", table }, [guest]);
}

type Send = (message: ToServer) => void;

/** Where a path is answered. */
function way(path: string): Send {
  const there = far;
  if (there?.has(path)) return (message) => there.send(message);
  return (message) => opened().postMessage(message);
}

/** Hear how far the server is, now and whenever that changes. */
export function watch(told: Told): () => void {
  listeners.add(told);
  told({ ...state });
  return () => listeners.delete(told);
}

/** Wait until the server answers; an error says why it never will. */
export async function ready(): Promise<void> {
  await farReady;
  await new Promise<void>((resolve, reject) => {
    const told = (now: LocalState) => {
      if (now.progress < 1 && !now.failed) return;
      listeners.delete(told);
      if (now.failed) reject(new Error(now.failed));
      else resolve();
    };
    listeners.add(told);
    told(state);
  });
}

function change(what: Partial<LocalState>): void {
  Object.assign(state, what);
  for (const told of listeners) told({ ...state });
}

function connect(): MessagePort {
  const url = new URL(`${BASE}${FOLDER}server-worker.mjs`, location.href);
  try {
    // In WebKitGTK 2.50 a shared worker whose files came from a service worker had not begun after 20 s.
    if (/^Apple/.test(navigator.vendor)) throw new Error("no shared workers");
    const shared = new SharedWorker(url, { type: "module", name: "cruachan" });
    shared.onerror = fail;
    return shared.port;
  } catch {
    // This browser has none that works, or denies it to sites that may keep nothing: the tab has a worker of its own.
  }
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(url, { type: "module" });
  worker.onerror = fail;
  worker.postMessage(null, [port2]);
  return port1;
}

/** The worker has not begun: the network fails, the browser is too old, or the host sends it with a wrong type. */
function fail(event: Event): void {
  const why = event instanceof ErrorEvent && event.message;
  if (state.progress === 0) void startAgain(why || `${FOLDER}server-worker.mjs`, listen);
}

/** Milliseconds between two tries, and how many there are where it is not the network that fails. */
const PAUSE = 2000;
const TRIES = 2;
let tries = 0;
let starting = false;

/** The server has not started: wait until the host can be reached, and try again. */
async function startAgain(why: string, start: () => void, network = false): Promise<void> {
  if (starting) return;
  starting = true;
  const there = await reached();
  tries = there && !network ? tries + 1 : 0;
  if (tries === TRIES) return change({ failed: why });
  change({ waiting: tries === 0 });
  const pause = () => new Promise((done) => setTimeout(done, PAUSE));
  await pause();
  while (!(await reached())) await pause();
  starting = false;
  change({ waiting: false, progress: 0, bytes: 0 });
  start();
}

/** Whether the host can be reached: at an address that no cache has. */
async function reached(): Promise<boolean> {
  const answer = await fetch(`${BASE}index.html?${Date.now()}`, { cache: "no-store" }).catch(() => null);
  return !!answer;
}

const again = () => port?.postMessage({ kind: "again" });

function listen(): MessagePort {
  port = connect();
  port.onmessage = (event) => heard(event.data);
  return port;
}

function opened(): MessagePort {
  if (port) return port;
  addEventListener("pagehide", () => port?.postMessage({ kind: "leave" }));
  // A tab that a browser brings back as it was has left.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  return listen();
}

export interface FromServer extends Answer {
  id: number;
  kind: "answer" | "socket" | "progress" | "failed" | "stored" | "taken";
  said: Said;
  done: number;
  all: number;
  bytes: number;
  size: number;
  text: string;
  network: boolean;
  lost: LocalState["lost"];
}

/** Hear what a server says: the worker's, or that of another device. */
export function heard(message: FromServer): void {
  if (message.kind === "answer") {
    answers.get(message.id)?.(message);
    answers.delete(message.id);
  } else if (message.kind === "socket") sockets.get(message.id)?.hear(message.said);
  else if (message.kind === "progress") progressed(message);
  else if (message.kind === "failed") void startAgain(message.text, again, message.network);
  else if (message.kind === "stored") change({ lost: message.lost });
  else if (message.kind === "taken") change({ taken: true });
}

/** Whether a service worker has the files. */
function isKept(): boolean {
  try {
    return !!navigator.serviceWorker?.controller;
  } catch {
    return false;
  }
}

function progressed({ done, all, bytes, size }: FromServer): void {
  const come = done ? 1 : bytes / (size || 1);
  const progress = FETCHING * come + (1 - FETCHING) * (done / all);
  change({ progress, bytes, size: isKept() ? 0 : size, failed: "" });
}

export interface Asked {
  method: string;
  path: string;
  query: string;
  headers: [string, string][];
  body: Uint8Array | ArrayBuffer | null;
}

function ask(asked: Asked): Promise<Answer> {
  const id = ++last;
  return new Promise((resolve) => {
    answers.set(id, resolve);
    const body = asked.body instanceof ArrayBuffer ? new Uint8Array(asked.body) : asked.body;
    way(asked.path)({ id, kind: "request", ...asked, body });
  });
}

/** What `fetch` does, answered by the worker. */
export async function localFetch(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address, location.href);
  if (!url.pathname.startsWith(`${BASE}api/`)) return fetch(url, init);
  const headers = [...new Headers(init.headers)] as [string, string][];
  headers.push(["accept-language", navigator.languages.join(", ")]);
  const body = typeof init.body === "string" ? new TextEncoder().encode(init.body) : null;
  const path = `/${url.pathname.slice(BASE.length)}`;
  // Who sets a table wants to find it again: the browser is asked not to clear it away.
  if (init.method === "POST" && path === "/api/tables") void navigator.storage?.persist?.();
  const asking = ask({ method: init.method ?? "GET", path, query: url.search.slice(1), headers, body });
  const stopped = new Promise<never>((_, reject) =>
    init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
  );
  const answer = await Promise.race([asking, stopped]);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** As much of a WebSocket as the page uses. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #id = ++last;
  readonly #send: Send;

  constructor(address: string) {
    const url = new URL(address, location.href);
    sockets.set(this.#id, this);
    const path = `/${url.pathname.slice(BASE.length)}`;
    this.#send = way(path);
    this.#send({ id: this.#id, kind: "open", path, query: url.search.slice(1), headers: [] });
  }

  send(text: string): void {
    this.#send({ id: this.#id, kind: "say", text });
  }

  close(code = 1000): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.#send({ id: this.#id, kind: "close", code });
    this.hear({ kind: "close", code });
  }

  hear(said: Said): void {
    if (said.kind === "open") this.readyState = WebSocket.OPEN;
    else if (said.kind === "message")
      this.onmessage?.(new MessageEvent("message", { data: said.data ?? "" }));
    else {
      this.readyState = WebSocket.CLOSED;
      sockets.delete(this.#id);
      this.onclose?.(new CloseEvent("close", { code: said.code ?? 1006 }));
    }
  }
}

/** Begin to load the server, keep the site on this device, and answer what pictures and links ask for. */
export function begin(): void {
  opened();
  if (kept(FAR_TABLES)) farReady = import("./elsewhere").then((found) => found.come()).catch(() => undefined);
  // What is not kept would be gone.
  addEventListener("beforeunload", (event) => state.lost === "full" && event.preventDefault());
  try {
    keepSite(navigator.serviceWorker);
  } catch {
    // Without a network there is no site then; with one it plays.
    change({ offline: "not" });
  }
}

function keepSite(workers: ServiceWorkerContainer | undefined): void {
  if (!workers) return change({ offline: "not" });
  workers.addEventListener("message", (event) => {
    if (event.data?.kind !== "cruachan-request") return;
    const reply = event.ports[0];
    ask(event.data.asked).then((answer) => reply?.postMessage(answer));
  });
  workers.startMessages();
  // What the games need comes first: the same files are then in the cache of the browser.
  const keep = () => register(workers);
  ready().then(keep, keep);
}

/** Milliseconds after which the site is kept once more, where that has failed. */
const KEEP_AGAIN = 30_000;

function register(workers: ServiceWorkerContainer): void {
  workers.register(`${BASE}service-worker.js`, { scope: BASE }).then(
    (site) => lookAfter(site, workers),
    () => change({ offline: "not" }),
  );
}

/** Say how far the site is kept, whether a new version waits, and try again what has failed. */
function lookAfter(site: ServiceWorkerRegistration, workers: ServiceWorkerContainer): void {
  const follow = (worker: ServiceWorker) => {
    worker.addEventListener("statechange", () => {
      look();
      if (worker.state !== "redundant" || site.active) return;
      change({ offline: "not" });
      setTimeout(() => register(workers), KEEP_AGAIN);
    });
  };
  const look = () =>
    change({
      update: site.waiting !== null && site.active !== null,
      offline: site.active ? "kept" : "keeping",
    });
  look();
  if (site.installing) follow(site.installing);
  site.addEventListener("updatefound", () => site.installing && follow(site.installing));
}
