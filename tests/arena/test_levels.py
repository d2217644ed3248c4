"""Bots of the levels in simulations: in machine code, the same for the same seed, and stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.arena.levels import (
    LEVEL,
    RANDOM,
    level_rules,
    new_level_memory,
    seated,
    within_slack,
)
from cruachan.arena.scoring import add_score
from cruachan.arena.simulate import simulate
from cruachan.bots.network import learned
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import as_table, dice, record_game

TABLES: list[tuple[str, tuple[str, ...]]] = [
    ("cambria", ("steady", "greedy")),
    ("hibernia", ("strong", "learner", "random")),
    ("gallia", ("steady", "learner")),
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
    first = played(name, bots, 12, 3)
    assert first["games"] == sum(first["wins"]) + first["draws"] == 12
    assert sum(first["wins_by_order"]) == sum(first["wins"])
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    assert played(name, bots, 12, 3) == first
    assert played(name, bots, 12, 4) != first


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


# The parts


RATED = np.array([[0.1, 0.9], [0.5, 0.5], [0.48, 0.52], [0.2, 0.8]], np.float32)


@pytest.mark.parametrize(
    ("seat", "slack", "drawn"),
    [(0, 0.0, {1}), (0, 0.03, {1, 2}), (0, 0.35, {1, 2, 3}), (1, 0.0, {0}), (1, 0.2, {0, 3})],
)
def test_a_move_within_the_slack_is_drawn(seat: int, slack: float, drawn: set[int]) -> None:
    found = {within_slack(RATED, 4, seat, slack, dice(seed)) for seed in range(60)}
    assert found == drawn


@pytest.mark.parametrize(
    ("winner", "order", "wins", "by_order"),
    [(1, 0, [0, 1], [1, 0]), (0, -1, [1, 0], [0, 0]), (-1, -1, [0, 0], [0, 0])],
)
def test_a_score_is_added_where_it_belongs(
    winner: int, order: int, wins: list[int], by_order: list[int]
) -> None:
    sums = [np.zeros(size, np.int64) for size in (2, 2, 9, 3)]
    add_score(winner, order, 7, 2, *sums)
    assert [each.tolist() for each in sums[:2]] == [wins, by_order]
    assert sums[2].nonzero()[0].tolist() == [7]
    assert sums[3].nonzero()[0].tolist() == [2]


def test_a_bot_moves_by_its_level() -> None:
    """Drawn, one move ahead or by search; the only move of a decision costs no thought."""
    game = record_game(load_game("cambria"))
    assert game is not None
    kernel, rules = game.kernel, level_rules(game.name, game.kernel)
    net, stop = learned("cambria", 2), np.zeros(1, np.int64)
    start = as_table(game.setup(2, {}))
    scratch = start.copy()
    bots = seated([LEVEL, RANDOM], [SearchLevel(playouts=40), SearchLevel()])
    memory = new_level_memory(kernel, start, bots)
    buffers = rules.new_buffers(start, scratch, scratch.view(np.int64), memory, net)
    table, lots, seen = start.copy(), dice(3), set()
    for _ in range(60):
        total = kernel.legal_moves(game.board_tables, table[0], buffers.moves)
        legal = set(buffers.moves[:total].tolist())
        seat, latest = kernel.to_act(table[0]), int(buffers.latest[0])
        move = rules.choose(game.board_tables, table, total, net, bots, buffers, lots, stop)
        assert move in legal
        searched = int(buffers.latest[0]) != latest
        assert searched == (seat == 0 and total > 1)
        seen.add((seat, searched))
        kernel.play(game.board_tables, table[0], move)
    assert {(0, True), (1, False), (CHANCE, False)} <= seen


LATE = (
    "n b 66 b:turn Med5,Ven1,Tau1,Tau2,Lig1 Oro1,Cen1,Ins2,Ana1,Lin3,Boi1,Boi6,Ari1 "
    "Oro=4-2bs,Ven=4-3ab,Tau=?a,Ins=3-3ab,Ana=?a,Lin=2-3ab,Lig=?a,Fri=?a,Boi=3-5b"
)
"""Gallia Cisalpina: the second player wins within this turn, but not with any move."""


@pytest.mark.slow
@pytest.mark.parametrize("proof", [0, 20_000])
def test_a_bot_that_proves_always_plays_what_wins(proof: int) -> None:
    game = record_game(load_game("gallia"))
    assert game is not None
    kernel, rules = game.kernel, level_rules(game.name, game.kernel)
    bots = seated([LEVEL, LEVEL], [SearchLevel(playouts=2, proof=proof)] * 2)
    start, net, stop = as_table(game.read_position(LATE)), learned("gallia", 2), np.zeros(1, int)
    scratch, won = start.copy(), 0
    memory = new_level_memory(kernel, start, bots)
    buffers = rules.new_buffers(start, scratch, scratch.view(np.int64), memory, net)
    for seed in range(10):
        table, lots = start.copy(), dice(seed)
        while kernel.to_act(table[0]) != NOBODY and table[0].turns == start[0].turns:
            total = kernel.legal_moves(game.board_tables, table[0], buffers.moves)
            move = rules.choose(game.board_tables, table, total, net, bots, buffers, lots, stop)
            kernel.play(game.board_tables, table[0], move)
        won += kernel.winners(game.board_tables, table[0]) == 0b10
    assert won == 10 if proof else won < 10
