"""Ratings of persons, for each game and number of players, from the tables that were set as rated.

The model is the arena's (openskill's Bradley-Terry over all pairs of a table, see
`arena/ratings.py`), and so is the scale: 400 points mean ten to one. Bots have fixed ratings from
tournaments, the bot `steady` 1500 in every game, so a person's rating can be read as "plays like".

A rating is a function of the results in the order in which games ended, and nothing else is stored
of it: a server that was killed has nothing to make good, and none is counted twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Any, NamedTuple

from openskill.models import BradleyTerryFull

from cruachan.arena.ratings import CERTAIN, MEAN, TEN_TO_ONE
from cruachan.games import GAMES
from cruachan.server.store import club as stored
from cruachan.server.store.club import ResultSeat, TableResult
from cruachan.server.store.store import Store

SETTLED = 110
"""A rating whose standard deviation has more points than this is provisional."""
TAU = 25 / 300
"""How much is forgotten with every game, as openskill has it: strength changes."""
CERTAIN_BOT = 0.01
"""The standard deviation of a bot's rating, which its games here do not change."""

_model = BradleyTerryFull()
START = _model.mu
POINT = TEN_TO_ONE / log(10) / (sqrt(2) * _model.beta)
"""How many points one unit of openskill is."""


class PersonStrength(NamedTuple):
    """What is known of a person's strength, in openskill's units."""

    mu: float = START
    sigma: float = _model.sigma
    games: int = 0
    wins: int = 0
    """Games in which she came out first, alone or with others."""
    at: int = 0
    """When the last of them ended, in milliseconds since 1970."""

    @property
    def rating(self) -> float:
        """In points."""
        return MEAN + POINT * (self.mu - START)

    @property
    def around(self) -> float:
        """Half of the interval in which the rating lies with 95 % certainty, in points."""
        return CERTAIN * POINT * self.sigma

    @property
    def provisional(self) -> bool:
        """Whether there are too few games yet to rely on it."""
        return POINT * self.sigma > SETTLED


def bot_ratings(game: str, players: int) -> Mapping[str, float]:
    """The ratings of a game's bots at tables of so many, in points; none where no tournament was
    played."""
    bots = GAMES[game].bots if game in GAMES else None
    return bots.ratings.get(players, {}) if bots is not None else {}


def plays_like(rating: float, game: str, players: int) -> str | None:
    """The bot whose rating is nearest; None where no bot has one."""
    known = bot_ratings(game, players)
    return min(known, key=lambda bot: abs(known[bot] - rating), default=None)


def rate(known: dict[str, PersonStrength], results: Iterable[TableResult]) -> None:
    """Learn from rated games of one pool, in the order in which they ended."""
    for result in results:
        _rate_one(known, result, bot_ratings(result.game, result.players))


def _rate_one(
    known: dict[str, PersonStrength], result: TableResult, bots: Mapping[str, float]
) -> None:
    """Learn from one game. Seats of nobody known and of bots without a rating are left out, and
    who left the game to a bot counts as last."""
    worth = 3 / (result.players + 1)
    model = BradleyTerryFull(tau=TAU, gamma=lambda *_: worth)
    teams: list[list[Any]] = []
    counted: list[ResultSeat] = []
    for seat in result.seats:
        if seat.person is not None:
            strength = known.get(seat.person, PersonStrength())
            teams.append([model.rating(strength.mu, strength.sigma)])
        elif seat.bot is not None and seat.bot in bots:
            mu = START + (bots[seat.bot] - MEAN) / POINT
            teams.append([model.rating(mu, CERTAIN_BOT)])
        else:
            continue
        counted.append(seat)
    if len(teams) < 2:
        return
    ranks = [float(result.players + 1 if seat.forfeit else seat.place) for seat in counted]
    rated = model.rate(teams, ranks=ranks)
    for seat, rank, (new,) in zip(counted, ranks, rated, strict=True):
        if seat.person is not None:
            before = known.get(seat.person, PersonStrength())
            won = before.wins + (rank == 1)
            made = PersonStrength(new.mu, new.sigma, before.games + 1, won, result.at)
            known[seat.person] = made


class _Pool(NamedTuple):
    """What was computed of a pool, and up to which game."""

    known: dict[str, PersonStrength]
    games: int = 0
    last: tuple[int, str] = (-1, "")


class Ratings:
    """The ratings of a store, computed when somebody asks and kept until there are new results."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._pools: dict[tuple[str, int], _Pool] = {}
        self._computing = asyncio.Lock()

    async def pool(self, game: str, players: int) -> dict[str, PersonStrength]:
        """The strength of every person who has a rating in a game for so many, by her id. One is
        computed at a time, so that all others still read from the store."""
        async with self._computing:
            return await self.store.read(self._pool, game, players)

    def _pool(self, game: str, players: int) -> dict[str, PersonStrength]:
        before = self._pools.get((game, players), _Pool({}))
        with self.store.reading() as connection:
            count = stored.count_rated(connection, game, players)
            if count == before.games:
                return before.known
            new = stored.rated_after(connection, game, players, before.last)
            if before.games + len(new) != count:
                # A game that ended earlier was stored later, by another server.
                before = _Pool({})
                new = stored.rated_after(connection, game, players, before.last)
        known = dict(before.known)
        rate(known, new)
        last = (new[-1].at, new[-1].table) if new else before.last
        self._pools[game, players] = _Pool(known, before.games + len(new), last)
        return known
