"""Names for figures that have none, and for those who share one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cruachan.games.shent.components.material import URLUG
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import named_in

PLIES_FOR_NAME = 2
"""So many plies with sentences about a figure give it a name."""


def tell_apart(figures: FigureLives, younger: str) -> None:
    """Call a figure the younger whose name another bore before."""
    borne: set[str] = set()
    for number, name in figures.names.items():
        if name in borne:
            figures.names[number] = younger.format(name=name)
        borne.add(name)


class FigureChristener:
    """Gives a name to each nameless figure of a player that the story tells of more than once."""

    def __init__(self, figures: FigureLives, names: Sequence[str], shift: int = 0) -> None:
        self.figures = figures
        self.names = names
        self.shift = shift
        """By how much the choice differs from that of other sagas."""
        self.plies: dict[int, set[int]] = {}
        """The plies in which each figure did something that is told, by its number."""
        self.given: set[str] = set()
        """Names of this saga; whoever is renamed later leaves the name to nobody."""

    def tell(self, scenes: Iterable[TurnScene], chosen: Collection[tuple[int, str]]) -> None:
        """Name those who have done enough by now; who dies now goes without."""
        for told in (each for scene in scenes for each in scene.told):
            if (told.ply, told.said.key) in chosen and told.said.kind != "way":
                self._note(told)
        borne = self.given | set(self.figures.names.values())
        for number, plies in sorted(self.plies.items()):
            lives = self.figures.annals.lives[number].gone is None
            free = [name for name in self.names if name not in borne]
            if len(plies) >= PLIES_FOR_NAME and lives and number not in self.figures.names and free:
                self.figures.names[number] = free[(number + self.shift) % len(free)]
                self.given.add(self.figures.names[number])
                borne.add(self.figures.names[number])

    def _note(self, told: StorySentence) -> None:
        for piece in named_in(told.text):
            life = self.figures.life(piece, told.ply)
            if life and life.kind != URLUG and life.number in self.figures.whose:
                self.plies.setdefault(life.number, set()).add(told.ply)
