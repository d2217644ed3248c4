"""How a position of Cairn is judged, and a bot that an entry point names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from random import Random
from typing import Any

from cruachan.engine.capabilities import GameBots
from cruachan.engine.game import Decision
from cruachan.engine.record import rule
from cruachan_cairn.state import CAIRNS, TAKEN, BoardTables, State

TURN = TAKEN + 1


@rule
def value(board: BoardTables, state: State, seat: int) -> float:
    """Two players win from any position whose remainders by four cancel out for the other."""
    rest = 0
    for cairn in range(CAIRNS):
        rest ^= int(state.stones[cairn]) % TURN
    return 0.0 if rest else 1.0


BOTS = GameBots(value=value)


class Mason:
    """Leaves remainders by four that cancel out, where it can."""

    games = ("cairn",)

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, decision: Decision[Any, int], rng: Random) -> int:
        """A move that wins against one other player, else any."""
        good = [move for move in decision.moves if not self._rest(decision.seen.stones, move)]
        return rng.choice(good or decision.moves)

    def _rest(self, stones: Sequence[int], move: int) -> int:
        left = [int(each) for each in stones]
        left[move // TAKEN] -= move % TAKEN + 1
        return reduce(xor, (each % TURN for each in left))
