"""Weights of one's own, bots handed over as objects, and what is said when a bot fails."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan import CHANCE, Decision
from cruachan.arena import tournament
from cruachan.bots import bots_of, load_bot
from cruachan.bots.network import seen_of, size
from cruachan.bots.own import KNOWN, OwnBot, introduce
from cruachan.engine.errors import BotError, OptionError
from cruachan.games import load_game
from tests import warm

CAMBRIA = load_game("cambria")


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A file as `cruachan train` writes it, of a network that knows nothing."""
    numbers = np.random.default_rng(3).normal(size=size(seen_of("cambria").INPUTS, 2)) * 0.1
    np.savez(tmp_path / "mine.npz", about=np.array("{}"), seats2=numbers.astype(np.float16))
    return tmp_path / "mine.npz"


def asked(seed: int = 1) -> Decision[Any, Any]:
    state, rng = CAMBRIA.setup(2, {}), Random(seed)
    for _ in range(100):
        seat = CAMBRIA.to_act(state)[0]
        moves = CAMBRIA.legal_moves(state, seat)
        if seat != CHANCE and len(moves) > 8:
            return Decision(seat, CAMBRIA.observe(state, seat), moves)
        state = CAMBRIA.apply(state, seat, rng.choice(moves))
    raise AssertionError


@pytest.mark.parametrize("level", ["strong", "expert"])
def test_a_level_judges_by_weights_of_ones_own(level: str, weights: Path) -> None:
    own, house = load_bot(level, CAMBRIA, weights=weights), load_bot(level, CAMBRIA)
    chosen = [
        (own.choose(asked(seed), Random(1)), house.choose(asked(seed), Random(1)))
        for seed in range(1, 7)
    ]
    assert any(ours != theirs for ours, theirs in chosen)
    again = pickle.loads(pickle.dumps(own))
    assert again.choose(asked(), Random(1)) == load_bot(level, CAMBRIA, weights=weights).choose(
        asked(), Random(1)
    )


def test_a_file_of_weights_is_a_named_bot(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KNOWN, "")
    assert introduce(f"weights:{weights}") == "mine"
    assert introduce(f"slow=weights:expert@{weights}") == "slow"
    assert {"mine", "slow"} <= set(bots_of(CAMBRIA))
    for name in ("mine", "slow"):
        assert load_bot(name, CAMBRIA).choose(asked(), Random(1)) in asked().moves
    report = tournament(CAMBRIA, ["mine", "strong"], 2, cores=1)
    assert [bot["name"] for bot in report["bots"]] == ["mine", "strong"]


