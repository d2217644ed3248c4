from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from cruachan import CHANCE, Match, Player, load_game
from cruachan.arena.account import Telling, account
from cruachan.arena.analysis import Analyst, Decided, Judged, Roll, Rollouts, curve, summary
from cruachan.arena.simulate import simulate
from cruachan.cli import cli
from cruachan.engine.errors import CruachanError, OptionError
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.transcript import write

RECORD_GAMES = [("hibernia", 3), ("cambria", 2), ("gallia", 2)]
NAMES = ("Anna", "Ben", "<Cu>")
FEW = 40


def played(
    name: str, seats: int, plies: int = 10_000, seed: int = 3, **options: str
) -> Match[Any, Any]:
    """A game by lot, whole or the beginning of one."""
    players = [Player(n) for n in NAMES[:seats]]
    match = Match(load_game(name), players, options, bytes([seed]) * 32)
    rng = Random(seed)
    while not match.outcome and len(match.history) < plies:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


def judged(match: Match[Any, Any], playouts: int = FEW) -> list[Judged]:
    return [each for _, each in Analyst(match, playouts).plies() if each is not None]


@pytest.fixture(scope="module")
def hibernia() -> Match[Any, Any]:
    return played("hibernia", 3)


@pytest.fixture(scope="module")
def found(hibernia: Match[Any, Any]) -> list[Judged]:
    return judged(hibernia)


def test_every_roll_and_every_decision_is_judged(
    hibernia: Match[Any, Any], found: list[Judged]
) -> None:
    by_ply = {each.ply: each for each in found}
    for ply, done in enumerate(hibernia.history):
        if done.seat == CHANCE:
            assert isinstance(by_ply[ply], Roll)
        elif len(hibernia.game.legal_moves(hibernia.state_at(ply), done.seat)) > 1:
            assert isinstance(by_ply[ply], Decided)
        else:
            assert ply not in by_ply


def test_the_curve_ends_with_the_result(hibernia: Match[Any, Any], found: list[Judged]) -> None:
    assert hibernia.outcome is not None
    ply, chances = curve(hibernia, found)[-1]
    assert ply == len(hibernia.history)
    assert [seat for seat in range(3) if chances[seat] == 1.0] == list(hibernia.outcome.winners)
    assert curve(hibernia, found[:-5])[-1][0] < ply


def test_the_luck_of_all_faces_together_is_none() -> None:
    match = played("hibernia", 3, 40)
    while CHANCE not in match.to_act:
        match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    ply = len(match.history)
    total = [0.0] * 3
    for face in match.legal_moves(CHANCE):
        match.push(CHANCE, face)
        (_, roll), *_ = Analyst(match, FEW).plies(ply)
        assert isinstance(roll, Roll)
        total = [a + b for a, b in zip(total, roll.luck, strict=True)]
        match.rewind(ply)
    assert total == pytest.approx([0.0] * 3, abs=1e-6)


def test_luck_can_be_reckoned_from_games_that_are_played_on() -> None:
    """Each face as often as `simulate` says from there, and together no luck again."""
    match = played("cambria", 2, 40)
    while CHANCE not in match.to_act:
        match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    ply, faces = len(match.history), match.legal_moves(CHANCE)
    state, won = match.state_at(ply), {}
    for face in faces:
        start = match.game.after(state, CHANCE, face)
        *_, tally = simulate(match.game, 2, 300, 1, ("greedy",) * 2, {}, start=start)
        won[face] = tally.wins[0] / 300
    match.push(CHANCE, faces[0])
    (_, roll), *_ = Analyst(match, FEW, Rollouts(300)).plies(ply)
    assert isinstance(roll, Roll)
    assert roll.luck[0] == pytest.approx(won[faces[0]] - sum(won.values()) / len(faces))
    assert sum(roll.luck) == pytest.approx(0)


def test_giving_a_won_game_away_costs_and_the_winning_move_does_not() -> None:
    """Cambria by lot: here one move of twelve wins at once, and after the others Anna loses."""
    ply = 765
    match = played("cambria", 2, ply, seed=13)
    (seat,) = match.to_act
    costs = {True: list[float](), False: list[float]()}
    for move in match.legal_moves(seat):
        match.push(seat, move)
        won = match.outcome is not None and match.outcome.winners == (seat,)
        (_, each), *_ = Analyst(match, 200).plies(ply)
        assert isinstance(each, Decided)
        costs[won].append(each.cost)
        match.rewind(ply)
    assert costs[True] == [0]
    assert len(costs[False]) == 11
    assert min(costs[False]) > 0.5


