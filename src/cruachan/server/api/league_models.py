"""Request and response models of leagues."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cruachan.server.api.derived import ResponseModel
from cruachan.server.leagues.setting import LONGEST_NAME, Pairing
from cruachan.server.store.leagues import SeasonStatus
from cruachan.server.tables.commands import Bot, RequestModel
from cruachan.server.tables.setting import AtZero, Clock


class NewLeague(RequestModel):
    """A league or tournament to be set up by the requesting player, who becomes its organiser."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    """What it is called."""
    game: Annotated[str, Field(max_length=40)]
    """The name of the game."""
    board: Annotated[str, Field(max_length=40)] = ""
    """The board; else the usual one for so many players."""
    options: Annotated[dict[Bot, Bot], Field(max_length=40)] = Field(default_factory=dict)
    """The game's options by name; those that are not named are as usual."""
    players: Annotated[int, Field(ge=2, le=10)]
    """How many sit at a table, as far as the number of people allows."""
    pairing: Pairing = "round_robin"
    """`round_robin`: everybody meets everybody; `swiss`: players with equal points meet."""
    rounds: Annotated[int, Field(ge=0, le=50)] = 0
    """Of a Swiss tournament; 0 is as many as fit the number of players."""
    division: Annotated[int, Field(ge=0, le=200)] = 0
    """How many a division has at most; 0 is one for all, as far as they are not too many."""
    moves: Annotated[int, Field(ge=0, le=20)] = 1
    """How many go up and down between two divisions after a season."""
    days: Annotated[int, Field(ge=0, le=90)] = 0
    """Days from the beginning of a round to the next at least; 0: it begins when the one before is
    over."""
    clock: Clock = "3+12"
    """The clock of each seat; a league has one, so that every round ends."""
    at_zero: AtZero = "bot"
    """What happens when a clock comes to zero: `bot`, or `resign` where two play."""
    rated: bool = True
    """Whether the games count for ratings."""
    public: bool = True
    """Whether everybody of the server can look on."""


class LeagueAct(RequestModel):
    """An action in a league: `join` and `leave` by players; `start`, `next` (open another season),
    `cancel` and `remove` by the organiser."""

    kind: Literal["join", "leave", "start", "next", "cancel", "remove"]
    """What is done."""
    name: Annotated[str, Field(max_length=60)] = ""
    """The player to remove."""


class LeagueListing(ResponseModel):
    """A league as lists have it."""

    league: str
    """Its id."""
    name: str
    """What it is called."""
    game: str
    """The name of the game."""
    title: str
    """Its name for people."""
    season: int
    """The number of its last season."""
    status: SeasonStatus
    """How that stands."""
    persons: int
    """How many play in it."""


class LeaguePerson(ResponseModel):
    """Somebody in a league."""

    name: str
    """Her name; that of a former player if she was erased."""
    colour: str
    """Her colour; empty for a former player."""
    me: bool
    """Whether it is the requesting player."""
    withdrawn: bool
    """Whether she gets no more tables."""


class StandingLine(LeaguePerson):
    """A line of the standings."""

    place: int
    """1 is best; shared by those whom no tie-break parts."""
    points: float
    """A win is 1, the last place 0, those between them in even steps; a bye is 1."""
    played: int
    """Games that are over."""
    wins: int
    """Games in which she came out first."""
    beaten: float
    """First tie-break: the points of those she came out before (Sonneborn-Berger)."""
    met: float
    """Second tie-break: the points of all whom she met (Buchholz). The third are wins."""
    way: Literal["up", "down", ""]
    """Whether she would go up or down as things stand."""


class LeagueSeat(ResponseModel):
    """Somebody at a table of a round."""

    name: str
    """Her name."""
    me: bool
    """Whether it is the requesting player."""
    place: int | None
    """Where she came out; null while there is no result."""


class LeagueGame(ResponseModel):
    """A table of a round, or a bye of the only seat."""

    table: str | None
    """The table's id; null for a bye, and where the requesting player may not watch."""
    bye: bool
    """Whether it is a bye."""
    over: bool
    """Whether it is over."""
    seats: list[LeagueSeat]
    """The players, in the order of the seats."""


class LeagueRound(ResponseModel):
    """A round of a division."""

    number: int
    """From 1."""
    at: int | None
    """When it begins or has begun, in milliseconds since 1970; null where that is not known."""
    begun: bool
    """Whether it has begun."""
    games: list[LeagueGame]
    """Its tables; none before it has begun."""


class LeagueDivision(ResponseModel):
    """A division of a season."""

    number: int
    """From 1, the best first; 0 before the season begins."""
    standings: list[StandingLine]
    """Its players, the best first."""
    rounds: list[LeagueRound]
    """Its rounds."""


class LeagueAnswer(LeagueListing):
    """A league, with a season."""

    board: str
    """The board."""
    options: dict[str, str]
    """The game's options that are not as usual."""
    players: int
    """How many sit at a table."""
    pairing: Pairing
    """How players are paired."""
    rounds: int
    """Rounds of a Swiss tournament; 0 is as many as fit."""
    division: int
    """How many a division has at most; 0 is any number."""
    moves: int
    """How many go up and down."""
    days: int
    """Days from round to round at least."""
    clock: Clock
    """The clock of each seat."""
    at_zero: AtZero
    """What happens when it comes to zero."""
    rated: bool
    """Whether the games count for ratings."""
    public: bool
    """Whether everybody can look on."""
    organiser: str | None
    """The organiser; null if there is none any more."""
    mine: bool
    """Whether the requesting player organises it."""
    joined: bool
    """Whether the requesting player plays in the season."""
    withdrawn: bool
    """Whether she plays no more."""
    seasons: list[int]
    """The numbers of all seasons."""
    begun: int
    """When the season began, in milliseconds since 1970; 0 before."""
    ended: int
    """When it was over; 0 before."""
    divisions: list[LeagueDivision]
    """Its divisions; one before it has begun."""
    text: str
    """How it is played, in words."""