def test_the_command_line_takes_weights(weights: Path) -> None:
    typed = ["simulate", "cambria", "--bots", f"mine=weights:{weights},random", "--games", "2"]
    done = warm.run(*typed, "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "mine" in done.stdout
    typed = ["simulate", "cambria", "--weights", str(weights), "--bots", "mine,random"]
    short = warm.run(*typed, "--games", "2", "--lang", "en")
    assert "mine" in short.stdout, short.stderr
    gone = warm.run("simulate", "cambria", "--weights", "gone.npz", "--lang", "en")
    assert gone.returncode != 0
    assert "gone.npz" in gone.stderr
    assert "Traceback" not in gone.stderr


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.unlink(), "cannot be read: "),
        (lambda path: path.write_bytes(b"PK nonsense"), "has no weights"),
        (lambda path: np.savez(path, other=np.zeros(3)), "has no weights"),
        (lambda path: np.savez(path, seats2=np.zeros(3)), "has 3 numbers for 2 seats"),
        (lambda path: np.savez(path, seats9=np.zeros(3)), "has 3 numbers for 9 seats"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(spoil: Any, said: str, weights: Path) -> None:
    spoil(weights)
    with pytest.raises(OptionError, match=said):
        load_bot("strong", CAMBRIA, weights=weights)


def test_who_cannot_use_weights_says_so(weights: Path) -> None:
    with pytest.raises(OptionError, match="greedy does not judge by weights in Cambria"):
        load_bot("greedy", CAMBRIA, weights=weights)
    three, rng = CAMBRIA.setup(3, {}), Random(1)
    while CAMBRIA.to_act(three)[0] == CHANCE:
        three = CAMBRIA.apply(three, CHANCE, rng.choice(CAMBRIA.legal_moves(three, CHANCE)))
    seat = CAMBRIA.to_act(three)[0]
    decision = Decision(seat, three, CAMBRIA.legal_moves(three, seat))
    with pytest.raises(OptionError, match="weights for 2 seats, not for 3"):
        load_bot("strong", CAMBRIA, weights=weights).choose(decision, Random(1))


class First:
    """A bot as somebody writes it in a notebook."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, decision: Any, rng: Any) -> Any:
        return decision.moves[0]


def test_a_class_or_an_object_plays_a_tournament() -> None:
    report = tournament("cambria", [First, "random"], 4)
    assert [bot["name"] for bot in report["bots"]] == ["first", "random"]
    assert [bot["games"] for bot in report["bots"]] == [4, 4]
    once = First(CAMBRIA)
    once.name = "once"  # type: ignore[attr-defined]
    assert tournament(CAMBRIA, [once, "random"], 2)["games"] == 2
    with pytest.raises(OptionError, match="dict is no bot"):
        tournament("cambria", [{}, "random"], 2)


class Bare:
    """A bot that needs no game."""

    def choose(self, decision: Any, rng: Any) -> Any:
        return decision.moves[0]


def test_a_class_whose_constructor_takes_nothing_plays_a_tournament() -> None:
    report = tournament("cambria", [Bare, "random"], 2)
    assert [bot["name"] for bot in report["bots"]] == ["bare", "random"]


def test_a_tournament_leaves_no_bot_behind() -> None:
    before = bots_of(CAMBRIA)
    tournament("cambria", [First, "random"], 2)
    assert bots_of(CAMBRIA) == before
    with pytest.raises(OptionError, match="dict is no bot"):
        tournament("cambria", [First, {}], 2)
    assert bots_of(CAMBRIA) == before


class Answering:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, decision: Any, rng: Any) -> Any:
        return self.answer(decision)


def told(answer: Any) -> str:
    with pytest.raises(BotError) as failed:
        OwnBot("mine", CAMBRIA, Answering(answer)).choose(asked(), Random(1))
    return str(failed.value)


def test_a_float_that_equals_a_move_is_refused_with_the_bots_name() -> None:
    assert "The bot mine answered" in told(lambda decision: float(decision.moves[0]))
    assert "The bot mine answered" in told(lambda decision: True)
    fine = OwnBot("mine", CAMBRIA, Answering(lambda decision: np.int64(decision.moves[0])))
    assert fine.choose(asked(), Random(1)) == asked().moves[0]


def test_a_bot_that_fails_shows_where(caplog: pytest.LogCaptureFixture) -> None:
    said = told(lambda decision: decision.nothing)
    decision = asked()
    assert f"The bot mine has failed at seat {decision.seat} (AttributeError" in said
    assert CAMBRIA.write_position(decision.seen, decision.seat) in said
    assert "in choose" in caplog.text
    assert "decision.nothing" in caplog.text


def test_a_bot_that_thinks_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRUACHAN_BOT_SECONDS", "0.2")

    def forever(decision: Any) -> None:
        while True:
            time.sleep(0.01)

    assert "has thought for more than 0.2 seconds" in told(forever)
    monkeypatch.setenv("CRUACHAN_BOT_SECONDS", "soon")
    with pytest.raises(OptionError, match="must be a number of seconds"):
        OwnBot("mine", CAMBRIA, First(CAMBRIA))


def test_a_script_without_a_main_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from cruachan.arena import tournament\n"
        'tournament("cambria", ["steady", "random"], 2, cores=1)\n'
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "Put the call under `if __name__" in done.stderr.splitlines()[-1]
