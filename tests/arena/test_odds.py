"""`cruachan odds`: how often who wins from a position of a kept game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cruachan.cli import cli
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.engine.transcript import save, write
from tests.arena.test_analysis import NAMES, played


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A whole game of Hibernia."""
    path = tmp_path / "one.game"
    path.write_text(write(played("hibernia", 3)))
    return path


def asked(*arguments: object, lang: Lang = DEFAULT_LANG) -> Result:
    return CliRunner().invoke(cli, ["odds", *map(str, arguments)], obj=lang)


def report(*arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asked(*arguments, "--json").output)
    return found


def test_the_nearer_the_end_the_surer_the_winner(kept: Path) -> None:
    match = played("hibernia", 3)
    assert match.outcome is not None
    (winner,) = match.outcome.winners
    last = report(kept, "--ply", len(match.history) - 1, "--games", 300)
    first = report(kept, "--ply", 0, "--games", 300)
    assert last["wins"][winner] == 300 > first["wins"][winner] > 0
    assert last["names"] == list(NAMES)
    assert (last["games"], last["ply"]) == (300, len(match.history) - 1)


def test_the_same_seed_says_the_same(kept: Path) -> None:
    found = [
        report(kept, "--ply", 30, "--games", 200, "--seed", seed)["wins"] for seed in (4, 4, 5)
    ]
    assert found[0] == found[1] != found[2]


def test_who_plays_on_is_chosen_for_all_or_for_each_seat(kept: Path) -> None:
    wins = report(kept, "--ply", 0, "--games", 200, "--bots", "greedy,random,random")["wins"]
    assert wins[0] > 190
    assert report(kept, "--ply", 0, "--games", 50, "--bots", "random")["bots"] == ["random"] * 3


def test_bots_without_machine_code_begin_there_too(tmp_path: Path) -> None:
    path = tmp_path / "tale.game"
    save(played("shent", 2, plies=12, limit="15"), path)
    found = report(path, "--games", 2, "--bots", "wandering")
    assert found["games"] == 2
    assert found["ply"] == 12


@pytest.mark.parametrize("lang", LANGS)
def test_people_read_names_and_shares(kept: Path, lang: Lang) -> None:
    told = asked(kept, "--ply", 10, "--games", 100, lang=lang).output
    assert all(name in told for name in NAMES)
    assert {"en": "after 10 moves", "de": "nach 10 Zügen"}[lang] in told
    assert "%" in told


def test_what_cannot_be_asked_is_said(kept: Path) -> None:
    plies = len(played("hibernia", 3).history)
    for arguments, told in (
        ((kept,), f"After {plies} moves the game is over"),
        ((kept, "--ply", plies + 1), f"choose --ply from 0 to {plies}"),
        ((kept, "--ply", 3, "--bots", "greedy,greedy"), "3 seats need 3 bots"),
        ((kept, "--ply", 3, "--bots", "nobody"), "nobody"),
    ):
        error = asked(*arguments).exception
        assert isinstance(error, CruachanError)
        assert told in str(error)
