"""What a seat sees of Cairn, as numbers: the stones, and how many play."""

from typing import Any

from cruachan.engine.capabilities import ObservationPart, ObservationSpec
from cruachan.engine.record import rule
from cruachan.envs.observation import put_one, put_share
from cruachan_cairn.rules import LOT_START
from cruachan_cairn.state import CAIRNS, MOST_STONES, BoardTables, State

SEATS = 2
"""Two or three can play."""


@rule
def observe(board: BoardTables, state: State, seat: int, row: Any) -> int:
    """Write the row; how many numbers it has."""
    at = 0
    for cairn in range(CAIRNS):
        at = put_share(row, at, state.stones[cairn], MOST_STONES)
    return put_one(row, at, state.seats - 2, SEATS)


OBSERVATION = ObservationSpec(
    observe,
    (
        ObservationPart("stones", (CAIRNS,), "stones on each cairn, of 9"),
        ObservationPart("seats", (SEATS,), "how many play: two, three"),
    ),
    actions=LOT_START,
    max_decisions=CAIRNS * MOST_STONES,
    max_chances=1,
)
