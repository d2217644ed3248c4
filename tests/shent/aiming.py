"""A quest of the first player, for tests of aims: declared, looked at, and her turn ended."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import Aim, Quest, State


def aim(kind: str, size: int = 1, land: int = NOWHERE, seat: int = NOBODY, **more: Any) -> Aim:
    return Aim(kind, AimKind.ALL[kind].runes[0], size=size, land=land, seat=seat, **more)


def declare(state: State, what: Aim, mode: str = "open") -> None:
    """Seat 0 declares a quest with this aim."""
    quest = aims.sealed(state, 0, what)._replace(number=7, mode=mode)
    acts.change(state, 0, quests=(quest,))


def quest(state: State) -> Quest:
    return state.players[0].quests[0]


def met(state: State) -> bool:
    return aims.met(state, 0, quest(state))


def progress(state: State) -> tuple[int, int]:
    return aims.progress(state, 0, quest(state))


def end_turn(state: State) -> None:
    """Seat 0 ends its turn and begins the next."""
    aims.end_turn(state, 0)
    acts.change(state, 0, turns=state.players[0].turns + 1)
