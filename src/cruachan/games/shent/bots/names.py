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


STRIDE = 89
"""How far apart two names lie that follow each other; it has no part in common with their count."""


def new_name(seat: int, taken: Collection[str], rng: Random, now: int | None = None) -> str:
    """A name of a house that nobody has now; nothing where all are taken.

    Each round has names of its own, so nobody is called like one who fell in an earlier round.
    """
    used = {name.casefold() for name in taken}
    every = [first + last for first in BEGINNINGS for last in ENDINGS[seat % len(ENDINGS)]]
    free = [name for name in every if name.casefold() not in used]
    many = len(ENDINGS[seat % len(ENDINGS)])
    slots = range(many * now, many * (now + 1)) if now is not None else ()
    own = [name for slot in slots if (name := every[(slot * STRIDE + seat) % len(every)]) in free]
    return rng.choice(own or free) if free else ""
