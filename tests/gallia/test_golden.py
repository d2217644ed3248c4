"""Stored games replay to the exact result, and counts of positions reached stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cruachan.engine import transcript
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from cruachan.games.gallia.state import State
from tests.gallia.golden.make import TABLES

from .positions import GAME, OTHER, RICH, WEAK, new_table, position

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_game_replays_to_the_byte(name: str) -> None:
    """Every lot follows from the seed, every move is legal, and the result is the one stored."""
    path = GOLDEN / f"{name}.game"
    found = verify(path, load_for_transcript)
    assert transcript.write(found.match) == path.read_text("utf-8")
    assert found.match.options["strict"] == TABLES[name]
    assert found.rolls > 2
    assert found.moves > 30


def perft(text: str, depth: int) -> int:
    """How many sequences of moves, chance included, lead that far."""

    def count(state: State, depth: int) -> int:
        seats = GAME.to_act(state)
        if depth == 0 or not seats:
            return 1
        moves = GAME.legal_moves(state, seats[0])
        if depth == 1:
            return len(moves)
        return sum(count(GAME.apply(state, seats[0], move), depth - 1) for move in moves)

    return count(GAME.read_position(text), depth)


MIDDLE = position(
    "a:turn",
    a="Med3,Oro2,Tau1,Ins5,Ins1",
    b="Ana4,Lin3,Boi1,Ari4",
    cards=f"Oro={OTHER}b,Ins+{RICH}s,Lin={WEAK}a",
)
HUNGRY = position("b:turn", a="Med2,Ins2,Cen3", b="Ana6,Lin5,Ari1", strict=True)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (new_table(), (2, 12, 104, 908)),
        (MIDDLE, (21, 180, 1494)),
        (HUNGRY, (12, 84, 509)),
    ],
    ids=["opening", "middle", "hungry"],
)
def test_counts_of_positions_reached(text: str, counts: tuple[int, ...]) -> None:
    """They depend on how many backs there are, not on what is on them, but for RICH and WEAK."""
    assert tuple(perft(text, depth) for depth in range(1, len(counts) + 1)) == counts
