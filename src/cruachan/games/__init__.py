"""The registry of games: those built in, and those that other distributions add.

Frameworks import this package and nothing below it: what is particular to a game they find through
its `GameDescription` and the capabilities of its class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from cruachan.engine.description import GameDescription
from cruachan.engine.errors import CruachanError, OptionError, WrongBoardError
from cruachan.engine.game import Game
from cruachan.engine.plugins import Plugins, load_plugins
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, Lang, Message, Texts, message

if TYPE_CHECKING:
    from cruachan.engine.match import Match
    from cruachan.engine.transcript import Loader


ENGINE = Game.__module__.rpartition(".")[0]
BUILT_IN = ("hibernia", "cambria", "gallia", "shent")
"""The packages beside this file, in the order in which games are offered."""
GROUP = "cruachan.games"
"""The entry points by which other distributions add games: each a `GameDescription`."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
NEEDED = ("letter", "rules_version", "players", "boards", "problems")
"""Attributes that the class of every game sets."""
NEEDED_TEXTS = ("game.sentence", "game.howto", "game.unit")
"""What every game says of itself, in the default language at least."""


class Registry(Mapping[str, GameDescription]):
    """All games by their names: those built in, then those of other distributions.

    It is filled when it is first asked. Only descriptions are imported, not the games.
    """

    def __init__(self) -> None:
        self._known: Plugins | None = None
        self._checked: set[str] = set(BUILT_IN)
        self._checking = RLock()

    @property
    def known(self) -> Plugins:
        """The games, and the faults of those that were left out."""
        if self._known is None:
            self._known = self._load()
        return self._known

    def _load(self) -> Plugins:
        built_in = {name: import_module(f"{__name__}.{name}").DESCRIPTION for name in BUILT_IN}
        added = load_plugins(GROUP, built_in.__contains__, _fault)
        return added._replace(found={**built_in, **added.found})

    def reload(self) -> None:
        """Look for games anew, as after an installation."""
        self._known = None
        self._checked = set(BUILT_IN)

    def check(self, name: str) -> bool:
        """Whether a game can be played: that of another distribution is imported and looked at.

        One that cannot is left out from now on, with a sentence that says why.
        """
        with self._checking:
            if name in self and name not in self._checked:
                self._checked.add(name)
                if (wrong := _unplayable(self[name])) is not None:
                    self.known.leave_out(name, wrong)
            return name in self

    def playable(self) -> list[str]:
        """The names of all games that can be played."""
        return [name for name in list(self) if self.check(name)]

    def __getitem__(self, name: str) -> GameDescription:
        description: GameDescription = self.known.found[name]
        return description

    def __iter__(self) -> Iterator[str]:
        return iter(self.known.found)

    def __len__(self) -> int:
        return len(self.known.found)


def _fault(name: str, value: Any) -> Message | None:
    """What is wrong with a description that an entry point names; None for a good one."""
    if not isinstance(value, GameDescription):
        return message(ENGINE, "plugin.no_description")
    if value.name != name:
        return message(ENGINE, "plugin.other_name", name=value.name)
    return None if NAME.fullmatch(name) else message(ENGINE, "plugin.no_name")


def _unplayable(description: GameDescription) -> Message | None:
    """What keeps the class of a game from being played; None for nothing."""
    try:
        kind = description.game_class
    except Exception as error:
        return message(ENGINE, "plugin.failed", error=f"{type(error).__name__}: {error}")
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return message(ENGINE, "plugin.no_game", game=description.game)
    missing = [*sorted(kind.__abstractmethods__), *(n for n in NEEDED if not hasattr(kind, n))]
    if missing:
        return message(ENGINE, "plugin.unfinished", game=description.game, missing=missing)
    texts = Texts(description.package, DEFAULT_LANG).table
    absent = [key for key in _needed_texts(kind) if key not in texts]
    return message(ENGINE, "plugin.no_texts", texts=absent) if absent else None


def _needed_texts(kind: type[Game[Any, Any]]) -> Iterator[str]:
    """The texts without which a game cannot be offered: of itself, its boards and its options."""
    yield from NEEDED_TEXTS
    if kind.board_label.__func__ is Game.board_label.__func__:  # type: ignore[attr-defined]
        for board in kind.boards:
            yield from (f"board.{board}", f"board.{board}_about")
    for option in kind.options:
        yield from (f"option.{option.name}", f"option.{option.name}_about")
        yield from (f"option.{choice}" for choice in option.choices)


GAMES = Registry()
"""All games by their names."""


def default_game() -> str:
    """The game that is meant where nobody names one: the first of the registry."""
    return next(iter(GAMES))


def _say(key: str, /, **values: Any) -> Message:
    return message(__name__, f"error.{key}", **values)


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class that plays a game."""
    playable = GAMES.check(name)
    if name in GAMES.known.faults:
        raise OptionError(GAMES.known.faults[name])
    if not playable:
        raise OptionError(_say("no_game", name=name, games=list(GAMES)))
    return GAMES[name].game_class


def load_game(name: str, board: str | None = None) -> Game[Any, Any]:
    """A game by its name, on its usual board, another one of its box, or one read from a file."""
    return game_class(name).on_board(board)


def loader(board: str | None = None) -> Loader:
    """How transcripts find their game; a WrongBoardError if no board is theirs."""

    def load(name: str, board_name: str, board_digest: str) -> Game[Any, Any]:
        games = [load_game(name, each) for each in ([board] if board else game_class(name).boards)]
        for game in games:
            if (game.board_name, game.board_digest) == (board_name, board_digest):
                return game
        this = {"name": games[0].board_name, "digest": games[0].board_digest}
        raise WrongBoardError(
            _say("wrong_board", due_name=board_name, due_digest=board_digest, **this)
        )

    return load


load_for_transcript = loader()


def load_match(path: str | Path, board: str | None = None) -> Match[Any, Any]:
    """The match of a transcript, every move checked against the rules.

    A TranscriptError names the line that is wrong; a WrongBoardError says that the board is another
    one, which `board` can name (a file).
    """
    from cruachan.engine.transcript import read, replay

    return replay(read(Path(path)), loader(board))


def picture(
    source: str, board: str | None, position: str | None, ply: int | None, lang: Lang
) -> str:
    """The SVG of a game's empty board, of a position, or of a game played up to a ply."""
    if source in GAMES:
        game = load_game(source, board)
        shown = presentation_of(game)
        state = game.read_position(position) if position else None
        return shown.draw(None if state is None else shown.view(state, None, lang=lang), lang)
    if not Path(source).exists():
        raise CruachanError(_say("no_source", source=source, games=list(GAMES)))
    match = load_match(source, board)
    last = len(match.history)
    if ply is not None and ply > last:
        raise CruachanError(_say("no_ply", source=source, last=last, ply=ply))
    state = match.state_at(last if ply is None else ply)
    shown = presentation_of(match.game)
    return shown.draw(shown.view(state, None, match.names, lang), lang)
