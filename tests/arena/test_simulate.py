"""Simulations: the same for the same seed, whatever the cores, and honest about what they had."""

import json
from random import Random

import numpy as np
import pytest

from cruachan import CHANCE, load_game
from cruachan.arena.many_dice import many_dice
from cruachan.arena.simulate import simulate
from cruachan.arena.tally import Tally, wilson
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import dice
from cruachan.games import GAMES

HIBERNIA = load_game("hibernia")


def run(games: int, seed: int, bots: tuple[str, ...], **options: str) -> Tally:
    tallies = list(simulate(HIBERNIA, len(bots), games, seed, bots, options))
    return tallies[-1]


def results(tally: Tally) -> dict[str, object]:
    report = tally.report()
    return {key: report[key] for key in ("games", "moves", "wins", "draws", "rounds")}


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = results(run(450, 5, ("random", "greedy", "random")))
    monkeypatch.setattr("os.cpu_count", lambda: 5)
    assert results(run(450, 5, ("random", "greedy", "random"))) == first
    assert results(run(450, 6, ("random", "greedy", "random"))) != first


@pytest.mark.parametrize("harder", ["no", "yes"])
@pytest.mark.parametrize("seats", [3, 4])
def test_every_game_is_won_by_somebody(seats: int, harder: str) -> None:
    tally = run(250, 1, ("random",) * seats, harder=harder)
    report = tally.report()
    assert report["games"] == sum(report["wins"]) == 250
    assert report["draws"] == 0
    assert report["ends"] == {"track": 250}
    assert 1 < report["rounds"]["min"] <= report["rounds"]["median"] <= report["rounds"]["max"]


def test_the_report_is_plain_data_with_all_keys() -> None:
    report = json.loads(json.dumps(run(20, 1, ("random",) * 3).report()))
    keys = {"game", "seats", "games", "seed", "bots", "moves", "seconds"}
    assert keys | {"moves_per_second", "wins", "draws", "rounds"} <= set(report)
    assert report["bots"] == ["random"] * 3
    assert report["moves"] > 1000


def test_results_by_order_of_play_show_what_the_lot_hides() -> None:
    """In Hibernia the last player draws most from the first turns; the seats are even."""
    report = run(2000, 1, ("greedy",) * 4).report()
    assert sum(report["wins_by_order"]) == sum(report["wins"]) == 2000
    assert report["wins_by_order"] == sorted(report["wins_by_order"])
    assert report["wins_by_order"][0] < 0.22 * 2000 < min(report["wins"])
    assert report["order_intervals"] == [wilson(won, 2000) for won in report["wins_by_order"]]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_who_started(name: str) -> None:
    game = load_game(name)
    found = set()
    for lot in range(20):
        state, rng = game.setup(game.players[0], {}), Random(lot)
        while game.to_act(state) == (CHANCE,):
            state = game.apply(state, CHANCE, rng.choice(game.legal_moves(state, CHANCE)))
        assert game.to_act(state)[0] == game.starter(state)
        found.add(game.starter(state))
    assert found == set(range(game.players[0]))


def test_who_stops_listening_keeps_what_was_played() -> None:
    games = simulate(HIBERNIA, 3, 100_000, 1, ("random",) * 3, {})
    tally = next(games)
    games.close()
    assert 0 < tally.games < 100_000
    assert sum(tally.wins) == tally.games


def test_rounds_are_shares_of_the_games() -> None:
    tally = Tally("x", 2, 1, ("random",) * 2, ("end",), games=4)
    tally.lengths[[3, 5, 9]] = [1, 2, 1]
    assert [tally.rounds(share) for share in (0, 0.5, 1)] == [3, 5, 9]


@pytest.mark.parametrize(
    ("wins", "games", "interval"),
    [(0, 0, (0.0, 1.0)), (50, 100, (0.4038, 0.5962)), (0, 10, (0.0, 0.2775))],
)
def test_wilsons_interval(wins: int, games: int, interval: tuple[float, float]) -> None:
    assert wilson(wins, games) == interval


@pytest.mark.parametrize(
    ("bots", "words"),
    [(("random",), "4 seats need 4 bots; 1"), (("clever",) * 4, "no bot 'clever'")],
)
def test_bots_that_do_not_fit(bots: tuple[str, ...], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        list(simulate(HIBERNIA, 4, 1, 1, bots, {}))


def test_memory_does_not_grow_with_the_games() -> None:
    small, large = run(100, 1, ("random",) * 3), run(2000, 1, ("random",) * 3)
    assert small.lengths.nbytes == large.lengths.nbytes
    assert small.wins.dtype == large.wins.dtype == np.int64


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**70 + 3, 2**130 + 5])
def test_the_dice_of_many_blocks_are_those_of_each(seed: int) -> None:
    each = [int(dice(seed, block)[0]) for block in range(3, 60)]
    assert many_dice(seed, 3, 57).tolist() == each


def test_a_bot_that_thinks_by_the_clock_plays_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In machine code the clock is not looked at."""
    played = []

    def noted(game: object, seats: int, games: int, seed: int, bots: object, *_: object) -> object:
        played.append(bots)
        return iter(())

    monkeypatch.setattr("cruachan.arena.python_simulator.simulate", noted)
    list(simulate(load_game("cambria"), 2, 1, 1, ("master", "strong"), {}))
    list(simulate(load_game("cambria"), 2, 1, 1, ("learner", "strong"), {}))
    assert played == [("master", "strong")]
