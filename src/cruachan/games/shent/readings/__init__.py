"""The readings of the runes (S20 to S35) and free ones (S36): importing makes them known."""

from cruachan.games.shent.core.reading import ANY_STRENGTH, Act, Reading, Target
from cruachan.games.shent.readings import (
    changes,
    effects,
    fights,
    fortunes,
    growth,
    helps,
    secrets,
    unions,
    ways,
)

__all__ = [
    "ANY_STRENGTH",
    "Act",
    "Reading",
    "Target",
    "changes",
    "effects",
    "fights",
    "fortunes",
    "growth",
    "helps",
    "secrets",
    "unions",
    "ways",
]
