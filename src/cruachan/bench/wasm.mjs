// The other side of `cruachan bench wasm`: plays what standard input asks for, and says how it went.

import { readFile } from "node:fs/promises";
import { stdin } from "node:process";
import { paces, play } from "./wasm_task.mjs";

let asked = "";
for await (const part of stdin) asked += part;
const task = JSON.parse(asked);
const { folder, game } = task;
const { loadKernel, Search } = await import(`${folder}/kernel.mjs`);
const file = (kind) => readFile(new URL(`${folder}/${game}.${kind}`));
const weights = new Uint8Array(await file("bin")).buffer;
const kernel = await loadKernel(await file("wasm"), JSON.parse(await file("json")), weights);

const found = play(kernel, Search, task);
if (task.seconds) {
  // Seconds of a core: on a busy machine the clock says how busy it is.
  const spent = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  Object.assign(found, paces(kernel, Search, task, spent));
}
console.log(JSON.stringify(found));
