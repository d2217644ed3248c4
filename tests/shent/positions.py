"""Positions to test with: a bare table, and small hands to put things on it.

`table()` has no figure on the board; `put` takes a piece of a kind from the supply and puts it
somewhere. Seat n has the element n, the sky is nen, the element of a.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.board import load
from cruachan.games.shent.components.material import ALLIES, BUILDINGS, KIND
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.state import Aim, Player, Quest, State, supply
from cruachan.games.shent.core.wood import make_pieces

BOARD = load("sirren")
OPTIONS = (("start", "rich"), ("frame", "no"))


def table(seats: int = 3, **values: Any) -> State:
    """A table in its first round: a is on turn, nothing is on the board."""
    state = State(board=BOARD, seats=seats, options=OPTIONS)
    state.first = state.active = 0
    state.round = state.clock = 1
    state.turns = 1
    state.sky = 0
    state.markers = [NOBODY] * len(BOARD.lands)
    state.settlers = [NOBODY] * len(BOARD.lands)
    state.players = [Player(element=seat, tur=10, golu=10) for seat in range(seats)]
    state.pieces = make_pieces(seats)
    for name, value in values.items():
        setattr(state, name, value)
    return state


def put(state: State, kind: str, land: int, seat: int = NOBODY, **values: Any) -> int:
    """A figure or building from the supply onto the board, and its number."""
    index = KIND[kind]
    common = index in ALLIES or index in BUILDINGS
    piece = supply(state, index, NOBODY if common else seat)
    assert piece is not None
    acts.put(state, piece, land, seat)
    acts.change_piece(state, piece, **values)
    return piece


def near(state: State, land: int) -> tuple[int, ...]:
    """The neighbours of a land."""
    return state.board.near[land]


def far(state: State, land: int, steps: int) -> int:
    """A land so many steps away."""
    return next(
        other
        for other in range(len(state.board.lands))
        if state.board.distance(land, other) == steps
    )


def quest(state: State, seat: int, aim: Aim | None = None, **values: Any) -> int:
    """A running quest of a seat, and its number; open with the runes galas and rath if not said."""
    state.quests += 1
    told = {"mode": "open", "runes": (0, 3), "accepted": True, **values}
    new = Quest(number=state.quests, aim=aim, **told)
    acts.change(state, seat, quests=(*state.players[seat].quests, new))
    return state.quests


def whats(state: State) -> list[str]:
    """What has happened, in order."""
    return [event.what for event in state.domain_events]
