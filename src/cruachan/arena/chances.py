"""Who will win from here, as far as steady players can tell: greedy bots play it out many times."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from cruachan.arena.simulate import GREEDY, make_block
from cruachan.arena.tally import MOST_ROUNDS
from cruachan.bots.judgement import judgement
from cruachan.engine.game import Game
from cruachan.engine.kernel import as_table, dice, record_game

GUESSES = 10
"""How many full positions are tried that fit what a seat sees."""
EACH = 20
"""How often each is played out."""


def chances(game: Game[Any, Any], seats: int, seen: Any, seed: str) -> list[float]:
    """The share of games that each seat wins alone; none where nobody can play them out."""
    quick = record_game(game)
    if quick is None:
        return []
    run = make_block(quick.kernel, judgement(quick.name, quick.kernel))
    rng = Random(seed)
    wins, order_wins = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    lengths = np.zeros(MOST_ROUNDS, np.int64)
    ends = np.zeros(len(quick.kernel.ways), np.int64)
    kinds = np.full(seats, GREEDY, np.int64)
    for number in range(GUESSES):
        start = as_table(quick.guess(seen, rng))
        lots = dice(rng.getrandbits(62), number)
        run(quick.box, start, EACH, kinds, lots, wins, order_wins, lengths, ends)
    return [int(won) / (GUESSES * EACH) for won in wins]
