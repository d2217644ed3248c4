"""What all events of a table share, and the envelope in which they are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.plies import PlyNode
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang
from cruachan.server.tables.former import addressed, said_names

if TYPE_CHECKING:
    from cruachan.server.tables.table import GameTable


PlyScene = PlyNode[Any, Any]
"""The ply that an event made, and the states before and after it."""


class EventBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened. Its fields are the stored JSON; its kind is stored in a column of its own."""

    kind: ClassVar[str]
    repeatable: ClassVar[bool] = False
    """Whether a seat can cause it again and again while the game stands still."""
    described_as: ClassVar[type[msgspec.Struct] | None] = None
    """What `describe` returns where that is not the body itself."""

    @property
    def counted_seat(self) -> int | None:
        """The seat whose extras it counts among; None for an event that is not repeatable."""
        return getattr(self, "seat", None) if self.repeatable else None

    def apply(self, table: GameTable, move: Any = None) -> PlyScene | None:
        """Change a table; `move` is the parsed move of a pending event, if there is one."""
        return None

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether a viewer may know more of it than that something happened."""
        return True

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> msgspec.Struct:
        """What a listener gets besides number, time and kind."""
        return self


class StoredEvent(NamedTuple):
    """An event as it is stored: numbered from 1 without gaps."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    body: EventBody
    request: str | None = None
    """The id of the request that caused it, with what it is bound to (see `requests.py`)."""
    scene: PlyScene | None = None

    @property
    def kind(self) -> str:
        """The tag of the body."""
        return self.body.kind


class PendingEvent(NamedTuple):
    """An event that is about to happen."""

    body: EventBody
    move: Any = None
    """The parsed move, or the list of them, so that its notation is not read again."""


class SeatEvent(EventBody, frozen=True, omit_defaults=True):
    """An event that a seat caused, or that concerns one."""

    seat: int
    """Whose doing it was; -1 is chance."""


class OwnEvent(SeatEvent, frozen=True, omit_defaults=True):
    """An event that only its own seat may see."""

    def visible_to(self, viewer: Viewer) -> bool:
        """Only the seat itself."""
        return viewer == self.seat


class MoveDescription(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as a viewer may know it."""

    seat: int
    """Whose doing it was; -1 is chance."""
    ply: int
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""
    text: str
    """A move in notation, with ? for what the viewer may not know; or what was said in the chat."""
    told: str
    """A move in a sentence."""
    round: int
    """The round in which a move was made."""
    turn: int | None
    """Whose turn it was then."""
    shows: bool
    """Whether a move turned something up, so that it cannot be taken back."""
    by: str | None = None
    """The kind of bot that made a move."""
    outcome: str = ""
    """What a move has decided for the viewer, such as a vote or a contest, to be kept in sight
    until it is read: a line, and further lines with how it came about; mostly nothing."""


class MoveEvent(SeatEvent, frozen=True, omit_defaults=True):
    """An event that makes a ply of the match."""

    described_as = MoveDescription

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> MoveDescription:
        """The move in notation and in a sentence, and where in the game it was."""
        assert event.scene is not None
        game = table.game
        before, ply, after = event.scene.before, event.scene.ply, event.scene.after
        turns_up = not game.out_of_turn and ply.seat != CHANCE
        when, shown = game.when(before), presentation_of(game)
        names = addressed(said_names(table.names, lang), viewer)
        return MoveDescription(
            ply.seat,
            event.scene.number,
            game.write_move(before, ply.seat, ply.move, viewer),
            shown.tell(before, ply.seat, ply.move, after, viewer, names, lang),
            when.round,
            when.seat,
            turns_up and game.reveals(before, ply.seat, ply.move),
            self.bot,
            shown.outcome(before, ply.seat, ply.move, after, viewer, names, lang),
        )

    @property
    def bot(self) -> str | None:
        """The kind of the bot that moved; None for people and chance."""
        return None
