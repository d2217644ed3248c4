"""Games on a GPU are the games of a processor; without a GPU that is said in a sentence.

CI has no GPU: Numba's simulator runs what a thread does, and the compiler for CUDA translates it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from cruachan import load_game
from cruachan.arena import simulate as simulate_module
from cruachan.arena.simulate import simulate
from cruachan.arena.tally import Tally
from cruachan.bench import gpu as gpu_bench
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import dice, record_game

BLOCK = 25
"""Games of a block here, of which every thread plays one: there are several blocks."""
TABLES = (
    ("hibernia", ("random", "random", "random"), 60),
    ("hibernia", ("greedy", "random", "greedy", "random"), 30),
    ("cambria", ("greedy", "greedy"), 30),
    ("gallia", ("random", "random"), 30),
    ("hibernia", ("strong", "learner", "greedy", "random"), 5),
    ("cambria", ("strong", "steady"), 1),
    ("gallia", ("steady", "learner"), 1),
)


def comparable(tally: Tally) -> dict[str, Any]:
    """What must be the same on every device."""
    lengths = {str(number): int(of) for number, of in enumerate(tally.lengths) if of}
    report = tally.report()
    return {
        "lengths": lengths,
        **{key: report[key] for key in ("games", "moves", "wins", "wins_by_order", "ends")},
    }


def in_a_process(module: str, *arguments: str, **more: str) -> str:
    found = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=os.environ | more,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_a_gpu_plays_the_same_games_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_module, "BLOCK", BLOCK)
    found = json.loads(in_a_process("tests.arena.simulated_gpu", NUMBA_ENABLE_CUDASIM="1"))
    for (name, bots, games), on_gpu in zip(TABLES, found, strict=True):
        *_, tally = simulate(load_game(name), len(bots), games, 5, bots, {})
        assert on_gpu == comparable(tally), name


@pytest.mark.skipif(sys.platform == "darwin", reason="there is no CUDA on a Mac")
@pytest.mark.parametrize(
    "table", ["hibernia:greedy", "cambria:greedy", "gallia:random", "hibernia:strong"]
)
def test_rules_and_bots_compile_for_a_gpu(table: str) -> None:
    assert find_spec("numba_cuda"), "numba-cuda is missing; make test installs it (extra gpu)"
    name, kind = table.split(":")
    assert in_a_process("tests.arena.compiled_gpu", table) == f"{name} {kind} 1\n"


def test_the_best_of_the_moves_weighed_is_kept_and_equals_are_drawn() -> None:
    """One move at a time, as a thread of a GPU weighs them."""
    weigh = import_module("cruachan.arena.gpu").weigh
    drawn = set()
    for seed in range(40):
        lots, most, equals, move = dice(seed), 0.0, 0, -1
        for candidate, worth in enumerate((-3.0, 2.0, 1.0, 2.0)):
            most, equals, move = weigh(worth, most, equals, move, candidate, lots)
        assert (most, equals) == (2.0, 2)
        drawn.add(move)
    assert drawn == {1, 3}


def test_the_bench_of_a_gpu_leaves_out_its_first_quarter_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However short the times are after which a GPU says how far it is."""
    game = record_game(load_game("hibernia"))
    assert game is not None
    tally = Tally("hibernia", 4, 1, ("random",) * 4, ("track",))

    def played(*_: Any, **__: Any) -> Iterator[Tally]:
        for tenth in range(1, 1000):
            tally.seconds, tally.moves = tenth / 10, 100 * max(0, tenth - 4)
            yield tally

    monkeypatch.setattr(gpu_bench, "simulate", played)
    assert gpu_bench.on_gpu(game, ("random",) * 4, 2.0) == pytest.approx(1000)


def test_without_a_gpu_one_is_told_what_is_needed() -> None:
    with pytest.raises(OptionError, match=r"NVIDIA GPU.*cruachan\[gpu\]"):
        list(simulate(load_game("hibernia"), 3, 10, 1, ("random",) * 3, {}, device="cuda"))


@pytest.mark.parametrize(
    ("game", "bot"),
    [("hibernia", "expert"), ("hibernia", "master"), ("gallia", "strong"), ("shent", "steady")],
)
def test_a_gpu_plays_no_bots_that_think(game: str, bot: str) -> None:
    with pytest.raises(OptionError, match="random, greedy"):
        list(simulate(load_game(game), 3, 10, 1, (bot,) * 3, {}, device="cuda"))