@pytest.mark.parametrize(("name", "seats"), RECORD_GAMES)
def test_the_same_again_and_in_parts(name: str, seats: int) -> None:
    match = played(name, seats)
    last = range(len(match.history))[-30:]
    first = list(Analyst(match, 10).plies(last.start))
    assert list(Analyst(match, 10).plies(last.start)) == first
    assert [ply for ply, _ in Analyst(match, 10).plies(last.start, last.start + 5)] == [*last[:5]]
    each = [found for _, found in first if found is not None]
    own = summary(each, 0)
    assert own.good <= own.decisions
    assert own.cost >= 0


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_told_as_text_and_as_a_page(
    hibernia: Match[Any, Any], found: list[Judged], lang: Lang
) -> None:
    told = account(hibernia, found, FEW, lang)
    assert json.loads(json.dumps(told))["judged"] == len(hibernia.history)
    telling = Telling(told, lang)
    page = telling.page()
    assert "<Cu>" not in page
    assert "&lt;Cu&gt;" in page
    assert not re.search(r"(?:src|href)=|url\(|@import", page)
    (svg,) = re.findall(r"<svg.*?</svg>", page, re.S)
    lines = ElementTree.fromstring(svg).findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 3
    assert told["turns"]
    assert told["costly"]
    for turn, sentence in zip(told["turns"], telling.turns(), strict=True):
        assert turn["cause"] in turn["told"]
        assert turn["cause"] in sentence, "it says whose move or roll it was"
        assert abs(turn["after"] - turn["before"]) >= 0.08
    for each, sentence in zip(told["costly"], telling.costly(), strict=True):
        assert each["made"] != each["better"]
        assert each["better"]["label"] in sentence
        state = hibernia.state_at(each["ply"])
        hibernia.game.read_move(state, each["seat"], each["better"]["text"])
    assert [each["cost"] for each in told["costly"]] == sorted(
        (each["cost"] for each in told["costly"]), reverse=True
    )


@pytest.mark.parametrize(
    ("lang", "kept", "missed"),
    [
        ("en", "can no longer be stopped and wins in this turn", "could have won for certain"),
        ("de", "ist nicht mehr aufzuhalten und gewinnt noch", "noch in diesem Zug sicher gewonnen"),
    ],
)
def test_a_win_that_could_be_forced_is_told(lang: Lang, kept: str, missed: str) -> None:
    """Cambria by lot: one move of twelve wins at once; who makes another is told of it."""
    ply = 765
    match = played("cambria", 2, ply, seed=13)
    (seat,) = match.to_act
    told = set()
    for move in match.legal_moves(seat):
        match.push(seat, move)
        won = match.outcome is not None and match.outcome.winners == (seat,)
        (_, each), *_ = Analyst(match, 60).plies(ply)
        assert isinstance(each, Decided)
        assert each.wins == 1
        assert each.chances[seat] == 1.0
        found = account(match, [each], 60, lang)
        (entry,) = found["wins"]
        assert (entry["ply"], entry["seat"], entry["turns"]) == (ply, seat, 1)
        assert entry["kept"] == won
        (sentence,) = Telling(found, lang).wins()
        assert (kept if won else missed) in sentence
        assert entry["best"]["label"] in sentence
        assert sentence in "\n".join(Telling(found, lang).sections()[2][1])
        told.add(won)
        match.rewind(ply)
    assert told == {True, False}


