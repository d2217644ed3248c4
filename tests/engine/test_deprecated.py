"""Deprecated names that still work."""

from __future__ import annotations

import copy
import pickle
from operator import attrgetter
from typing import Any

import pytest

from cruachan import Match, Player, load_game
from cruachan.engine import view
from cruachan.engine.game import MOVED


@pytest.fixture(scope="module")
def game() -> Any:
    return load_game("hibernia")


@pytest.mark.parametrize("name", MOVED)
def test_an_old_name_works_and_says_the_new_one(game: Any, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"use Game.{MOVED[name]}"):
        assert getattr(game, name) == attrgetter(MOVED[name])(game)


def test_a_name_that_never_was_is_refused(game: Any) -> None:
    with pytest.raises(AttributeError, match="Hibernia has no attribute 'vew'"):
        _ = game.vew


def test_a_game_can_still_be_copied(game: Any) -> None:
    assert copy.copy(game).board_digest == game.board_digest
    assert pickle.loads(pickle.dumps(game)).board_digest == game.board_digest


def test_a_plugin_with_the_old_name_of_its_tables_plays() -> None:
    cls: Any = type(load_game("gallia"))
    with pytest.warns(DeprecationWarning, match="use make_board_tables"):
        old: Any = type("Old", (cls,), {"make_box": staticmethod(cls.make_board_tables)})
    assert old.make_board_tables is cls.make_board_tables


@pytest.mark.parametrize("name", view.RENAMED)
def test_an_old_name_of_the_parts_of_a_view_says_the_new_one(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"use {view.RENAMED[name]}"):
        assert getattr(view, name) is getattr(view, view.RENAMED[name])


def test_the_old_name_of_the_number_of_a_decision_works(game: Any) -> None:
    match = Match(game, [Player(name) for name in "ABC"])
    with pytest.warns(DeprecationWarning, match=r"use Match\.decision_id"):
        assert match.asked(0) == match.decision_id(0)
