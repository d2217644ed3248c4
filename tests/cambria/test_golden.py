"""Stored games replay to the exact result, and counts of positions reached stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cruachan.engine import transcript
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from cruachan.games.cambria.game import Cambria
from cruachan.games.cambria.state import State
from tests.cambria.golden.make import TABLES

from .positions import GAME, NORTH, NUMBERS, all_roads, captured, on, position, reached, roads

GOLDEN = Path(__file__).parent / "golden"
SEATS = {"two": 2, "three": 3, "four": 4, "five": 5}


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_game_replays_to_the_byte(name: str) -> None:
    """Every roll follows from the seed, every move is legal, and the result is the one stored."""
    path = GOLDEN / f"{name}.game"
    found = verify(path, load_for_transcript)
    assert transcript.write(found.match) == path.read_text("utf-8")
    assert len(found.match.players) == SEATS[name.split("-")[0]]
    assert found.match.game.board_name == (NORTH if "north" in name else GAME).board_name
    assert found.rolls > 30
    assert found.moves > 30


def perft(position: str, depth: int, game: Cambria = GAME) -> int:
    """How many sequences of moves, chance included, lead that far."""

    def count(state: State, depth: int) -> int:
        seats = game.to_act(state)
        if depth == 0 or not seats:
            return 1
        moves = game.legal_moves(state, seats[0])
        if depth == 1:
            return len(moves)
        return sum(count(game.apply(state, seats[0], move), depth - 1) for move in moves)

    return count(game.read_position(position), depth)


FIRST, SECOND, THIRD = all_roads()[:3]
OPENING = position("a:?", a=FIRST, b=SECOND, c=THIRD, turns=0)
"""Three players after their setup on the Welsh board."""
MIDDLE = position(
    "b:1-5",
    a=on(all_roads(NORTH)[:3]) + ":2",
    b=on(all_roads(NORTH)[3:7]) + ":4",
    c=on(all_roads(NORTH)[7:11]),
    d=on(all_roads(NORTH)[11:13]) + ":56",
    legion=all_roads(NORTH)[13],
    forts=captured(NORTH, a="6/b 2", c="4"),
    seats=4,
    game=NORTH,
)
"""Four players in the north: the mover's supply is empty, she is on a ship, the legion is out."""
DUMMY = position("a:dummy?", a=FIRST, b=on(SECOND, THIRD), c=on(roads(6)[-5:]), seats=2)
"""Two players: the dummy's supply is empty."""


@pytest.mark.parametrize(
    ("text", "game", "counts"),
    [
        (OPENING, GAME, (36, 632, 18852)),
        (MIDDLE, NORTH, (17, 100, 2122, 35296)),
        (DUMMY, GAME, (6, 56, 280, 10080)),
    ],
    ids=["opening", "middle", "dummy"],
)
def test_counts_of_positions_reached(text: str, game: Cambria, counts: tuple[int, ...]) -> None:
    """Computed once, the first two of the opening also by hand below."""
    assert tuple(perft(text, depth, game) for depth in range(1, len(counts) + 1)) == counts


def test_the_count_of_the_opening_by_hand() -> None:
    """36 rolls; then, with E(n) the empty and R(n) all roads of a number:

    two different numbers  |E(m) or E(n)| places and a pass, each pair in two orders
    a double               R(n) less a's own road, and a pass
    a 1 and a number       E(n) places, R(n) marches of the legion and a pass, in two orders
    the double 1           28 marches of the legion

    On the Welsh board a, b and c stand on the first three roads.
    """
    held = {FIRST, SECOND, THIRD}
    empty = {number: set(reached(number)) - held for number in NUMBERS}
    pairs = [(m, n) for m in NUMBERS for n in NUMBERS if m < n]
    different = sum(2 * (len(empty[m] | empty[n]) + 1) for m, n in pairs)
    doubles = sum(len(set(reached(n)) - {FIRST}) + 1 for n in NUMBERS)
    with_one = sum(2 * (len(empty[n]) + len(reached(n)) + 1) for n in NUMBERS)
    assert perft(OPENING, 1) == 36
    assert perft(OPENING, 2) == different + doubles + with_one + 28


def test_the_count_of_the_dummys_first_moves_by_hand() -> None:
    """Six numbers; a 1 opens all 20 empty roads, the others the empty ones of their number."""
    held = {FIRST, SECOND, THIRD, *roads(6)[-5:]}
    numbers = sum(len(set(reached(number)) - held) for number in NUMBERS)
    assert perft(DUMMY, 2) == 28 - len(held) + numbers
