"""Perft: how many ways a game can go in so many plies, to compare implementations of its rules.

Every legal move of the seat to act counts, and so does everything that chance can show. Where
several seats are asked, the first of them moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cruachan.engine.game import Game


def perft(
    game: Game[Any, Any], depth: int, seats: int | None = None, options: Mapping[str, str] = {}
) -> int:
    """The number of sequences of `depth` plies from the beginning; games that end earlier count
    only for the depth at which they end."""
    return perft_from(game, game.setup(seats or game.usual_seats(), options), depth)


def perft_from(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Perft counts from a state. Equal states of a depth are expanded once and multiplied."""
    level: dict[Any, int] = {state: 1}
    for left in range(depth, 0, -1):
        below: dict[Any, int] = {}
        total = 0
        for each, ways in level.items():
            waiting = game.to_act(each)
            moves = game.legal_moves(each, waiting[0]) if waiting else []
            total += ways * len(moves)
            if left > 1:
                for move in moves:
                    after = game.after(each, waiting[0], move)
                    below[after] = below.get(after, 0) + ways
        if left == 1:
            return total
        level = below
    return 1
