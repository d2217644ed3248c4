"""Events of the game itself: moves, what is taken back, and what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cruachan.engine.game import Viewer
from cruachan.engine.texts import Lang, LocalizedText
from cruachan.server.tables.events.base import (
    EventBody,
    MoveEvent,
    OwnEvent,
    PlyScene,
    SeatEvent,
    StoredEvent,
)

if TYPE_CHECKING:
    from cruachan.server.tables.table import GameTable


class MovePlayed(MoveEvent, frozen=True, omit_defaults=True):
    """A seat or chance made a move."""

    kind = "move"

    text: str
    """The move in full notation."""
    by: str | None = None
    """The kind of bot that made a move."""

    @property
    def bot(self) -> str | None:
        """The kind of the bot that moved; None for people and chance."""
        return self.by

    def apply(self, table: GameTable, move: Any = None) -> PlyScene:
        """Make the move; its legality was checked before it became an event."""
        match = table.match
        assert match is not None
        if move is not None:
            match.push(self.seat, move)
        elif table.verifies:
            match.restore(self.seat, self.text)
        else:
            match.replay(self.seat, self.text)
        return table.moved_on()


class LessonContinued(SeatEvent, frozen=True):
    """The learner has read an explanation of a lesson."""

    kind = "go_on"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Go to the next step."""
        assert table.course is not None
        table.course.go_on()


class MoveUndone(SeatEvent, frozen=True):
    """A seat took its last move back."""

    kind = "undo"
    repeatable = True

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Take the move back."""
        assert table.match is not None
        table.match.undo(self.seat)
        table.moved_back()


class MoveRedone(MoveEvent, frozen=True):
    """A seat made the move again that it had taken back."""

    kind = "redo"
    repeatable = True

    def apply(self, table: GameTable, move: Any = None) -> PlyScene:
        """Make the move again."""
        assert table.match is not None
        table.match.redo(self.seat)
        return table.moved_on()


class UndoRequest(NamedTuple):
    """A question whether moves may be taken back."""

    seat: int
    ply: int
    """The first ply that would be taken back."""
    agreed: frozenset[int]


class UndoRequested(SeatEvent, frozen=True):
    """A seat asked the others to let it take back its last move and all that came since."""

    kind = "ask_undo"
    repeatable = True

    ply: int
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Ask everybody."""
        table.undo_request = UndoRequest(self.seat, self.ply, frozenset({self.seat}))


class UndoAnswered(SeatEvent, frozen=True):
    """A seat agreed to an undo, or did not."""

    kind = "answer"

    yes: bool
    """What the answer was."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Note who agrees; one refusal ends the question."""
        request = table.undo_request
        assert request is not None
        agreed = request._replace(agreed=request.agreed | {self.seat})
        table.undo_request = agreed if self.yes else None


class MatchRewound(EventBody, frozen=True):
    """Everything from a ply on was taken back, as all agreed."""

    kind = "rewind"

    ply: int
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Take the plies back."""
        assert table.match is not None
        table.match.rewind(self.ply)
        table.moved_back()


class TurnEnded(SeatEvent, frozen=True):
    """A seat confirmed that its turn is over."""

    kind = "done"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let the game go on."""
        assert table.match is not None
        table.confirmed = len(table.match.history)


class ConfirmationSet(OwnEvent, frozen=True):
    """A seat chose whether it confirms the end of its turns."""

    kind = "confirm"
    repeatable = True

    on: bool
    """Whether the seat wants to confirm its turns."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Remember the choice."""
        table.seats[self.seat].confirm = self.on


class MoveQueued(OwnEvent, frozen=True):
    """A seat left a move that the game cannot take yet."""

    kind = "queue"
    repeatable = True

    text: str
    """A move in notation, with ? for what the viewer may not know; or what was said in the chat."""
    ply: int
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Put it behind the seat's other queued moves."""
        table.seats[self.seat].queued.append(self.text)


class Dequeued(msgspec.Struct, frozen=True, omit_defaults=True):
    """A queued move that was removed, as its own seat is told."""

    seat: int
    """Whose doing it was; -1 is chance."""
    refused: str | None = None
    """Why a move that waited cannot be made any more."""


class QueuedMoveRemoved(OwnEvent, frozen=True, omit_defaults=True):
    """A queued move was made, or can never be."""

    kind = "unqueue"
    described_as = Dequeued

    refused: dict[str, str] | None = None
    """Why it cannot be made, by language."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Take it from the queue."""
        table.seats[self.seat].queued.pop(0)

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> Dequeued:
        """The refusal in the viewer's language."""
        refused = LocalizedText(self.refused).text(lang) if self.refused else None
        return Dequeued(self.seat, refused)


class PlayerResigned(SeatEvent, frozen=True):
    """A seat gave up."""

    kind = "resign"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """End the match."""
        assert table.match is not None
        table.match.resign(self.seat)
