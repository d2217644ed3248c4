// Starts the server of the site in Node: node start.mjs SERVER [FILE that cannot be fetched]
//
// Prints how many games it has, a lot that Python draws, and how many modules Python had to load.

import { readFileSync } from "node:fs";

const [server, missing] = process.argv.slice(2);
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
const lot = python.runPython("import random; random.getrandbits(50)");
const loaded = python.runPython("len(sys.modules)") - before;
console.log(JSON.stringify({ status, games, lot, loaded }));
process.exit(0);
