"""Types of views: data that survives JSON in both directions, the same for every game.

A game's own view adds its keys to `View` and says so in a TypedDict of its own; pages, terminals
and programs read these types and nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypedDict
from warnings import warn

PackedMove = Any
"""A move as JSON carries it: a number, a string, a boolean or a list of such."""


Data = Mapping[str, Any]
"""A view of any game, or a row of one, for a drawing that shows what is there."""


class Parts(NamedTuple):
    """What a move says, part by part, each as notation writes it."""

    verb: str
    actor: str = ""
    """What acts: a figure, an army, a reading."""
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


class MoveChoice(TypedDict):
    """A legal move as a view offers it."""

    move: PackedMove
    """The move as an act takes it."""
    text: str
    """It in notation."""
    label: str
    """It in words."""
    verb: str
    """What is done."""
    actor: str
    """What acts: a figure, an army, a reading."""
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
    """Whether it can be made at many moments, and is seldom what the moment is about; or another
    move of the same point does the same and leaves more to choose."""


class Choice(MoveChoice, total=False):
    """A legal move, with what only some have."""

    asks: bool
    """Whether it should be shown before it is made: it strikes somebody, or cannot be foreseen."""


class Point(TypedDict):
    """What is pointed at on the board or beside it, and the moves that are made by it."""

    id: str
    """Its name for programs."""
    label: str
    """Its name for people."""
    moves: list[Choice]
    """The moves."""


class ChoiceCard(TypedDict):
    """A step on the way to a move: it makes one, or leads on to other cards."""

    id: str
    """Its name for programs."""
    under: str
    """The id of the card that leads to it; empty for those that are shown first."""
    label: str
    """What it is called."""
    story: str
    """A line of the story; often nothing."""
    effect: str
    """What it does, in a sentence; nothing where the label says it."""
    odds: str
    """How likely it is, or what is risked; often nothing."""
    symbol: str
    """The `id` of a symbol of the static layer to be drawn on it; often nothing."""
    at: str
    """The id of the place or the key of the piece by which it is chosen on the board, if any."""
    ask: str
    """The question that follows this choice; often empty."""
    kind: str
    """How it is shown: `more` leads to the rest of a step, `aside` to what the moment is not about;
    `no` declines, `go` goes on, `words` is told in own words; `left` and `right` stand side by
    side; of a `place` the line of the story is shown once it is chosen; else nothing."""
    move: str
    """The notation of the move it makes; empty where it leads on."""


class Placed(TypedDict):
    """What every piece has."""

    key: str
    """What tells it from all others; it keeps it wherever it goes."""
    symbol: str
    """The `id` of its shape in the static layer."""
    x: float
    """Where its middle lies, from the left."""
    y: float
    """Where its middle lies, from the top."""
    at: str
    """On what it lies: mostly the id of a place."""


class DrawnPiece(Placed, total=False):
    """A piece that lies on the static layer of the board (`/api/games/{game}/still`)."""

    label: str
    """What it is, in words."""
    size: float
    """How much larger it is than its symbol, if not as large."""
    turn: float
    """How far it is turned, in degrees."""
    text: str
    """What is written on it."""
    text_x: float
    """Where that is written: the middle of the line, from its own middle."""
    text_y: float
    """Where that is written: the foot of the line, from its own middle."""
    text_size: float
    """How large it is written."""
    ink: str
    """In which colour it is written."""
    mark: bool
    """Whether it only marks what can be done now: it is no piece and goes nowhere."""


class Noted(TypedDict):
    """What every entry of a side panel has."""

    label: str
    """What it is."""
    value: str
    """What it shows; empty where the label says all."""


Standing = Literal["done", "lost", "hidden", "short"]
"""What is special about an entry: it is reached; it is gone or cannot be reached any more; the
viewer may not see what it is; less is there than is needed."""


class PanelEntry(Noted, total=False):
    """Something that belongs to a seat or to the table."""

    about: str
    """What it means, for somebody who never heard of it."""
    at: list[str]
    """What it concerns on the board: ids of places of the static layer, keys of pieces."""
    symbol: str
    """The `id` of a symbol of the static layer to be shown beside it."""
    symbols: list[str]
    """The `id`s of symbols of the static layer to be shown after its value, one for each thing."""
    done: int
    """How far it has come."""
    of: int
    """How far it goes; it may go on beyond."""
    near: bool
    """Whether it belongs beside the board at all times, because moves are planned by it."""
    state: Standing
    """Whether it is reached, gone or out of reach, not for the viewer to see, or short."""


class SidePanel(TypedDict):
    """What somebody has, or what all share, to be shown beside the board."""

    id: str
    """Its name for programs, the same in every view; `seat:0` is what seat 0 has in the open."""
    title: str
    """Its name for people."""
    seat: int | None
    """Whose it is; null for the table's."""
    own: bool
    """Whether nobody but the viewer sees it: keep it off a screen that others look at."""
    entries: list[PanelEntry]
    """What it says, the main thing first."""


