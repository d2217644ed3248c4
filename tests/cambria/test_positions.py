"""Positions of Cambria in a line: written, read back, and refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cruachan.engine import record
from cruachan.engine.errors import PositionError
from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    NORTH,
    all_roads,
    captured,
    on,
    position,
)
from .spelling import ONE, POSITIONS, TWO, WRITING, in_order


def test_roads_ships_and_forts_may_come_in_any_order() -> None:
    """They are written back in the order of the board."""
    text = position("a:?", a=f"{ONE},{TWO}:26", forts=captured(a="6 2"))
    first, second = text.split()[-1].split(",")
    shuffled = text.replace(f"{ONE},{TWO}:26", f"{TWO},{ONE}:62")
    shuffled = shuffled.replace(f"{first},{second}", f"{second},{first}")
    assert shuffled != text
    assert GAME.write_position(GAME.read_position(shuffled)) == text


@BOTH_BOARDS
def test_positions_of_both_boards(game: Cambria) -> None:
    """Each board reads its own roads and forts."""
    text = position("a:1-6", a=on(all_roads(game)[:5]), forts=captured(game, b="6 4/a"), game=game)
    assert game.write_position(game.read_position(text)) == text


def test_an_ended_game_has_no_legion_on_a_road() -> None:
    """It was removed before the last storming."""
    with pytest.raises(PositionError, match=r"C8\.2"):
        GAME.read_position(position("c:over", turns=300, legion=ONE))


def test_the_dummy_is_on_no_ship() -> None:
    """The third colour of a game of two; in a game of three the same line is good."""
    assert GAME.read_position(position("a:2-4", c=":3")).seats == 3
    with pytest.raises(PositionError, match=r"C9\.5"):
        GAME.read_position(position("a:2-4", c=":3", seats=2))


def check_reading(text: str) -> bool:
    """Whether a text is read as a position; then writing it gives the text back."""
    try:
        state = GAME.read_position(text)
    except PositionError:
        return False
    assert GAME.write_position(state) == in_order(text)
    assert record.same(GAME.read_position(GAME.write_position(state)), state), text
    return True


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(POSITIONS.values())),
    st.integers(0, 10),
    st.one_of(st.text(max_size=12), st.sampled_from(WRITING.base.split())),
)
def test_whatever_stands_in_one_part_of_a_position(text: str, at: int, part: str) -> None:
    """Any text at all, or the part of another position."""
    parts = text.split()
    parts[at] = part
    assert check_reading(" ".join(parts)) in (True, False)


@pytest.mark.parametrize("text", ["", " ", "start", "\0", "3 " * 11, "é" * 11])
def test_texts_that_are_no_position_at_all(text: str) -> None:
    """On either board."""
    for game in (GAME, NORTH):
        with pytest.raises(PositionError):
            game.read_position(text)
