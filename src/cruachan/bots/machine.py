"""Judgement, networks and search in WebAssembly, where a page provides them (docs/wasm.md).

Whoever runs Python in a browser calls `provide` with a function that answers questions, JSON for
JSON (`wasm/machine.mjs`). From then on bots ask it instead of compiled rules. The same code is
behind both, so the same seeds give the same thoughts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, NamedTuple

from cruachan.engine.kernel import KernelGame
from cruachan.engine.slices import Slices

CHUNK = 256
"""Playouts of a slice, after which others may run: some hundredths of a second."""

Ask = Callable[[str], str]
"""A question in JSON -> the answer in JSON."""

_provided: Ask | None = None


def provide(ask: Ask | None) -> None:
    """Have bots think by a function that answers questions; None takes it away."""
    global _provided
    _provided = ask


def is_provided() -> bool:
    """Whether bots think in WebAssembly."""
    return _provided is not None


def _answer(game: KernelGame[Any, Any, Any], question: str, **more: Any) -> Any:
    assert _provided is not None
    board = game.board_tables.tobytes().hex()
    return json.loads(
        _provided(json.dumps({"ask": question, "game": game.name, "board": board} | more))
    )


def greedy(game: KernelGame[Any, Any, Any], state: Any) -> dict[int, float]:
    """The value of each legal move to the greedy bot."""
    return dict(_answer(game, "greedy", state=state.tobytes().hex()))


def chances(game: KernelGame[Any, Any, Any], state: Any, seats: int) -> dict[int, list[float]]:
    """Everybody's chance of winning after each legal move, by the trained network."""
    return dict(_answer(game, "chances", state=state.tobytes().hex(), seats=seats))


def first_win(
    game: KernelGame[Any, Any, Any], state: Any, seat: int, moves: Sequence[int], turns: int,
    positions: int,
) -> tuple[int, int] | None:  # fmt: skip
    """The first of the moves after which the seat wins soonest for certain, and within how many
    own turns; None where nothing is proven."""
    found = _answer(
        game, "first_win", state=state.tobytes().hex(), seat=seat, moves=list(moves), turns=turns,
        positions=positions,
    )  # fmt: skip
    return None if found is None else (found["move"], found["turns"])


class RootMove(NamedTuple):
    """A move at the root of a tree."""

    move: int
    visits: int
    worth: list[float]
    """By seat the sum of the values of all playouts, the first evaluation counted as one."""


class SearchResult(NamedTuple):
    """What a search knows of the root of its tree."""

    moves: list[RootMove]
    visits: int
    worth: list[float]
    line: list[int]
    """The moves down the tree along what was visited most."""


class MachineSearch(NamedTuple):
    """A tree search that keeps its tree as long as nobody else searches in that game."""

    game: KernelGame[Any, Any, Any]
    owner: int
    """Whose tree it is; another number begins with an empty one."""
    seats: int
    nodes: int

    def run(
        self, state: Any, seat: int, dice: int, playouts: int | None, seconds: float | None,
        bold: float, trust: float,
    ) -> Slices[SearchResult]:  # fmt: skip
        """Think in slices: at least a quarter of the playouts are new ones, the others may be
        known. Nobody else may search in that game between two of them."""
        which = {"owner": self.owner, "seats": self.seats, "nodes": self.nodes}
        how = {"seat": seat, "bold": bold, "trust": trust}
        begin = {"state": state.tobytes().hex(), "seat": seat, "dice": str(dice)}
        known = int(_answer(self.game, "begin", **which, **begin))
        until = None if seconds is None else monotonic() + seconds
        wanted = CHUNK if playouts is None else max(playouts - known, playouts // 4, 1)
        while wanted > 0:
            now = min(CHUNK, wanted)
            _answer(self.game, "run", **which, **how, playouts=now)
            yield
            if until is not None and monotonic() >= until:
                break
            wanted = wanted - now if playouts is not None else CHUNK * (until is not None)
        found = _answer(self.game, "found", **which)
        moves = [RootMove(**each) for each in found.pop("moves")]
        return SearchResult(moves, **found)
