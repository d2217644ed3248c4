"""The door of OpenSpiel, held to its own tests."""

from __future__ import annotations

import subprocess
import sys
import unittest
from importlib import import_module, reload
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from cruachan.engine.errors import CruachanError, IllegalMove, OptionError
from cruachan.envs import openspiel as door
from cruachan.games.gallia import moves
from tests.gallia.test_leaks import hidden, otherwise

GAMES = {
    "hibernia": "cruachan_hibernia",
    "cambria": "cruachan_cambria(players=2,board=north)",
    "gallia": "cruachan_gallia(strict=yes)",
}


def after(game: str, plies: int, seed: int = 1) -> Any:
    """A state some moves by lot into a game, scouting where that can be done."""
    state, rng = pyspiel.load_game(game).new_initial_state(), Random(seed)
    for _ in range(plies):
        legal = state.legal_actions()
        looks = [move for move in legal if moves.LOOK <= move < moves.NO_LOOK]
        scouts = looks if "gallia" in game and not state.is_chance_node() else []
        if state.is_terminal():
            break
        state.apply_action(rng.choice(scouts or legal))
    return state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_by_lot_are_whole(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's own checks along a game: copies, what is written down, sums, masks."""
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "text", ["cruachan_hibernia", "cruachan_cambria(players=5)", "cruachan_gallia"]
)
def test_openspiels_checks_of_its_interface_pass(text: str) -> None:
    """They import much that nobody else needs, so not before they are run."""
    api_test = import_module("open_spiel.integration_tests.api_test")

    class Interface(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc, name-defined]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game_name = text.partition("(")[0]
            cls.game = pyspiel.load_game(text)
            super().setUpClass()

    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Interface).run(found)
    assert found.testsRun > 3
    assert found.wasSuccessful(), "\n".join(why for _, why in found.failures + found.errors)


def test_the_table_is_as_asked() -> None:
    game = pyspiel.load_game("cruachan_cambria(players=3,board=north)")
    assert game.num_players() == 3
    assert game.rules.game.board_name == "Northern Britain"
    assert game.min_utility() == -0.5
    kinds = {name: pyspiel.load_game(text).get_type().information for name, text in GAMES.items()}
    known = pyspiel.GameType.Information
    assert kinds["gallia"] == known.IMPERFECT_INFORMATION
    assert kinds["hibernia"] == kinds["cambria"] == known.PERFECT_INFORMATION
    with pytest.raises(OptionError):
        door.REGISTERED["gallia"]({"strict": "perhaps"})


def test_what_is_written_down_is_read_again() -> None:
    state = after("cruachan_gallia", 150)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.record.tobytes() == state.record.tobytes()
    assert again.legal_actions() == state.legal_actions()
    assert [again.information_state_string(p) for p in range(2)] == [
        state.information_state_string(p) for p in range(2)
    ]


def test_a_copy_goes_its_own_way() -> None:
    state = after("cruachan_cambria(players=2)", 30)
    before, twin = str(state), state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_what_a_seat_has_not_seen_is_told_it(seed: int) -> None:
    state, rng, compared = after("cruachan_gallia", 120, seed), Random(seed), 0
    for seat in range(2):
        if not hidden(state.record, seat):
            continue
        twin = state.clone()
        twin.position.table[0] = otherwise(state.record, seat, rng)
        assert twin.observation_string(seat) == state.observation_string(seat)
        assert twin.observation_tensor(seat) == state.observation_tensor(seat)
        assert twin.observation_tensor(1 - seat) != state.observation_tensor(1 - seat)
        compared += 1
    assert compared > 0
    for seat in range(2):
        unknown = state.seen_moves(seat).count(door.HIDDEN)
        assert unknown == sum(viewer == seat for _, viewer in state.position.hidden)
        assert unknown >= len(hidden(state.record, seat))


def test_a_search_can_be_kept_from_what_its_seat_does_not_know() -> None:
    state = after("cruachan_gallia", 120)
    player = state.current_player()
    guesses = {door.imagine(state, player, Random(n)).record.back.tobytes() for n in range(20)}
    assert len(guesses) > 1
    world = door.imagine(state, player, Random(1))
    assert world.legal_actions() == state.legal_actions()
    assert world.observation_tensor(player) == state.observation_tensor(player)


@pytest.mark.parametrize("game", ["gallia", "cambria"])
def test_its_own_tree_search_plays(game: str) -> None:
    state = after(GAMES[game], 20)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    for simulations in (1, 8):
        bot = pyspiel.MCTSBot(
            state.get_game(), rollouts, 1.4, simulations, 16, solve=False, seed=1, verbose=False
        )
        assert door.search(bot, state) in state.legal_actions()


def test_a_game_is_won_as_the_protocol_says() -> None:
    state = after("cruachan_cambria", 10_000)
    outcome = state.rules.game.outcome(state.record)
    assert state.is_terminal()
    assert outcome is not None
    best = np.flatnonzero(np.array(state.returns()) == max(state.returns())).tolist()
    assert best == list(outcome.winners)


def test_python_ends_in_silence() -> None:
    """What OpenSpiel keeps of ours is let go after Python has ended."""
    code = "import pyspiel, cruachan.envs.openspiel; pyspiel.load_game('cruachan_hibernia')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_package_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(CruachanError, match=r"pip install 'cruachan\[openspiel\]'"):
        reload(door)


def test_a_state_is_drawn_anew_from_what_a_seat_knows() -> None:
    state = after(GAMES["gallia"], 60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat, drawn = state.current_player(), set()
    for number in range(12):
        twin = state.resample_from_infostate(seat, Random(number).random)
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.legal_actions() == state.legal_actions()
        drawn.add(str(twin))
    assert len(drawn) > 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_illegal_action_is_refused_and_leaves_the_state_alone(game: str) -> None:
    state = after(game, 12)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    wrong = next(each for each in range(60) if each not in state.legal_actions())
    with pytest.raises(IllegalMove, match=f"Player {state.current_player()}, action {wrong}: "):
        state.apply_action(wrong)
    assert str(state) == before