class StoryPassage(TypedDict):
    """A part of a story."""

    text: str
    """What is told."""
    by: str | None
    """The seat that narrated it in its own words; null if the game did."""


class StoryChapter(TypedDict):
    """A chapter of a story."""

    title: str
    """Its title."""
    when: str
    """Of which time it tells; often nothing."""
    lead: str
    """What stands before it; often nothing."""
    passages: list[StoryPassage]
    """Its parts in their order."""


class Person(TypedDict):
    """Somebody of whom a story tells."""

    name: str
    """The player's name."""
    about: str
    """The player's role in the story; empty as long as it is not known."""


class Story(TypedDict):
    """A game as it can be read."""

    title: str
    """Its title."""
    subtitle: str
    """By whom it was told."""
    people: list[Person]
    """The players in their order, then others of whom it tells."""
    chapters: list[StoryChapter]
    """The chapters in their order."""


class ResultRow(TypedDict):
    """A seat in the result."""

    seat: int
    """The seat."""
    place: int
    """Its place; 1 has won."""
    score: int
    """Its points."""


class Column(TypedDict):
    """One of the texts that stand side by side above the choices."""

    title: str
    """What it is about."""
    text: str
    """What it says."""


class Unsealed(TypedDict):
    """What a seat kept to itself until the end of a game."""

    seat: int
    """Whose it was."""
    title: str
    """What it is."""
    text: str
    """What it said, and what became of it."""
    story: str
    """A line of the story about it; often nothing."""


class DeckView(TypedDict, total=False):
    """What a view may have besides."""

    deck: list[ChoiceCard]
    """The viewer's legal moves once more, as cards: few at each step, and all of them in the end.
    Missing or empty where a game has none: then `points` are shown."""
    idle: str
    """The notation of a move that may be made by itself, for no other could matter to the viewer;
    mostly nothing."""
    columns: list[Column]
    """What is to be compared before one chooses: what one gives, and what one gets; mostly none."""
    finale: list[Unsealed]
    """What everybody kept secret, once the game is over, the winner's last: to be shown one after
    the other; mostly none."""
    banner: str
    """What holds for everybody for a while, to be kept in sight; often nothing."""


class View(DeckView):
    """What a seat or a spectator sees of a game. Every game adds fields of its own."""

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
    """The question to the viewer, or the players who are to move, as a sentence."""
    points: list[Point]
    """The viewer's legal moves, grouped by what is pointed at."""
    calls: list[Choice]
    """Of these what the viewer may do now out of turn and should be told of."""
    players: list[Any]
    """A row for each seat, with at least its name, letter and piece."""
    result: list[ResultRow] | None
    """The seats in the order of their places, once the game is over."""


def choice(
    move: PackedMove,
    parts: Parts,
    label: str,
    *,
    text: str = "",
    tell: bool = False,
    longest: int = 0,
    needs: bool = False,
    order: int = 0,
    aside: bool = False,
    asks: bool = False,
) -> Choice:
    """A legal move for a view."""
    found: Choice = {
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
    if asks:
        found["asks"] = True
    return found


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


RENAMED = {"Sheet": "SidePanel", "Entry": "PanelEntry", "Plain": "PackedMove"}
"""Deprecated names: of version 0.1 since 0.2, `Plain` since 0.3."""


def __getattr__(name: str) -> Any:
    if name not in RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    said = f"{__name__}.{name} is deprecated: use {RENAMED[name]}"
    warn(said, DeprecationWarning, stacklevel=2)
    return globals()[RENAMED[name]]
