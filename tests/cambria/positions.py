"""Positions to test with: written in the game's own notation, played by the game's own protocol.

The boards are loaded here and nowhere else in these tests, and roads are found by the values of
the forts at their ends, so that a board may change.

    position("a:2-5", a="Can-Seg,Can-Tom:4", b=road(3, 5))

is a table of three after twenty rounds: a to play with 2 and 5, two of her soldiers on roads and
one on ship 4. Soldiers that are not mentioned wait in the supply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

import pytest

from cruachan.games.cambria.game import Cambria
from tests import tables

LETTERS = "abcde"
SOLDIERS = 5
GAME = Cambria.on_board("wales")
NORTH = Cambria.on_board("north")
BOTH_BOARDS = pytest.mark.parametrize("game", [GAME, NORTH], ids=["wales", "north"])
NUMBERS = (2, 3, 4, 5, 6)
POINTS = {2: 0, 3: 0, 4: 2, 5: 3, 6: 4}
"""Under forts of each value the VP marker's points; 0: there is none."""
ROLLS = tuple(f"dice {first}-{second}" for first in range(1, 7) for second in range(1, 7))
DIE = tuple(f"die {number}" for number in range(1, 7))

rule_text = partial(tables.rule_text, game=GAME)
actor = partial(tables.actor, game=GAME)
legal = partial(tables.legal, game=GAME)
refused_by = partial(tables.refused_by, game=GAME)
assert_moves = partial(tables.assert_moves, game=GAME)
why = partial(tables.why, game=GAME)
after = partial(tables.after, game=GAME)
waits = tables.waits


# The board, by its values


def all_roads(game: Cambria = GAME) -> list[str]:
    """The names of all roads in the order of the board."""
    return [road.name for road in game.board.roads]


def fort(value: int, nth: int = 0, game: Cambria = GAME) -> str:
    """The short form of a fort of this value."""
    return [fort.short for fort in game.board.forts if fort.value == value][nth]


def fort_name(short: str, game: Cambria = GAME) -> str:
    """A fort's name in full."""
    return game.board.fort(short).name


def road_name(road: str, game: Cambria = GAME) -> str:
    """A road by the full names of its forts."""
    return "–".join(fort_name(short, game) for short in road.split("-"))


def roads_at(short: str, game: Cambria = GAME) -> list[str]:
    """The roads of a fort."""
    return [road.name for road in game.board.roads if short in road.between]


def values(road: str, game: Cambria = GAME) -> list[int]:
    """The values of the two forts a road joins, the smaller first."""
    return sorted(game.board.fort(short).value for short in road.split("-"))


def reached(*numbers: int, game: Cambria = GAME) -> list[str]:
    """The roads at forts of any of these numbers."""
    return [road for road in all_roads(game) if set(numbers) & set(values(road, game))]


def unreached(*numbers: int, game: Cambria = GAME) -> list[str]:
    """The roads at forts of none of these numbers."""
    return [road for road in all_roads(game) if road not in reached(*numbers, game=game)]


def roads(number: int, without: Iterable[int] = (), game: Cambria = GAME) -> list[str]:
    """Roads at forts of a number whose other end is no fort of certain other numbers."""
    return [r for r in reached(number, game=game) if not set(without) & set(values(r, game))]


def stay_clear(roads: Sequence[str], of: str) -> list[str]:
    """Those of the roads that do not lead to a fort."""
    return [road for road in roads if of not in road.split("-")]


# Positions


def position(
    waits: str,
    *,
    a: str = "",
    b: str = "",
    c: str = "",
    d: str = "",
    e: str = "",
    seats: int = 3,
    start: str = "a",
    turns: int | None = None,
    legion: str = "sea",
    forts: str = "-",
    game: Cambria = GAME,
) -> str:
    """A position in notation; the turns finished fit whose turn it is, unless they are given."""
    if turns is None:
        beginning = waits == "start" or ":setup" in waits
        turns = 0 if beginning else _turns(waits, start, seats)
    sides = [
        _side(letter, text, game) for letter, text in zip(LETTERS, (a, b, c, d, e), strict=True)
    ]
    start = "-" if waits == "start" else start
    return " ".join([str(seats), start, str(turns), waits, *sides, legion, forts])


def _turns(waits: str, start: str, seats: int) -> int:
    since = (LETTERS.index(waits[0]) - LETTERS.index(start)) % seats
    return 20 * seats + since + (1 if waits.endswith("over") else 0)


def _side(letter: str, text: str, game: Cambria) -> str:
    held, _, ships = text.partition(":")
    names = sorted(held.split(",") if held else [], key=all_roads(game).index)
    supply = SOLDIERS - len(names) - len(ships)
    return f"{letter}={supply}:{','.join(names) or '-'}:{''.join(sorted(ships)) or '-'}"


