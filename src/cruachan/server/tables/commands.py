"""Commands: what clients can do at a table, as request models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from cruachan.server.described import DescribedModel
from cruachan.server.tables.requests import LONGEST, PATTERN, SHORTEST
from cruachan.server.tables.setting import AtZero, Clock

Seat = Annotated[int, Field(ge=0, le=9)]
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2000)]
Texts = Annotated[str, Field(max_length=10_000)]
"""Longer than any game keeps them, so that it is the game that says how long they may be."""
Word = Annotated[str, Field(max_length=60)]
Bot = Annotated[str, Field(max_length=40)]
RATED_CLOCK: Clock = "3+12"
LONGEST_FILE = 16 * 1024 * 1024
"""Characters of a saved game, however large requests may be."""


DEEPEST = 8


def shallow(value: Any, depth: int = 0) -> Any:
    """A move as data; a ValueError where it is nested as no move is."""
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    if isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            shallow(each, depth + 1)
    return value


Packed = Annotated[Any, AfterValidator(lambda value: shallow(value))]


class RequestModel(DescribedModel, BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TableCommand(RequestModel):
    """Something done at a table."""


class SeatCommand(TableCommand):
    """A command of the player of a seat."""

    seat: Seat
    """The number of the seat that does it, counted from 0."""


class SitCommand(TableCommand):
    """Take a free seat, this one or the first; in a game that has begun, one that the host took
    from somebody."""

    kind: Literal["sit"]
    name: Name
    """The name to sit there under; it is cleaned, and made unlike the others'."""
    seat: Seat | None = None
    """The number of the seat, counted from 0; else the first that is free."""
    word: Word | None = None
    """Random bits of this device for the dice; they can follow as an act `word`."""


class RenameCommand(SeatCommand):
    """Sit there under another name, before the game begins."""

    kind: Literal["name"]
    name: Name
    """The new name; it is cleaned, and made unlike the others'."""


class SetSeatCommand(TableCommand):
    """Let a bot take a seat that nobody has, or free it again, before the game begins."""

    kind: Literal["seat"]
    seat: Seat
    """The number of the seat, counted from 0."""
    bot: Bot | None = None
    """The kind of bot; without one the seat becomes free."""


class StandCommand(SeatCommand):
    """Free a seat again before the game begins: one's own, or as the host anybody's."""

    kind: Literal["stand"]


class RemoveCommand(SeatCommand):
    """As the host, take a seat from somebody: before the game begins it is free again; after that a
    bot plays it until somebody sits down there."""

    kind: Literal["remove"]
    bot: Bot | None = None
    """The kind of bot that plays it meanwhile; else the usual one of the game."""


class HandOverCommand(SeatCommand):
    """As the host, make the player of a seat the host."""

    kind: Literal["host"]


class AddWordCommand(SeatCommand):
    """Add to the dice after the promise was shown, before the game begins."""

    kind: Literal["word"]
    word: Word
    """Random bits of this device for the dice."""


class StartCommand(TableCommand):
    """Begin the game; free seats can be given to bots of a kind."""

    kind: Literal["start"]
    fill: Bot | None = None
    """The kind of bot that takes the seats that are still free."""
    wordless: bool = False
    """Whether a rematch begins although somebody's word for the dice is missing."""


class MoveCommand(SeatCommand):
    """Make a move: as a view offers it, or in notation."""

    kind: Literal["move"]
    answers: int
    """The number `asked` that came with the view: which decision this answers."""
    move: Packed = None
    """The `move` of one of the view's choices, as it stands there."""
    text: Texts | None = None
    """Instead of `move`: the move in notation, or in words that name it."""
    words: Texts | None = None
    """How the player tells it, where the choice says `tell`."""
    queue: bool = False
    """Whether a `text` that the game cannot take yet is kept until it can."""


class GoOnCommand(SeatCommand):
    """Put an explanation of a first game behind oneself."""

    kind: Literal["go_on"]


class UndoCommand(SeatCommand):
    """Take back the seat's last move."""

    kind: Literal["undo"]


