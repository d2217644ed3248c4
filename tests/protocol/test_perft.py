"""The numbers of docs/perft.md, and the way they are counted."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from cruachan.conformance.perft import perft, perft_from
from cruachan.games import game_class, load_game

PAGE = Path(__file__).parents[2] / "docs" / "perft.md"
MOST = 50_000
"""Deeper numbers were counted once; a test that counts them all takes a minute."""


def rows() -> list[tuple[str, int, str, list[int]]]:
    """Game, seats, board and numbers of each line of the page."""
    found = re.findall(r"^\| (\w+) \| (\d) \| (\w+) \|(.*)\|$", PAGE.read_text("utf-8"), re.M)
    return [
        (game, int(seats), board, [int(each.replace(",", "")) for each in re.findall(r"[\d,]+", r)])
        for game, seats, board, r in found
    ]


def counted(game: Any, state: Any, depth: int) -> int:
    """The plain way: every sequence by itself."""
    waiting = game.to_act(state)
    if depth == 0 or not waiting:
        return int(depth == 0)
    moves = game.legal_moves(state, waiting[0])
    return sum(counted(game, game.apply(state, waiting[0], move), depth - 1) for move in moves)


@pytest.mark.parametrize(("name", "seats", "board", "numbers"), rows())
def test_the_numbers_are_true(name: str, seats: int, board: str, numbers: list[int]) -> None:
    boards = [load_game(name, each) for each in game_class(name).boards]
    game = next(each for each in boards if each.board_name == board)
    assert len(numbers) >= 7
    for depth, number in enumerate(numbers, 1):
        if number < MOST:
            assert perft(game, depth, seats) == number, depth


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia", "shent"])
def test_counting_equal_states_once_changes_nothing(name: str) -> None:
    game = load_game(name)
    state = game.setup(game.players[0], {})
    assert perft_from(game, state, 4) == counted(game, state, 4)


def test_the_page_is_true() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (result.failed, result.attempted > 4) == (0, True)
