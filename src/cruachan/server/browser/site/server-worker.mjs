// The server of a site without one: Python in a worker that all tabs of the site share.
//
// Each tab has a port. What goes over it:
//   tab -> worker   { id, kind: "request", method, path, query, headers, body }
//                   { id, kind: "open", path, query, headers }, { id, kind: "say", text },
//                   { id, kind: "close", code }, { kind: "leave" },
//                   { kind: "again" }: try once more to start,
//                   { kind: "guest", table } with a port: what another device asks, invited to a table
//   worker -> tab   { id, kind: "answer", status: 500, headers, body }, { id, kind: "socket", said }
//                   { kind: "progress", done, all, bytes, size }: steps, and what is fetched of the files,
//                   { kind: "failed", text, network }: no start, since the network or something else fails,
//                   { kind: "taken" },
//                   { kind: "stored", lost }: "" when all is kept, "full" or "unkept" when it is not

// Named here, so that a browser fetches them together with what asks for them.
import "./kernel.mjs";
import "./machine.mjs";
import "./pyodide.asm.mjs";
import "./pyodide.mjs";
import { Lost, PythonServer, startPython } from "./python.mjs";
import { Storage, Taken } from "./storage.mjs";

const NAME = `cruachan ${new URL(".", import.meta.url).pathname}`;
/** How workers of a site hear of each other, where tabs share none; who may keep nothing has no need of it. */
const others = (() => {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return { postMessage: () => undefined };
  }
})();

const ports = new Set();
const STEPS = 3;
let progress = { kind: "progress", done: 0, all: STEPS, bytes: 0, size: 0 };
let failed = null;
let lost = "";

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function told(what) {
  progress = { ...progress, ...what };
  tell(progress);
}

const fromHost = self.fetch.bind(self);
const here = (name) => new URL(name, import.meta.url);
/** Milliseconds after which a file that did not come is asked for again. */
const AGAIN = [500, 2000, 4000];
/** Statuses of hosts that have much to do. */
const PASSING = [429, 500, 502, 503, 504];

/** A file of the site, whole; a Lost where the network fails several times. */
async function fetched(name) {
  for (const wait of [...AGAIN, null]) {
    const found = await tried(name).catch((error) => {
      if (!(error instanceof Lost) || wait === null) throw error;
    });
    if (found) return found;
    await new Promise((done) => setTimeout(done, wait));
  }
}

