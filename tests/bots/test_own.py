"""Bots of one's own: classes and programs, by name wherever bots play, and never from outside."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from cruachan import CHANCE, Decision, Game, Match, Player, load_game
from cruachan.arena import tournament
from cruachan.bench.wasm import node
from cruachan.bots import bots_of, check_bot, load_bot, usual_bot
from cruachan.bots.own import KNOWN, introduce, named, own_bots
from cruachan.bots.program import Program
from cruachan.engine.errors import BotError, CruachanError, OptionError
from cruachan.engine.presentation import presentation_of
from cruachan.games import GAMES
from cruachan.terminal.play import Evening, PlayOptions
from cruachan.terminal.screen import open_screen
from tests.test_cli import compiled, fails

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
HIBERNIA = load_game("hibernia")


@pytest.fixture(autouse=True)
def nobody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KNOWN, "")
    monkeypatch.setattr("cruachan.bots.own._LOCAL", {})


def asked(game: Game[Any, Any], seats: int = 0) -> Decision[Any, Any]:
    """A first decision in which there is a choice."""
    state, rng = game.setup(seats or game.players[0], {}), Random(1)
    while True:
        seat = game.to_act(state)[0]
        moves = game.legal_moves(state, seat)
        if seat != CHANCE and len(moves) > 2:
            return Decision(seat, game.observe(state, seat), moves)
        state = game.apply(state, seat, rng.choice(moves))


def script(path: Path, text: str) -> list[str]:
    """A program in Python that is asked line by line."""
    path.write_text(f"import json, os, sys, time\nfor line in sys.stdin:\n    {text}\n")
    return [sys.executable, "-u", str(path)]


def answers(path: Path, text: str, seconds: float = 60) -> Any:
    """What a program makes of a decision of Hibernia."""
    program = Program("mine", script(path / "program.py", text), HIBERNIA, seconds)
    return program.choose(asked(HIBERNIA), Random(3))


# --- Names --------------------------------------------------------------------------------


def test_a_bot_is_known_by_its_name_in_every_game() -> None:
    before = {name: bots_of(load_game(name)) for name in GAMES}
    assert introduce(f"mine={EXAMPLES / 'ahead.py'}:Ahead") == "mine"
    for name in GAMES:
        game = load_game(name)
        assert bots_of(game) == (*before[name], "mine")
        assert usual_bot(game) != "mine"


def test_names_may_follow_from_what_it_is() -> None:
    entry = f"random,{EXAMPLES / 'ahead.py'}:Ahead , lots=exec:{shlex.quote(sys.executable)} x.py"
    assert named(entry) == ("random", "ahead", "lots")
    assert set(own_bots()) == {"ahead", "lots"}
    assert introduce(f"exec:{shlex.quote(sys.executable)}").startswith("python")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("Mine=x.py:Mine", "no name"),
        ("person=x.py:Mine", "no name"),
        ("a b=x.py:Mine", "no name"),
        ("mine=x.py", "no bot of your own"),
        ("mine=exec:", "no bot of your own"),
        ("mine=exec:sh -c a;b", "no bot of your own"),
        ("mine=nowhere.py:Mine", "no file 'nowhere.py'"),
        ("mine=exec:no-such-program", "no program 'no-such-program'"),
    ],
)
def test_what_is_no_bot_is_said(entry: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        introduce(entry)
    assert own_bots() == {}


def test_a_name_of_the_house_is_taken() -> None:
    introduce("greedy=json:loads")
    with pytest.raises(OptionError, match="has a bot 'greedy' already"):
        bots_of(HIBERNIA)


def test_only_who_starts_cruachan_makes_bots_known(tmp_path: Path) -> None:
    """A name with a class in it is no way to run it; so none can come over the network."""
    marker = tmp_path / "ran"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(marker)!r}, 'w')\nclass Evil:\n    pass\n")
    for name in (f"{evil}:Evil", f"x={evil}:Evil", "os:system", "exec:touch x"):
        with pytest.raises(OptionError, match="There is no bot"):
            load_bot(name, HIBERNIA)
        with pytest.raises(OptionError, match="There is no bot"):
            check_bot(name, HIBERNIA)
    assert not marker.exists()


# --- Classes ------------------------------------------------------------------------------


def test_the_example_in_python_beats_random_players() -> None:
    named(f"ahead={EXAMPLES / 'ahead.py'}:Ahead")
    report = tournament("hibernia", ["ahead", "random", "random"], 9, seed=2, cores=1)
    ahead, _ = report["bots"]
    assert ahead["wins"] >= 6
    assert ahead["seconds_per_move"] > 0


def test_a_bot_remembers_no_other_game(tmp_path: Path) -> None:
    """Else a tournament would depend on which process played which of its games."""
    file = tmp_path / "counting.py"
    file.write_text(
        "class Counting:\n    asked = 0\n    def __init__(self, game): pass\n"
        "    def choose(self, decision, rng):\n        self.asked += 1\n"
        "        return decision.moves[self.asked // 7 % len(decision.moves)]\n"
    )
    named(f"{file}:Counting")
    one, two = (
        tournament("cambria", ["counting", "random"], 6, cores=cores, out=tmp_path / f"{cores}")
        for cores in (1, 2)
    )
    assert one["moves"] == two["moves"]
    named(f"counting={EXAMPLES / 'ahead.py'}:Ahead")
    with pytest.raises(CruachanError, match="own differ"):
        tournament("cambria", ["counting", "random"], 6, out=tmp_path / "1", resume=True)


@pytest.mark.parametrize("name", ["ahead.py", "lots.mjs"])
def test_the_examples_are_those_of_the_docs(name: str) -> None:
    docs = (EXAMPLES.parents[1] / "docs" / "bots.md").read_text("utf-8")
    assert f"\n{(EXAMPLES / name).read_text('utf-8')}```" in docs


def test_the_example_has_about_ten_lines() -> None:
    lines = (EXAMPLES / "ahead.py").read_text().splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith('"""')]
    assert len(code) <= 10


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 31_000", "answered 31000, which is none of the legal moves"),
        ("return None", "answered None"),
        ("return 1 / 0", "has failed at seat 0 .ZeroDivisionError"),
        ("return decision.moves[-1]", ""),
    ],
)
def test_what_a_class_answers_is_checked(tmp_path: Path, body: str, said: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    def __init__(self, game): pass\n"
        f"    def choose(self, decision, rng):\n        {body}\n"
    )
    introduce(f"{file}:Mine")
    decision, bot = asked(HIBERNIA), load_bot("mine", HIBERNIA)
    if said:
        with pytest.raises(BotError, match=said):
            bot.choose(decision, Random(1))
    else:
        assert bot.choose(decision, Random(1)) == decision.moves[-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "no class 'Mine'"),
        ("import no_such_module", "has failed .ModuleNotFoundError"),
        ("class Mine:\n    pass", r"Mine is no bot: it has no method choose"),
        ("class Mine:\n    def __init__(self, game, depth): pass", "has failed .TypeError"),
    ],
)
def test_a_class_that_cannot_be_had_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    introduce(f"{tmp_path / 'mine.py'}:Mine")
    with pytest.raises(BotError, match=said):
        load_bot("mine", HIBERNIA)


