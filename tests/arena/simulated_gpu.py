"""Run by test_gpu.py in a process of its own, in which Numba plays a GPU: the same sums as here."""

import json
import sys

from cruachan import load_game
from cruachan.arena import simulate as simulate_module
from cruachan.arena.simulate import simulate
from tests.arena.test_gpu import BLOCK, TABLES, comparable

simulate_module.BLOCK = BLOCK  # before the module of the GPU takes it over
found = []
for name, bots, games in TABLES:
    game = load_game(name)
    *_, tally = simulate(game, len(bots), games, 5, bots, {}, device="cuda")
    found.append(comparable(tally))
json.dump(found, sys.stdout)
