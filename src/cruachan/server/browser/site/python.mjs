// Starts Python with the server in it: in a worker of a page, and in Node for the tests.
//
// `files(name)` fetches one of the files beside this one as a Response. `told(done, all)` hears how
// far it is.
//
// Where it can, Python begins with its memory as it was when the site was built, with all modules
// loaded and all routes made (`tools/snapshot.mjs` writes it). Libraries of machine code are linked
// before that memory is put in place, in the same order, so that they lie where they lay. Where it
// cannot, as in an older browser, Python loads its packages from an archive.

import { Machine } from "./machine.mjs";

export const DATA = "/data";
export const PACKAGES = "/packages";
const ARCHIVE = "packages.zip";
const START = `
import sys
if "${PACKAGES}" not in sys.path:
    sys.path.insert(0, "${PACKAGES}")
from cruachan.server.browser.page import start
start
`;
/** What Python itself keeps open, after its three streams. */
export const OPEN = ["/lib/python314.zip"];

/** Options for Pyodide: libraries are linked before Python starts, then `then` gets the module. */
export function linked(libraries, at, then = () => {}) {
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("./pyodide.asm.mjs");
    const locate = settings.locateFile;
    settings.dynamicLibraries = Object.keys(libraries);
    settings.locateFile = (name, ...rest) =>
      name in libraries ? at + libraries[name] : locate ? locate(name, ...rest) : at + name;
    const module = await create(settings);
    then(module);
    return module;
  };
  return { indexURL: at, createPyodideModule };
}

async function unpacked(answer) {
  const { body } = await answer;
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Python as it was when the site was built. */
async function restored(loadPyodide, files, at) {
  const [memory, rest] = [files("memory.packed"), files("rest.packed")].map(unpacked);
  rest.catch(() => undefined);
  const { libraries } = await (await files("snapshot.json")).json();
  const snapshot = await memory;
  const size = snapshot.length - new Uint32Array(snapshot.buffer, 0, 2)[1];
  const python = await loadPyodide({
    ...linked(libraries, at, (module) => {
      const { emscripten_resize_heap: grow } = module.LDSO.loadedLibsByName.__main__.exports;
      if (module.HEAP8.length < size && !grow(size)) throw new Error("too little memory");
      for (const path of OPEN) module.FS.open(path, 0);
    }),
    _loadSnapshot: snapshot,
  });
  writeFiles(python.FS, await rest);
  return python;
}

/** Write the files of an archive: the length of a list, the list as JSON, and what it lists. */
function writeFiles(fs, archive) {
  const begin = 4 + new DataView(archive.buffer).getUint32(0, true);
  const folders = new Set();
  let from = begin;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(archive.subarray(4, begin)))) {
    const path = `${PACKAGES}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, archive.subarray(from, (from += size)), { canOwn: true });
  }
}

/** Python with nothing but its packages. */
async function fresh(loadPyodide, files, at) {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: at }),
    files(ARCHIVE).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  return python;
}

/** Python with the packages of the server; `at` is the address of the files. */
export async function startPython(files, at) {
  const { loadPyodide } = await import("./pyodide.mjs");
  return restored(loadPyodide, files, at).catch((error) => {
    console.warn(error);
    return fresh(loadPyodide, files, at);
  });
}

export class PythonServer {
  #machine = new Machine();
  #loading = new Map();

  constructor(python, files) {
    this.python = python;
    this.files = files;
  }

  /** Start the server; the folder of the data must be there. */
  async begin(onChange) {
    this.python.FS.mkdirTree(DATA);
    const start = this.python.runPython(START);
    this.server = await start(DATA, (text) => this.#machine.answer(text), (game) => this.#load(game), onChange);
  }

  /** Fetch the module of a game, if it has one. */
  #load(game) {
    if (!this.#loading.has(game)) {
      const loading = this.#fetch(game);
      loading.catch(() => this.#loading.delete(game));
      this.#loading.set(game, loading);
    }
    return this.#loading.get(game);
  }

  async #fetch(game) {
    this.kernels ??= await (await this.files("kernels.json")).json();
    if (!this.kernels.includes(game)) return;
    const [code, manifest, weights] = await Promise.all(
      ["wasm", "json", "bin"].map((kind) => this.files(`${game}.${kind}`)),
    );
    const module = await WebAssembly.compile(await code.arrayBuffer());
    this.#machine.add(module, await manifest.json(), await weights.arrayBuffer());
  }

  /** Answer a request: `{ status, headers, body }`. */
  async request({ method, path, query = "", headers = [], body = null }) {
    const sent = body === null ? new Uint8Array() : body;
    const answer = await this.server.request(method, path, query, JSON.stringify(headers), sent);
    return { status: answer[0], headers: JSON.parse(answer[1]), body: answer[2] };
  }

  /** Open a WebSocket; `hear` gets `{ kind, data, code }`. */
  open({ path, query = "" }, hear) {
    return this.server.open(path, query, (said) => hear(JSON.parse(said)));
  }
}
