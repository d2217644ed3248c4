"""Stored games replay to the exact result, and counts of positions reached stay what they are."""

from pathlib import Path

import pytest

from cruachan import load_game
from cruachan.engine import transcript
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from tests.hibernia.golden.make import TABLES

GOLDEN = Path(__file__).parent / "golden"
HIBERNIA = load_game("hibernia")


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_game_replays_to_the_byte(name: str) -> None:
    path = GOLDEN / f"{name}.game"
    found = verify(path, load_for_transcript)
    assert transcript.write(found.match) == path.read_text("utf-8")
    assert len(found.match.players) == (3 if "three" in name else 4)
    assert found.match.options["harder"] == ("yes" if "harder" in name else "no")


def perft(position: str, depth: int) -> int:
    """How many sequences of moves, chance included, lead that far."""

    def count(state: object, depth: int) -> int:
        seats = HIBERNIA.to_act(state)
        if depth == 0 or not seats:
            return 1
        moves = HIBERNIA.legal_moves(state, seats[0])
        if depth == 1:
            return len(moves)
        return sum(count(HIBERNIA.apply(state, seats[0], move), depth - 1) for move in moves)

    return count(HIBERNIA.read_position(position), depth)


OPENING = "4 a 1 a:? a@0=9+3:Air1 b@0=10+2:Lui1 c@0=11+1:Osr1 d@0=12+0:Tua1"
MIDDLE = (
    "4 a 6 a:black:dw a@21=1+2:Air3,Brf4,Ula1,Dal2 b@17=0+3:Lui2,Cru5,Uma1,Con2 "
    "c@15=4+1:Osr2,Mid3,Lai1,Che2 d@19=2+4:Tua3,Eil2,Mus1,Cia1"
)
THREE = (
    "3h b 1 b:green:dw a@0=7+1:Air1,Uma1,Mai1,Mid1,Dei1 b@0=5+3:Lui1,Ula1,Lai1,Eil1,Mus1 "
    "c@0=6+2:Osr1,Ail1,Cru1,Brg1,Cia1 d@0=9+0:Tua1,Dal1,Brf1,Con1,Che1"
)


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (OPENING, (6, 45, 210)),
        (MIDDLE, (11, 79, 305)),
        (THREE, (22, 194, 1164)),
    ],
)
def test_counts_of_positions_reached(position: str, counts: tuple[int, ...]) -> None:
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts
