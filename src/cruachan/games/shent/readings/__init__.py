"""The readings of the runes (S20 to S35): importing this makes all of them known."""

from cruachan.games.shent.readings import (
    changes,
    fights,
    fortunes,
    growth,
    helps,
    secrets,
    unions,
    ways,
)
from cruachan.games.shent.readings.base import ANY_STRENGTH, Act, Reading, Target

__all__ = [
    "ANY_STRENGTH",
    "Act",
    "Reading",
    "Target",
    "changes",
    "fights",
    "fortunes",
    "growth",
    "helps",
    "secrets",
    "unions",
    "ways",
]
