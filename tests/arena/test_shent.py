"""Simulations of SHENT: the same for the same seed, with quests, contests and readings counted."""

from __future__ import annotations

import json
from typing import cast

import pytest

from cruachan.arena.shent import TaleTally
from cruachan.arena.simulate import simulate
from cruachan.engine.errors import OptionError
from cruachan.games import load_game
from cruachan.games.shent.readings import Reading
from tests.test_cli import cruachan

GAME = load_game("shent", "sirren")


def run(games: int, seed: int, **options: str) -> dict[str, object]:
    bots = ("purposeful", "wandering")
    tally = cast(TaleTally, list(simulate(GAME, 2, games, seed, bots, options))[-1])
    report: dict[str, object] = json.loads(json.dumps(tally.report()))
    return report


def test_the_same_seed_gives_the_same_games() -> None:
    keys = ("games", "moves", "wins", "ends", "quests", "contests", "readings", "rounds")
    first, again, other = (run(4, seed, limit="15") for seed in (1, 1, 2))
    assert [first[key] for key in keys] == [again[key] for key in keys]
    assert first["readings"] != other["readings"]


def test_the_report_counts_what_happened() -> None:
    report = run(4, 3, limit="20")
    ends = cast(dict[str, int], report["ends"])
    assert sum(ends.values()) == 4
    assert report["goal_share"] == ends["goal"] / 4
    quests = cast(dict[str, int], report["quests"])
    per_player = cast(list[float], report["quests_per_player"])
    assert sum(quests.values()) == pytest.approx(4 * sum(per_player), abs=0.01)
    readings = cast(dict[str, dict[str, int]], report["readings"])
    assert {f"{rune}.{key}" for rune, used in readings.items() for key in used} == set(Reading.ALL)
    assert sum(n for used in readings.values() for n in used.values()) > 100


def test_bots_must_fit_the_table() -> None:
    with pytest.raises(OptionError, match="There are: purposeful, wandering"):
        list(simulate(GAME, 2, 1, 1, ("greedy", "greedy"), {}))


def test_the_command_line_chooses_board_and_bots() -> None:
    done = cruachan("simulate", "shent", "--games", "1", "--seats", "2", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["bots"] == ["purposeful"] * 2
    assert sum(report["wins"]) == 1