async function tried(name) {
  const answer = await network(name, () => fromHost(here(name)));
  if (PASSING.includes(answer.status)) throw new Lost(`${name}: ${answer.status}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const body = await network(name, () => content(name, answer.body));
  return new Response(body, { headers: { "content-type": answer.headers.get("content-type") ?? "" } });
}

/** What a step brings in which only the network can fail. */
async function network(name, step) {
  try {
    return await step();
  } catch (error) {
    throw new Lost(`${name}: ${error?.message ?? error}`);
  }
}

async function content(name, body) {
  const parts = [];
  arrive(name, 0);
  for (const reader = body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    arrive(name, (arrived.get(name) ?? 0) + value.length);
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes that have come, by the names of files, and those that a start needs. */
const arrived = new Map();
let expected = {};
/** Milliseconds between two messages about them. */
const OFTEN = 400;
let soon = 0;

function arrive(name, bytes) {
  arrived.set(name, bytes);
  soon ||= setTimeout(count, OFTEN);
}

function count() {
  soon = 0;
  if (progress.done > 0) return;
  const sum = (each) => each.reduce((all, bytes) => all + bytes, 0);
  const come = Object.entries(expected).map(([name, size]) => Math.min(size, arrived.get(name) ?? 0));
  told({ bytes: sum(come), size: sum(Object.values(expected)) });
}

/** Hear which files a start needs. */
function expect(sizes) {
  expected = sizes;
  count();
}

/** Whether a service worker has the files. */
let kept = false;
let giveUp = () => undefined;

/** What Python fetches by itself while it starts comes whole, or the start ends: it would wait for ever. Files that
 * are kept here come as they are, so that the browser finds what it has compiled of them. */
self.fetch = async (asked, init) => {
  const { href } = new URL(asked.url ?? asked, import.meta.url);
  const name = href.slice(here("./").href.length);
  if (!(name in expected) || href !== here(name).href) return fromHost(asked, init);
  if (!kept) return fetched(name).catch(giveUp);
  arrive(name, expected[name]);
  return fromHost(asked, init);
};

/** Say why what happens is not kept, or that it is again. */
function lose(why) {
  if (why !== lost) tell({ kind: "stored", lost: (lost = why) });
}

/** Another worker goes on: what this one would do is not kept. */
function retire() {
  tell({ kind: "taken" });
  self.close();
}

let storage;

/** Keep what has changed; where there is no room, the game goes on and everybody is told. */
async function save() {
  if (lost === "unkept") return;
  try {
    await storage.save();
    lose("");
  } catch (error) {
    if (error instanceof Taken) retire();
    else lose("full");
  }
}

/** Load what is kept; where the browser keeps nothing, as in some private windows, play all the same. */
async function load(python) {
  storage = new Storage(python.FS, "/data", NAME);
  try {
    await storage.load();
  } catch (error) {
    console.error(error);
    lose("unkept");
  }
  others.onmessage = retire;
  others.postMessage("taken");
}

async function start() {
  kept = !!(await self.caches?.match(here("snapshot.json")).catch(() => null));
  const failing = new Promise((_, reject) => {
    giveUp = (error) => {
      reject(error);
      throw error;
    };
  });
  const python = await Promise.race([startPython(fetched, here("./").href, expect), failing]);
  told({ done: 1 });
  await load(python);
  told({ done: 2 });
  const server = new PythonServer(python, fetched);
  await server.begin(save);
  told({ done: STEPS });
  return server;
}

let started;

function begin() {
  failed = null;
  arrived.clear();
  told({ done: 0, bytes: 0 });
  started = start();
  started.catch((error) => {
    const network = error instanceof Lost;
    failed = { kind: "failed", text: String(error?.message ?? error), network };
    tell(failed);
  });
}
begin();

/** What a page lists beside the rest: it is asked in pauses, so that whoever acts need not wait for it. */
const LISTS = /^\/api\/(daily|challenges|puzzles|tables\/mine)/;
const PAUSE = 60;
const LONGEST = 1000;
const acting = { count: 0, last: 0 };

async function pause() {
  for (const until = performance.now() + LONGEST; performance.now() < until; ) {
    await new Promise((done) => setTimeout(done, PAUSE / 3));
    if (!acting.count && performance.now() - acting.last > PAUSE) return;
  }
}

class Tab {
  #sockets = new Map();

  /** `guestOf`: the table that another device was invited to, if it is one. */
  constructor(port, guestOf = "") {
    this.port = port;
    this.guestOf = guestOf;
    port.onmessage = (event) =>
      this.#heard(event.data, event.ports).catch((error) => this.#broken(event.data, error));
    if (guestOf) return;
    ports.add(port);
    port.postMessage(failed ?? progress);
    if (lost) port.postMessage({ kind: "stored", lost });
  }

  async #heard(asked, [port]) {
    if (asked.kind === "leave") return this.#leave();
    if (asked.kind === "again") return void (failed && begin());
    if (asked.kind === "guest" && asked.table && !this.guestOf) return void new Tab(port, asked.table);
    const server = await started;
    if (asked.kind === "request") {
      const answer = await this.#answer(server, asked);
      this.port.postMessage({ id: asked.id, kind: "answer", ...answer });
    } else if (asked.kind === "open") {
      const hear = (said) => {
        if (said.kind === "close") this.#sockets.delete(asked.id);
        this.port.postMessage({ id: asked.id, kind: "socket", said });
      };
      this.#sockets.set(asked.id, server.open(asked, hear, this.guestOf));
    } else if (asked.kind === "say") {
      this.#sockets.get(asked.id)?.say(asked.text);
    } else if (asked.kind === "close") {
      this.#sockets.get(asked.id)?.close(asked.code);
      this.#sockets.delete(asked.id);
    }
  }

  async #answer(server, asked) {
    if (asked.method === "GET") {
      if (LISTS.test(asked.path)) await pause();
      return server.request(asked, this.guestOf);
    }
    acting.count += 1;
    try {
      const answer = await server.request(asked, this.guestOf);
      await save();
      return answer;
    } finally {
      acting.count -= 1;
      acting.last = performance.now();
    }
  }

  #broken(asked, error) {
    console.error(error);
    const body = new TextEncoder().encode(JSON.stringify({ error: "fault", text: String(error) }));
    if (asked.kind === "request")
      this.port.postMessage({ id: asked.id, kind: "answer", status: 500, headers: [], body });
    else this.port.postMessage({ id: asked.id, kind: "socket", said: { kind: "close", code: 1011 } });
  }

  #leave() {
    for (const socket of this.#sockets.values()) socket.close(1001);
    this.#sockets.clear();
    ports.delete(this.port);
  }
}

// A shared worker is connected to; where there are none, a worker of one tab is sent its port.
self.onconnect = (event) => new Tab(event.ports[0]);
self.onmessage = (event) => {
  if (event.ports[0]) new Tab(event.ports[0]);
};
