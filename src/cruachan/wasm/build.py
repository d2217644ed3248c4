"""Make WebAssembly modules of the code that Numba compiles for this machine.

The optimised LLVM code of each exported function is aimed at wasm32 and linked with a small runtime
(`runtime.ll`). What only reports errors to Python traps instead: the callers check moves first, as
they do here. The same code runs in both, so the same seeds give the same games, byte for byte.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots import levels_of, proof
from cruachan.bots.network import is_learned, learned, seen_of
from cruachan.bots.search import DEPTH
from cruachan.engine.errors import CruachanError
from cruachan.engine.files import safe_write
from cruachan.engine.kernel import KernelGame
from cruachan.engine.record import MODE
from cruachan.engine.texts import message
from cruachan.wasm.exports import Export, exports

llvm: Any = import_module("llvmlite.binding")
cfunc: Any = import_module("numba").cfunc

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
"""What every browser has had since 2023 (Safari 16.4 was the last)."""
PYTHONS = ("Py", "NRT_", "numba_")
"""How the names of functions begin that need Python."""
STACK = 1 << 16
OWN = ("NRT_incref", "NRT_decref")
"""Functions of Numba's runtime that `runtime.ll` has in their place."""


LOADERS = ("kernel.mjs", "machine.mjs")
"""What runs modules, and what answers the questions of bots by them."""
KINDS = ("wasm", "json", "bin")
"""The files of a module: its code, its manifest, its networks."""


class WasmFiles(NamedTuple):
    """Where the files of a game's module lie."""

    game: str
    code: Path
    manifest: Path
    weights: Path


class WasmModule(NamedTuple):
    """A game for a JavaScript engine."""

    code: bytes
    """The WebAssembly module."""
    manifest: dict[str, Any]
    """What `kernel.mjs` needs to know of it: sizes, boards, levels, networks."""
    weights: bytes
    """The trained networks, little-endian 32-bit floats; the manifest says where each begins."""


def build_apart(names: Sequence[str], board: str | None, folder: Path) -> Iterator[WasmFiles]:
    """Write the modules of games into a folder, with `kernel.mjs`, which runs them.

    A child process builds each for a processor without the wide vectors that wasm32 has not.
    """
    if MODE == "interpreted":
        raise CruachanError(message(__package__, "wasm.interpreted"))
    _linker()
    folder.mkdir(parents=True, exist_ok=True)
    for loader in LOADERS:
        safe_write(folder / loader, files(__package__).joinpath(loader).read_bytes())
    for name in names:
        command = [sys.executable, "-m", __package__, name, board or "", str(folder)]
        environment = os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or [str(done.returncode)]
            raise CruachanError(message(__package__, "wasm.failed", game=name, reason=last[0]))
        yield WasmFiles(name, *(folder / f"{name}.{kind}" for kind in KINDS))


def write_module(module: WasmModule, folder: Path) -> None:
    """Write the files of a game's module."""
    contents = (module.code, json.dumps(module.manifest).encode(), module.weights)
    for kind, content in zip(KINDS, contents, strict=True):
        safe_write(folder / f"{module.manifest['game']}.{kind}", content)


def build(game: KernelGame[Any, Any, Any]) -> WasmModule:
    """Build the module of a game on its board, from what Numba compiles in this process."""
    wanted = list(exports(game))
    names = [each.name for each in wanted]
    module = _trapping(_linked([_retargeted(each) for each in wanted]))
    _hide(module, names)
    code = _finished(_machine().emit_object(module), names)
    manifest, weights = _description(game)
    return WasmModule(code, manifest, weights)


def _retargeted(export: Export) -> Any:
    """The code of a function, aimed at wasm32 and known by its exported name."""
    compiled = cfunc(export.signature)(export.function)
    code = compiled.inspect_llvm()
    code = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', code)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    code = re.sub(rf'@"?{re.escape(compiled._wrapper_name)}"?\(', f"@{export.name}(", code)
    for name in OWN:
        code = _without(code, name)
    code = code.replace("@sqrt(double", "@llvm.sqrt.f64(double")
    return llvm.parse_assembly(code.replace(" common ", " internal "))


def _without(code: str, name: str) -> str:
    """The code with a declaration in place of a function's definition."""
    found = re.search(rf"^define [^\n]*@{name}\(.*?^}}", code, re.MULTILINE | re.DOTALL)
    return code if found is None else code.replace(found[0], f"declare void @{name}(ptr)")


def _linked(modules: list[Any]) -> Any:
    """One module of all, with the runtime."""
    runtime = files(__package__).joinpath("runtime.ll").read_text("utf-8")
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{LAYOUT}"\n'
    linked = llvm.parse_assembly(head + runtime)
    for each in modules:
        linked.link_in(each)
    return linked


def _trapping(module: Any) -> Any:
    """The module with every function of Python's and Numba's that it calls as a trap."""

    def trap(declared: re.Match[str]) -> str:
        if not declared["name"].startswith(PYTHONS):
            return declared[0]
        return f"define {declared['head']} {{\n  call void @llvm.trap()\n  unreachable\n}}"

    pattern = r"^declare (?P<head>[^\n]*?@(?P<name>[\w.$]+)\([^\n]*\))[^\n]*$"
    return llvm.parse_assembly(re.sub(pattern, trap, str(module), flags=re.MULTILINE))


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3)


def _hide(module: Any, names: list[str]) -> None:
    """Hide all but the exports, so that the linker leaves out what nobody reaches.

    The code stays as Numba has optimised it. LLVM's passes for wasm32 after that made it smaller,
    but some fights of one game ended otherwise.
    """
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"
    module.verify()


def _finished(code: bytes, names: list[str]) -> bytes:
    """The module from its object code."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        source.write_bytes(code)
        exported = [f"--export={name}" for name in (*names, "__heap_base")]
        command = [
            *_linker(), "--no-entry", "--allow-undefined", "--strip-all", "-O3",
            "-z", f"stack-size={STACK}", *exported, "-o", str(target), str(source),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CruachanError(message(__package__, "wasm.linking", reason=done.stderr.strip()))
        return target.read_bytes()


def _linker() -> list[str]:
    """LLVM's linker for WebAssembly: the system's, or the one in the wheel of Zig."""
    found = shutil.which("wasm-ld")
    if found is not None:
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise CruachanError(message(__package__, "wasm.no_linker"))


def _description(game: KernelGame[Any, Any, Any]) -> tuple[dict[str, Any], bytes]:
    """The manifest of a game, and its networks."""
    kernel, state = game.kernel, game.setup(game.players[0], {})
    manifest: dict[str, Any] = {
        "game": game.name,
        "board": game.board_tables.tobytes().hex(),
        "state": state.dtype.itemsize,
        "players": list(game.players),
        "most_moves": kernel.most_moves,
        "ways": list(kernel.ways),
        "proof": {"depth": proof.DEPTH, "known": proof.KNOWN},
    }
    if not is_learned(game):
        return manifest, b""
    inputs, weights, nets, hidden = seen_of(game.name).INPUTS, b"", {}, {}
    for seats in game.players:
        nets[seats] = len(weights) // 4
        net = learned(game.name, seats)
        hidden[seats] = len(net.bias)
        rows = (np.ascontiguousarray(each) for each in net)
        weights += b"".join(row.tobytes() for row in rows)
    sizes = {"inputs": inputs, "hidden": hidden, "depth": DEPTH, "nets": nets}
    levels = {name: level._asdict() for name, level in levels_of(game).items()}
    return manifest | sizes | {"levels": levels}, weights
