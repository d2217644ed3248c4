"""Imports of games: from a file, or from a moment of another table.

A table takes over what was played there as it was recorded. What chance decides from then on
follows from the table's own seed; a finished file brings its own, and all its rolls are checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from cruachan.bots import check_bot
from cruachan.engine.errors import OptionError, TranscriptError
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match
from cruachan.engine.transcript import Transcript, clean_name, parse, replay, say
from cruachan.engine.verify import check
from cruachan.games import game_class, load_for_transcript
from cruachan.server.errors import conflict, wrong
from cruachan.server.tables import commands
from cruachan.server.tables.events import imported_moves
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.play import PlayerResigned
from cruachan.server.tables.events.seating import EntropyAdded, GameImported, GameStarted
from cruachan.server.tables.setting import PERSON, SeatSetting, TableSetting, boxed_game
from cruachan.server.tables.table import GameTable

MOST_PLIES = 10_000


class ImportedGame(NamedTuple):
    """The game of a file."""

    match: Match[Any, Any]
    board: str
    """The board by the name it has in the box."""
    plies: list[tuple[int, str]]
    """Seats and moves in notation, with everything that is secret."""

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.match.outcome is not None


def read(wish: commands.SavedGame) -> Transcript:
    """What a file says, with marks that fit; a TranscriptError names the line that is wrong."""
    transcript = parse(wish.text, Path(clean_name(wish.name)))
    if len(transcript.plies) > MOST_PLIES:
        raise wrong("long_file", most=MOST_PLIES)
    return transcript


@contextmanager
def _line(transcript: Transcript, key: str) -> Iterator[None]:
    """What is said of something that a line names, said of that line."""
    try:
        yield
    except OptionError as error:
        raise TranscriptError(transcript.path, transcript.lines[key], error.said) from None


def board_of(transcript: Transcript) -> str:
    """The board of a file by the name it has in the box; a CruachanError if there is none."""
    named = transcript.game, transcript.board_name, transcript.board_digest
    with _line(transcript, "game"):
        boards = game_class(transcript.game).boards
    for each in boards:
        game = boxed_game(transcript.game, each)
        if (game.name, game.board_name, game.board_digest) == named:
            return each
    with _line(transcript, "board"):
        load_for_transcript(*named)
    raise wrong("no_board", board=transcript.board_name, boards=boards)


def checked(transcript: Transcript, board: str) -> ImportedGame:
    """The game of a file: every move, and if it is over every roll; else a TranscriptError."""

    def load(name: str, board_name: str, digest: str) -> Game[Any, Any]:
        return boxed_game(name, board)

    finished = transcript.result is not None
    match = check(transcript, load).match if finished else replay(transcript, load)
    if match.outcome is not None and not finished:
        raise wrong("cut_off_file", says=say("no_seed"))
    if not finished:
        with _line(transcript, "seat"):
            for player in match.players:
                if player.kind != PERSON:
                    check_bot(player.kind, match.game)
    return ImportedGame(match, board, [(ply.seat, ply.text) for ply in transcript.plies])


def setting_of(begun: ImportedGame) -> TableSetting:
    """The setting of a table that goes on with the game of a file, or shows it."""
    match = begun.match
    seats = tuple(SeatSetting(player.kind, player.name) for player in match.players)
    options, edition = dict(match.options), match.edition
    return TableSetting(match.game.name, begun.board, options, seats, edition=edition)


def events_of(begun: ImportedGame) -> list[PendingEvent]:
    """All events by which a table has the game of a file, one after the other."""
    match = begun.match
    words = match.entropy.items() if begun.over else ()
    entropy = [PendingEvent(EntropyAdded(seat, word)) for seat, word in sorted(words)]
    resigned = [] if match.resigned is None else [PendingEvent(PlayerResigned(match.resigned))]
    proven = begun.over and not match.typed_rolls
    unproven = match.opened if proven else len(match.history)
    body = GameImported(begun.plies, unproven, begun.over and match.chosen)
    imported = PendingEvent(body, [ply.move for ply in match.history])
    start = PendingEvent(GameStarted())
    return [*entropy, imported, start, *imported_moves(imported), *resigned]


def event_at(table: GameTable, ply: int) -> PendingEvent:
    """The event by which another table takes over the game of this one as it was before a ply."""
    match = table.match
    if match is None:
        raise conflict("not_started")
    if ply > len(match.history):
        raise wrong("no_ply", last=len(match.history))
    if table.game.outcome(match.state_at(ply)) is not None:
        raise conflict("over_then")
    played = match.history[:ply]
    plies = [
        (each.seat, table.game.write_move(match.state_at(n), each.seat, each.move, CHANCE))
        for n, each in enumerate(played)
    ]
    return PendingEvent(GameImported(plies, ply, False), [each.move for each in played])
