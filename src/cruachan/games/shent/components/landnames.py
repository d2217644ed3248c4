"""Names of islands, and of lands for each element, in all languages."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from cruachan.engine.texts import LocalizedText
from cruachan.games.shent.components.material import ELEMENTS

BEGINNINGS = ("El", "Sir", "Thorn", "Cael", "Nim", "Tal", "Bren", "Ven", "Mir", "Fael", "Or", "Is")
ENDINGS = ("varin", "ren", "avar", "athel", "ennor", "oras", "imar", "awen", "ethin", "odan")
"""Of the names of islands."""


class LandName(NamedTuple):
    """A name for a land."""

    names: LocalizedText
    rune: str
    """The rune that it fits; empty for a name without one."""


def _read() -> tuple[tuple[LandName, ...], ...]:
    written = tomllib.loads(files(__package__).joinpath("landnames.toml").read_text("utf-8"))
    return tuple(tuple(_name(**each) for each in written[element]) for element in ELEMENTS)


def _name(rune: str = "", **texts: str) -> LandName:
    return LandName(LocalizedText(texts), rune)


NAMES = _read()
"""For each element in the order of the ring."""
