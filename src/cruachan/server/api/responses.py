"""The response models, as the description at /api/openapi.json has them.

Those of events, tables and views are derived from the classes that are sent (`derived.py`); the
others are built by the endpoints themselves.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Annotated, Any

from pydantic import Field

from cruachan.engine import view
from cruachan.server.api.derived import Models, OpenResponseModel, ResponseModel
from cruachan.server.api.error_codes import error_codes
from cruachan.server.tables import redaction
from cruachan.server.tables.events import EVENTS, HIDDEN


class Refused(ResponseModel):
    """Why something was not done."""

    error: Annotated[str, Field(json_schema_extra={"enum": list(error_codes())})]
    """The reason as one word, for programs."""
    text: str
    """The reason in a sentence, in the language that was asked for."""
    rule: str | None = None
    """The number of the rule that refuses a move, where one does."""
    rule_text: str | None = None
    """What that rule says."""


REFUSALS = {
    400: "The path has `..`, `.` or `//` in it.",
    401: "It needs a key, and none came along.",
    403: "It is not yours to do, or the request was made by another page.",
    404: "There is no such table, game or path.",
    408: "The request was not sent within 20 s.",
    409: "It cannot be done as things stand now.",
    410: "The table is closed.",
    413: "The request has more than 64 kB (a board file: 256 kB, a saved game: 2 MB).",
    421: "The server does not go by the name in the header `Host`.",
    422: "What was sent makes no sense, or the rules do not allow it.",
    429: "Too many requests or open connections from one address; wait a moment (`Retry-After`).",
    500: "A fault of the server itself; nothing was lost.",
    503: "It could not be stored and was not done, or nobody can advise. Send it again.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a request may be refused with, as the framework wants to be told."""
    shape = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    return {number: {"content": shape, "description": REFUSALS[number]} for number in statuses}


NO_GAME = refusals(404)
ALWAYS = refusals(400, 408, 413, 421, 422, 429, 500)
WRITING = refusals(403, 409, 503)
ASKING = refusals(401, 403, 404, 409)
AT_TABLE = WRITING | ASKING


class Introduced(ResponseModel):
    """A browser that has a key."""

    new: bool
    """Whether it got it just now."""


class Heartbeat(ResponseModel):
    """The connection is alive; sent over a WebSocket that was opened with `alive=true`."""

    alive: float
    """Seconds within which the next message comes."""


class WaitingTables(ResponseModel):
    """The tables that wait for one; sent over a WebSocket."""

    waiting: list[str]
    """Their ids; of very many the first 1,000."""


class ConnectionRefused(Refused):
    """Why a WebSocket is closed: its only message."""

    status: int
    """The status that a request would have; the connection is closed with 4000 more."""


class ShownMessage(ResponseModel):
    """What a client says over a WebSocket once it has shown something to its person."""

    shown: int
    """The number of the last row that was shown."""


class TypingMessage(ResponseModel):
    """What a client says over a WebSocket while its person writes something."""

    writing: bool
    """Whether she does."""


class Key(ResponseModel):
    """A key: a bearer token for the seats it opens."""

    key: str
    """To be sent as `Authorization: Bearer KEY`, and to be told to nobody."""


class SeatsAnswer(ResponseModel):
    """A table, and the seats one has there."""

    table: str
    """The table's id: `/t/ID` is its link."""
    seats: list[int]
    """The seats that the key opens, counted from 0; -1 is the host's chair."""
    promise: str
    """The SHA-256 of the seed of the dice, which is shown when the game is over."""


class CommandAnswer(ResponseModel):
    """An act was done, and is safe on disk."""

    seq: int
    """The number of the last row that it led to."""
    seats: list[int]
    """The seats that the key opens now, counted from 0; -1 is the host's chair."""


class LuckAnswer(ResponseModel):
    """What the dice owed a seat, or it owes them."""

    seat: int
    """The seat."""
    rolls: int
    """How many rolls it had."""
    worth: float
    """How much more they were worth to it than rolls are on average; less where it is below 0."""
    unit: str
    """In what that is counted: the game's own steps or points."""
    text: str
    """The finding as a sentence."""


class VerificationAnswer(ResponseModel):
    """What was found when a finished game was checked."""

    fits: bool
    """Whether every roll follows from the seed and the words, and every move from the rules."""
    text: str
    """The finding as a sentence, with the first ply that does not fit."""
    rolls: int = 0
    """How many rolls and lots were made again."""
    moves: int = 0
    """How many moves were checked."""
    since: int = 0
    """From which ply on the rolls could be checked; those before stand as they were recorded."""
    digest: str = ""
    """The SHA-256 of the whole transcript: no other game has it."""


class ListedSeat(ResponseModel):
    """A seat of a table in a list."""

    kind: str
    """`person`, `free`, or the kind of a bot."""
    name: str
    """The player's name; empty for a free seat."""


class TableListing(ResponseModel):
    """A table in a list."""

    table: str
    """Its id."""
    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    board: str
    """The board."""
    status: str
    """`open` while it waits for people, then `playing`, then `over`; or `closed`."""
    waits: list[int]
    """The seats that are waited for now; chance is not among them."""
    mine: list[int]
    """The seats that the asking key opens, counted from 0; -1 is the host's chair."""
    round: int
    """The round; 0 before the game begins."""
    seats: list[ListedSeat]
    """Its seats."""
    lesson: bool
    """Whether it is a guided first game."""
    puzzle: bool
    """Whether it is the table of a puzzle, which waits for nobody."""
    rated: bool
    """Whether the game counts for ratings."""
    at: int
    """When something happened there last, in milliseconds since 1970."""
    seq: int
    """The number of its last row."""
    since: int
    """Since when the seats in `waits` are waited for, in milliseconds since 1970."""


class MyTables(ResponseModel):
    """What is new at one's tables."""

    tables: list[TableListing]
    """Those that have changed, as lists have them."""
    waiting: int
    """At how many of all of them one is waited for."""


# Derived from what is sent

_models = Models()
StoryPassage = _models.derive(view.StoryPassage)
StoryChapter = _models.derive(view.StoryChapter)
Person = _models.derive(view.Person)
Story = _models.derive(view.Story)
Choice = _models.derive(view.Choice)
Point = _models.derive(view.Point)
ChoiceCard = _models.derive(view.ChoiceCard)
Unsealed = _models.derive(view.Unsealed)
Column = _models.derive(view.Column)
ResultRow = _models.derive(view.ResultRow)
View = _models.derive(view.View, OpenResponseModel, players=list[dict[str, Any]])
DrawnPiece = _models.derive(view.DrawnPiece)
PanelEntry = _models.derive(view.PanelEntry)
SidePanel = _models.derive(view.SidePanel)
EventRow = _models.merge(
    redaction.EventRow,
    [*EVENTS, HIDDEN],
    [each.described_as or each for each in EVENTS.values()],
)
EventRows = GenericAlias(list, (EventRow,))
SeatStatus = _models.derive(redaction.SeatStatus)
UndoQuestion = _models.derive(redaction.UndoQuestion)
VeiledNarration = _models.derive(redaction.VeiledNarration)
OwnStatus = _models.derive(redaction.OwnStatus)
LessonStatus = _models.derive(redaction.LessonStatus)
TableStatus = _models.derive(redaction.TableStatus)
SeenView = _models.derive(redaction.SeenView)
TableMessage = _models.derive(redaction.TableMessage)
TableAnswer = _models.derive(redaction.TableAnswer)
MoveAnswer = _models.derive(redaction.MoveAnswer)
