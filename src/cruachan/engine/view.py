"""What a view is made of: plain data that survives JSON both ways, the same for every game.

A game's own view adds its keys to `View` and says so in a TypedDict of its own; pages, terminals
and programs read these types and nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypedDict

Plain = Any
"""A whole number, a text, yes or no, or a list of such: what JSON gives back as it was."""


Data = Mapping[str, Any]
"""A view of any game, or a row of one, for a drawing that shows what is there."""


class Parts(NamedTuple):
    """What a move says, part by part, each as notation writes it."""

    verb: str
    actor: str = ""
    """Who or what does it: a figure, an army, a reading."""
    target: str = ""
    """What it is done to, or where."""
    manner: str = ""
    """How, where the same can be done in several ways."""
    number: int | None = None
    """How many, where that is all a move says besides its verb."""

    @property
    def text(self) -> str:
        """All of it in notation."""
        named = (self.verb, self.actor, self.target, self.manner)
        said = [part for part in named if part]
        return " ".join(said if self.number is None else [*said, str(self.number)])


class Choice(TypedDict):
    """A legal move as a view offers it."""

    move: Plain
    """What `Game.unpack` makes the move of."""
    text: str
    """It in notation."""
    label: str
    """It in words."""
    verb: str
    actor: str
    target: str
    manner: str
    number: int | None
    """Its parts; see `Parts`."""
    tell: bool
    """Whether the player is asked to tell it in her own words."""
    longest: int
    """How many characters own words may have; 0 where there can be none."""
    needs: bool
    """Whether it is a move only with words."""
    order: int
    """In which place the game wants it read."""
    aside: bool
    """Whether it can be made at many moments, and is seldom what the moment is about."""


class Point(TypedDict):
    """What is pointed at on the board or beside it, and the moves that are made by it."""

    id: str
    label: str
    moves: list[Choice]


class Placed(TypedDict):
    """What every piece has."""

    key: str
    """What tells it from all others. One that can be followed keeps it wherever it goes; one
    that stands for a point of the view has its id."""
    symbol: str
    """The `id` of its shape in the still."""
    x: float
    y: float
    """Where its middle lies."""
    at: str
    """On what it lies: a slot of the still, mostly the id of a place."""


class Piece(Placed, total=False):
    """Something that lies on the still picture of a board; see `engine/picture.py`."""

    label: str
    """What it is, in words."""
    size: float
    """How much larger it is than its symbol, if not as large."""
    turn: float
    """How far it is turned, in degrees."""
    text: str
    """What is written on it."""
    text_x: float
    text_y: float
    """Where, as seen from its middle: the middle of the line, and its foot."""
    text_size: float
    ink: str
    """How large and in which colour."""


class Noted(TypedDict):
    """What every entry of a sheet has."""

    label: str
    """What it is: "on the shield", or a quest in its own words; never empty."""
    value: str
    """What it shows: "5", "4 of 12"; empty where the label says all."""


Standing = Literal["done", "lost", "hidden", "short"]
"""What is special about an entry: it is reached; it is gone or cannot be reached any more; the
viewer may not see what it is; less is there than is needed."""


class Entry(Noted, total=False):
    """Something that belongs to a seat or to the table, and is shown beside the board."""

    about: str
    """What it means, for somebody who never heard of it: a sentence or two."""
    at: list[str]
    """What it concerns on the board, to be marked: ids of places of the still, keys of pieces."""
    symbol: str
    """The `id` of a symbol of the still to be shown beside it."""
    done: int
    of: int
    """How far it has come, and how far it goes: always both or neither."""
    state: Standing
    """What is special about it, if anything is."""


class Sheet(TypedDict):
    """What somebody has, or what everybody shares: entries under a title, beside the board."""

    id: str
    """The same in every view: "seat:0" for what a seat has in the open, "hand", "sky"."""
    title: str
    seat: int | None
    """Whose it is; None for the table's."""
    own: bool
    """Whether nobody but the viewer sees it: it stays off a screen that others look at."""
    entries: list[Entry]
    """What it says, the main thing first."""


class Passage(TypedDict):
    """A part of a story."""

    text: str
    by: str | None
    """Who told it in her own words; None where the game did."""


class StoryChapter(TypedDict):
    """A chapter of a story."""

    title: str
    when: str
    """Of which time it tells; nothing where it does not say."""
    lead: str
    """What stands before it; nothing in most stories."""
    passages: list[Passage]


class Person(TypedDict):
    """Somebody of whom a story tells."""

    name: str
    about: str


class Story(TypedDict):
    """A game as it can be read."""

    title: str
    subtitle: str
    people: list[Person]
    chapters: list[StoryChapter]


class ResultRow(TypedDict):
    """A seat in the result."""

    seat: int
    place: int
    score: int


class View(TypedDict):
    """What every game's view has."""

    game: str
    board: str
    seat: int | None
    """For whom; None for a spectator."""
    seats: int
    to_act: list[int]
    """The seats waited for."""
    turn: int | None
    """The seat whose turn it is."""
    round: int
    prompt: str
    """What the viewer is asked, or who is waited for, in words."""
    points: list[Point]
    """The viewer's legal moves, grouped by what is pointed at."""
    calls: list[Choice]
    """Of these what the viewer may do now out of turn and should be told of."""
    players: list[Any]
    """A row for each seat, with at least its name, letter and piece."""
    result: list[ResultRow] | None
    """The seats in the order of their places, once the game is over."""


def choice(
    move: Plain,
    parts: Parts,
    label: str,
    *,
    text: str = "",
    tell: bool = False,
    longest: int = 0,
    needs: bool = False,
    order: int = 0,
    aside: bool = False,
) -> Choice:
    """A legal move for a view."""
    return {
        "move": move,
        "text": text or parts.text,
        "label": label,
        "verb": parts.verb,
        "actor": parts.actor,
        "target": parts.target,
        "manner": parts.manner,
        "number": parts.number,
        "tell": tell,
        "longest": longest,
        "needs": needs,
        "order": order,
        "aside": aside,
    }


def grouped(choices: Iterable[tuple[tuple[str, str], Choice]]) -> list[Point]:
    """Choices, each with the id and the label of what is pointed at, as points."""
    points: dict[str, Point] = {}
    for (key, label), each in choices:
        points.setdefault(key, {"id": key, "label": label, "moves": []})["moves"].append(each)
    return list(points.values())


def offered(view: View) -> list[Choice]:
    """All legal moves of a view, in the order in which the game wants them read."""
    moves = [move for point in view["points"] for move in point["moves"]]
    return sorted(moves, key=lambda move: move["order"])
