// The server of a site without one: Python in a worker that all tabs of the site share.
//
// Each tab has a port. What goes over it:
//   tab -> worker   { id, kind: "request", method, path, query, headers, body }
//                   { id, kind: "open", path, query, headers }, { id, kind: "say", text },
//                   { id, kind: "close", code }, { kind: "leave" },
//                   { kind: "guest", table } with a port: what another device asks, invited to a table
//   worker -> tab   { id, kind: "answer", status: 500, headers, body }, { id, kind: "socket", said }
//                   { kind: "progress", done, all }, { kind: "failed", text }, { kind: "taken" },
//                   { kind: "stored", lost }: "" when all is kept, "full" or "unkept" when it is not

// Named here, so that a browser fetches them together with what asks for them.
import "./kernel.mjs";
import "./machine.mjs";
import "./pyodide.asm.mjs";
import "./pyodide.mjs";
import { PythonServer, startPython } from "./python.mjs";
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
let progress = { kind: "progress", done: 0, all: STEPS };
let failed = null;
let lost = "";

const here = (name) => new URL(name, import.meta.url);
const fetched = async (name) => {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function told(done) {
  progress = { kind: "progress", done, all: STEPS };
  tell(progress);
}

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

const started = (async () => {
  const python = await startPython(fetched, here("./").href);
  told(1);
  await load(python);
  told(2);
  const server = new PythonServer(python, fetched);
  await server.begin(save);
  told(STEPS);
  return server;
})();
started.catch((error) => {
  failed = { kind: "failed", text: String(error?.message ?? error) };
  tell(failed);
});

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
