"""Run by test_gpu.py: compiles what a GPU would run to its assembler; needs no GPU."""

import gc
import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from cruachan import load_game
from cruachan.arena.gpu import Weighing, loops_kept, program, signature
from cruachan.engine.kernel import record_game, type_of

HOPPER = (9, 0)

gc.disable()  # a tenth of the time that compiling takes

cuda: Any = import_module("numba.cuda")
dispatcher: Any = import_module("numba.cuda.dispatcher")
dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=HOPPER)
for name, kind in (each.split(":") for each in sys.argv[1:]):
    game = record_game(load_game(name))
    assert game is not None
    seats = game.players[-1]
    state = type_of(game.setup(seats, {}))
    weighing = Weighing(kind == "greedy", kind == "strong")
    run = program(game, state, seats, weighing)
    with loops_kept():
        assembler, _ = cuda.compile_ptx(run, signature(game, state), cc=HOPPER)
    print(name, kind, assembler.count(".visible .entry"))
