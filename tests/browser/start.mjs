// Starts the server of the site in Node: node start.mjs SERVER [FILE that cannot be fetched] [TABLES]
//
// TABLES of functions are as in `webkit`, where they give functions as other objects than those that
// were exported, or `shifted` by one place.
//
// Prints how many games it has, how it answers an address that is none, a lot that Python draws, and
// how many modules Python had to load.

import { readFileSync } from "node:fs";

const [server, missing, tables] = process.argv.slice(2);
const { get, grow } = WebAssembly.Table.prototype;
if (tables === "webkit") {
  const others = new Map();
  WebAssembly.Table.prototype.get = function (at) {
    const found = get.call(this, at);
    if (found && !others.has(found)) others.set(found, new Proxy(found, {}));
    return found && others.get(found);
  };
} else if (tables === "shifted") {
  let shifted = false;
  WebAssembly.Table.prototype.grow = function (by) {
    const more = shifted ? 0 : 1;
    shifted = true;
    return grow.call(this, by + more) + more;
  };
}
const { PythonServer, startPython } = await import(`file://${server}/python.mjs`);

const files = async (name) => {
  if (name === missing) throw new Error(`${name}: 404`);
  return new Response(readFileSync(`${server}/${name}`));
};
const python = await startPython(files, `${server}/`);
const before = python.runPython("import sys; len(sys.modules)");
const local = new PythonServer(python, files);
await local.begin(() => undefined);
const { status, body } = await local.request({ method: "GET", path: "/api/games", query: "lang=de" });
const games = JSON.parse(new TextDecoder().decode(body)).length;
const fault = (await local.request({ method: "GET", path: "/api/nothing" })).status;
const lot = python.runPython("import random; random.getrandbits(50)");
const loaded = python.runPython("len(sys.modules)") - before;
console.log(JSON.stringify({ status, games, fault, lot, loaded }));
process.exit(0);
