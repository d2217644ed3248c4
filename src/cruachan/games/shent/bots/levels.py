"""Levels: how far a bot sees, whatever its temper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """What a bot of this level does and leaves undone."""

    name: str
    pursues: bool = True
    """Whether it is out for its quests and its goal at all."""
    keen: float = 1.7
    """How much it looks to what is near when it chooses an aim; the rest is fancy."""
    casts: bool = True
    """Whether it sees what a rune in its hand could do for a quest."""
    weighs: bool = True
    """Whether it looks through a contest before it says anything in it."""
    patience: float = 1.5
    """After how many times the turns an aim should take it is given up."""


LEVELS = {
    level.name: level
    for level in (
        Level("strong"),
        Level("steady", keen=1.5, weighs=False),
        Level("learner", keen=0.3, casts=False, weighs=False, patience=3.0),
        Level("purposeful", keen=12.0, casts=False, weighs=False, patience=2.0),
        Level("wandering", pursues=False, casts=False, weighs=False),
    )
}
"""The usual one first. Beside the levels two manners of playing: `purposeful` takes whatever lies
nearest, a yardstick; `wandering` goes where the road goes, good company."""
