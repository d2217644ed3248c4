"""Bots that think in WebAssembly, natively: Node answers their questions line by line."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cruachan.bench.wasm import node
from cruachan.bots import machine

PROGRAM = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const [folder, ...games] = process.argv.slice(1);
const { Machine } = await import(`file://${folder}/machine.mjs`);
const machine = new Machine();
for (const game of games) {
  const read = (kind) => readFileSync(`${folder}/${game}.${kind}`);
  const weights = read("bin");
  machine.add(new WebAssembly.Module(read("wasm")), JSON.parse(read("json")),
    weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length));
}
const lines = createInterface({ input: process.stdin });
for await (const line of lines) console.log(machine.answer(line));
"""


@contextmanager
def provided(folder: Path, *games: str) -> Iterator[None]:
    """Have bots think by the modules in a folder."""
    command = [node(), "--input-type=module", "--eval", PROGRAM, str(folder), *games]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def ask(question: str) -> str:
            asked.write(question + "\n")
            asked.flush()
            return answers.readline()

        machine.provide(ask)
        try:
            yield
        finally:
            machine.provide(None)
            asked.close()
            process.wait()
