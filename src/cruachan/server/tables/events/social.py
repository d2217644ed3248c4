"""Events around the game: chat, bots that take over, the X-card, the rematch, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cruachan.engine.game import Viewer
from cruachan.engine.texts import Lang
from cruachan.server.tables.events.base import EventBody, SeatEvent, StoredEvent

if TYPE_CHECKING:
    from cruachan.server.tables.table import GameTable


class ChatSent(SeatEvent, frozen=True):
    """A seat said something to all."""

    kind = "chat"
    repeatable = True

    text: str
    """A move in notation, with ? for what the viewer may not know; or what was said in the chat."""


class SeatGivenToBot(SeatEvent, frozen=True, omit_defaults=True):
    """A bot plays a person's seat for her."""

    kind = "to_bot"
    repeatable = True

    bot: str
    """The kind of bot that plays a seat from here on."""
    voted: bool = False
    """Whether the others voted for that."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Hand the seat over."""
        table.hand_over(self.seat, self.bot)


class SeatReclaimed(SeatEvent, frozen=True):
    """A person took her seat back from a bot."""

    kind = "back"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Hand the seat back."""
        table.hand_over(self.seat, None)


class BotVoted(SeatEvent, frozen=True):
    """A seat voted to let a bot play for somebody who is not there."""

    kind = "vote"

    about: int
    """The seat that was voted about."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Count the vote."""
        table.votes[self.about] = table.votes.get(self.about, frozenset()) | {self.seat}


class AbsenceNoticed(SeatEvent, frozen=True):
    """The others voted for a bot; a person who was absent for long may come back until then."""

    kind = "absent"

    until: int
    """Of `absent`: when a bot takes the seat. Of `vacation`: until when a clock stands still. In
    milliseconds since 1970."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Wait for her."""
        table.notices[self.seat] = self.until


class AbsenceEnded(SeatEvent, frozen=True):
    """A person who was absent came back in time: no bot plays for her."""

    kind = "here"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Forget the votes."""
        table.notices.pop(self.seat, None)
        table.votes.pop(self.seat, None)


class ClockRanOut(SeatEvent, frozen=True):
    """The time of a seat has run out; what follows was decided when the table was set."""

    kind = "flag"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Note it, so that the player gets her seat back when she returns."""
        table.seats[self.seat].ran_out = True


class VacationSet(SeatEvent, frozen=True):
    """A person stopped her clock for some days, or lets it run again."""

    kind = "vacation"
    repeatable = True

    since: int
    """Of `vacation`: from when, in milliseconds since 1970."""
    until: int
    """Of `absent`: when a bot takes the seat. Of `vacation`: until when a clock stands still. In
    milliseconds since 1970."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let the clock stand still, and count only the days that pass."""
        seat = table.seats[self.seat]
        seat.vacation_used += self.until - max(seat.vacation, self.since)
        seat.vacation = self.until


class ClocksResumed(EventBody, frozen=True):
    """No server was there for a while; clocks did not run meanwhile, and go on now."""

    kind = "resumed"

    counted: int
    """Of `resumed`: how many milliseconds since the row before count for those who were to move."""


class RevisionDescription(msgspec.Struct, frozen=True):
    """A move that reads otherwise now, as a viewer may know it."""

    row: int
    """Of `veil` and `retell`: the number of the row that reads otherwise now, as `text` and `told`
    say; whoever keeps the log asks for it anew."""
    ply: int
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""
    text: str
    """A move in notation, with ? for what the viewer may not know; or what was said in the chat."""
    told: str
    """A move in a sentence."""


class RetellingDescription(RevisionDescription, frozen=True):
    """A move that its player narrated anew."""

    seat: int
    """Whose doing it was; -1 is chance."""


class NarrationVeiled(EventBody, frozen=True):
    """Somebody played the X-card: a player's own narration was removed. Nobody learns who."""

    kind = "veil"
    described_as = RevisionDescription

    row: int
    """The number of the event of the move."""
    ply: int
    """The ply of the move."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let the narrator tell it anew, if the move still stands."""
        scene = table.events[self.row - 1].scene
        assert table.match is not None
        assert scene is not None
        history = table.match.history
        if scene.number < len(history) and history[scene.number] is scene.ply:
            table.veiled[scene.number] = self.row

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> RevisionDescription:
        """The move as it reads now."""
        now = table.reads_now(self.row, viewer, lang)
        return RevisionDescription(self.row, self.ply, now.text, now.told)


class NarrationRetold(SeatEvent, frozen=True):
    """A player narrated a veiled move anew, or left it to the game."""

    kind = "retell"
    repeatable = True
    described_as = RetellingDescription

    row: int
    """The number of the event of the move."""
    ply: int
    """The ply of the move."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Ask for no other narration of it."""
        table.veiled.pop(self.ply, None)

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> RetellingDescription:
        """The move as it reads now."""
        now = table.reads_now(self.row, viewer, lang)
        return RetellingDescription(self.row, self.ply, now.text, now.told, self.seat)


class PersonErased(SeatEvent, frozen=True):
    """Somebody who sat there had her name and what she said erased from this table: earlier events
    read otherwise now, and the moves are as they were."""

    kind = "erased"


class RematchCreated(EventBody, frozen=True):
    """A table was made at which the same people play again."""

    kind = "rematch"

    table: str
    """The id of the rematch."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Remember its id."""
        table.rematch = self.table


class TableClosed(EventBody, frozen=True):
    """The host closed the table."""

    kind = "close"

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let nothing happen any more."""
        table.closed = True
