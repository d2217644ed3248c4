"""A person's games put together: results, luck against play over time, favourites, and her year.

All of it is computed from results and from what was counted of each game (`facts.py`) whenever
somebody asks; nothing of it is stored. Games in which she had several seats, as at one screen with
others, are nobody's result and are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cruachan.server.club.facts import GameFacts, SeatFacts
from cruachan.server.store.club import ResultSeat, TableResult

WINDOW = 10
"""Over so many games luck and play are averaged, for their way over time."""
POINTS = 60
"""The most moments in the timeline of a profile."""
LIKED = 5
"""The most entries of each kind that a profile names."""
COMPANIONS = 3
"""The most companions that a year of a profile names."""
MONTHS = 12


class PersonGame(NamedTuple):
    """A finished game of somebody."""

    table: str
    game: str
    players: int
    at: int
    plies: int
    rated: bool
    place: int
    forfeit: bool
    """Whether a bot played on for her."""
    facts: SeatFacts | None
    """None while it was not counted."""
    others: tuple[ResultSeat, ...]

    @property
    def won(self) -> bool:
        """Whether she came out first, alone or with others."""
        return self.place == 1 and not self.forfeit

    @property
    def luck(self) -> float | None:
        """Her gain by luck; None where it is not known."""
        return self.facts.luck if self.facts else None

    @property
    def cost(self) -> float | None:
        """The cost of her moves; None where it is not known."""
        return self.facts.cost if self.facts else None

    @property
    def decisions(self) -> int:
        """In how many steps she had a choice, as far as that is known."""
        return self.facts.decisions if self.facts else 0

    @property
    def when(self) -> datetime:
        """When it ended (UTC)."""
        return datetime.fromtimestamp(self.at / 1000, UTC)


class CurvePoint(NamedTuple):
    """Luck and play of the games before a moment, on average."""

    at: int
    luck: float
    cost: float


class GameSum(NamedTuple):
    """All games of somebody in one game."""

    game: str
    games: int
    wins: int
    luck: float | None
    """On average of a game; None where it is not known."""
    cost: float | None
    accuracy: float | None
    """The share of decisions that were as good as the best that was found."""
    liked: dict[str, list[tuple[str, int]]]
    """What was chosen most, by its kind."""


class YearReview(NamedTuple):
    """A year of somebody's."""

    year: int
    games: tuple[PersonGame, ...]
    wins: int
    days: int
    """On how many days a game ended."""
    months: tuple[int, ...]
    """How many games ended in each month."""
    streak: int
    """How many games were won one after the other, at most."""
    records: list[GameSum]
    """Game by game, the most played first."""
    companions: list[tuple[str, int]]
    """With whom most games were played: persons by their ids."""
    luckiest: PersonGame | None
    unluckiest: PersonGame | None
    """The game that was won against most bad luck."""
    best: PersonGame | None
    """The game whose moves gave least away."""
    longest: PersonGame | None


def games_of(
    results: Iterable[TableResult], facts: Mapping[str, GameFacts], person: str
) -> list[PersonGame]:
    """The finished games of a person, in the order in which they ended."""
    found = []
    for each in results:
        own = [seat for seat in each.seats if seat.person == person]
        if len(own) != 1:
            continue
        counted = facts.get(each.table)
        seat = own[0]
        game = PersonGame(
            each.table,
            each.game,
            each.players,
            each.at,
            each.plies,
            each.rated,
            seat.place,
            seat.forfeit,
            counted[seat.seat] if counted else None,
            tuple(other for other in each.seats if other.seat != seat.seat),
        )
        found.append(game)
    return found


def curve(games: Sequence[PersonGame]) -> list[CurvePoint]:
    """Luck and play over time: after each game the mean of the last ones that were judged."""
    judged = [game for game in games if game.luck is not None]
    found = []
    for number, game in enumerate(judged):
        part = judged[max(0, number + 1 - WINDOW) : number + 1]
        found.append(CurvePoint(game.at, _mean(each.luck for each in part) or 0.0, _cost(part)))
    step = -(-len(found) // POINTS)
    return found[::-1][:: max(1, step)][::-1]


def _cost(games: Iterable[PersonGame]) -> float:
    return _mean(each.cost for each in games) or 0.0


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is known; None where nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def records(games: Iterable[PersonGame]) -> list[GameSum]:
    """All games by their game, the most played first."""
    sorted_: dict[str, list[PersonGame]] = {}
    for game in games:
        sorted_.setdefault(game.game, []).append(game)
    made = [_record(name, own) for name, own in sorted_.items()]
    return sorted(made, key=lambda record: (-record.games, record.game))


def _record(name: str, games: list[PersonGame]) -> GameSum:
    facts = [game.facts for game in games if game.facts is not None]
    decisions = sum(each.decisions for each in facts)
    good = sum(each.good for each in facts)
    liked: dict[str, Counter[str]] = {}
    for each in facts:
        for kind, counted in each.liked.items():
            liked.setdefault(kind, Counter()).update(counted)
    return GameSum(
        name,
        len(games),
        sum(game.won for game in games),
        _mean(game.luck for game in games),
        _mean(game.cost for game in games),
        good / decisions if decisions else None,
        {kind: _most(counted) for kind, counted in liked.items()},
    )


def _most(counted: Counter[str], number: int = LIKED) -> list[tuple[str, int]]:
    """What was counted most often; of equals the first by name."""
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:number]


def years(games: Iterable[PersonGame]) -> list[int]:
    """The years in which a game ended, the last one first."""
    return sorted({game.when.year for game in games}, reverse=True)


def review(games: Iterable[PersonGame], year: int) -> YearReview:
    """A year of somebody's."""
    own = [game for game in games if game.when.year == year]
    in_months = Counter(game.when.month for game in own)
    met = Counter({seat.person: 0 for game in own for seat in game.others if seat.person})
    for game in own:
        met.update({seat.person for seat in game.others if seat.person})
    judged = [game for game in own if game.luck is not None and game.decisions]
    won = [game for game in judged if game.won]
    return YearReview(
        year,
        tuple(own),
        sum(game.won for game in own),
        len({game.when.date() for game in own}),
        tuple(in_months[month + 1] for month in range(MONTHS)),
        _streak(own),
        records(own),
        [(person, n) for person, n in _most(Counter(dict(met)), COMPANIONS) if person],
        max(judged, key=lambda game: (game.luck or 0.0, game.at), default=None),
        min(won, key=lambda game: (game.luck or 0.0, -game.at), default=None),
        min(judged, key=lambda game: (game.cost or 0.0, -game.at), default=None),
        max(own, key=lambda game: (game.plies, game.at), default=None),
    )


def _streak(games: Iterable[PersonGame]) -> int:
    longest = now = 0
    for game in games:
        now = now + 1 if game.won else 0
        longest = max(longest, now)
    return longest
