"""A lesson as its file has it: who plays, with which dice, and what is taught step by step."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError
from cruachan.engine.match import Player
from cruachan.engine.notation import LETTERS
from cruachan.engine.texts import LANGS, Lang, LocalizedText, message
from cruachan.games import GAMES

PERSON = "person"
FILE = "lesson.toml"
WORDS_A_MINUTE = 160
"""How fast somebody reads who looks at the board in between."""
SECONDS_TO_DO, SECONDS_TO_WATCH = 12, 3
"""How long a learner's move takes, and one of the others."""


class ScriptedMove(msgspec.Struct, frozen=True):
    """A move that another player makes in the lesson."""

    seat: int
    text: str


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to the learner, what she does then, and what the others do after her."""

    said: LocalizedText

    do: tuple[str, ...] = ()
    """Moves in notation, each as good; `any VERB` for all with a verb, `any` for all that are
    legal. A step without any only explains."""
    mark: tuple[str, ...] = ()
    """What it speaks of: ids of places, keys of pieces, ids of points of the view."""
    wrong: LocalizedText | None = msgspec.field(default=None, name="else")
    """What is said to a move that is legal and not one of these."""
    tell: bool = False
    """Whether the move is to be told in the learner's own words."""
    then: tuple[str | LocalizedText, ...] = ()
    """What the others do after it: the letter of a seat and a move in notation."""

    def scripted(self, number: int, lang: Lang) -> ScriptedMove:
        """The move of another player with this number, told in a language."""
        line = self.then[number]
        letter, _, text = (line if isinstance(line, str) else line.text(lang)).partition(" ")
        return ScriptedMove(LETTERS.index(letter), text)


class LessonSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at the table of a lesson."""

    name: str
    bot: str = ""
    """The kind of bot that goes on playing after the lesson; none for the learner."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A whole lesson."""

    board: str
    chosen: str = msgspec.field(name="seed")
    """The text from which all dice follow."""
    seats: tuple[LessonSeat, ...] = msgspec.field(name="seat")
    steps: tuple[LessonStep, ...] = msgspec.field(name="step")
    options: dict[str, str] = {}

    @cached_property
    def learner(self) -> int:
        """The seat of whoever learns."""
        return next(number for number, seat in enumerate(self.seats) if not seat.bot)

    def minutes(self, lang: Lang) -> int:
        """How long the lesson takes: to read it, to do what it says and to watch the others."""
        read = sum(len(step.said.text(lang).split()) for step in self.steps) / WORDS_A_MINUTE
        done = SECONDS_TO_DO * sum(bool(step.do) for step in self.steps)
        watched = SECONDS_TO_WATCH * sum(len(step.then) for step in self.steps)
        return max(1, round(read + (done + watched) / 60))

    @property
    def seed(self) -> bytes:
        """The seed of its dice, which is no secret."""
        return seed_from(self.chosen)

    def players(self, name: str = "") -> list[Player]:
        """Who plays; the learner under her own name, if she has said it."""
        taken = {seat.name.casefold() for seat in self.seats if seat.bot}
        own = name if name.strip() and name.casefold() not in taken else ""
        return [
            Player(seat.name, seat.bot) if seat.bot else Player(own or seat.name, PERSON)
            for seat in self.seats
        ]


def _file(game: str) -> Traversable:
    return GAMES[game].file(GAMES[game].lesson)


@cache
def has_lesson(game: str) -> bool:
    """Whether there is a lesson for a game."""
    return game in GAMES and _file(game).is_file()


@cache
def load(game: str) -> Lesson:
    """The lesson of a game."""
    if not has_lesson(game):
        known = [name for name in GAMES if has_lesson(name)]
        raise CruachanError(message(__package__, "error.no_lesson", game=game, games=known))
    return parse(_file(game).read_text("utf-8"))


def parse(source: str) -> Lesson:
    """The lesson that a file has."""
    written = tomllib.loads(source)
    written["step"] = [_gathered(step) for step in written["step"]]
    return msgspec.convert(written, Lesson)


def _gathered(step: dict[str, Any]) -> dict[str, Any]:
    """A step as its file has it, with its languages as localized texts."""
    found = {key: _localized(value) for key, value in step.items() if key not in LANGS}
    return found | {"said": _localized({lang: step[lang] for lang in LANGS if lang in step})}


def _localized(value: Any) -> Any:
    """A value of a step in which texts by language are marked as such."""
    if isinstance(value, list):
        return [_localized(each) for each in value]
    return {"texts": value} if isinstance(value, dict) else value
