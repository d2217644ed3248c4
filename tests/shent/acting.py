"""Readings at work in tests: an event of a, magic of b, and what they can be applied to."""

from __future__ import annotations

from typing import Any

from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.state import State, figures
from cruachan.games.shent.readings import ANY_STRENGTH, Act, Reading, Target

__all__ = ["ANY_STRENGTH", "event", "magic", "targets", "work"]


def _rune(key: str) -> int:
    return RUNES.index(key.split(".")[0])


def event(state: State, key: str, strength: int, land: int, **values: Any) -> Act:
    """An event of a in a land; the group is all it has there."""
    group = tuple(figures(state, 0, land))
    return Act(_rune(key), strength, 0, land, **{"group": group, **values})


def magic(key: str, strength: int, land: int, seat: int = 0, **values: Any) -> Act:
    """Magic of a seat on a land."""
    return Act(_rune(key), strength, seat, land, magic=True, **values)


def targets(state: State, key: str, act: Act) -> list[Target]:
    """What a reading can be applied to."""
    return Reading.ALL[key].targets(state, act)


def work(state: State, key: str, act: Act, *target: int) -> None:
    """Apply a reading to a target that is offered."""
    assert target in targets(state, key, act)
    Reading.ALL[key].work(state, act, target)
