"""Bots of ours against OpenSpiel's search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.bench import openspiel
from cruachan.bench.openspiel import contest, openspiel_simulations_per_second
from cruachan.bots import RandomBot
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Decision
from cruachan.envs import openspiel as door
from tests.gallia.test_leaks import hidden

asked: list[Decision[Any, Any]] = []


class Asked(RandomBot):
    """Plays by lot and notes what it was asked."""

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        asked.append(decision)
        return super().choose(decision, rng)


def test_games_are_counted_and_seats_change(monkeypatch: pytest.MonkeyPatch) -> None:
    asked.clear()
    monkeypatch.setattr(openspiel, "load_bot", lambda name, game: Asked())
    monkeypatch.setattr(openspiel, "make_ready", lambda game, bot: None)
    score = None
    for number, score in enumerate(contest("cambria", "random", 2, 0.001), start=1):
        assert score.wins + score.draws + score.losses == number
    assert score is not None
    assert {decision.seat for decision in asked} == {0, 1}
    assert all(len(decision.moves) > 1 for decision in asked)
    assert score.ours.moves == len(asked)
    assert 0 < score.theirs.longest <= score.theirs.seconds


def test_neither_side_is_told_what_its_seat_has_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked.clear()
    monkeypatch.setattr(openspiel, "load_bot", lambda name, game: Asked())
    monkeypatch.setattr(openspiel, "make_ready", lambda game, bot: None)
    imagined: list[int] = []
    imagine = door.imagine

    def watched(state: Any, player: int, rng: Random) -> Any:
        imagined.append(player)
        return imagine(state, player, rng)

    monkeypatch.setattr(door, "imagine", watched)
    score = next(contest("gallia", "random", 1, 0.001))
    assert len(imagined) == score.theirs.moves > 0
    assert not any(hidden(decision.seen, decision.seat) for decision in asked)
    imagined.clear()
    next(contest("gallia", "random", 1, 0.001, sees_all=True))
    assert imagined == []


def test_a_game_for_more_is_refused() -> None:
    with pytest.raises(OptionError, match="not played by two"):
        next(contest("hibernia", "random", 1, 0.01))


def test_the_search_is_timed() -> None:
    assert openspiel_simulations_per_second(0.1) > 0
