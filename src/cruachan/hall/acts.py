"""What people and programs can do at a table, as they send it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[int, Field(ge=0, le=9, description="the number of a seat, counted from 0")]
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=2000)]
Word = Annotated[str, Field(max_length=60, description="random bits of this device for the dice")]


class Act(BaseModel):
    """Something done at a table."""

    model_config = ConfigDict(extra="forbid", strict=True)


class OfSeat(Act):
    """Something done by whoever has a seat."""

    seat: Seat


class Sit(Act):
    """Take a free seat, this one or the first."""

    kind: Literal["sit"]
    name: Name
    seat: Seat | None = None
    word: Word | None = None


class Stand(OfSeat):
    """Free a seat again before the game begins."""

    kind: Literal["stand"]


class AddWord(OfSeat):
    """Add to the dice after the promise was shown, before the game begins."""

    kind: Literal["word"]
    word: Word


class Start(Act):
    """Begin the game; free seats can be given to bots of a kind."""

    kind: Literal["start"]
    fill: Annotated[str, Field(max_length=40)] | None = None


class Move(OfSeat):
    """Make a move: as a view offers it, or in notation."""

    kind: Literal["move"]
    answers: Annotated[int, Field(description="the number `asked` that came with the view")]
    move: Any = None
    text: Text | None = None
    words: Text | None = None
    queue: Annotated[bool, Field(description="keep it until the game can take it")] = False


class Undo(OfSeat):
    """Take back the seat's last move."""

    kind: Literal["undo"]


class Redo(OfSeat):
    """Make the move again that was taken back."""

    kind: Literal["redo"]


class AskUndo(OfSeat):
    """Ask all people at the table to let the seat take back its last move, whatever came since."""

    kind: Literal["ask_undo"]


class Answer(OfSeat):
    """Agree to what was asked, or not."""

    kind: Literal["answer"]
    yes: bool


class Done(OfSeat):
    """Say that a turn is over, where the seat wants to be asked."""

    kind: Literal["done"]


class Confirm(OfSeat):
    """Whether the seat wants to be asked before its turn is over."""

    kind: Literal["confirm"]
    on: bool


class Chat(OfSeat):
    """Say something to all at the table."""

    kind: Literal["chat"]
    text: Text


class ToBot(OfSeat):
    """Let a bot of a kind play the seat; its owner can take it back."""

    kind: Literal["to_bot"]
    bot: Annotated[str, Field(max_length=40)] | None = None


class Back(OfSeat):
    """Take the seat back from the bot."""

    kind: Literal["back"]


class Vote(OfSeat):
    """Vote that a bot plays for somebody who is not there."""

    kind: Literal["vote"]
    about: Seat


class Resign(OfSeat):
    """Give up the game, where two play."""

    kind: Literal["resign"]


class Rematch(OfSeat):
    """Play again with the same people, each one seat further."""

    kind: Literal["rematch"]


class Close(Act):
    """Close the table for good."""

    kind: Literal["close"]


AnyAct = Annotated[
    Sit
    | Stand
    | AddWord
    | Start
    | Move
    | Undo
    | Redo
    | AskUndo
    | Answer
    | Done
    | Confirm
    | Chat
    | ToBot
    | Back
    | Vote
    | Resign
    | Rematch
    | Close,
    Field(discriminator="kind"),
]


class Request(BaseModel):
    """An act with an id of its own, made up by its sender: sent twice, it is done once."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    act: AnyAct


class SeatWish(BaseModel):
    """Who a seat is for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Annotated[str, Field(max_length=40, description="me, free, or the kind of a bot")]
    name: Name = ""


class NewTable(BaseModel):
    """A table to be set."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Annotated[str, Field(max_length=40)]
    board: Annotated[str, Field(max_length=40)] | None = None
    options: Annotated[dict[str, Annotated[str, Field(max_length=40)]], Field(max_length=40)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    public: bool = False
    bot_pace: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.8
    clock: Literal["none", "1+4", "3+12", "3+36"] = "none"
    hints: bool = False


class Why(BaseModel):
    """A move in words, of which one wants to know why it cannot be made."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seat: Seat
    text: Annotated[str, Field(max_length=500)]


class Hint(BaseModel):
    """Somebody wants to know what a strong player would do."""

    model_config = ConfigDict(extra="forbid", strict=True)

    seat: Seat


class Enter(BaseModel):
    """A key that came with a link."""

    model_config = ConfigDict(extra="forbid", strict=True)

    key: Annotated[str, Field(max_length=100)]
