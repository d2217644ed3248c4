"""The games of the house, loaded by name when they are needed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cruachan.engine.errors import CruachanError, OptionError, WrongBoardError
from cruachan.engine.game import Game
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Message, message

if TYPE_CHECKING:
    from cruachan.engine.transcript import Loader


class Listed(NamedTuple):
    """A game on the list: its title, and where the class is that plays it."""

    title: str
    package: str
    """Its module `game` holds the class."""
    plays: str

    @classmethod
    def of(cls, title: str, package: str) -> Listed:
        """A game whose class is called by the first word of its title."""
        return cls(title, package, title.split()[0])


GAMES = {
    "hibernia": Listed.of("Hibernia", f"{__name__}.hibernia"),
    "cambria": Listed.of("Cambria", f"{__name__}.cambria"),
    "gallia": Listed.of("Gallia Cisalpina", f"{__name__}.gallia"),
    "shent": Listed.of("SHENT", f"{__name__}.shent"),
}
"""All games by their names."""


def _say(key: str, /, **values: Any) -> Message:
    return message(__name__, f"error.{key}", **values)


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class that plays a game."""
    if name not in GAMES:
        raise OptionError(_say("no_game", name=name, games=list(GAMES)))
    listed = GAMES[name]
    found: type[Game[Any, Any]] = getattr(import_module(f"{listed.package}.game"), listed.plays)
    return found


def part(game: str, name: str) -> Any:
    """A module of a game's package, loaded when it is needed; None where the game has none."""
    module = f"{GAMES[game].package}.{name}" if game in GAMES else ""
    return import_module(module) if module and find_spec(module) else None


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


def picture(
    source: str, board: str | None, position: str | None, ply: int | None, lang: Lang
) -> str:
    """The SVG of a game's empty board, of a position, or of a game played up to a ply."""
    if source in GAMES:
        game = load_game(source, board)
        shown = presentation_of(game)
        state = game.read_position(position) if position else None
        return shown.draw(None if state is None else shown.view(state, None, lang=lang), lang)
    from cruachan.engine.transcript import read, replay

    if not Path(source).exists():
        raise CruachanError(_say("no_source", source=source, games=list(GAMES)))
    match = replay(read(Path(source)), loader(board))
    last = len(match.history)
    if ply is not None and ply > last:
        raise CruachanError(_say("no_ply", source=source, last=last, ply=ply))
    state = match.state_at(last if ply is None else ply)
    shown = presentation_of(match.game)
    return shown.draw(shown.view(state, None, match.names, lang), lang)