def test_a_class_whose_constructor_takes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Last:\n    def choose(self, decision, rng): return decision.moves[-1]\n")
    introduce(f"{file}:Last")
    decision = asked(HIBERNIA)
    assert load_bot("last", HIBERNIA).choose(decision, Random(1)) == decision.moves[-1]


def test_a_class_in_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house_of_bots.py").write_text(
        "class Last:\n    def __init__(self, game): pass\n"
        "    def choose(self, decision, rng): return decision.moves[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    introduce("house_of_bots:Last")
    decision = asked(HIBERNIA)
    assert load_bot("last", HIBERNIA).choose(decision, Random(1)) == decision.moves[-1]


# --- Programs -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_javascript_plays_every_game(name: str) -> None:
    game = load_game(name)
    introduce(f"lots=exec:{shlex.join([node(), str(EXAMPLES / 'lots.mjs')])}")
    bot, decision = load_bot("lots", game), asked(game)
    first = [bot.choose(decision, Random(lot)) for lot in range(8)]
    assert all(move in decision.moves for move in first)
    assert first == [bot.choose(decision, Random(lot)) for lot in range(8)]
    assert len({repr(move) for move in first}) > 1


def test_a_program_sees_what_its_seat_may_see_and_no_more(tmp_path: Path) -> None:
    game = load_game("gallia")
    file = tmp_path / "seen"
    save = f"open({str(file)!r}, 'w').write(line); print('{{\"move\": 1}}', flush=True)"
    decision = asked(game)
    program = Program("mine", script(tmp_path / "p.py", save), game)
    assert program.choose(decision, Random(1)) == decision.moves[1]
    question = json.loads(file.read_text())
    keys = "cruachan game board seat names position view moves lot seconds"
    assert list(question) == keys.split()
    seat = decision.seat
    assert question["view"] == json.loads(
        json.dumps(presentation_of(game).view(decision.seen, seat))
    )
    assert question["position"] == game.write_position(decision.seen, seat)
    assert len(question["moves"]) == len(decision.moves)
    assert (question["game"], question["seat"], question["cruachan"]) == ("gallia", seat, 1)


