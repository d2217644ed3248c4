"""What the shared tests are told of a game.

Each game's tests have a `book.py` with a BOOK; no test in this folder names a game, so a new game
is tested by everything here as soon as it has one. What a game does not have it leaves empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from cruachan.engine.game import Game, Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from tests.claims import Claims

AnyGame = Game[Any, Any]


class Refused(NamedTuple):
    """A move that a rule refuses."""

    position: str
    seat: int
    move: str | int
    """In notation; a number where two moves are written alike."""
    rule: str
    game: AnyGame | None = None
    """Where it takes another board to be refused."""


class Typed(NamedTuple):
    """Texts typed in a position, and what is to come of them."""

    position: str
    words: str
    wanted: Any = None


class Seating(NamedTuple):
    """A table at which games are played by lot."""

    game: AnyGame
    seats: int
    options: dict[str, str]

    @property
    def name(self) -> str:
        """As the test is called."""
        return "-".join([self.game.board_name, str(self.seats), *self.options.values()])


@dataclass(frozen=True)
class Typing:
    """How moves are typed, rightly and wrongly."""

    nonsense: Typed
    """Texts that are no move at all; wanted: how many moves the error recommends."""
    no_moves: tuple[Typed, ...]
    """More of them; wanted: what the error must name besides the words, if it may."""
    misspelt: Typed
    """A name spelt a little wrong; wanted: the right one."""
    unknown: Typed
    """A name that nothing has; wanted: it."""
    shared: Typed
    """A beginning that several names share; wanted: all of them."""
    ambiguous: tuple[Typed, ...]
    """Texts that fit several moves; wanted: their notations."""
    refused: tuple[Typed, ...]
    """Texts that a rule refuses; wanted: its number."""
    parts: tuple[str, ...]
    """Texts of the game, to be typed in any order."""


@dataclass(frozen=True)
class Writing:
    """How positions are written, rightly and wrongly."""

    good: tuple[str, ...]
    """They are written back to the letter."""
    base: str
    wrong: tuple[tuple[str, str, str], ...]
    """A part of the base, what takes its place, and what the error says then."""
    unreachable: Mapping[str, str]
    """Positions that no game reaches."""
    letters: str
    """What positions are spelt with."""
    in_order: Callable[[str], str] | None = None
    """A position as the notation orders it, where that can be told from the text alone."""


@dataclass(frozen=True)
class Files:
    """A game's board as a file, and how it can go wrong."""

    path: Path
    most: int
    """So many bytes the files of the box may have."""
    bad: Mapping[str, tuple[str, str]]
    """What stands in the file, what takes its place, and what is said then."""
    lists: tuple[str, ...]
    """The tables it cannot do without, of which there are several."""


@dataclass(frozen=True)
class Fuzz:
    """How games by lot are looked at."""

    games: int
    tables: tuple[Seating, ...]
    check: Callable[[AnyGame, Any, Any], None]
    """(game, state before, state after): what must hold after every move"""
    ended: Callable[[Match[Any, Any]], None]
    """What must hold of a game that is over."""
    mark: pytest.MarkDecorator
    """The rules that are looked at so."""
    far: Callable[[Random], str]
    """A position by lot, as far out as the rules allow; it may be one that cannot be read."""
    unwritten: frozenset[str] = frozenset()
    """The fields of a state that its notation leaves out."""


@dataclass(frozen=True)
class Book:
    """All that the shared tests need of one game."""

    game: AnyGame
    scenes: Mapping[str, str]
    """Positions by what they show: every kind of question, and the end."""
    viewers: tuple[Viewer, ...]
    spoken: frozenset[str] = frozenset({"prompt", "points", "calls", "players"})
    """The keys of a view that hold words; all others are the same in both languages."""
    told: AnyGame | None = None
    """The same game with a notation that keeps no secrets, where it has some."""
    typing: Typing | None = None
    writing: Writing | None = None
    fuzz: Fuzz | None = None
    refusals: Mapping[str, Refused] = field(default_factory=dict)
    """One for every reason in the words of the game, by its key."""
    named: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What the reasons name."""
    too_early: tuple[tuple[int, str], ...] = ()
    """Seats and moves before the first lot."""
    tales: Mapping[str, tuple[str, str, list[str]]] = field(default_factory=dict)
    """Positions and moves, and what is told of them in English."""
    counts: Mapping[str, tuple[AnyGame, str, tuple[int, ...]]] = field(default_factory=dict)
    """How many sequences of moves, chance included, lead on from a position."""
    draws_players: bool = True
    """Whether its pictures name the players."""
    ours: Mapping[Lang, str] = field(default_factory=dict)
    """The words on an empty board that say whose it is."""
    renamed: tuple[AnyGame, str] | None = None
    """The game on a board called `I & <I>` that has a place with this odd name."""
    files: Files | None = None
    claims: Claims | None = None

    @property
    def plain(self) -> AnyGame:
        """The game whose notation tells everything."""
        return self.told or self.game

    def state(self, scene: str) -> Any:
        """The position of a scene."""
        return self.game.read_position(self.scenes[scene])
