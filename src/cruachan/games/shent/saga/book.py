"""The types of a saga: sentences with their origin, turns, paragraphs, chapters, the book."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.tale.voice import Said

ALWAYS = 9
"""The weight of what is told in any case: what people said themselves, vows, feats."""


_SENTENCES = re.compile(r"(?<=[.!?…”“]) (?=[A-ZÄÖÜ„“])")


def split(text: str) -> list[str]:
    """A text in its sentences."""
    return [each for each in _SENTENCES.split(text) if each]


class StorySentence(NamedTuple):
    """One or more sentences of the story that stay together, and the ply they tell of."""

    said: Said
    ply: int
    seat: int = NOBODY
    """Whose turn it was."""
    weight: int = 0
    """How much hangs on it."""
    by: int = NOBODY
    """Who told it in own words."""

    @property
    def text(self) -> str:
        """The sentence."""
        return self.said.text

    def saying(self, text: str) -> StorySentence:
        """A copy of the sentence with another text."""
        return self._replace(said=self.said._replace(text=text))


@dataclass
class TurnScene:
    """What is told of one turn of a player."""

    seat: int
    round: int
    told: list[StorySentence] = field(default_factory=list)
    start: int = 0
    end: int = 0
    """The moves it tells of: from which position to which."""
    goals: set[int] = field(default_factory=set)
    """The lands of which its player's known quests speak."""

    def holds(self, ply: int) -> bool:
        """Whether a move belongs to it: the one that ends it does, that before it does not."""
        return self.start < ply <= self.end

    @property
    def strong(self) -> bool:
        """Whether it tells of a quest brought to its end."""
        return any(each.said.kind == "feat" for each in self.told)


@dataclass
class Paragraph:
    """A paragraph, told by the game or by a player in their own words."""

    told: list[StorySentence]
    by: int = NOBODY

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(each.text for each in self.told if each.text)


@dataclass
class Chapter:
    """One or more rounds in their final text: title, round event, paragraphs."""

    title: str
    when: str = ""
    """Of which rounds it tells, and under which sky."""
    lead: list[StorySentence] = field(default_factory=list)
    passages: list[Paragraph] = field(default_factory=list)
    first: int = 0
    last: int = 0
    sky: int = NOWHERE
    rune: str = ""
    """The rune of its round event."""

    @property
    def lead_text(self) -> str:
        """The round event."""
        return " ".join(each.text for each in self.lead if each.text)

    @property
    def paragraphs(self) -> list[str]:
        """What is told, paragraph by paragraph."""
        return [each.text for each in self.passages]

    @property
    def all(self) -> list[StorySentence]:
        """All its sentences, in their order."""
        return [*self.lead, *(told for passage in self.passages for told in passage.told)]


@dataclass
class FinalStanding:
    """A row of the final table: how a player stands."""

    name: str
    element: str
    lands: int
    houses: int
    aglar: int
    quests: int
    place: int
    """0 as long as the game goes on."""


class SagaPerson(NamedTuple):
    """An entry of a list of people: a name, and who that is."""

    name: str
    about: str


@dataclass
class Book:
    """The whole saga."""

    lang: Lang
    title: str
    subtitle: str
    people: list[SagaPerson]
    """The players."""
    figures: list[SagaPerson]
    """The figures with a name."""
    prologue: Chapter
    rounds: list[Chapter]
    epilogue: Chapter
    players: list[FinalStanding]
    narrators: list[SagaPerson]
    """Who told something in own words, and where."""
    ways: list[str]
    """The ways of the map in words."""
    names: tuple[str, ...]
    over: bool
    named: dict[int, str] = field(default_factory=dict)
    """What the figures are called, by their numbers; some have their names from the saga."""

    @property
    def chapters(self) -> list[Chapter]:
        """All that is told, from the beginning to the end."""
        ending = [self.epilogue] if self.epilogue.passages else []
        return [self.prologue, *self.rounds, *ending]

    def word(self, key: str) -> str:
        """A heading."""
        return str(sentences(self.lang)[key])