def test_a_program_may_answer_by_number_or_by_text(tmp_path: Path) -> None:
    moves = asked(HIBERNIA).moves
    assert answers(tmp_path, "print(json.dumps({'move': 2}))") == moves[2]
    text = "print(json.dumps({'move': json.loads(line)['moves'][1]}))"
    assert answers(tmp_path, text) == moves[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print('hello')", "answered 'hello'. An answer is one line"),
        ("print(json.dumps({'move': 99}))", "An answer is one line"),
        ("print(json.dumps({'move': True}))", "An answer is one line"),
        ("print(json.dumps({'move': 'march Atlantis'}))", "march Atlantis"),
        ("print(json.dumps([1]))", "An answer is one line"),
        ("sys.exit(3)", r"has ended \(exit code 3\)"),
        ("os._exit(0)", r"has ended \(exit code 0\)"),
        ("time.sleep(60)", "has not answered within 1 seconds"),
    ],
)
def test_a_program_that_does_not_answer_well_is_told(tmp_path: Path, text: str, said: str) -> None:
    seconds = 1 if "sleep" in text else 60
    with pytest.raises(BotError, match=said):
        answers(tmp_path, text, seconds)


def test_a_program_that_ended_is_started_again(tmp_path: Path) -> None:
    once = "print(json.dumps({'move': 0}), flush=True); sys.exit()"
    program = Program("mine", script(tmp_path / "p.py", once), HIBERNIA)
    decision, played, failed = asked(HIBERNIA), 0, 0
    for _ in range(4):
        try:
            played += program.choose(decision, Random(1)) == decision.moves[0]
        except BotError:
            failed += 1
    assert played >= 2
    assert failed == 4 - played


def test_what_a_program_says_unasked_answers_nothing(tmp_path: Path) -> None:
    chatty = 'print(\'{"move": 1}\\n{"move": 2}\', flush=True)'
    program = Program("mine", script(tmp_path / "p.py", chatty), HIBERNIA)
    decision = asked(HIBERNIA)
    for _ in range(3):
        assert program.choose(decision, Random(1)) == decision.moves[1]
        sleep(0.2)


def test_a_program_that_prints_without_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that never stopped printing took all memory there was."""
    monkeypatch.setattr("cruachan.bots.program.MOST_UNREAD", 100_000)
    endless = "print(json.dumps({'move': 1}), flush=True)\n    while True: print('x' * 1000)"
    program = Program("mine", script(tmp_path / "p.py", endless), HIBERNIA)
    decision = asked(HIBERNIA)
    assert program.choose(decision, Random(1)) == decision.moves[1]
    assert program._pipe is not None
    assert program._pipe.process.wait(60) != 0
    with pytest.raises(BotError, match="has ended"):
        program.choose(decision, Random(1))


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    with pytest.raises(BotError, match="cannot be started"):
        Program("mine", [str(text)], HIBERNIA).choose(asked(HIBERNIA), Random(1))


# --- Wherever bots play -------------------------------------------------------------------


def test_own_bots_play_in_the_terminal(tmp_path: Path) -> None:
    own = f"ahead={EXAMPLES / 'ahead.py'}:Ahead"
    players = [word for kind in ("ahead:Anu", "random", "random") for word in ("--player", kind)]
    words = ["play", "hibernia", "--bot", own, *players, "--seed", "x", "--plain", "--lang", "en"]
    done = compiled(*words, "--out", str(tmp_path / "own.game"), CRUACHAN_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Anu" in done.stdout
    assert "ahead" in (tmp_path / "own.game").read_text()


def test_how_a_game_goes_on_names_its_own_bots() -> None:
    introduce("idle=json:loads")
    introduce(f"{EXAMPLES / 'ahead.py'}:Ahead")
    evening = Evening(PlayOptions(), open_screen(True, Path("unused")))
    evening.match = Match(HIBERNIA, [Player("A"), Player("B", "ahead"), Player("C", "random")])
    assert evening._own_bots() == ["--bot", f"ahead={EXAMPLES / 'ahead.py'}:Ahead"]


def test_a_bot_that_fails_ends_a_tournament_with_a_sentence(tmp_path: Path) -> None:
    program = script(tmp_path / "p.py", "sys.exit(4)")
    own = f"mine=exec:{shlex.join(program)}"
    words = ("arena", "cambria", "--bots", "mine,random", "--bot", own, "--games", "2", "--lang")
    fails(compiled(*words, "de", "--cores", "1"), "Der Bot mine hat geendet (Code 4)")
