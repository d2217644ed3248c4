// Starts Python with the server in it: in a worker of a page, and in Node for the tests.
//
// `files(name)` fetches one of the files beside this one as an ArrayBuffer. `told(done, all)` hears
// how far it is.

import { Machine } from "./machine.mjs";

const DATA = "/data";
const PACKAGES = "packages.zip";
const START = `
import sys
sys.path.insert(0, "/packages")
from cruachan.server.browser.page import start
`;

export class PythonServer {
  #machine = new Machine();
  #loading = new Map();

  constructor(python, files) {
    this.python = python;
    this.files = files;
  }

  /** Unpack the packages; the folder of the data must be there. */
  async begin(onChange, told = () => {}) {
    const { python } = this;
    python.FS.mkdirTree(DATA);
    python.unpackArchive(await this.files(PACKAGES), "zip", { extractDir: "/packages" });
    told(3, 4);
    const start = python.runPython(`${START}start`);
    this.server = await start(DATA, (text) => this.#machine.answer(text), (game) => this.#load(game), onChange);
    told(4, 4);
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
    this.kernels ??= JSON.parse(new TextDecoder().decode(await this.files("kernels.json")));
    if (!this.kernels.includes(game)) return;
    const [code, manifest, weights] = await Promise.all(
      ["wasm", "json", "bin"].map((kind) => this.files(`${game}.${kind}`)),
    );
    const module = await WebAssembly.compile(code);
    this.#machine.add(module, JSON.parse(new TextDecoder().decode(manifest)), weights);
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
