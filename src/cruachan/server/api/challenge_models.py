"""Request and response models of the daily game and puzzles."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from cruachan.server.api.derived import ResponseModel
from cruachan.server.tables.commands import Name, RequestModel


class ChallengeRequest(RequestModel):
    """Somebody begins the daily game or a puzzle."""

    name: Name = ""
    """The name to sit there under."""
    bot_pace: Annotated[float, Field(ge=0, le=10, strict=False)] = 0.8
    """Seconds between a bot's moves, for people to follow; 0 for none."""


class ChallengeTexts(ResponseModel):
    """What the page says about the daily game and puzzles."""

    texts: dict[str, str]
    """Texts by name, with places to fill in braces."""


class DailyPlan(ResponseModel):
    """What is played on a day."""

    day: str
    """The day, as 2026-11-18."""
    number: int
    """Which daily game it is, counted from 1."""
    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    players: int
    """The number of players."""
    bots: str
    """What the opponents are called."""


class StreakAnswer(ResponseModel):
    """How regularly somebody plays."""

    now: int
    """Days in a row up to today, or to yesterday while today's game is not over."""
    best: int
    """The longest such row."""
    played: int
    """How many daily games she has finished."""
    won: int
    """How many of them she has won alone."""


class DailyAnswer(DailyPlan):
    """The game of a day, and the result of the requesting player."""

    seat: int
    """The seat that everybody has, counted from 0."""
    world: bool
    """Whether the dice are those of the whole world, which anybody can compute beforehand."""
    status: str
    """`open` until the player begins it, then `playing`, then `over`; `missed` on other days."""
    table: str | None
    """The id of her table; null until she begins."""
    place: int | None
    """Her place, 1 is best; null until her game is over."""
    share: str
    """Her result as a text to share, without a link; empty until her game is over."""
    streak: StreakAnswer
    """How regularly she plays."""
    begun: int
    """How many have begun this game here."""
    finished: int
    """How many have finished it here."""
    won: int
    """How many of them came out first."""
    next: int
    """When the next day's game begins, in milliseconds since 1970."""
    week: list[DailyPlan]
    """What is played on this day and the six after it; their dice are not told."""


class PuzzleAnswer(ResponseModel):
    """A puzzle as lists have it: its answer is not told."""

    id: str
    """Its id."""
    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    players: int
    """The number of players."""
    rating: int
    """How hard it is, in points: at this rating it is solved every second time."""
    mine: str
    """`new`, or of one's first try `begun`, `solved` or `missed`."""
    table: str | None
    """The table of one's first try."""


class PuzzleList(ResponseModel):
    """All puzzles, and the results of the requesting player."""

    puzzles: list[PuzzleAnswer]
    """Game by game, the easiest first."""
    next: str | None
    """The id of the puzzle that suits one best; null once all are tried."""
    rating: int | None
    """One's own rating in puzzles; null before the first answer."""
    text: str
    """It in words; empty before the first answer."""
    tried: int
    """How many one has answered."""
    solved: int
    """How many of them rightly, at the first try."""


class PuzzleVerdict(PuzzleAnswer):
    """A puzzle at its table; what comes after the first move is told only then."""

    seat: int
    """The seat to move."""
    answered: bool
    """Whether the first move was made."""
    solved: bool
    """Whether it was the right one."""
    played: str
    """The first move in notation."""
    played_told: str
    """It in a sentence."""
    answer: str
    """The right move in notation."""
    answer_told: str
    """It in a sentence."""
    answer_move: Any
    """The right move as an act takes it."""
    reason: str
    """What it is good for, as a player would say it; empty where nobody can say."""
    proof: str
    """Why it is right, in sentences with numbers."""
    text: str
    """All of it in a few sentences."""
