"""What the hall answers: the shapes of it, as the description at /api/openapi.json has them.

`events.py` makes most of these as bytes, without a detour through the models; a test holds the
one against the other.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Told(BaseModel):
    """Something the hall says; it has these fields and no others."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Refused(Told):
    """Why something was not done."""

    error: str
    """The reason as one word, for programs."""
    text: str
    """The reason in a sentence, in the language that was asked for."""
    rule: str | None = None
    """The number of the rule that refuses a move, where one does."""
    rule_text: str | None = None
    """What that rule says."""


REFUSALS = {
    403: "It is not yours to do, or the request was made by another page.",
    404: "There is no such table.",
    408: "The request was not sent within 20 s.",
    409: "It cannot be done as things stand now.",
    410: "The table is closed.",
    413: "The request has more than 64 kB, or more than 2 MB where it brings a saved game.",
    421: "The server does not go by the name in the header `Host`.",
    422: "What was sent makes no sense, or the rules do not allow it.",
    429: "Too many requests or open lines from one address; wait a moment (`Retry-After`).",
    500: "A fault of the hall itself; nothing was lost.",
    503: "It could not be stored and was not done, or nobody can advise. Send it again.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a request may be refused with, as the framework wants to be told."""
    shape = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    return {number: {"content": shape, "description": REFUSALS[number]} for number in statuses}


ALWAYS = refusals(408, 413, 421, 422, 429, 500)
WRITING = refusals(403, 503)
ASKING = refusals(403, 404, 409)
AT_TABLE = WRITING | ASKING


class Key(Told):
    """A key; whoever has it may play the seats it opens."""

    key: str
    """To be sent as `Authorization: Bearer KEY`, and to be told to nobody."""


class Seated(Told):
    """A table, and the seats one has there."""

    table: str
    """The table's id: `/t/ID` is its link."""
    seats: list[int]
    """The seats that the key opens, counted from 0; -1 is the host's chair."""
    promise: str
    """The SHA-256 of the seed of the dice, which is shown when the game is over."""


class Acted(Told):
    """An act was done, and is safe on disk."""

    seq: int
    """The number of the last row that it led to."""
    seats: list[int]
    """The seats that the key opens now, counted from 0; -1 is the host's chair."""


class Passage(Told):
    """A part of a story."""

    text: str
    """What is told."""
    by: str | None
    """Who told it in her own words; null where the game did."""


class StoryChapter(Told):
    """A chapter of a story."""

    title: str
    """Its title."""
    when: str
    """Of which time it tells; often nothing."""
    lead: str
    """What stands before it; often nothing."""
    passages: list[Passage]
    """Its parts in their order."""


class Person(Told):
    """Somebody of whom a story tells."""

    name: str
    """The player's name."""
    about: str
    """Who that is in the story; nothing as long as nobody can say."""


class Story(Told):
    """A game as it can be read."""

    title: str
    """Its title."""
    subtitle: str
    """By whom it was told."""
    people: list[Person]
    """The players in their order, then others of whom it tells."""
    chapters: list[StoryChapter]
    """The chapters in their order."""


class Lucky(Told):
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
    """The same in a sentence."""


class Checked(Told):
    """What was found when a finished game was checked."""

    fits: bool
    """Whether every roll follows from the seed and the words, and every move from the rules."""
    text: str
    """The same in a sentence, with the first ply that does not fit."""
    rolls: int = 0
    """How many rolls and lots were made again."""
    moves: int = 0
    """How many moves were checked."""
    since: int = 0
    """From which ply on the rolls could be checked; those before stand as they were recorded."""


class ListedSeat(Told):
    """A seat of a table in a list."""

    kind: str
    """`person`, `free`, or the kind of a bot."""
    name: str
    """Who sits there; nothing if nobody does."""


class Listed(Told):
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
    """Who sits where."""
    lesson: bool
    """Whether it is a guided first game."""
    at: int
    """When something happened there last, in milliseconds since 1970."""
    seq: int
    """The number of its last row."""


class Row(Told):
    """Something that happened at a table; which fields it has, its kind says."""

    seq: int
    """Its number, from 1 and without holes."""
    at: int
    """When, in milliseconds since 1970."""
    kind: Literal[
        "made",
        "opened",
        "sit",
        "stand",
        "name",
        "seat",
        "word",
        "start",
        "move",
        "go_on",
        "undo",
        "redo",
        "ask_undo",
        "answer",
        "rewind",
        "done",
        "confirm",
        "chat",
        "queue",
        "unqueue",
        "to_bot",
        "back",
        "vote",
        "resign",
        "veil",
        "retell",
        "rematch",
        "close",
        "skip",
    ]
    """What it was; `skip` is a row that the viewer may not see."""
    seat: int | None = None
    """Whose doing it was; -1 is chance."""
    name: str | None = None
    """The name of whoever sits there."""
    word: str | None = None
    """What was added to the dice."""
    fill: str | None = None
    """The kind of bot that took the free seats at the start."""
    ply: int | None = None
    """Of a move: which ply it was, from 0. Of `ask_undo`, `rewind` and `queue`: the ply meant."""
    plies: int | None = None
    """Of `opened`: how many plies the table takes over from a game that began elsewhere."""
    unproven: int | None = None
    """Of `opened`: up to which ply the rolls do not follow from this table's promise."""
    text: str | None = None
    """A move in notation, with ? for what the viewer may not know; or what was said in the chat."""
    told: str | None = None
    """A move in a sentence."""
    round: int | None = None
    """The round in which a move was made."""
    turn: int | None = None
    """Whose turn it was then."""
    shows: bool | None = None
    """Whether a move turned something up, so that it cannot be taken back."""
    by: str | None = None
    """The kind of bot that made a move."""
    yes: bool | None = None
    """What the answer was."""
    on: bool | None = None
    """Whether the seat wants to confirm its turns."""
    refused: str | None = None
    """Why a move that waited cannot be made any more."""
    bot: str | None = None
    """The kind of bot that plays a seat from here on."""
    voted: bool | None = None
    """Whether the others voted for that."""
    about: int | None = None
    """The seat that was voted about."""
    row: int | None = None
    """Of `veil` and `retell`: the number of the row that reads otherwise now, as `text` and `told`
    say; whoever keeps the log asks for it anew."""
    table: str | None = None
    """The id of the rematch."""


class SeatNow(Told):
    """A seat as it is now."""

    kind: str
    """`person`, `free`, or the kind of a bot."""
    name: str
    """Who sits there; nothing if nobody does."""
    bot: str | None
    """The kind of bot that plays for the person who owns it."""
    word: str
    """What its device added to the dice."""
    there: bool
    """Whether its person is there: has a line, or had one a moment ago."""
    writing: bool
    """Whether its person is writing something."""
    votes: list[int]
    """The seats that voted to let a bot play it."""
    left: int | None = None
    """The milliseconds of its clock, where the table has one."""


class Asking(Told):
    """A question whether a move may be taken back."""

    seat: int
    """Who asks."""
    ply: int
    """From which ply on."""
    agreed: list[int]
    """The seats that agree."""


class Retelling(Told):
    """A telling of one's own that somebody veiled with the X-card."""

    ply: int
    """The ply, as an act `retell` takes it."""
    row: int
    """The number of its row."""
    text: str
    """How the game tells it now; nothing where it does so with a later move."""
    longest: int
    """How many characters the new words may have."""


class Mine(Told):
    """What only the viewer's own seat knows of itself."""

    confirm: bool
    """Whether it is asked before its turn is over."""
    queued: list[str]
    """Its moves that wait until the game can take them."""
    retell: Retelling | None
    """What it is asked to tell anew, if it likes."""


class LessonNow(Told):
    """A guided first game, as its learner is told of it."""

    step: int
    """The number of the step, counted from 1."""
    of: int
    """How many steps there are."""
    text: str
    """What is said to the learner; empty for others, while others move, and after the lesson."""
    marks: list[str]
    """What the text speaks of: ids of places, keys of pieces, ids of points."""
    expects: list[str]
    """The moves that are wanted now, in notation: the `text` of choices of the view."""
    tell: bool
    """Whether the move is to be told in the learner's own words."""
    wait: bool
    """Whether it only explains, and waits for an act `go_on`."""
    over: bool
    """Whether the lesson is over, and the game goes on as any other."""


class TableNow(Told):
    """A table as it is now, apart from the game itself."""

    id: str
    """Its id."""
    game: str
    """The name of the game."""
    board: str
    """The board."""
    options: dict[str, str]
    """All options of the game, as they are at this table."""
    status: Literal["open", "playing", "over", "closed"]
    """Whether it waits for people, is played, is over, or was closed."""
    public: bool
    """Whether it is listed for everybody."""
    seats: list[SeatNow]
    """The seats in their order."""
    promise: str
    """The SHA-256 of the seed of the dice, which is shown when the game is over."""
    clock: str
    """The days a seat has in all, and the hours that each of its moves adds."""
    hints: bool
    """Whether hints are given."""
    plies: int
    """How many plies have been played."""
    opened: int
    """How many of them were taken over from a file or from another table."""
    asking: Asking | None
    """Whether somebody has asked to take back."""
    open_turn: int | None
    """The seat that has moved and not said yet that its turn is over."""
    in_the_open: list[int]
    """The seats waited for whose answer needs no secret: a shared screen need not be covered."""
    resigned: int | None
    """The seat that gave up."""
    rematch: str | None
    """The id of the table at which the same people play again."""
    before: str | None
    """The id of the table of which this is the rematch."""
    lesson: LessonNow | None
    """The first game that is taught here; its dice were chosen, so its promise is no secret."""
    time: int
    """The hall's time, in milliseconds since 1970."""
    me: Mine | None = None
    """What only the viewer's own seat knows of itself; not there for spectators."""


class Offer(Told):
    """A legal move as a view offers it."""

    move: Any
    """The move as an act takes it."""
    text: str
    """It in notation."""
    label: str
    """It in words."""
    verb: str
    """What is done."""
    actor: str
    """Who or what does it: a figure, an army, a reading."""
    target: str
    """What it is done to, or where."""
    manner: str
    """How, where the same can be done in several ways."""
    number: int | None
    """How many, where that is all a move says besides its verb."""
    tell: bool
    """Whether the player is asked to tell it in her own words (`words` of the act)."""
    longest: int
    """How many characters own words may have; 0 where there can be none."""
    needs: bool
    """Whether it is a move only with words."""
    order: int
    """In which place the game wants it read."""
    aside: bool
    """Whether it can be made at many moments, and is seldom what the moment is about."""


class PointedAt(Told):
    """What is pointed at on the board or beside it, and the moves that are made by it."""

    id: str
    """Its name for programs."""
    label: str
    """Its name for people."""
    moves: list[Offer]
    """The moves."""


class Placed(Told):
    """A seat in the result."""

    seat: int
    """The seat."""
    place: int
    """Its place; 1 has won."""
    score: int
    """Its points."""


class Seen(BaseModel):
    """What a seat or a spectator sees of a game. Every game adds fields of its own."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)

    game: str
    """The name of the game."""
    board: str
    """The name of the board."""
    seat: int | None
    """For whom; null for a spectator."""
    seats: int
    """How many play."""
    to_act: list[int]
    """The seats waited for; -1 is chance."""
    turn: int | None
    """The seat whose turn it is."""
    round: int
    """The round."""
    prompt: str
    """What the viewer is asked, or who is waited for, in words."""
    points: list[PointedAt]
    """The viewer's legal moves, grouped by what is pointed at."""
    calls: list[Offer]
    """Of these what the viewer may do now out of turn and should be told of."""
    players: list[dict[str, Any]]
    """A row for each seat, with at least its name, letter and piece."""
    result: list[Placed] | None
    """The seats in the order of their places, once the game is over."""


class Lying(Told):
    """A piece that lies on the still picture of the board (`/api/games/{game}/still`)."""

    key: str
    """What tells it from all others; it keeps it wherever it goes."""
    symbol: str
    """The `id` of its shape in the still."""
    x: float
    """Where its middle lies, from the left."""
    y: float
    """Where its middle lies, from the top."""
    at: str
    """On what it lies: mostly the id of a place."""
    label: str | None = None
    """What it is, in words."""
    size: float | None = None
    """How much larger it is than its symbol, if not as large."""
    turn: float | None = None
    """How far it is turned, in degrees."""
    text: str | None = None
    """What is written on it."""
    text_x: float | None = None
    """Where that is written: the middle of the line, from its own middle."""
    text_y: float | None = None
    """Where that is written: the foot of the line, from its own middle."""
    text_size: float | None = None
    """How large it is written."""
    ink: str | None = None
    """In which colour it is written."""


class Reason(Told):
    """Whether a move is possible, which one it is, and the rule if it is not."""

    legal: bool
    """Whether it can be made now, or whether something can be done at the place."""
    text: str
    """The move in notation, or all moves of the place in words, or else why there is none."""
    move: Any = None
    """The move as an act takes it, if it can be made."""
    brings: str | None = None
    """What the move would do, in a sentence, where the rules alone decide it and the seat knows."""
    pieces: list[Lying] | None = None
    """What would lie on the board then, where `pieces` was asked for; else as for `brings`."""
    rule: str | None = None
    """The number of the rule that refuses it, where one does."""
    rule_text: str | None = None
    """What that rule says."""


class Noted(Told):
    """Something that belongs to a seat or to the table."""

    label: str
    """What it is."""
    value: str
    """What it shows; empty where the label says all."""
    about: str | None = None
    """What it means, for somebody who never heard of it."""
    at: list[str] | None = None
    """What it concerns on the board: ids of places of the still, keys of pieces."""
    symbol: str | None = None
    """The `id` of a symbol of the still to be shown beside it."""
    done: int | None = None
    """How far it has come."""
    of: int | None = None
    """How far it goes; it may go on beyond."""
    state: Literal["done", "lost", "hidden", "short"] | None = None
    """Whether it is reached, gone or out of reach, not for the viewer to see, or short."""


class Beside(Told):
    """What somebody has, or what all share, to be shown beside the board."""

    id: str
    """Its name for programs, the same in every view; `seat:0` is what seat 0 has in the open."""
    title: str
    """Its name for people."""
    seat: int | None
    """Whose it is; null for the table's."""
    own: bool
    """Whether nobody but the viewer sees it: keep it off a screen that others look at."""
    entries: list[Noted]
    """What it says, the main thing first."""


class Looked(Told):
    """What a viewer sees, and the decision she faces."""

    view: Seen | None = None
    """The game; not there before it begins."""
    pieces: list[Lying] | None = None
    """What lies on the board, where `pieces` was asked for."""
    sheets: list[Beside] | None = None
    """What is shown beside the board, where `pieces` was asked for."""
    when: tuple[int, int | None] | None = None
    """The round and the seat whose turn it is."""
    asked: int | None = None
    """The number of the decision that the seat faces, for `answers`; not there for spectators."""
    undo: bool | None = None
    """Whether the seat can take its last move back without asking anybody."""


class Message(Looked):
    """What a listener gets: the rows that are new to it, and everything as it is now."""

    seq: int
    """The number of the last row: what to say as `since` next time."""
    rows: list[Row]
    """The rows after `since`."""
    table: TableNow
    """The table."""


class Found(Message):
    """A table, for whoever asks once."""

    seats: list[int]
    """The seats that the key opens, counted from 0; -1 is the host's chair."""
