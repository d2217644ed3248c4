"""What a view of SHENT holds besides what all views hold."""

from __future__ import annotations

from typing import TypedDict

from cruachan.engine.view import View


class PromptView(TypedDict):
    """The question that the viewer has to answer: its key and its text."""

    kind: str
    text: str


class LandRune(TypedDict):
    """The rune printed on a land."""

    name: str
    strength: int


class FigureView(TypedDict):
    """A figure on the map."""

    id: str
    kind: str
    name: str
    called: str
    """The name that a player has given it."""
    owner: int | None
    strength: int
    wisdom: int
    steps: int
    flags: list[str]
    flag_names: list[str]


class BuildingView(TypedDict):
    """A building on the map."""

    id: str
    kind: str
    name: str
    owner: int | None
    flags: list[str]


class TokenView(TypedDict):
    """A token in a land."""

    kind: str
    name: str
    strength: int
    owner: int | None
    text: str
    """What it tells: the question of a legend."""


class LandView(TypedDict):
    """A land, and all that is there."""

    id: int
    name: str
    short: str
    tag: str
    element: str
    element_name: str
    rune: LandRune | None
    marker: int | None
    figures: list[FigureView]
    building: BuildingView | None
    tokens: list[TokenView]
    besides: list[TokenView]
    quest: bool
    """Whether a quest or goal that the viewer knows names it."""


class Waiting(TypedDict):
    """A figure that waits on the round track."""

    id: str
    kind: str
    owner: int | None
    name: str
    called: str


class Stone(TypedDict):
    """A place of the round track where figures wait."""

    stone: int
    figures: list[Waiting]


class Weather(TypedDict):
    """The round event."""

    rune: str
    strength: int
    text: str


class RuneView(TypedDict):
    """A rune in a hand."""

    key: str
    name: str
    meaning: str


class GoalView(TypedDict):
    """A goal, as far as the viewer knows it."""

    size: int
    of: int
    text: str
    runes: list[str]
    progress: list[int] | None
    lands: list[int]
    """What it concerns, as far as the viewer knows it."""
    met: bool
    """Whether it can be claimed, as far as the viewer knows."""


class StepView(TypedDict):
    """A step of a quest in free words."""

    text: str
    done: bool


class QuestView(TypedDict):
    """A quest, as far as the viewer knows it."""

    number: int
    mode: str
    mode_name: str
    runes: list[str]
    text: str
    level: str
    level_name: str
    progress: list[int] | None
    lands: list[int]
    """What it concerns, as far as the viewer knows it."""
    met: bool
    hopeless: bool
    """Whether it can be claimed, or never more, as far as the viewer knows."""
    accepted: bool
    failures: int
    steps: list[StepView]


class PactView(TypedDict):
    """An agreement: between whom, and what became of it."""

    number: int
    kind: str
    seats: list[int]
    """Who promised or proposed first."""
    land: int | None
    text: str
    words: str
    left: int
    """For how many rounds it still stands."""
    end: str
    """Nothing while it stands; kept, broken, ended, loosed."""
    by: int | None
    """Who broke it."""


class ShentPlayerView(TypedDict):
    """A player."""

    seat: int
    letter: str
    piece: str
    name: str
    element: str | None
    element_name: str
    tur: int
    golu: int
    aglar: int
    hand: int
    runes: list[RuneView]
    stones: list[str]
    lands: int
    wish: str
    wish_name: str
    roles: list[str]
    role_names: list[str]
    fulfilled: int
    kept: int
    broken: int
    """Agreements that were kept, and those that this player broke."""
    goal: GoalView
    quests: list[QuestView]


class RiddleView(TypedDict):
    """A riddle that waits for an answer."""

    asks: int
    asked: int
    text: str


class ShentView(View):
    """The view for a seat or a spectator."""

    asked: PromptView
    options: dict[str, str]
    phase: str
    phase_name: str
    stone: int
    sky: str | None
    sky_name: str
    weather: Weather | None
    bag: int
    numbers: list[int]
    lands: list[LandView]
    paths: list[list[int]]
    peace: list[list[int]]
    """Where two seats stand in peace: a land and the two."""
    pacts: list[PactView]
    """The agreements that stand, and then those that are over, the last first."""
    track: list[Stone]
    riddles: list[RiddleView]
