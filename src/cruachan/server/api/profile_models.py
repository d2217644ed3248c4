"""What is answered about profiles."""

from __future__ import annotations

from cruachan.server.api.derived import ResponseModel
from cruachan.server.described import DescribedModel


class ShowProfile(DescribedModel):
    """Whether others may see a profile."""

    shown: bool
    """Whether they may."""


class LikedThing(ResponseModel):
    """Something that was chosen."""

    name: str
    """What it is called."""
    times: int
    """How often it was chosen."""


class LikedKind(ResponseModel):
    """Things of one kind."""

    title: str
    """What the kind is called."""
    things: list[LikedThing]
    """What was chosen most, the most often first."""


class GameTotals(ResponseModel):
    """Somebody's games in one game."""

    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    games: int
    """How many she finished."""
    wins: int
    """In how many of them she came out first."""
    luck: float | None
    """How much dice and lots changed her chance of winning in a game, on average; null where
    nobody can say, or where no game was counted yet."""
    cost: float | None
    """How much of her chance her moves gave away in a game, on average."""
    accuracy: float | None
    """The share of her decisions that were as good as the best that was found."""
    liked: list[LikedKind]
    """What she chose most."""


class LuckAndPlay(ResponseModel):
    """Luck and play up to a moment."""

    at: int
    """The moment, in milliseconds since 1970."""
    luck: float
    """What luck gave in the last ten games, on average."""
    cost: float
    """What her moves gave away in them."""


class ProfileRating(ResponseModel):
    """A rating."""

    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    players: int
    """The number of players."""
    rating: float
    """The rating in points."""
    provisional: bool
    """Whether there are too few games yet to rely on it."""
    text: str
    """It in words."""


class FinishedGame(ResponseModel):
    """A finished game of one's own."""

    table: str
    """Its table."""
    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    at: int
    """When it ended, in milliseconds since 1970."""
    players: int
    """The number of players."""
    place: int
    """One's place; 1 is best."""
    won: bool
    """Whether one came out first and did not leave it to a bot."""
    rated: bool
    """Whether it counted for ratings."""
    luck: float | None
    """What luck gave; null where it is not known."""
    cost: float | None
    """What one's moves gave away."""
    others: list[str]
    """The other players, as far as they are known."""


class YearAnswer(ResponseModel):
    """A year of one's own."""

    year: int
    """Which one."""
    years: list[int]
    """All years in which a game ended, the last one first."""
    games: int
    """How many games ended in it."""
    wins: int
    """In how many one came out first."""
    months: list[int]
    """How many ended in each month."""
    totals: list[GameTotals]
    """Game by game, the most played first."""
    text: list[str]
    """It in sentences."""


class ProfileAnswer(ResponseModel):
    """A person's games put together."""

    name: str
    """Her name."""
    colour: str
    """Her colour."""
    me: bool
    """Whether it is the requesting player."""
    shown: str | None
    """The id under which others may see it; null where they may not."""
    pending: int
    """How many games are being counted; ask again after some seconds."""
    games: int
    """How many games she finished."""
    wins: int
    """In how many of them she came out first."""
    totals: list[GameTotals]
    """Game by game, the most played first."""
    ratings: list[ProfileRating]
    """Her ratings, by game and number of players."""
    curve: list[LuckAndPlay]
    """Luck and play over time."""
    about: str
    """What luck and play mean, in a sentence."""
    last: list[FinishedGame]
    """One's own last games, the last one first; others see none."""
    year: YearAnswer | None
    """One's own year; null for others, and where no game was finished."""
