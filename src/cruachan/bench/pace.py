"""The pace of one game's random playouts in this process.

Usage: `python -m cruachan.bench.pace GAME SECONDS`.

A process has one mode of rules, so `cruachan bench` starts one of these for each mode.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from random import Random
from time import perf_counter
from typing import Any

from cruachan.bench.peers import PeerPace
from cruachan.engine.game import Game
from cruachan.engine.kernel import KernelGame, as_table, dice, playouts, record_game
from cruachan.engine.record import MODE
from cruachan.games import load_game

SHORT = {"limit": "15"}
"""Rounds after which a game of plain Python ends."""


def measure(name: str, seconds: float) -> PeerPace:
    """Play whole games with the most players, starting and rolling included, for some seconds."""
    game = load_game(name)
    quick = record_game(game)
    return measure_plain(game, seconds) if quick is None else measure_kernel(quick, seconds)


def measure_plain(game: Game[Any, Any], seconds: float) -> PeerPace:
    """Time random games of a game in plain Python; long games are cut short."""
    seats = game.players[-1]
    rng = Random(1)
    steps = games = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        state = game.setup(seats, SHORT)
        while waiting := game.to_act(state):
            legal = game.legal_moves(state, waiting[0])
            state = game.apply(state, waiting[0], rng.choice(legal))
            steps += 1
            if perf_counter() - begun >= seconds:
                break
        games += 1
    return PeerPace(
        f"{game.name} plain", f"{game.title}, {seats} random players", steps, games, elapsed
    )


def measure_kernel(game: KernelGame[Any, Any, Any], seconds: float) -> PeerPace:
    """Playouts in the mode of this process."""
    seats = game.players[-1]
    start = as_table(game.setup(seats, {}))
    run = playouts(game.kernel)
    source = dice(1)
    run(game.board_tables, start, 1, source)
    batch = 1 if MODE == "interpreted" else 1000
    steps = games = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        steps += run(game.board_tables, start, batch, source)
        games += batch
    return PeerPace(
        f"{game.name} {MODE}", f"{game.title}, {seats} random players", steps, games, elapsed
    )


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], float(sys.argv[2])))))
