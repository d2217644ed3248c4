"""Names for figures that have none, and for those who share one."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.games.shent.components.material import URLUG
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import named_in
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration

DEEDS = 2
"""So many deeds make a name."""


def tell_apart(figures: FigureLives, younger: str) -> None:
    """Call a figure the younger whose name another bore before."""
    borne: set[str] = set()
    for number, name in sorted(figures.names.items()):
        if name in borne:
            figures.names[number] = younger.format(name=name)
        borne.add(name)


def christen(
    figures: FigureLives, survey: MoveNarration, chosen: set[tuple[int, str]], names: Sequence[str]
) -> None:
    """Give a name to each nameless figure of a player with more than one deed to tell of."""
    deeds = _deeds(figures, survey, chosen)
    borne = set(figures.names.values())
    for number in sorted(deeds):
        free = [name for name in names if name not in borne]
        if len(deeds[number]) >= DEEDS and number not in figures.names and free:
            figures.names[number] = free[number % len(free)]
            borne.add(figures.names[number])


def _deeds(
    figures: FigureLives, survey: MoveNarration, chosen: set[tuple[int, str]]
) -> dict[int, set[int]]:
    """The plies in which each figure does something that is told, by the number of the figure."""
    deeds: dict[int, set[int]] = {}
    for told in (each for scene in survey.scenes for each in scene.told):
        if (told.ply, told.said.key) not in chosen or told.said.kind == "way":
            continue
        for piece in named_in(told.text):
            life = figures.life(piece, told.ply)
            if life and life.kind != URLUG and life.number in figures.whose:
                deeds.setdefault(life.number, set()).add(told.ply)
    return deeds
