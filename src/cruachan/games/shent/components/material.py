"""What lies in the box (S1): runes, numbers, elements, figures, with counts and prices."""

from __future__ import annotations

from typing import NamedTuple

# --- Runes (1.2.1) ------------------------------------------------------------------------

RUNES = (
    *("galas", "narchad", "band", "rath", "maeth", "gwend", "thurinas", "hannas"),
    *("nuthad", "tulu", "idh", "breged", "erthad", "rim", "galu", "rhach"),
)
GALAS, NARCHAD, BAND, RATH, MAETH, GWEND, THURINAS, HANNAS = range(8)
NUTHAD, TULU, IDH, BREGED, ERTHAD, RIM, GALU, RHACH = range(8, 16)
STONES_OF_A_RUNE = 4
KEPT_FOR_EVENTS = 8
"""[S1.6] The last stones in the bag are not sold."""

GOOD = frozenset((GALAS, RATH, GWEND, HANNAS, TULU, ERTHAD, GALU))
BAD = frozenset((NARCHAD, BAND, MAETH, NUTHAD, RIM, RHACH))
KIN = {
    GALAS: (RHACH, RIM),
    NARCHAD: (TULU, IDH),
    BAND: (TULU, GALU),
    RATH: (NUTHAD, IDH),
    MAETH: (IDH, THURINAS),
    GWEND: (RIM, RHACH),
    THURINAS: (BREGED, GALU),
    HANNAS: (RIM, IDH),
    NUTHAD: (RATH, GALU),
    TULU: (RHACH, RIM),
    IDH: (MAETH, RATH),
    BREGED: (BAND, ERTHAD),
    ERTHAD: (MAETH, THURINAS),
    RIM: (GWEND, HANNAS),
    GALU: (NUTHAD, NARCHAD),
    RHACH: (GALAS, TULU),
}
"""[S14.10] Which runes may answer a rune besides its opposite, with a deduction."""


def opposite(rune: int) -> int:
    """[S1.4] The other rune of its pair."""
    return rune ^ 1


def temper(rune: int) -> str:
    """[S9.5] [S9.6] good, bad or open."""
    return "good" if rune in GOOD else "bad" if rune in BAD else "open"


# --- Numbers (1.2.3) ----------------------------------------------------------------------

NUMBERS = (8, 7, 6, 5, 4, 3, 2, 1)
"""[S1.7] How many stones with 1 to 8 are in the bag at first."""
RESERVE = (0, 0, 0, 0, 0, 1, 2, 3)
FEWEST_NUMBERS = 8

# --- Elements (1.2.4) ---------------------------------------------------------------------

ELEMENTS = ("nen", "gwelu", "calad", "naur", "cae", "mor")
"""[S2.1] The ring, forward."""
NEN, GWELU, CALAD, NAUR, CAE, MOR = range(6)
STONES_OF_AN_ELEMENT = 2
MARKERS = 12
FITS = (2, 1, -1, -2)


def fit(own: int, other: int) -> int:
    """[S2.2] Own 2, favourable 1, unfavourable -1, hostile -2, by the way around the ring."""
    way = abs(own - other)
    return FITS[min(way, 6 - way)]


# --- Figures (1.2.6) ----------------------------------------------------------------------


class Price(NamedTuple):
    """What something costs."""

    tur: int = 0
    golu: int = 0
    aglar: int = 0


class FigureKind(NamedTuple):
    """A kind of figure."""

    key: str
    number: int
    """How many there are: of each player's own ones, or of the common ones in all."""
    strength: int
    wisdom: int
    steps: int
    price: Price
    grows_from: tuple[str, ...] = ()
    bears: tuple[tuple[int, int], ...] = ()
    """Runes it bears, with their strength."""


OWN = (
    FigureKind("faron", 4, 1, 0, 2, Price(5)),
    FigureKind("maethor", 3, 3, 0, 1, Price(10)),
    FigureKind("thalion", 1, 5, 0, 1, Price(25, 0, 1)),
    FigureKind("randir", 2, 0, 0, 1, Price(3, 2), (), ((THURINAS, 1),)),
    FigureKind("saelon", 2, 0, 2, 1, Price(0, 30), ("randir",), ((THURINAS, 2), (HANNAS, 2))),
    FigureKind("gollor", 1, 0, 5, 1, Price(0, 50), ("saelon",), ((HANNAS, 5),)),
    FigureKind("pethdan", 2, 2, 1, 1, Price(10, 10), ("randir",), ((GWEND, 1),)),
    FigureKind("talagan", 1, 2, 2, 1, Price(20, 10, 2), ("saelon",), ((GWEND, 4), (HANNAS, 2))),
)
COMMON = (
    FigureKind("dru", 6, 2, 0, 1, Price(6)),
    FigureKind("adan", 4, 4, 0, 1, Price(15)),
    FigureKind("urlug", 2, 8, 0, 0, Price(5, 0, 1), (), ((NARCHAD, 2),)),
    FigureKind("talan", 6, 0, 0, 0, Price(10)),
    FigureKind("minas", 6, 0, 0, 0, Price(15)),
    FigureKind("ost", 3, 0, 0, 0, Price(20), ("talan", "minas")),
)
KINDS = (*OWN, *COMMON)
FARON, MAETHOR, THALION, RANDIR, SAELON, GOLLOR, PETHDAN, TALAGAN = range(8)
DRU, ADAN, URLUG, TALAN, MINAS, OST = range(8, 14)
KIND = {kind.key: index for index, kind in enumerate(KINDS)}

ALLIES = (DRU, ADAN, URLUG)
BUILDINGS = (TALAN, MINAS, OST)
BUILDING_VALUE = {TALAN: 2, MINAS: 3, OST: 5}
"""[S9.3] What narchad must exceed to raze it (R-S10)."""
FIGHT_BONUS = {MINAS: 1, OST: 2}
INCOME = {TALAN: 3, OST: 5}
SINGERS = (PETHDAN, TALAGAN)
LEARNED = (RANDIR, SAELON, GOLLOR, PETHDAN, TALAGAN)
"""Whose company protects fighters from a song."""


PRINTED = {"idh": "îdh", "mor": "môr", "dru": "drû", "tur": "tûr"}


def printed(key: str) -> str:
    """The key of a rune, an element or a figure as the rulebook prints it."""
    return PRINTED.get(key, key)


def half(strength: int) -> int:
    """[S9.3] Half, rounded up."""
    return -(-strength // 2)


def third(strength: int) -> int:
    """[S9.3] A third, rounded up."""
    return -(-strength // 3)


def cost(points: int) -> int:
    """[S10.6] What so many points of strengthening cost: 1, 3, 6, 10 (R-S5)."""
    return points * (points + 1) // 2


def affordable(amount: int) -> int:
    """How many points an amount buys at most."""
    points = 0
    while cost(points + 1) <= amount:
        points += 1
    return points
