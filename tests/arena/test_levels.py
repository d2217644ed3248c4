"""Bots of the levels in simulations: in machine code, the same for the same seed, and stopped."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan import load_game
from cruachan.arena.simulate import simulate

TABLES: list[tuple[str, tuple[str, ...]]] = [
    ("cambria", ("steady", "greedy")),
    ("hibernia", ("strong", "learner", "random")),
    ("gallia", ("strong", "steady")),
]


def played(name: str, bots: tuple[str, ...], games: int, seed: int) -> dict[str, Any]:
    report: dict[str, Any] = {}
    for tally in simulate(load_game(name), len(bots), games, seed, bots, {}):
        report = tally.report()
    return {key: report[key] for key in ("games", "moves", "wins", "draws", "wins_by_order")}


@pytest.mark.parametrize(("name", "bots"), TABLES)
def test_the_same_seed_gives_the_same_games_on_any_number_of_cores(
    name: str, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played(name, bots, 24, 3)
    assert first["games"] == sum(first["wins"]) + first["draws"] == 24
    assert sum(first["wins_by_order"]) == sum(first["wins"])
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert played(name, bots, 24, 3) == first
    assert played(name, bots, 24, 4) != first


def test_what_was_learned_beats_what_was_made_by_hand() -> None:
    assert played("cambria", ("strong", "greedy"), 60, 1)["wins"][0] > 45
    assert played("gallia", ("greedy", "steady"), 40, 1)["wins"][1] > 30
    assert played("hibernia", ("greedy", "strong", "greedy", "greedy"), 60, 1)["wins"][1] > 24


def test_whoever_stops_listening_stops_the_games() -> None:
    games = simulate(load_game("hibernia"), 3, 100_000, 1, ("strong",) * 3, {})
    assert next(games).games < 100_000
    games.close()
    with pytest.raises(StopIteration):
        next(games)
