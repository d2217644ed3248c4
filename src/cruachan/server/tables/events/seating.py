"""Events before the game: who sits where, what is added to the dice, the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cruachan.engine.game import Viewer
from cruachan.engine.match import Player
from cruachan.engine.texts import Lang
from cruachan.lessons.course import Course
from cruachan.lessons.lesson import load
from cruachan.server.tables.events.base import EventBody, PendingEvent, SeatEvent, StoredEvent
from cruachan.server.tables.setting import FREE, PERSON, SeatSetting, filled

if TYPE_CHECKING:
    from cruachan.server.tables.table import GameTable


class TableCreated(EventBody, frozen=True):
    """A table was made."""

    kind = "made"


class ImportDescription(msgspec.Struct, frozen=True):
    """How much of a game was taken over, without what is secret in it."""

    plies: int
    """Of `opened`: how many plies the table takes over from a game that began elsewhere."""
    unproven: int
    """Of `opened`: up to which ply the rolls do not follow from this table's promise."""


class GameImported(EventBody, frozen=True):
    """A game that began elsewhere is taken over, once this one starts."""

    kind = "opened"
    described_as = ImportDescription

    plies: list[tuple[int, str]]
    """Seats and moves in full notation."""
    unproven: int
    """Up to which ply the rolls do not follow from the table's own seed."""
    chosen: bool
    """Whether somebody chose the seed."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Remember the moves until the start."""
        table.imported = PendingEvent(self, move)

    def describe(
        self, table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang
    ) -> ImportDescription:
        """Only how many moves there are: some of them may be secret."""
        return ImportDescription(len(self.plies), self.unproven)


class SeatingEvent(EventBody, frozen=True, omit_defaults=True):
    """An event that changes who sits where."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The seats afterwards."""
        raise NotImplementedError

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let the seats be as they are afterwards."""
        sitting = [SeatSetting(seat.kind, seat.name) for seat in table.seats]
        for seat, after in zip(table.seats, self.reseat(sitting), strict=True):
            seat.kind, seat.name = after.kind, after.name
        table.seatings += 1


class PlayerSeated(SeatingEvent, frozen=True):
    """A person took a seat."""

    kind = "sit"
    repeatable = True

    seat: int
    """Whose doing it was; -1 is chance."""
    name: str
    """The player's name."""
    entropy: str = msgspec.field(name="word")
    """What was added to the dice."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The person sits there."""
        return replaced(seats, self.seat, SeatSetting(PERSON, self.name))

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Seat the person with what her device adds to the dice; limits begin anew for her."""
        super().apply(table)
        table.extras.pop(self.seat, None)
        table.renames.pop(self.seat, None)
        table.chats.pop(self.seat, None)
        table.seats[self.seat].entropy = self.entropy


class PlayerStood(SeatingEvent, frozen=True, omit_defaults=True):
    """A person gave her seat up before the game, or the host took it from her."""

    kind = "stand"
    repeatable = True

    seat: int
    """Whose doing it was; -1 is chance."""
    removed: bool = False
    """Of `stand`: whether it was the host's doing."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The seat is free."""
        return replaced(seats, self.seat, SeatSetting(FREE))

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Free the seat; what its device added to the dice is gone."""
        super().apply(table)
        table.seats[self.seat].entropy = ""


class PlayerRemoved(SeatEvent, frozen=True):
    """The host took a seat from somebody during the game: a bot plays it until it is taken."""

    kind = "remove"
    repeatable = True

    bot: str
    """The kind of bot that plays a seat from here on."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let the bot play; the next player of the seat is another person."""
        table.hand_over(self.seat, self.bot)
        table.seats[self.seat].vacant = True
        table.seats[self.seat].queued.clear()


class PlayerReplaced(SeatingEvent, frozen=True):
    """A person took a seat of a game that has begun, from which the host had removed somebody."""

    kind = "replace"
    repeatable = True

    seat: int
    """Whose doing it was; -1 is chance."""
    name: str
    """The player's name."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The person sits there."""
        return replaced(seats, self.seat, SeatSetting(PERSON, self.name))

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Let her play; limits begin anew for her."""
        super().apply(table)
        table.seats[self.seat].vacant = False
        table.seats[self.seat].confirm = False
        table.extras.pop(self.seat, None)
        table.chats.pop(self.seat, None)
        table.hand_over(self.seat, None, self.name)


class HostChanged(SeatEvent, frozen=True):
    """The player of a seat became the host."""

    kind = "host"
    repeatable = True


class PlayerRenamed(SeatingEvent, frozen=True):
    """A person sits there under another name."""

    kind = "name"
    repeatable = True

    seat: int
    """Whose doing it was; -1 is chance."""
    name: str
    """The player's name."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The settings of the seat with the new name."""
        return replaced(seats, self.seat, SeatSetting(seats[self.seat].kind, self.name))

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Note the new name, and that it was changed once more."""
        super().apply(table)
        table.renames[self.seat] += 1


class SeatAssigned(SeatingEvent, frozen=True):
    """The host gave a free seat to a bot, or freed it again."""

    kind = "seat"
    repeatable = True

    seat: int
    """Whose doing it was; -1 is chance."""
    bot: str | None
    """The kind of bot that plays a seat from here on."""
    name: str
    """The player's name."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """The bot sits there, or nobody."""
        return replaced(seats, self.seat, SeatSetting(self.bot or FREE, self.name))


class KeyAdded(EventBody, frozen=True):
    """One more key opens a seat: it has a number among all events, so that a server that does not
    own the table any more cannot add one."""

    kind = "key"

    seat: int
    """The seat; -1 is the host's chair."""

    def visible_to(self, viewer: Viewer) -> bool:
        """Nobody: who uses which devices is not for the others."""
        return False


class EntropyAdded(SeatEvent, frozen=True):
    """A device added to the dice."""

    kind = "word"

    entropy: str = msgspec.field(name="word")
    """What was added to the dice."""

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Remember it until the start."""
        table.seats[self.seat].entropy = self.entropy


class GameStarted(SeatingEvent, frozen=True, omit_defaults=True):
    """The game began."""

    kind = "start"

    fill: str | None = None
    """The kind of bot that took the free seats at the start."""
    names: tuple[str, ...] = ()
    """What those bots are called, seat by seat; by their kind in games of before 0.3."""

    def reseat(self, seats: list[SeatSetting]) -> list[SeatSetting]:
        """Bots sit where nobody did."""
        return filled(seats, self.fill, self.names)

    def apply(self, table: GameTable, move: Any = None) -> None:
        """Begin the match, or the lesson."""
        super().apply(table)
        players = [Player(seat.name, seat.kind) for seat in table.seats]
        lesson = table.setting.lesson
        chosen = lesson is not None or table.setting.daily is not None
        match = table.begin(players, chosen=chosen)
        if lesson is not None:
            table.course = Course(load(table.setting.game), match, lesson)
        if table.imported is not None:
            imported = table.imported.body
            assert isinstance(imported, GameImported)
            match.opened, match.chosen = imported.unproven, imported.chosen
        for number, seat in enumerate(table.seats):
            if seat.entropy:
                match.add_entropy(number, seat.entropy)


def replaced(seats: list[SeatSetting], number: int, seat: SeatSetting) -> list[SeatSetting]:
    """The seats with another one at a number."""
    return [*seats[:number], seat, *seats[number + 1 :]]
