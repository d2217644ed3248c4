"""The learned judgement on a GPU: what bots that look one move ahead think of a move."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from cruachan.bots.judgement import leave
from cruachan.bots.network import Floats, Net, Network, learned, make_network, network, seen_of
from cruachan.engine.kernel import KernelGame
from cruachan.games import GAMES

numba: Any = import_module("numba")
cuda: Any = import_module("numba.cuda")

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
GROUP, REGISTERS = 128, 168
"""How many threads share a board, and what each may use of the processor's own memory."""
THREADS = 1 << 16
"""How many threads play at once, at most: with so many registers no more run at a time."""


def net_for(game: KernelGame[Any, Any, Any], seats: int, is_needed: bool) -> Net:
    """The network of a game, or the smallest there is where no bot asks for one."""
    if is_needed:
        return learned(game.name, seats)
    row, matrix = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    return Net(matrix, row, matrix, row, matrix, row)


def judge_of(game: KernelGame[Any, Any, Any], is_needed: bool) -> Callable[..., float]:
    """(board, table, net, move, scratch, x, hidden, out) -> the chance of the seat to act after a
    move, as far as it may know the table."""
    if not is_needed:
        none: Callable[..., float] = nothing
        return none
    to_act, play, observe = game.kernel.to_act, game.kernel.play, game.kernel.observe
    look = network_of(game).look

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def judge(
        board: Any, table: Any, net: Net, move: int, scratch: Any, x: Floats, hidden: Floats,
        out: Floats,
    ) -> Any:  # fmt: skip
        seat = to_act(table[0])
        scratch[0] = table[0]
        observe(scratch[0], seat)
        play(board, scratch[0], move)
        look(board, scratch, net, x, hidden, out)
        return out[seat]

    found: Callable[..., float] = judge
    return found


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def nothing(
    board: Any, table: Any, net: Net, move: int, scratch: Any, x: Floats, hidden: Floats,
    out: Floats,
) -> float:  # fmt: skip
    """Judge nothing: no bot asks."""
    return 0.0


def features_of(game: KernelGame[Any, Any, Any]) -> Any:
    """The rule that writes a network's input; what it needs as memory is a thread's own."""
    seen = seen_of(game.name)
    memory: Any = getattr(seen, "MEMORY", None)
    if SIMULATED or memory is None:
        return seen.features
    into: Any = getattr(seen, "features_into")  # noqa: B009

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def features(board: Any, state: Any, x: Floats) -> None:
        into(board, state, cuda.local.array(memory, numba.int64), x)

    return features


def network_of(game: KernelGame[Any, Any, Any]) -> Network:
    """The rules of a game's network, as a GPU needs them."""
    seen, features = seen_of(game.name), features_of(game)
    if features is seen.features:
        return network(game.name, game.kernel)
    bots = GAMES[game.name].bots
    settle = bots.settle if bots is not None else None
    return make_network(game.kernel, settle or leave, features, seen.INPUTS)
