"""Response models of ratings."""

from __future__ import annotations

from cruachan.server.api.derived import ResponseModel


class ClubTexts(ResponseModel):
    """What the page says about ratings."""

    texts: dict[str, str]
    """Texts by name, with places to fill in braces."""


class RatingAnswer(ResponseModel):
    """A rating."""

    rating: float
    """The rating in points; 400 more mean ten to one."""
    low: float
    """The rating is above this with 95 % certainty."""
    high: float
    """The rating is below this with 95 % certainty."""
    games: int
    """From how many games."""
    wins: int
    """In how many of them she came out first."""
    provisional: bool
    """Whether there are too few games yet to rely on it."""
    like: str | None
    """The bot whose rating is nearest; null where no bot of the game has one."""
    text: str
    """It in words."""


class PoolRating(RatingAnswer):
    """One's own rating in a game for so many players."""

    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    players: int
    """The number of players."""
    place: int | None
    """The place among all whose rating is not provisional, from 1; null where one's own is."""


class RatedPerson(RatingAnswer):
    """A person with a rating."""

    name: str
    """Her name."""
    colour: str
    """Her colour."""
    me: bool
    """Whether it is the requesting player."""
    profile: str | None
    """The id of her profile, if she shows it."""


class RatedBot(ResponseModel):
    """A bot with its rating, which does not change."""

    name: str
    """The kind of bot."""
    title: str
    """What it is called."""
    rating: float
    """Its rating in points."""


class RatingPool(ResponseModel):
    """The ratings in a game for so many players."""

    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    players: int
    """The number of players."""
    persons: list[RatedPerson]
    """Those with a rating, the best first, those with a provisional one last; at most 100."""
    bots: list[RatedBot]
    """The bots, the best first."""
