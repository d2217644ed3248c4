from __future__ import annotations

import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from cruachan.engine import transcript
from cruachan.engine.locks import lock_file
from cruachan.engine.match import Player
from cruachan.games import GAMES, load_game
from cruachan.terminal import saves
from cruachan.terminal.chooser import read_players
from tests.terminal.conftest import FOUR, QUICK, Play

PROGRAM = """
import sys
from cruachan.terminal.play import PlayOptions, run
sys.exit(run(PlayOptions(seed="x", lang=sys.argv[1])))
"""


def program(stdin: str, lang: str = "en", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, lang],
        input=stdin.encode(),
        capture_output=True,
        env=os.environ | QUICK | environment,
        timeout=300,
        check=False,
    )


def test_enter_enter_enter_and_one_plays_against_three_bots(play: Play) -> None:
    evening = play(["", "", "", "quit"], game=None, players=(), out=None)
    assert "1 Hibernia" in evening.text
    assert "How many players, 3 to 4? [4]:" in evening.text
    kept = saves.unfinished()[0]
    players = transcript.read(kept.path).players
    assert [player.kind for player in players] == ["person", "steady", "steady", "steady"]
    assert "Go on with:\n  cruachan play --resume\n" in evening.text
    assert "Played by the rulebook." in evening.text


def test_the_chooser_takes_other_players_and_options(play: Play) -> None:
    answers = ["7", "1", "5", "3", "Anna, Ben, random", "harder yes", "harder maybe", "a,b,c,d"]
    answers += ["fair yes", "fair no"]
    evening = play([*answers, "", "quit"], game=None, players=(), out=None)
    assert f"A number from 1 to {len(GAMES)}, please." in evening.text
    assert "A number from 3 to 4, please." in evening.text
    assert "4 players are named for 3 seats." in evening.text
    assert "'maybe'" in evening.flat
    assert "House rules: " in evening.text
    head = transcript.read(saves.unfinished()[0].path)
    assert head.players == [Player("Anna"), Player("Ben"), Player("Medb", "random")]
    assert head.options == {"harder": "yes"}


def test_the_chooser_speaks_german(play: Play) -> None:
    lines = ["", "", "harder ja", "", "ende"]
    evening = play(lines, game=None, players=(), out=None, lang="de")
    assert "Welches Spiel?" in evening.text
    assert "Am Tisch:" in evening.text
    assert transcript.read(saves.unfinished()[0].path).options == {"harder": "yes"}


def test_unfinished_games_are_offered_the_latest_first(play: Play) -> None:
    for seed in ("one", "two"):
        play(["quit"], out=None, seed=seed)
    older, newer = sorted((game.path for game in saves.unfinished()), key=lambda p: p.name)
    os.utime(older, (1, 1))
    evening = play(["", "1"], game=None, players=(), out=None)
    assert "1 Hibernia: Anna, Bob, Cu, Dana" in evening.text
    assert len(transcript.read(newer).plies) > len(transcript.read(older).plies) - 9
    assert "Which game?" not in evening.text
    fresh = play(["n", "", "", "", "quit"], game=None, players=(), out=None)
    assert "Which game?" in fresh.text
    assert len(saves.unfinished()) == 3


def test_resume_last_goes_on_where_it_stopped(play: Play) -> None:
    play(["1", "quit"], out=None)
    evening = play(["1"], resume="last")
    assert "Anna marches into Mide with 1 (die's play)" in evening.flat
    path = saves.unfinished()[0].path
    own = [ply.text for ply in transcript.read(path).plies if ply.seat == 0]
    assert own[0] == "march Mid die"
    assert "One play is left: the wild one, in any county" in evening.flat


def test_files_are_named_by_game_day_and_number(play: Play, home: Path) -> None:
    for _ in range(2):
        play(["quit"], out=None)
    names = sorted(path.name for path in (home / "games").glob("*.game"))
    assert len(names) == 2
    assert names[0].startswith("hibernia-2")
    assert names[0].endswith("-1.game")
    assert names[1].endswith("-2.game")


# What cannot be played


def error_of(capsys: pytest.CaptureFixture[str]) -> str:
    error = capsys.readouterr().err
    assert error.count("\n") == 1, "one line"
    assert "Traceback" not in error
    return error


def test_a_broken_file_is_reported_in_one_line(
    play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    path = play(["1"]).path
    text = path.read_text()
    for broken, reason in (
        (text.replace("march Mid die", "march Dei die"), "its mark does not fit"),
        (f"{text}3 a march\n", "cut off"),
        ("", "empty"),
        ("hello\n", "not a transcript"),
    ):
        path.write_text(broken)
        evening = play([], resume=path)
        assert evening.code == 2
        assert reason in error_of(capsys)


def test_other_errors_are_one_line_too(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.game"
    there.touch()
    for options, reason in (
        ({"resume": tmp_path / "none.game"}, "There is no file"),
        ({"resume": "last"}, "no unfinished game"),
        ({"out": there}, "is there already"),
        ({"players": ("wizard",)}, "no player 'wizard'"),
        ({"players": FOUR, "seats": 3}, "4 players are named for 3 seats"),
        ({"players": ("person:Anna", "greedy:Anna")}, "called Anna"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"magic": "yes"}}, "no option 'magic'"),
        ({"board": tmp_path / "no.toml"}, "no.toml"),
    ):
        assert play([], **options).code == 2
        assert reason in error_of(capsys)


def test_a_seed_that_is_gone_is_reported(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    path = play(["1"]).path
    transcript.seed_path(path).unlink()
    assert play([], resume=path).code == 2
    assert "seed" in error_of(capsys)


def test_a_finished_game_shows_its_result_again_and_stays_finished(play: Play) -> None:
    path = play(cycle(["1", ""]), players=("person:Anna", "person:Ben", "person:Cu"), seats=3).path
    text = path.read_text()
    again = play(["u"], resume=path)
    assert again.code == 0
    assert "The end" in again.text
    assert "take back" not in again.text
    assert path.read_text() == text


def test_players_get_names_nobody_else_has() -> None:
    entries = ("greedy:Medb", "greedy", "person:Ailill")
    players = read_players(entries, 4, "en", load_game("hibernia"))
    assert [player.name for player in players] == ["Medb", "Fergus", "Ailill", "Cormac"]


# As a program


def test_a_script_plays_through_a_pipe(home: Path) -> None:
    done = program("\n\n\n1\n1\n\n", NO_COLOR="1")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"Go on with:\n  cruachan play --resume" in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_utf8_gets_letters_without_accents(encoding: str) -> None:
    lines = "\n\n\nhilfe\nzüge\n? umall\n"
    done = program(lines, "de", PYTHONIOENCODING=encoding, LC_ALL="C")
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(encoding)
    if encoding == "ascii":
        assert "Wurfel" in text
        assert "Ui Cheinnselaig" in text
    else:
        assert "Würfel" in text


def test_a_game_that_is_open_elsewhere_is_not_opened_twice(
    play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two programs on one save once lost each other's moves."""
    path = play(["1"]).path
    before = path.read_bytes()
    with lock_file(path):
        evening = play(["1"], resume=path)
        assert evening.code == 2
        assert "is open in another program" in error_of(capsys)
        assert path.read_bytes() == before
    assert play(["1"], resume=path).code == 0
