"""`cruachan daily` and `cruachan puzzle`: on this computer and at a server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest

from cruachan.challenges import puzzle as puzzles
from cruachan.challenges.daily import FIRST, daily_game
from cruachan.challenges.puzzle import Puzzle
from cruachan.engine.texts import LANGS, Lang
from cruachan.terminal import daily, puzzle
from tests import warm
from tests.server.browsers import person
from tests.terminal.conftest import make_screen


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CRUACHAN_HOME", str(tmp_path))
    return tmp_path


def two_players(which: int = 0) -> date:
    """A day on which two play, so that one can resign or lose soon."""
    days = (FIRST + timedelta(days=n) for n in range(60))
    return [day for day in days if daily_game(day).game == "gallia"][which]


def solved(puzzle_: Puzzle, lines: Iterable[str], lang: Lang = "en") -> str:
    screen, output = make_screen(lines)
    assert puzzle.run(puzzle_.id, lang, screen=screen) == 0
    return " ".join(output.getvalue().split())


# --- Puzzles ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_a_puzzle_is_solved_in_the_terminal(game: str, lang: Lang) -> None:
    wanted = puzzles.puzzles_of(game)[0]
    told = solved(wanted, ["hint" if lang == "en" else "tipp", wanted.answer], lang)
    assert {"en": "Find the move that wins.", "de": "Finde den Zug, der gewinnt."}[lang] in told
    assert {"en": "hints come after that", "de": "Tipps gibt es danach"}[lang] in told
    assert {"en": "Right,", "de": "Richtig,"}[lang] in told
    assert str(wanted.proof.games) in told
    assert puzzle.SolvedHere().all() == {wanted.id: True}


def test_the_first_try_counts_and_the_better_move_is_told(home: Path) -> None:
    wanted = puzzles.puzzles_of("cambria")[0]
    told = solved(wanted, [wanted.other])
    assert re.search(r"“[^”]+” is not it\. The move is “[^”]+”:", told)
    assert f"“{wanted.answer}”" not in told, "in words, not in notation"
    solved(wanted, [wanted.answer])
    assert puzzle.SolvedHere().all() == {wanted.id: False}
    assert puzzle.chosen("cambria").id != wanted.id, "the next one"
    listed = puzzle.listing("en")
    assert "not found" in listed
    assert "Solved at the first try: 0 of 1." in listed
    (home / "puzzles.json").write_text("[")
    assert puzzle.SolvedHere().all() == {}


def test_what_is_no_puzzle_is_told() -> None:
    for word, said in (("nowhere-1", "There is no puzzle nowhere-1"), ("shent", "no puzzles for")):
        done = warm.run("puzzle", word, "--lang", "en")
        assert done.returncode == 2
        assert said in done.stderr


# --- The daily game -----------------------------------------------------------------------


def test_the_daily_game_is_left_and_gone_on_with(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = two_players()
    monkeypatch.setattr(daily, "today", lambda: day)
    for number in range(2):
        screen, output = make_screen(["hint"])
        assert daily.run("en", screen=screen) == 0
        told = " ".join(output.getvalue().split())
        assert f"Daily game {daily_game(day).number}: Gallia Cisalpina" in told
        assert "no hints in the daily game" in told
        assert ("You have one try" in told) == (number == 0)
        assert "daily" in told.rpartition("\n")[2]
    text = daily.kept(day).read_text("utf-8")
    assert daily_game(day).seed().hex() not in text, "its dice stay hidden while it goes on"
    assert daily._places(day) is None


def test_the_week_says_which_games_are_played() -> None:
    told = warm.run("daily", "--week", "--lang", "de").stdout
    assert "Die Tagespartien dieser Woche:" in told
    assert len(told.splitlines()) == 8


# --- At a server --------------------------------------------------------------------------


def test_a_server_keeps_the_try_of_the_terminal(address: str, home: Path) -> None:
    anna = person(address, "Anna")
    warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
    first, share = daily.at_server(address, "en", "Anna")
    assert share == ""
    assert daily.at_server(address, "en", "Anna") == (first, "")
    assert anna.get("/daily")["table"] == first.rpartition("/")[2], "the same person"


def test_a_puzzle_of_a_server_is_judged_there(address: str, home: Path) -> None:
    wanted = puzzles.puzzles_of("cambria")[0]
    asked = ("puzzle", wanted.id, "--server", address, "--name", "Anna", "--plain")
    done = warm.run(*asked, "--lang", "en", said=f"{wanted.answer}\n\n")
    assert "Right," in " ".join(done.stdout.split()), done.stdout + done.stderr
    unknown = warm.run("puzzle", "nowhere-1", "--server", address, "--lang", "en")
    assert unknown.returncode == 2
    assert "There is no puzzle nowhere-1" in unknown.stderr
