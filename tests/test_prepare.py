"""`cruachan prepare`: games are compiled ahead of time."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from cruachan.cli import cli, preparing
from cruachan.games import GAMES, load_game
from tests import warm

COMPILED = [name for name in GAMES if load_game(name).kernel is not None]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were compiled, which is left out."""
    names: list[str] = []

    def note(game: Any) -> None:
        names.append(game.name)

    monkeypatch.setattr(preparing, "compile_game", note)
    return names


def test_all_compiled_games_are_prepared(compiled: list[str]) -> None:
    said = CliRunner().invoke(cli, ["prepare"], obj="en")
    assert compiled == COMPILED
    assert said.output.count("is ready, after 0 s.") == len(COMPILED)
    assert "SHENT needs no preparing." in said.output


def test_games_can_be_named(compiled: list[str]) -> None:
    said = CliRunner().invoke(cli, ["prepare", COMPILED[0]], obj="de")
    assert compiled == COMPILED[:1]
    assert "ist bereit, nach 0 s." in said.output


def test_an_unknown_game_is_refused() -> None:
    done = warm.run("prepare", "chess", "--lang", "en")
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert done.stderr.count("\n") == 1