def test_a_win_that_is_kept_is_told_once(hibernia: Match[Any, Any]) -> None:
    """Again only after it was given away; the last of them are told."""

    def told(*makes: tuple[int, bool]) -> list[tuple[int, bool]]:
        judged = list[Judged]()
        for ply, (turns, kept) in zip(decided, makes, strict=False):
            made = hibernia.history[ply].move
            other = made if kept else hibernia.game.legal_moves(hibernia.state_at(ply), seat)[-1]
            judged.append(Decided(ply, seat, (0.0, 0.0, 0.0), other, 0.0, turns))
        found = account(hibernia, judged, FEW, "en")["wins"]
        return [(decided.index(each["ply"]), each["kept"]) for each in found]

    seat = next(done.seat for done in hibernia.history if done.seat != CHANCE)
    decided = [
        ply
        for ply, done in enumerate(hibernia.history)
        if done.seat == seat
        and hibernia.game.legal_moves(hibernia.state_at(ply), seat)[-1] != done.move
    ][-12:]
    assert told((0, True), (2, True), (1, True)) == [(1, True)]
    assert told((2, True), (2, False), (1, True), (1, True)) == [(0, True), (1, False), (2, True)]
    assert told((2, True), (0, True), (1, True)) == [(0, True), (2, True)]
    assert len(told(*[(1, False)] * 8)) == 5


def test_running_games_are_analysed_unless_they_have_secrets() -> None:
    running = judged(played("cambria", 2, 30), 5)
    assert running
    with pytest.raises(CruachanError, match="goes on"):
        Analyst(played("gallia", 2, 30))
    resigned = played("gallia", 2, 30)
    resigned.resign(1)
    assert curve(resigned, judged(resigned, 5))[-1][1] == (1.0, 0.0)


def test_a_told_game_is_refused_with_a_sentence() -> None:
    with pytest.raises(CruachanError, match="SHENT is told, not counted"):
        Analyst(Match(load_game("shent"), [Player(n) for n in NAMES], seed=b"a" * 32))


# The command


def test_the_command_tells_writes_and_gives_data(tmp_path: Path) -> None:
    file, out = tmp_path / "x.game", tmp_path / "x.html"
    file.write_text(write(played("cambria", 2, 40)), encoding="utf-8")
    words = ["analyse", str(file), "--playouts", "5"]
    said = CliRunner().invoke(cli, [*words, "--out", str(out)], obj="de")
    assert said.exit_code == 0, said.output
    assert "Glück und Spiel" in said.output
    assert "Wendepunkte" in out.read_text(encoding="utf-8")
    data = json.loads(CliRunner().invoke(cli, [*words, "--json"], obj="en").stdout)
    assert data["game"] == "cambria"
    assert [seat["name"] for seat in data["seats"]] == ["Anna", "Ben"]


def test_ctrl_c_tells_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "x.game"
    file.write_text(write(played("hibernia", 3)), encoding="utf-8")
    # What is compiled now need not be while the other process is interrupted.
    CliRunner().invoke(cli, ["analyse", str(file), "--playouts", "2"], obj="en")
    words = ["analyse", str(file), "--playouts", "3000000", "--json"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment,
    ) as running:  # fmt: skip
        assert running.stderr is not None
        assert "thinks" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=300)
    assert running.returncode == 130, error
    assert json.loads(out)["judged"] < json.loads(out)["plies"]
    assert "Interrupted" in error


STARTED = """
import sys
from cruachan.bots.thinking import Thinker
from cruachan.cli import main
honest = Thinker.think
def think(*args):
    print("thinks", file=sys.stderr)
    return honest(*args)
Thinker.think = think
sys.argv[0] = "cruachan"
main()
"""


@pytest.mark.parametrize(("lang", "said"), [("en", "from 50 games"), ("de", "aus 50 Spielen")])
def test_the_account_says_from_how_many_games_luck_is(tmp_path: Path, lang: str, said: str) -> None:
    file = tmp_path / "evening.game"
    file.write_text(write(played("cambria", 2, 60)), encoding="utf-8")
    words = ["analyse", str(file), "--playouts", "2", "--rollouts", "50"]
    told = CliRunner().invoke(cli, words, obj=lang)
    assert said in told.output
    assert told.exit_code == 0, told.output


def test_a_gpu_is_for_games_that_are_played_on(tmp_path: Path) -> None:
    file = tmp_path / "evening.game"
    file.write_text(write(played("cambria", 2, 20)), encoding="utf-8")
    refused = CliRunner().invoke(cli, ["analyse", str(file), "--device", "cuda"], obj="en")
    assert isinstance(refused.exception, OptionError)
    assert "--rollouts" in refused.exception.text("en")