def new_table(seats: int = 3, game: Cambria = GAME, **options: str) -> str:
    """The position before the first lot."""
    return game.write_position(game.setup(seats, options))


def on(*names: str | Sequence[str]) -> str:
    """Roads as a side of a position lists them."""
    return ",".join(name if isinstance(name, str) else ",".join(name) for name in names)


def captured(game: Cambria = GAME, *, besides: Iterable[str] = (), **taken: str) -> str:
    """Forts stormed, by their values: a="6 2 4/b" is a 6, a 2 and a 4 whose VP marker b has.

    VP markers not mentioned left the game. Forts named as besides are left standing.
    """
    free = {n: [f.short for f in game.board.forts if f.value == n] for n in NUMBERS}
    lines = {}
    for letter, text in taken.items():
        for item in text.split():
            value, _, vp = item.partition("/")
            short = next(s for s in free[int(value)] if s not in besides)
            free[int(value)].remove(short)
            lines[short] = f"{short}:{letter}" + (f"/{vp or 'x'}" if POINTS[int(value)] else "")
    return ",".join(lines[f.short] for f in game.board.forts if f.short in lines) or "-"


def siege(
    short: str,
    line: str,
    *,
    seats: int = 3,
    game: Cambria = GAME,
    elsewhere: str = "",
    forts: str = "-",
    turns: int | None = None,
    start: str = "a",
) -> tuple[str, str]:
    """A position in which a fort's roads are about to look like the line, and the move to it.

    The line has a letter for each road: a colour, L for the legion, a dot for nobody. The owner of
    the last letter is to play and places that soldier; with a dot or the legion there she passes.
    `elsewhere` adds an own soldier of hers on another road, for the look of it.
    """
    names = roads_at(short, game)
    assert len(names) == len(line), f"{short} has {len(names)} roads"
    value = game.board.fort(short).value
    mover, last = (line[-1], names[-1]) if line[-1] in LETTERS else ("a", None)
    held = {c: [r for r, who in zip(names, line, strict=True) if who == c] for c in LETTERS}
    if last:
        held[mover].remove(last)
    if elsewhere:
        held[mover].append(elsewhere)
    other = 2 if value != 2 else 3
    text = position(
        f"{mover}:{other}-{value}",
        **{letter: on(held[letter]) for letter in LETTERS},
        seats=seats,
        legion=names[line.index("L")] if "L" in line else "sea",
        forts=forts,
        turns=turns,
        start=start,
        game=game,
    )
    return text, f"place {last}" if last else "pass"


def stormed(short: str, line: str, *, seats: int = 3, game: Cambria = GAME) -> str | None:
    """Who has a fort and its VP marker, as in `a/b`, after a turn that left its roads so."""
    text, move = siege(short, line, seats=seats, game=game)
    return taken(after(text, move, game=game), short)


# What a position says


@dataclass(frozen=True)
class Side:
    """What a position says of one colour."""

    supply: int
    roads: tuple[str, ...]
    ships: str


def side(text: str, letter: str) -> Side:
    """One colour of a position."""
    part = next(part for part in text.split() if part.startswith(f"{letter}="))
    supply, held, ships = part.removeprefix(f"{letter}=").split(":")
    return Side(int(supply), () if held == "-" else tuple(held.split(",")), ships.strip("-"))


def legion(text: str) -> str:
    """Where the legion is: a road, or `sea`."""
    return text.split()[-2]


def taken(text: str, short: str) -> str | None:
    """Who has a fort and its VP marker, as in `a/b` or `a`; None while it stands."""
    found = re.search(rf"\b{short}:(\w(?:/\w)?)", text.split()[-1])
    return found[1] if found else None


def turns(text: str) -> int:
    """How many turns are finished."""
    return int(text.split()[2])


def forts_left(text: str) -> int:
    """How many forts stand."""
    forts = text.split()[-1]
    return 16 - (0 if forts == "-" else len(forts.split(",")))


def places(text: str, game: Cambria = GAME) -> tuple[int, ...] | None:
    """The places once the game is over, else None."""
    outcome = game.outcome(game.read_position(text))
    return outcome.places if outcome else None


def points(text: str, game: Cambria = GAME) -> list[int]:
    """The points of every player on the table."""
    view = game.presentation.view(game.read_position(text), None)
    return [player["points"] for player in view["players"]]


def spread(
    names: Sequence[str], colours: str, each: int = SOLDIERS, game: Cambria = GAME
) -> dict[str, str]:
    """Soldiers put on roads one after the other, `each` of every colour while there are roads."""
    sides: dict[str, list[str]] = {letter: [] for letter in colours}
    for number, name in zip(count(), names, strict=False):
        letter = colours[number // each] if number // each < len(colours) else None
        if letter:
            sides[letter].append(name)
    return {letter: on(held) for letter, held in sides.items()}