class RedoCommand(SeatCommand):
    """Make the move again that was taken back."""

    kind: Literal["redo"]


class AskUndoCommand(SeatCommand):
    """Ask all people at the table to let the seat take back its last move, whatever came since."""

    kind: Literal["ask_undo"]


class AnswerCommand(SeatCommand):
    """Agree to what was asked, or not."""

    kind: Literal["answer"]
    yes: bool
    """Whether the seat agrees."""


class DoneCommand(SeatCommand):
    """Say that a turn is over, where the seat wants to be asked."""

    kind: Literal["done"]


class ConfirmCommand(SeatCommand):
    """Whether the seat wants to be asked before its turn is over."""

    kind: Literal["confirm"]
    on: bool
    """Whether it wants to be asked from now on."""


class ChatCommand(SeatCommand):
    """Say something to all at the table."""

    kind: Literal["chat"]
    text: Text
    """What is said; 500 characters of it are kept."""


class ToBotCommand(SeatCommand):
    """Let a bot of a kind play the seat; its owner can take it back."""

    kind: Literal["to_bot"]
    bot: Bot | None = None
    """The kind of bot; else the first of the game."""


class BackCommand(SeatCommand):
    """Take the seat back from the bot."""

    kind: Literal["back"]


class VoteCommand(SeatCommand):
    """Vote that a bot plays for somebody who is not there."""

    kind: Literal["vote"]
    about: Seat
    """The number of the seat that a bot shall play."""


class VacationCommand(SeatCommand):
    """Let the seat's clock stand still for some days, where it counts days; 0 lets it run again."""

    kind: Literal["vacation"]
    days: Annotated[int, Field(ge=0, le=60)]
    """For how many days from now on; 0 for no longer."""


class ResignCommand(SeatCommand):
    """Give up the game, where two play."""

    kind: Literal["resign"]


class VeilCommand(SeatCommand):
    """The X-card: veil the last telling in a player's own words. Nobody learns whose it was."""

    kind: Literal["veil"]
    row: int | None = None
    """The number of the row that is meant: if another one is the last telling, nothing is done."""


class RetellCommand(SeatCommand):
    """Tell anew what was veiled, or leave it as the game tells it."""

    kind: Literal["retell"]
    ply: Annotated[int, Field(ge=0, le=10**6)]
    """The ply that was veiled, as `me.retell` has it."""
    words: Texts | None = None
    """The new words; without them the game's own telling stays."""


class RematchCommand(SeatCommand):
    """Play again with the same people, each one seat further."""

    kind: Literal["rematch"]


class CloseCommand(TableCommand):
    """Close the table for good."""

    kind: Literal["close"]


AnyCommand = Annotated[
    SitCommand
    | StandCommand
    | RenameCommand
    | SetSeatCommand
    | RemoveCommand
    | HandOverCommand
    | AddWordCommand
    | StartCommand
    | MoveCommand
    | GoOnCommand
    | UndoCommand
    | RedoCommand
    | AskUndoCommand
    | AnswerCommand
    | DoneCommand
    | ConfirmCommand
    | ChatCommand
    | ToBotCommand
    | BackCommand
    | VoteCommand
    | VacationCommand
    | ResignCommand
    | VeilCommand
    | RetellCommand
    | RematchCommand
    | CloseCommand,
    Field(discriminator="kind"),
]


class CommandRequest(RequestModel):
    """An act with an id of its own, made up by its sender: sent twice, it is done once."""

    id: Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST, pattern=PATTERN)]
    """A random text that no other act at this table has; it belongs to the key and the act."""
    command: Annotated[AnyCommand, Field(alias="act", title="Act")]
    """What is to be done; `kind` says which act it is."""


class SeatWish(RequestModel):
    """Who a seat is for."""

    kind: Annotated[str, Field(max_length=40)]
    """`me` for the host who sets the table, `free` for a free seat, or the kind of a bot."""
    name: Name = ""
    """The player's name; a free seat gets one when it is taken."""


class TableMoment(RequestModel):
    """A moment of another table's game."""

    table: Annotated[str, Field(max_length=40)]
    """The id of the table."""
    ply: Annotated[int, Field(ge=0, le=10**6)]
    """Before which ply, counted from 0."""


