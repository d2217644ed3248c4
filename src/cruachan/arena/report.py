"""What the games of a tournament say: plain data, the same for the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median_low
from typing import Any

from cruachan.arena.played import Result
from cruachan.arena.ratings import rate
from cruachan.arena.seating import Lineup
from cruachan.arena.tally import wilson
from cruachan.engine.game import NOBODY

Report = dict[str, Any]


class BotScore:
    """How often somebody sat down, won alone, and shared the first place."""

    def __init__(self) -> None:
        self.games = self.wins = self.draws = 0

    def add(self, result: Result, seat: int) -> None:
        """Count a seat of a game."""
        self.games += 1
        if result.places[seat] == 1:
            alone = result.places.count(1) == 1
            self.wins += alone
            self.draws += not alone

    def report(self) -> Report:
        """It as plain data, with the share of games won alone."""
        low, high = wilson(self.wins, self.games)
        share = round(self.wins / self.games, 4) if self.games else 0.0
        counts = {"games": self.games, "wins": self.wins, "draws": self.draws}
        return counts | {"share": share, "share_low": low, "share_high": high}


def make_report(
    about: Report, bots: Sequence[str], lineups: Iterable[Lineup], results: Sequence[Result]
) -> Report:
    """All that is told of a tournament."""
    seats = about["seats"]
    ratings = rate(bots, ((each.bots, each.places) for each in results), seats, about["seed"])
    known = [each for each in results if each.start != NOBODY]
    return {
        **about,
        "games": len(results),
        "bots": [
            {
                "name": bot,
                **_score(results, lambda result, seat, bot=bot: result.bots[seat] == bot),
                **ratings[bot]._asdict(),
                "seconds_per_move": _pace(bot, results),
                "by_seat": _by(results, seats, _seat, bot),
                "by_order": _by(known, seats, _order, bot) if known else [],
            }
            for bot in bots
        ],
        "cross": _cross(bots, results),
        "lineups": [_lineup(lineup, results) for lineup in dict.fromkeys(map(_sorted, lineups))],
        "by_seat": _by(results, seats, _seat),
        "by_order": _by(known, seats, _order) if known else [],
        "ends": dict(Counter(each.end for each in results).most_common()),
        "rounds": _spread([each.rounds for each in results]),
        "moves": sum(each.moves for each in results),
    }


def _score(results: Iterable[Result], counts: Any) -> Report:
    """The score of the seats that count."""
    score = BotScore()
    for result in results:
        for seat in range(len(result.bots)):
            if counts(result, seat):
                score.add(result, seat)
    return score.report()


def _seat(result: Result, seat: int) -> int:
    return seat


def _order(result: Result, seat: int) -> int:
    """Which turn a seat has from the start player on."""
    return (seat - result.start) % len(result.bots)


def _by(results: Sequence[Result], seats: int, place: Any, bot: str | None = None) -> list[Report]:
    """The scores of all, or of a bot, by seat or by order of play."""
    return [
        _score(
            results,
            lambda result, seat, number=number: (
                place(result, seat) == number and bot in (None, result.bots[seat])
            ),
        )
        for number in range(seats)
    ]


def _pace(bot: str, results: Iterable[Result]) -> float | None:
    """How long a bot thought about a move, where that was counted."""
    decisions, seconds = 0, 0.0
    for result in results:
        for name, asked, thought in zip(
            result.bots, result.decisions, result.seconds, strict=False
        ):
            if name == bot:
                decisions, seconds = decisions + asked, seconds + thought
    return round(seconds / decisions, 6) if decisions else None


def _cross(bots: Sequence[str], results: Iterable[Result]) -> list[list[Report | None]]:
    """How often a row's bot came out before a column's, a shared place half; by games.

    Where they have several seats at a table, it is the mean over their pairs there.
    """
    sums: dict[tuple[str, str], float] = {}
    games: Counter[tuple[str, str]] = Counter()
    for result in results:
        seated: dict[str, list[int]] = {}
        for bot, place in zip(result.bots, result.places, strict=True):
            seated.setdefault(bot, []).append(place)
        for one, own in seated.items():
            for other, theirs in seated.items():
                if one != other:
                    ahead = sum((a < b) + (a == b) / 2 for a in own for b in theirs)
                    key = one, other
                    sums[key] = sums.get(key, 0.0) + ahead / (len(own) * len(theirs))
                    games[key] += 1
    return [[_met(sums, games, (one, other)) for other in bots] for one in bots]


def _met(
    sums: dict[tuple[str, str], float], games: Counter[tuple[str, str]], key: tuple[str, str]
) -> Report | None:
    """What a pair of bots has to say of each other; None if they never met."""
    if not games[key]:
        return None
    low, high = wilson(sums[key], games[key])
    share = round(sums[key] / games[key], 4)
    return {"games": games[key], "share": share, "low": low, "high": high}


def _sorted(bots: Lineup) -> Lineup:
    return tuple(sorted(bots))


def _lineup(lineup: Lineup, results: Iterable[Result]) -> Report:
    """How the bots of one table did against each other, whatever their seats."""
    played = [each for each in results if _sorted(each.bots) == lineup]
    scores = {
        bot: _score(played, lambda result, seat, bot=bot: result.bots[seat] == bot)
        for bot in dict.fromkeys(lineup)
    }
    return {"bots": list(lineup), "games": len(played), "scores": scores}


def _spread(numbers: list[int]) -> Report:
    if not numbers:
        return {"min": 0, "median": 0, "max": 0}
    return {"min": min(numbers), "median": median_low(numbers), "max": max(numbers)}
