"""Positions to test with: written in the game's own notation, played by the game's own protocol.

The board is loaded here and nowhere else in these tests.

    position("a:red:dw", a="Cru1,Eil2", b="=2+1:Mid1,Brg1")

is a table of four after the first round: a to play after a red roll, die and wild open.
Of a colour only what matters is written, as in `@steps=supply+shield:counties`; warriors that are
not mentioned wait in the supply, or on the shield when only the supply is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial

from cruachan.engine.game import CHANCE
from cruachan.games.hibernia import moves
from cruachan.games.hibernia.board import load
from cruachan.games.hibernia.game import Hibernia
from cruachan.games.hibernia.state import WARRIORS, State
from tests import tables

LETTERS = "abcd"
FACES = ("blue", "green", "red", "yellow", "black", "purple")
BOARD = load("ireland")
GAME = Hibernia(BOARD)
LAP = len(BOARD.track)
"""How many steps it takes to come round."""
SHORTS = tuple(county.short for county in BOARD.counties)
NAMES = {county.short: county.name for county in BOARD.counties}
CASTLES = tuple(county.short for county in BOARD.counties if county.castle)
ROLLS = tuple(f"die {face}" for face in FACES)
PAIR_FAR_AWAY = "Cia1,Mus1"
"""Two adjacent counties in the far south-west, for players who only have to be protected."""

MOVES = {GAME.write_move(State.new(), CHANCE, move): move for move in range(moves.MOVES)}
"""Every move of the game by its notation."""

SIDE = re.compile(r"(@(?P<steps>\d+))?(=(?P<supply>\d+))?(\+(?P<shield>\d+))?:?(?P<held>.*)")


rule_text = partial(tables.rule_text, game=GAME)
actor = partial(tables.actor, game=GAME)
legal = partial(tables.legal, game=GAME)
refused_by = partial(tables.refused_by, game=GAME)
assert_moves = partial(tables.assert_moves, game=GAME)
why = partial(tables.why, game=GAME)
after = partial(tables.after, game=GAME)
waits = tables.waits


def of_colour(colour: str) -> tuple[str, ...]:
    """The shorts of all counties of a colour."""
    return tuple(county.short for county in BOARD.counties if county.colour == colour)


def neighbours(short: str) -> set[str]:
    """The shorts of the counties adjacent to one."""
    county = next(county for county in BOARD.counties if county.short == short)
    return {other.short for other in BOARD.counties if other.name in county.neighbours}


def with_track(*colours: str) -> Hibernia:
    """The game with these spaces at the beginning of the track, from the start space on."""
    return Hibernia(replace(BOARD, track=colours + BOARD.track[len(colours) :]))


def with_colours(**colours: str) -> Hibernia:
    """The game with some counties in another colour."""
    counties = [replace(c, colour=colours.get(c.short, c.colour)) for c in BOARD.counties]
    return Hibernia(replace(BOARD, counties=tuple(counties)))


def position(
    waits: str,
    *,
    a: str = "-",
    b: str = "-",
    c: str = "-",
    d: str = "-",
    table: str = "4",
    start: str = "a",
    round_number: int = 2,
) -> str:
    """A position in notation, with every warrior that is not mentioned where the module says."""
    in_hand = re.search(r">\w+\+(\d+)", waits)
    sides = []
    for letter, text in zip(LETTERS, (a, b, c, d), strict=True):
        marker = 1 if LETTERS.index(letter) < int(table[0]) else 0
        hand = int(in_hand[1]) if in_hand and letter == waits[0] else 0
        sides.append(_side(letter, text, WARRIORS - marker - hand))
    return " ".join([table, start, str(round_number), waits, *sides])


def _side(letter: str, text: str, warriors: int) -> str:
    match = SIDE.fullmatch(text)
    assert match, text
    held = match["held"] or "-"
    left = warriors - sum(int(number) for number in re.findall(r"\d+", held))
    given = {name: int(match[name] or 0) for name in ("steps", "supply", "shield")}
    rest = left - given["supply"] - given["shield"]
    given["shield" if match["supply"] and not match["shield"] else "supply"] += rest
    return f"{letter}@{given['steps']}={given['supply']}+{given['shield']}:{held}"


def new_table(table: str = "4") -> str:
    """The position before the first lot."""
    options = {"harder": "yes" if "h" in table else "no", "fair": "yes" if "f" in table else "no"}
    return GAME.write_position(GAME.setup(int(table[0]), options))


@dataclass(frozen=True)
class Side:
    """What a position says of one colour."""

    steps: int
    supply: int
    shield: int
    counties: dict[str, int]


def side(text: str, letter: str) -> Side:
    """One colour of a position."""
    part = next(part for part in text.split() if part.startswith(f"{letter}@"))
    steps, supply, shield, held = re.split("[=+:]", part.removeprefix(f"{letter}@"))
    counties = [] if held == "-" else held.split(",")
    return Side(int(steps), int(supply), int(shield), {c[:3]: int(c[3:]) for c in counties})


def round_of(text: str) -> int:
    """The number of the round."""
    return int(text.split()[2])