class NewTable(RequestModel):
    """A table to be set."""

    game: Annotated[str, Field(max_length=40)]
    """The name of the game."""
    board: Annotated[str, Field(max_length=40)] | None = None
    """The board; else the usual one for so many players."""
    options: Annotated[dict[Bot, Bot], Field(max_length=40)] = {}
    """The game's options by name; those that are not named are as usual."""
    seats: Annotated[list[SeatWish], Field(max_length=10)] = []
    """Who sits where, in the order of the seats."""
    lesson: bool = False
    """Whether it is the guided first game: everything is decided then, and the game begins at once.
    `seats` is left out, or is one seat for `me` with the learner's name."""
    public: bool = False
    """Whether the table is listed for everybody; else only its link leads there."""
    bot_pace: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.8
    """Seconds between a bot's moves, for people to follow; 0 for none."""
    clock: Clock = "none"
    """The time a seat has in all, and what each of its moves adds: days and hours as `3+12`, or
    minutes and seconds as `10m+10s`."""
    at_zero: AtZero = "vote"
    """What happens when a clock comes to zero: the others may `vote` for a bot; a `bot` plays until
    the player is there again; or the player has to `resign`, where two play."""
    vacation: Annotated[int, Field(ge=0, le=60)] = 0
    """For how many days each seat may stop its clock, all in all, where it counts days."""
    hints: bool = False
    """Whether hints are given although several people play."""
    rated: bool = False
    """Whether the game counts for ratings: persons alone sit down, one seat each, without hints.
    There is a clock, `3+12` where none is named, and at zero no vote: a `bot` plays where nothing
    is named."""
    from_: Annotated[TableMoment | None, Field(alias="from")] = None
    """From which moment of another table's game to play on, with its board and its options: of one
    that is over, or of one's own against bots."""

    @model_validator(mode="after")
    def _is_whole(self) -> NewTable:
        """Either seats are named or the lesson decides, and never both."""
        if not self.lesson and not self.seats:
            raise ValueError("a table needs seats")
        if self.lesson and [seat.kind for seat in self.seats] not in ([], ["me"]):
            raise ValueError("in a lesson only the learner's own seat can be named")
        fixed = {"board", "options", "public", "clock", "at_zero", "vacation"}
        fixed |= {"hints", "rated", "from_"}
        decided = fixed & self.model_fields_set
        if self.lesson and decided:
            raise ValueError(f"the lesson decides this: {', '.join(sorted(decided)).rstrip('_')}")
        if self.at_zero == "resign" and len(self.seats) != 2:
            raise ValueError("a player can only resign where two play")
        if self.rated and "clock" not in self.model_fields_set:
            self.clock = RATED_CLOCK
        if self.rated and "at_zero" not in self.model_fields_set:
            self.at_zero = "bot"
        return self


class SavedGame(RequestModel):
    """A saved game to be opened."""

    text: Annotated[str, Field(max_length=LONGEST_FILE)]
    """The file, as it stands."""
    name: Name = "game"
    """What the file is called, for complaints about it."""


class WhyRequest(RequestModel):
    """One thing of which somebody wants to know why it cannot be done, or what it would bring."""

    seat: Seat
    """The number of the seat that would do it."""
    text: Annotated[str, Field(max_length=500)] | None = None
    """A move in notation, or in words that name it."""
    move: Packed = None
    """Or a move as a view offers it."""
    place: Annotated[str, Field(max_length=100)] | None = None
    """Or the id of a place of the still, or of what lies there."""


class HintRequest(RequestModel):
    """Somebody wants to know what a strong player would do."""

    seat: Seat
    """The number of the seat that is to decide."""


class QrRequest(RequestModel):
    """An address that is wanted as a QR code."""

    text: Annotated[str, Field(max_length=300)]
    """The address, http or https."""


class EnterRequest(RequestModel):
    """A key that came with a link."""

    key: Annotated[str, Field(max_length=100)]
    """What stands behind the # of the link."""
