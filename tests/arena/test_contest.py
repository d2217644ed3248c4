"""Tournaments: the same for the same seed, kept while they are played, and gone on with."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cruachan.arena import tournament
from cruachan.arena.contest import make_contest
from cruachan.arena.kept import paths
from cruachan.cli.progress import progress
from cruachan.cli.speech import say
from cruachan.engine.errors import CruachanError, OptionError
from tests.test_cli import compiled

SVG = "{http://www.w3.org/2000/svg}"


def steady(report: dict[str, Any]) -> dict[str, Any]:
    """All of a report but how long bots thought."""
    bots = [{k: v for k, v in bot.items() if k != "seconds_per_move"} for bot in report["bots"]]
    return {**report, "bots": bots}


def test_a_report_says_who_is_how_strong() -> None:
    report = json.loads(json.dumps(tournament("cambria", ["random", "greedy"], 100, seed=2)))
    about = {"game": "cambria", "seats": 2, "games": 100, "seed": 2}
    assert about.items() <= report.items()
    weak, strong = report["bots"]
    assert [weak["name"], strong["name"]] == ["random", "greedy"]
    for bot in (weak, strong):
        assert bot["games"] == 100
        assert bot["low"] < bot["rating"] < bot["high"]
        assert [seat["games"] for seat in bot["by_seat"]] == [50, 50]
        assert sum(order["wins"] for order in bot["by_order"]) == bot["wins"]
    assert strong["wins"] >= 95
    assert strong["low"] > weak["high"]
    assert report["cross"][1][0]["share"] == strong["share"] == 1 - report["cross"][0][1]["share"]
    assert report["cross"][0][0] is None
    assert sum(seat["wins"] for seat in report["by_seat"]) == 100
    assert sum(order["wins"] for order in report["by_order"]) == 100


def test_the_same_seed_gives_the_same_on_any_number_of_cores() -> None:
    first = tournament("hibernia", ["random", "greedy"], 200, seed=3, cores=1)
    assert tournament("hibernia", ["random", "greedy"], 200, seed=3, cores=5) == first
    assert tournament("hibernia", ["random", "greedy"], 200, seed=4, cores=5) != first


def test_bots_in_plain_python_play_in_processes() -> None:
    table: dict[str, Any] = {"seats": 2, "options": {"limit": "15"}, "seed": 3}
    bots = ["purposeful", "wandering"]
    one, two = (tournament("shent", bots, 4, cores=cores, **table) for cores in (1, 2))
    assert steady(one) == steady(two)
    assert [bot["name"] for bot in one["bots"]] == ["purposeful", "wandering"]
    assert all(bot["seconds_per_move"] > 0 for bot in one["bots"])


def test_one_strong_bot_against_three_others() -> None:
    """Its share is of the games, that of the others of their seats."""
    report = tournament("hibernia", ["greedy", "random", "random", "random"], 80)
    (lineup,) = report["lineups"]
    assert lineup["bots"] == ["greedy", "random", "random", "random"]
    assert lineup["scores"]["greedy"]["games"] == 80
    assert lineup["scores"]["random"]["games"] == 240
    assert lineup["scores"]["greedy"]["share"] > 0.9
    assert [bot["name"] for bot in report["bots"]] == ["greedy", "random"]
    assert [seat["games"] for seat in report["bots"][0]["by_seat"]] == [20] * 4
    both = tournament("hibernia", ["greedy", "random"], 80, seats=4, tables="one-against-rest")
    assert [each["bots"].count("greedy") for each in both["lineups"]] == [1, 3]


def test_a_bot_against_itself_shows_what_the_order_of_play_is_worth() -> None:
    report = tournament("hibernia", ["greedy"] * 4, 800)
    first, *_, last = report["by_order"]
    assert first["share_high"] < last["share_low"]
    assert report["bots"][0]["rating"] == 1500


def test_games_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "hall of fame"
    whole = tournament("cambria", ["random", "greedy"], 120, seed=5)
    tournament("cambria", ["random", "greedy"], 60, seed=5, out=out)
    (games,) = paths(out, ".games.jsonl")
    lines = games.read_text().splitlines(keepends=True)
    assert len(lines) == 61
    games.write_text("".join(lines[:40]) + lines[40][:30])
    longer = tournament("cambria", ["random", "greedy"], 120, seed=5, out=out, resume=True)
    assert steady(longer) == steady(whole)
    kept = [json.loads(line) for line in games.read_text().splitlines()[1:]]
    assert Counter(game["number"] for game in kept) == Counter(range(120))
    assert json.loads(paths(out, ".json")[0].read_text()) == longer


def test_kept_games_are_neither_overwritten_nor_mixed(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    tournament("cambria", ["random", "greedy"], 10, out=out)
    before = (tmp_path / "result.games.jsonl").read_bytes()
    for said, how in (
        ("--resume", {}),
        ("seed differ", {"seed": 2, "resume": True}),
        ("bots differ", {"bots": ["greedy", "random"], "resume": True}),
    ):
        wish: dict[str, Any] = {"bots": ["random", "greedy"], "games": 10, "out": out, **how}
        with pytest.raises(CruachanError, match=said):
            tournament("cambria", **wish)
    assert (tmp_path / "result.games.jsonl").read_bytes() == before
    (tmp_path / "result.games.jsonl").write_text("{}\nsomething\n")
    with pytest.raises(CruachanError, match="not a file of a tournament"):
        tournament("cambria", ["random", "greedy"], 10, out=out, resume=True)


@pytest.mark.parametrize(
    ("said", "bots", "how"),
    [
        ("no bot 'clever'", ["clever", "random"], {}),
        ("two bots at least", ["random"], {}),
        ("4 seats, but 3 bots", ["greedy", "random", "random"], {"seats": 4}),
        ("Hibernia is for 3 to 4", ["greedy", "random"], {"seats": 7}),
        ("no tables 'round'", ["greedy", "random"], {"tables": "round"}),
        ("with --out", ["greedy", "random"], {"resume": True}),
    ],
)
def test_what_does_not_fit_is_said(said: str, bots: list[str], how: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=said):
        tournament("hibernia", bots, 10, **how)


@pytest.mark.parametrize(
    ("game", "bots", "seats"),
    [("hibernia", ("greedy", "random"), 3), ("gallia", ("greedy", "random"), 2),
     ("cambria", (), 2), ("cambria", ("greedy", "random", "random"), 3)],
)  # fmt: skip
def test_as_many_play_as_are_named(game: str, bots: tuple[str, ...], seats: int) -> None:
    assert make_contest(game, bots).seats == seats


def test_the_command_shows_a_table_and_writes_files(tmp_path: Path) -> None:
    words = ("arena", "cambria", "--bots", "random,greedy", "--games", "19")
    done = compiled(*words, "--out", str(tmp_path / "x.json"), "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert "20 Spiele werden gespielt" in done.stderr
    assert "Nach der Reihenfolge, Startspieler zuerst:" in done.stdout
    assert "Wer vor wem lag" in done.stdout
    assert json.loads((tmp_path / "x.json").read_text())["games"] == 20
    for name in ("x.ratings.svg", "x.order.svg"):
        assert ET.fromstring((tmp_path / name).read_text()).tag == f"{SVG}svg"
    same = tournament("cambria", ["random", "greedy"], 19)
    assert json.loads((tmp_path / "x.json").read_text()) == same


def test_progress_is_a_line_from_time_to_time_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cruachan.cli.progress.monotonic", iter(range(0, 100, 4)).__next__)
    with progress("Cambria", 5000, partial(say, "arena.progress"), "de") as tell:
        for done in range(1000, 6000, 1000):
            tell(done, 5000)
    assert capsys.readouterr().err.splitlines() == ["3.000 von 5.000 Spielen"]


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "long"
    words = ["arena", "cambria", "--bots", "random,greedy", "--games", "1000000"]
    command = [sys.executable, "-m", "cruachan", *words, "--out", str(out)]
    tournament("cambria", ["random", "greedy"], 4)
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    (games,) = paths(out, ".games.jsonl")
    until = time.monotonic() + 60
    try:
        while not games.exists() or games.read_bytes().count(b"\n") < 200:
            assert time.monotonic() < until, "no game was kept within a minute"
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        told, said = running.communicate(timeout=300)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "Traceback" not in said
    assert f"--out '{out}' --resume" in said or f"--out {out} --resume" in said
    assert "games of cambria" in told
    content = games.read_text()
    assert content.endswith("\n")
    assert len([json.loads(line) for line in content.splitlines()]) > 200
