// Starts Python with the server in it: in a worker of a page, and in Node for the tests.
//
// `files(name)` fetches one of the files beside this one as a Response; it throws a Lost where the
// network fails. `expect(sizes)` hears which files a start needs, and how many bytes each has.
//
// Where it can, Python begins with its memory as it was when the site was built, with all modules
// loaded and all routes made (`tools/snapshot.mjs` writes it). Libraries of machine code are linked
// before that memory is put in place, in the same order, so that they lie where they lay. Where it
// cannot, as in an older browser, Python loads its packages from an archive.

import { Machine } from "./machine.mjs";
import { loadPyodide } from "./pyodide.mjs";

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

/** The table of functions, whose places in it are the pointers to them in Python's memory. */
const functions = (module) => module.LDSO.loadedLibsByName.__main__.exports.__indirect_function_table;

/** While libraries are linked, the table gives exported functions as the objects that were exported. In WebKit
 * they are others, for which linking would take new places: pointers in the memory would lead elsewhere. */
function giveExports(exports) {
  const table = exports.__indirect_function_table;
  const exported = new Map(
    Object.values(exports)
      .filter((each) => typeof each === "function")
      .map((each) => [each.name, each]),
  );
  const { get } = table;
  const own = table.length;
  table.get = (at) => {
    const found = get.call(table, at);
    return at < own ? (exported.get(found?.name) ?? found) : found;
  };
}

/** Which functions lie where, as one number made of their numbers in their modules. */
export function layout(module, length = functions(module).length) {
  const table = functions(module);
  let sum = 0;
  for (let at = 0; at < Math.min(length, table.length); at += 1)
    sum = (Math.imul(sum, 31) + (Number(table.get(at)?.name) || 0)) | 0;
  return { length: Math.min(length, table.length), sum };
}

/** Where Python's memory says how functions of any signature are called, which the browser decides. */
function callsAt(module) {
  const { _PyRuntime, _PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET } = module.LDSO.loadedLibsByName.__main__.exports;
  return (_PyRuntime.value + module.HEAP32[_PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET.value / 4]) / 4;
}

/** Options for Pyodide: libraries are linked before Python starts, then `then` gets the module. */
export function linked(libraries, at, then = () => {}) {
  const loading = import("./pyodide.asm.mjs");
  loading.catch(() => undefined);
  const createPyodideModule = async (settings) => {
    const { default: create } = await loading;
    const locate = settings.locateFile;
    settings.dynamicLibraries = Object.keys(libraries);
    settings.locateFile = (name, ...rest) =>
      name in libraries ? at + libraries[name] : locate ? locate(name, ...rest) : at + name;
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, done) =>
      instantiateWasm(imports, (instance, wasm) => {
        giveExports(instance.exports);
        return done(instance, wasm);
      });
    const module = await create(settings);
    delete functions(module).get;
    await then(module);
    return module;
  };
  return { indexURL: at, createPyodideModule };
}

/** The network has failed: the same may be tried again. */
export class Lost extends Error {}

/** What is in a compressed file, or in one that is cut into several, as a stream. All are on their way at once. */
function unpacked(files, names) {
  const parts = names.map(async (name) => new Uint8Array(await (await files(name)).arrayBuffer()));
  for (const each of parts) each.catch(() => undefined);
  const joined = new ReadableStream({
    async pull(controller) {
      if (parts.length) controller.enqueue(await parts.shift());
      else controller.close();
    },
  });
  return joined.pipeThrough(new DecompressionStream("gzip"));
}

const whole = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Python as it was when the site was built. All files are on their way at once; the memory is put
 * in place piece by piece, as it is unpacked: `ranges` are those that are not empty. */
async function restored(loadPyodide, files, at, expect) {
  const found = await (await files("snapshot.json")).json();
  const { libraries, size, ranges, objects, places, pieces, sizes } = found;
  expect(sizes);
  const [memory, rest] = [pieces, ["rest.packed"]].map((names) => unpacked(files, names));
  const restore = async (module) => {
    const { length, sum } = layout(module, places.length);
    if (length !== places.length || sum !== places.sum) throw new Error("functions lie elsewhere");
    const { emscripten_resize_heap: grow } = module.LDSO.loadedLibsByName.__main__.exports;
    if (module.HEAP8.length < size && !grow(size)) throw new Error("too little memory");
    for (const path of OPEN) module.FS.open(path, 0);
    const calls = module.HEAP32[callsAt(module)];
    await fill(module.HEAPU8, ranges, memory);
    module.HEAP32[callsAt(module)] = calls;
    module.API.restoreSnapshot = () => objects;
  };
  // What is there of a snapshot beside the memory: enough to say that there is one.
  const python = await loadPyodide({ ...linked(libraries, at, restore), _loadSnapshot: new Uint8Array(4) });
  writeFiles(python.FS, await whole(rest));
  return python;
}

/** Write a stream into the ranges of a memory, one after the other. */
async function fill(heap, ranges, stream) {
  let [number, from] = [0, 0];
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    for (let taken = 0; taken < value.length; ) {
      const [begin, end] = ranges[number];
      const piece = value.subarray(taken, taken + end - begin - from);
      heap.set(piece, begin + from);
      taken += piece.length;
      from += piece.length;
      if (begin + from === end) [number, from] = [number + 1, 0];
    }
  }
  if (number !== ranges.length) throw new Error("the memory is cut off");
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
export async function startPython(files, at, expect = () => undefined) {
  return restored(loadPyodide, files, at, expect).catch((error) => {
    if (error instanceof Lost) throw error;
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

  /** Answer a request, of another device if it is a guest of a table: `{ status, headers, body }`. */
  async request({ method, path, query = "", headers = [], body = null }, guestOf = "") {
    const sent = body === null ? new Uint8Array() : body;
    const answer = await this.server.request(method, path, query, JSON.stringify(headers), sent, guestOf);
    return { status: answer[0], headers: JSON.parse(answer[1]), body: answer[2] };
  }

  /** Open a WebSocket; `hear` gets `{ kind, data, code }`. */
  open({ path, query = "", headers = [] }, hear, guestOf = "") {
    return this.server.open(path, query, JSON.stringify(headers), guestOf, (said) => hear(JSON.parse(said)));
  }
}
