"""Random games of SHENT to look at: positions that play brings about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from cruachan.games.shent.board import board_for
from cruachan.games.shent.flow import Move
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.state import State

RARE = {"forsake": 0.02, "wish": 0.02, "cast": 0.3, "emerge": 0.2}


@cache
def game(seats: int) -> SHENT:
    """The game on the board for so many players."""
    return SHENT.on_board(board_for(seats))


def choose(moves: list[Move], rng: Random) -> Move:
    """A move: each verb alike, but some that lead nowhere seldom."""
    verbs: dict[str, list[Move]] = {}
    for move in moves:
        verbs.setdefault(move.verb, []).append(move)
    verb = rng.choices(list(verbs), [RARE.get(name, 1) for name in verbs])[0]
    return rng.choice(verbs[verb])


def walk(seed: int, seats: int, steps: int, **options: str) -> Iterator[tuple[State, int, Move]]:
    """The positions of a game, each with who moves next and how."""
    rng = Random(seed)
    table = game(seats)
    state = table.setup(seats, options)
    for _ in range(steps):
        acting = table.to_act(state)
        if not acting:
            return
        seat = rng.choice(acting)
        move = choose(table.legal_moves(state, seat), rng)
        yield state, seat, move
        state = table.apply(state, seat, move)
