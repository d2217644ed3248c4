"""The result of a daily game as a text to share: a few lines with emoji."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cruachan.bots.naming import bot_title
from cruachan.challenges.daily import TWO, DailyGame
from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
OTHER = "🎲"
OWN, THEIRS = "🟩", "🟦"
LONGEST = 8
"""The squares that stand for the highest score."""


class DailyResult(NamedTuple):
    """How somebody did."""

    places: Sequence[int]
    """By seat; 1 is best, and shared when equal."""
    scores: Sequence[int]


def opponents(game: DailyGame, lang: Lang) -> str:
    """How many bots the opponents are, and of what level."""
    level, count = bot_title(game.level, game.game, lang), len(game.kinds) - 1
    key = "daily.bot" if count == 1 else "daily.bots"
    return Texts(__package__, lang)(key, level=level, count=count)


def share_text(game: DailyGame, result: DailyResult, days: int, lang: Lang, link: str = "") -> str:
    """The lines to share, with the streak in days."""
    lines = [daily_title(game, lang), daily_outcome(game, result, lang)]
    lines += _bars(result, game.seat)
    if days > 1:
        lines.append(Texts(__package__, lang)("daily.streak", days=days))
    return "\n".join([*lines, link] if link else lines)


def daily_title(game: DailyGame, lang: Lang) -> str:
    """The number, the game and the day, in a line."""
    title, day = GAMES[game.game].title, game.day.isoformat()
    return Texts(__package__, lang)("daily.title", number=game.number, game=title, day=day)


def daily_outcome(game: DailyGame, result: DailyResult, lang: Lang, emoji: bool = True) -> str:
    """How the game ended for whoever played it, in a line; with a medal, or in letters alone."""
    texts, bots = Texts(__package__, lang), opponents(game, lang)
    place, players = result.places[game.seat], len(game.kinds)
    medal = MEDALS.get(place, OTHER) if emoji else ""
    if players > TWO:
        said = texts("daily.place", medal=medal, place=place, players=players, bots=bots)
    elif list(result.places).count(place) > 1:
        said = texts("daily.drawn", medal="🤝" if emoji else "", bots=bots)
    else:
        said = texts("daily.won" if place == 1 else "daily.lost", medal=medal, bots=bots)
    return said.strip()


def _bars(result: DailyResult, own: int) -> list[str]:
    """A row of squares for each seat, the best first; none where nobody has points."""
    most = max(result.scores)
    if most <= 0:
        return []
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat != own))
    rows = []
    for seat in order:
        length = max(1, round(LONGEST * result.scores[seat] / most))
        rows.append(f"{(OWN if seat == own else THEIRS) * length} {result.scores[seat]}")
    return rows
