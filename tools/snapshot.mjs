// Starts the server of the site once and writes Python's memory: node snapshot.mjs SERVER PACKAGES ANSWERS
//
// SERVER is the folder of the site's server, where memory-N.packed (the memory), rest.packed (files of
// the packages that are not in it), snapshot.json and the libraries are written; PACKAGES is the
// folder of all packages; ANSWERS is a folder for answers that are the same on every device.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [server, packages, answers] = process.argv.slice(2);
const { OPEN, PACKAGES, layout, linked } = await import(`file://${server}/python.mjs`);
const { loadPyodide } = await import(`file://${server}/pyodide.mjs`);

const PAGE = 16_384;
const HEAD = 48;
/** Bytes of a file: where the network fails, one of them is fetched again. */
const PIECE = 1 << 22;
/** What a start fetches beside its own files. */
const RUNTIME = ["pyodide.asm.wasm", "python_stdlib.zip"];

const names = readdirSync(packages, { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile())
  .map((each) => join(each.parentPath ?? each.path, each.name).slice(packages.length + 1))
  .sort();
const read = (name) => new Uint8Array(readFileSync(join(packages, name)));

/** The libraries of machine code by their paths in Python's file system, as files of the site. */
function libraries() {
  const found = {};
  for (const name of names.filter((each) => each.endsWith(".so"))) {
    const file = `${name.split("/")[0]}.wasm`;
    copyFileSync(join(packages, name), join(server, file));
    found[`${PACKAGES}/${name}`] = file;
  }
  return found;
}

/** All of them as one archive, which `python.mjs` writes into Python's file system. */
function packed(which) {
  const content = which.map(read);
  const list = new TextEncoder().encode(JSON.stringify(which.map((name, at) => [name, content[at].length])));
  const length = new Uint8Array(new Uint32Array([list.length]).buffer);
  return gzipSync(Buffer.concat([length, list, ...content]), { level: 9 });
}

const linking = libraries();
// Hashes are the same in every run, so that the same sources give the same memory.
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
let places;
const link = linked(linking, `${server}/`, (module) => {
  places = layout(module);
});
const python = await loadPyodide({ ...link, _makeSnapshot: true, env });
for (const name of names) {
  const path = `${PACKAGES}/${name}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, read(name));
}
await python.runPythonAsync(`
import sys
sys.path.insert(0, "${PACKAGES}")
from cruachan.server.browser import page
await page.rehearse()
`);
const files = python.runPython(`
import json
json.dumps([each.__file__ for each in sys.modules.values() if getattr(each, "__file__", None)])
`);
const loaded = new Set(JSON.parse(files).filter((path) => path.endsWith(".pyc")));
const open = python.FS.streams.filter(Boolean).map((each) => each.path);
if (open.slice(3).join() !== OPEN.join()) throw new Error(`files are open: ${open.join(" ")}`);

/** The parts of the memory in which there is something: `[from, to]`. */
function filled(memory) {
  const ranges = [];
  for (let from = 0; from < memory.length; from += PAGE) {
    const to = Math.min(from + PAGE, memory.length);
    if (!new Uint32Array(memory.buffer, memory.byteOffset + from, (to - from) / 4).some(Boolean)) continue;
    if (ranges.at(-1)?.[1] === from) ranges.at(-1)[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

// Pyodide's own form: four numbers (a mark, where the memory begins, how long the text is), its
// version, and a text about the JavaScript objects that Python knows; then the memory.
const made = python.makeMemorySnapshot();
const [, begin, length] = new Uint32Array(made.buffer, made.byteOffset, 3);
const objects = JSON.parse(new TextDecoder().decode(made.subarray(HEAD, HEAD + length)));
const memory = made.subarray(begin);
const ranges = filled(memory);
const parts = ranges.map(([from, to]) => memory.subarray(from, to));
const packedMemory = gzipSync(Buffer.concat(parts), { level: 9 });
const pieces = [];
for (let from = 0; from < packedMemory.length; from += PIECE) {
  pieces.push(`memory-${pieces.length}.packed`);
  writeFileSync(join(server, pieces.at(-1)), packedMemory.subarray(from, from + PIECE));
}
const rest = names.filter((name) => !name.endsWith(".so") && !loaded.has(`${PACKAGES}/${name}`));
writeFileSync(join(server, "rest.packed"), packed(rest));
const needed = [...pieces, "rest.packed", ...RUNTIME, ...Object.values(linking)];
const sizes = Object.fromEntries(needed.map((name) => [name, statSync(join(server, name)).size]));
const snapshot = { libraries: linking, places, size: memory.length, ranges, objects, pieces, sizes };
writeFileSync(join(server, "snapshot.json"), JSON.stringify(snapshot));

await python.runPythonAsync(`await page.write_answers("/answers")`);
mkdirSync(answers);
for (const name of python.FS.readdir("/answers").filter((each) => !each.startsWith(".")))
  writeFileSync(join(answers, name), python.FS.readFile(`/answers/${name}`));
// Nobody waits for what the server would have done later.
process.exit(0);
