"""Standings: points, tie-breaks, and who goes up and down.

At a table of n a player has one point for each she came out before and half a point for each she
shares her place with, divided by n - 1: the first has 1 and the last 0, however many play. A bye
is a point. Who left the game to a bot came last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple

BYE = 1.0


class Finished(NamedTuple):
    """A game that is over: who played, in the order of the seats, and each one's place, 1 is best.
    A bye has one person."""

    persons: tuple[str, ...]
    places: tuple[int, ...]


class LeagueLine(NamedTuple):
    """A line of the standings."""

    person: str
    place: int = 0
    """1 is best; shared by those whom no tie-break parts."""
    points: float = 0.0
    played: int = 0
    """Games, byes not counted."""
    wins: int = 0
    """Games in which she came out first, alone or with others."""
    beaten: float = 0.0
    """First tie-break: the points of those she came out before, and half of those she shared a
    place with (Sonneborn-Berger)."""
    met: float = 0.0
    """Second tie-break: the points of all whom she met (Buchholz). The third are wins."""


def table_points(places: Sequence[int]) -> list[float]:
    """The points of each seat of a table."""
    if len(places) == 1:
        return [BYE]
    others = len(places) - 1
    return [
        sum((place < other) + (place == other) / 2 for n, other in enumerate(places) if n != own)
        / others
        for own, place in enumerate(places)
    ]


def standings(persons: Iterable[str], games: Sequence[Finished]) -> list[LeagueLine]:
    """All persons of a division, the best first."""
    lines = {person: LeagueLine(person) for person in persons}
    for game in games:
        for person, place, points in zip(
            game.persons, game.places, table_points(game.places), strict=True
        ):
            line, real = lines[person], len(game.persons) > 1
            lines[person] = line._replace(
                points=line.points + points,
                played=line.played + real,
                wins=line.wins + (real and place == 1),
            )
    broken = [_with_tie_breaks(line, lines, games) for line in lines.values()]
    ranked, place = list[LeagueLine](), 1
    for _, equal in groupby(sorted(broken, key=_worth, reverse=True), key=_worth):
        together = [line._replace(place=place) for line in equal]
        ranked += together
        place += len(together)
    return ranked


def _worth(line: LeagueLine) -> tuple[float, float, float, int]:
    return round(line.points, 6), round(line.beaten, 6), round(line.met, 6), line.wins


def _with_tie_breaks(
    line: LeagueLine, lines: Mapping[str, LeagueLine], games: Iterable[Finished]
) -> LeagueLine:
    beaten = met = 0.0
    for game in games:
        if line.person not in game.persons:
            continue
        own = game.places[game.persons.index(line.person)]
        for other, place in zip(game.persons, game.places, strict=True):
            if other != line.person:
                points = lines[other].points
                met += points
                beaten += points * ((own < place) + (own == place) / 2)
    return line._replace(beaten=beaten, met=met)


def going(place: int, count: int, moves: int, above: bool, below: bool) -> int:
    """Where the player at a place of the order, from 0, goes: -1 up, 1 down, 0 nowhere."""
    moves = min(moves, count // 2)
    if above and place < moves:
        return -1
    return 1 if below and place >= count - moves else 0


def ladder(divisions: Sequence[Sequence[str]], moves: int) -> list[str]:
    """All persons of a season, each division the best first, in the order in which the next season
    is divided: in each division those who come down, those who stay, those who come up."""
    arriving: dict[tuple[int, int], list[str]] = {}
    for number, division in enumerate(divisions):
        above, below = number > 0, number < len(divisions) - 1
        for place, person in enumerate(division):
            way = going(place, len(division), moves, above, below)
            arriving.setdefault((number + way, way), []).append(person)
    down, stay, up = 1, 0, -1
    return [
        person
        for number in range(len(divisions))
        for way in (down, stay, up)
        for person in arriving.get((number, way), ())
    ]


def divide(order: Sequence[str], size: int) -> list[list[str]]:
    """Divisions of at most so many, as even as can be, the larger first; 0 is one division."""
    if not order:
        return []
    count = ceil(len(order) / size) if size else 1
    each, more = divmod(len(order), count)
    found, at = list[list[str]](), 0
    for number in range(count):
        length = each + (number < more)
        found.append(list(order[at : at + length]))
        at += length
    return found
