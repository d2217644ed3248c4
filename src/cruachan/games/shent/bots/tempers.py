"""Tempers: what a bot is like, whatever its level. A temper never changes what the rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.components.material import (
    ADAN,
    GOLLOR,
    MAETHOR,
    MINAS,
    OST,
    PETHDAN,
    SAELON,
    TALAGAN,
    TALAN,
    THALION,
)

NAMES = ("Lindis", "Orwen", "Gaelor", "Nimra", "Tolben", "Ruskha")
"""The bots' own names; the first and fourth are generous, and so on."""
LEANING = 0.8
"""How much a kind of aim appeals to the tempers that it names."""
OWN_FANCY = 0.6
"""How far at most a bot's own fancy leans to a kind of aim or away from it."""


@dataclass(frozen=True)
class Temper:
    """How a bot leans where several things would do.

    It is asked wherever a bot is free to be kind or unkind; what a bot comes to think of others in
    the course of a game (`Mind.regards`) is asked in the same places.
    """

    name: str
    voice: int
    """The style in which it tells, as `read` and `tell` count them."""
    bite: float
    """How gladly it narrates what hurts, and that it gives; both as a narrator."""
    gift: float
    praise: float
    """How often it proposes respect for another."""
    grudging: float
    """How often it refuses passage to one who is no stronger."""
    breaks: float
    """How often it takes the opportunity to break a peace or its word."""
    parley: float
    """How often it proposes an agreement, where it could."""
    curious: float
    """How often the wise of its side let the wise pass only for a riddle."""
    quiet: float
    """How often it declares a quest without saying its aim."""
    daring: float
    """How often it puts a quest to the vote that others may find too light."""
    strict: int
    """How many turns more than usual a quest of others must take to be hard enough."""
    spite: float
    """How often it casts what harms others, and hires the dragon, though no quest asks for it."""
    ambitions: tuple[int, ...]
    """What it saves for, in this order."""
    leans: Mapping[str, float] = field(default_factory=dict)
    """How much each kind of aim appeals: at 1 it is chosen e times as often."""

    def lean(self, kind: str) -> float:
        """How much a kind of aim appeals."""
        return self.leans.get(kind, 0.0)


def _leans(temper: str) -> dict[str, float]:
    return {key: LEANING for key, kind in AimKind.ALL.items() if temper in kind.tempers}


TEMPERS = (
    Temper(
        *("generous", 1, -0.5, 0.5, 0.15, 0.03, 0.0, 0.45),
        *(0.3, 0.02, 0.6, -1, 0.0, (TALAN, ADAN, OST, TALAN, MINAS, OST), _leans("generous")),
    ),
    Temper(
        *("dry", 2, 0.0, 0.1, 0.05, 0.15, 0.1, 0.25),
        *(0.9, 0.5, 0.7, 0, 0.1, (PETHDAN, SAELON, TALAGAN, PETHDAN, GOLLOR), _leans("dry")),
    ),
    Temper(
        *("dark", 3, 0.4, -0.2, 0.02, 0.4, 0.6, 0.2),
        *(0.3, 0.2, 0.8, 1, 0.5, (THALION, MAETHOR, MAETHOR, ADAN, MAETHOR), _leans("dark")),
    ),
)


def temper_of(seat: int, names: Sequence[str]) -> Temper:
    """The temper that belongs to a bot's name, or to its seat under another name."""
    return _temper(seat, (names[seat] if seat < len(names) else "") or NAMES[seat])


@cache
def _temper(seat: int, name: str) -> Temper:
    """Beside what the temper leans to, everybody of a name has fancies of its own."""
    temper = TEMPERS[(NAMES.index(name) if name in NAMES else seat) % len(TEMPERS)]
    lot = Random(name)
    fancies = {kind: lot.uniform(-OWN_FANCY, OWN_FANCY) for kind in AimKind.ALL}
    return replace(temper, leans={kind: temper.lean(kind) + fancies[kind] for kind in fancies})
