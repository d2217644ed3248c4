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
    saves: bool = True
    """Whether it saves for the costlier figures and buildings."""
    dares: bool = True
    """Whether it puts quests to the vote that others may find too light."""
    spites: bool = True
    """Whether it casts and hires to harm others, as its temper likes."""
    goal_keen: float = 2.6
    """How much more it looks to what is near when it chooses its goal."""
    goal_fancy: bool = True
    """Whether fancy has a say in the runes of its goal; else what lies nearest."""
    leaning: float = 1.0
    """How much its temper has a say in what it takes on."""
    goal_first: float = 1.6
    """How much more the lands of its goal draw it than those of a quest."""
    patience: float = 1.5
    """After how many times the turns an aim should take it is given up."""


LEVELS = {
    level.name: level
    for level in (
        Level("strong"),
        Level("steady", keen=1.5, weighs=False),
        Level(
            "learner",
            keen=0.3,
            casts=False,
            weighs=False,
            saves=False,
            dares=False,
            spites=False,
            patience=3.0,
        ),
        Level(
            "purposeful",
            keen=12.0,
            casts=False,
            weighs=False,
            saves=False,
            dares=False,
            spites=False,
            patience=2.0,
        ),
        Level(
            "wandering",
            pursues=False,
            casts=False,
            weighs=False,
            saves=False,
            dares=False,
            spites=False,
        ),
    )
}
"""The usual one first. Beside the levels two manners of playing: `purposeful` takes whatever lies
nearest, a yardstick; `wandering` goes where the road goes, good company."""
