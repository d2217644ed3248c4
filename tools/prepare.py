"""Compile games and their bots once, before many processes want them at the same time.

    python -m tools.prepare [GAME ...]

Each would compile them for itself: what one of them keeps, others find only when they start later.
"""

from __future__ import annotations

import sys

from cruachan.arena.simulate import simulate
from cruachan.bots import bots_of, load_bot
from cruachan.bots.ready import make_ready
from cruachan.games import GAMES, load_game


def prepare(name: str) -> None:
    """Play a little with every bot of a compiled game, and simulate a game."""
    game = load_game(name)
    if game.kernel is None:
        return
    for kind in bots_of(game):
        make_ready(game, load_bot(kind, game))
    seats = game.players[0]
    # Bots of all levels are simulated by the same machine code.
    for bot in ("random", "greedy", "strong"):
        if bot in bots_of(game):
            for _ in simulate(game, seats, 1, 1, (bot,) * seats, {}):
                pass


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        prepare(each)
