"""`GameDescription`, the value that a package of a game exports: its names and its parts.

A package that holds a game exports a `GameDescription`. Its parts are named as `module` or
`module:attribute` within the package and are imported when they are first asked for, so that a list
of games costs nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cruachan.engine.errors import CruachanError

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

    from cruachan.engine.capabilities import (
        Favourites,
        Features,
        GameBots,
        ObservationSpec,
        TerminalBoard,
    )
    from cruachan.engine.game import Game
    from cruachan.engine.identity import GameLook
    from cruachan.engine.print_material import PrintMaterial
    from cruachan.engine.texts import Lang

LOG = logging.getLogger("cruachan")


@dataclass(frozen=True)
class GameDescription:
    """A game: its names, and the parts it has."""

    name: str
    """What people type: lower case, no spaces."""
    title: str
    package: str
    """Where its RULES.md, its texts and its parts are."""
    game: str
    """The class that plays it, as `game:Cairn`."""
    minutes: tuple[int, int] = (10, 60)
    """About how long it takes a person among bots, at least and at most."""
    compile_seconds: int = 10
    """About how long its rules and bots are compiled on a free core, where they are."""
    bots_part: str | None = None
    """A `GameBots`; without it there is only the random bot."""
    features_part: str | None = None
    """`Features`, the input of its network; without them there is nothing learned."""
    weights: str = "weights.npz"
    """The file of the network's weights in the package, if there is one."""
    observation_part: str | None = None
    """An `ObservationSpec`; without it there are no environments."""
    terminal_part: str | None = None
    """A `TerminalBoard`; without it the terminal shows questions and moves alone."""
    statistics_part: str | None = None
    """A class that is `Statistics`; without it simulations count wins, rounds and ends."""
    favourites_part: str | None = None
    """`Favourites`; without it a profile names none in this game."""
    generator_part: str | None = None
    """(size, seed) -> the text of a new board's file."""
    print_part: str | None = None
    """(game, lang) -> its `PrintMaterial`; without it a kit has the board and the rules alone."""
    lesson: str = "lesson.toml"
    """The file of its lesson in the package, if there is one."""
    daily: tuple[int, ...] = ()
    """For how many players it may be the game of a day; without them it never is."""
    puzzles: str = "puzzles.json"
    """The file of its puzzles in the package, if there is one."""
    identity_file: str = "identity.toml"
    """The file of its look and sound in the package, if there is one."""

    def load(self, part: str | None) -> Any:
        """What a dotted name within the package stands for; None for none."""
        if part is None:
            return None
        module, _, attribute = part.partition(":")
        found = import_module(f"{self.package}.{module}")
        return getattr(found, attribute) if attribute else found

    def file(self, name: str) -> Traversable:
        """A file of the package, whether there is one or not."""
        return files(self.package).joinpath(name)

    @cached_property
    def game_class(self) -> type[Game[Any, Any]]:
        """The class that plays the game."""
        found: type[Game[Any, Any]] = self.load(self.game)
        return found

    @cached_property
    def bots(self) -> GameBots | None:
        """Its bots; None where it has none of its own."""
        found: GameBots | None = self.load(self.bots_part)
        return found

    @cached_property
    def features(self) -> Features | None:
        """A position as the input of its network; None where nothing is learned."""
        found: Features | None = self.load(self.features_part)
        return found

    @cached_property
    def observation(self) -> ObservationSpec | None:
        """What a seat sees as numbers; None where environments cannot play it."""
        found: ObservationSpec | None = self.load(self.observation_part)
        return found

    @cached_property
    def terminal(self) -> TerminalBoard | None:
        """Its board in a terminal; None where it has none."""
        found: TerminalBoard | None = self.load(self.terminal_part)
        return found

    @cached_property
    def statistics(self) -> type[Any] | None:
        """What simulations count besides wins, rounds and ends; None for nothing."""
        found: type[Any] | None = self.load(self.statistics_part)
        return found

    @cached_property
    def favourites(self) -> Favourites | None:
        """What its players like, for profiles; None where nothing is counted."""
        found: Favourites | None = self.load(self.favourites_part)
        return found

    @cached_property
    def board_generator(self) -> Callable[[int, int], str] | None:
        """(size, seed) -> the text of a new board's file; None where boards cannot be made."""
        found: Callable[[int, int], str] | None = self.load(self.generator_part)
        return found

    @cached_property
    def identity(self) -> GameLook:
        """How it looks and sounds; the default where it says nothing, or nothing that can be read,
        which is logged."""
        from cruachan.engine.identity import GameLook

        try:
            return self.read_identity()
        except CruachanError as error:
            LOG.warning("%s: %s", self.name, error)
            return GameLook()

    def read_identity(self) -> GameLook:
        """How it looks and sounds; a CruachanError where that cannot be read."""
        from cruachan.engine.identity import WORDMARK, read_identity

        return read_identity(self.file(self.identity_file), self.file(WORDMARK))

    @cached_property
    def print_material(self) -> Callable[[Game[Any, Any], Lang], PrintMaterial] | None:
        """(game, lang) -> what it puts on paper; None for board and rules alone."""
        found: Callable[[Game[Any, Any], Lang], PrintMaterial] | None = self.load(self.print_part)
        return found
