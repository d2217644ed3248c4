"""Names that bots give their figures: by house, in an elvish manner, our own."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

BEGINNINGS = (
    *("Aerv", "Belm", "Calv", "Dael", "Ervan", "Falk", "Gwald", "Hesk", "Ilv", "Jorl", "Kelm"),
    *("Lomb", "Mirv", "Nesk", "Oldr", "Pell", "Quesh", "Rholm", "Selk", "Tavr", "Ulm", "Vesp"),
    *("Wildr", "Yrsh", "Zael", "Brym", "Corl", "Drusk", "Fenn", "Glav", "Hulm", "Lask", "Morv"),
    *("Nimb", "Ravn", "Sholm", "Thask", "Urv"),
)
ENDINGS = (
    ("enis", "idra", "oval", "ulin", "aneth", "ime"),
    ("uvar", "olan", "eska", "igal", "omber", "aro"),
    ("ariss", "ethor", "ilde", "udan", "ow", "emar"),
    ("yra", "onel", "isk", "adun", "evor", "uly"),
    ("aith", "orren", "ele", "imar", "usk", "ovin"),
    ("anka", "eril", "ogan", "issa", "ulf", "yde"),
)
"""How the names of each house end; a house for each seat."""


def new_name(seat: int, taken: Collection[str], rng: Random) -> str:
    """A name of a house that nobody has now; nothing where all are taken."""
    used = {name.casefold() for name in taken}
    every = [first + last for first in BEGINNINGS for last in ENDINGS[seat % len(ENDINGS)]]
    free = [name for name in every if name.casefold() not in used]
    return rng.choice(free) if free else ""
