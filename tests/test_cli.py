"""The command line as people meet it: answers, exit codes, one-line errors."""

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path
from typing import TypeGuard

import click
import pytest

from cruachan.bots import bots_of
from cruachan.cli import board, cli
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games import GAMES, load_game
from tests import warm

WORDS = Texts("cruachan.cli", "en").table
GOLDEN = Path(__file__).parent / "hibernia" / "golden"


def cruachan(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which need not load compiled rules unless it is told."""
    return warm.run(*arguments, env=os.environ | {"CRUACHAN_RULES": "interpreted"} | environment)


compiled = partial(cruachan, CRUACHAN_RULES="compiled")


def fails(done: subprocess.CompletedProcess[str], words: str) -> None:
    """A one-line error for people on standard error, and a non-zero exit."""
    assert done.returncode != 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    heavy = "'numpy', 'numba', 'rich', 'prompt_toolkit'"
    code = f"import sys, cruachan.cli; print([m for m in ({heavy}) if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    told = cruachan("--help").stdout
    for command in ("play", "simulate", "verify", "draw", "board", "bench"):
        assert command in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Aufruf: "),
        (("--help",), "Jeden Wurf und jeden Zug eines beendeten Spiels in"),
        (("simulate", "--help"), "--games ZAHL         Wie viele Spiele; sonst 1000."),
        (("board", "check", "--help"), "Für welches Spiel er ist; sonst hibernia."),
    ],
)
def test_help_speaks_the_language_of_the_system_or_the_one_asked_for(
    arguments: tuple[str, ...], words: str
) -> None:
    spoken = cruachan(*arguments, LC_ALL="de_DE.UTF-8")
    assert words in spoken.stdout + spoken.stderr
    asked = cruachan(*arguments, "--lang", "de", "--help", LC_ALL="C.UTF-8")
    assert words in asked.stdout
    english = cruachan(*arguments, "--help", "--lang=en", LC_ALL="de_DE.UTF-8")
    assert "Usage: " in english.stdout
    assert "Optionen" not in english.stdout


def test_every_command_and_option_has_its_words() -> None:
    for command in (cli, *cli.commands.values(), *board.commands.values()):
        assert f"help.{command.help}" in WORDS
        shown = [each for each in command.params if option(each) and not each.hidden]
        assert all(f"option.{each.help}" in WORDS for each in shown)
        assert all(f"name.{each.metavar}" in WORDS for each in command.params if each.metavar)


def option(each: click.Parameter) -> TypeGuard[click.Option]:
    return isinstance(each, click.Option)


@pytest.mark.parametrize("lang", LANGS)
def test_who_may_sit_at_a_table_is_named(lang: Lang) -> None:
    """The bots that come with most games; a refusal lists those of the game at hand."""
    (told,) = re.findall(r"\((.*?);", Texts("cruachan.cli", lang)("option.player"))
    alike = [name for name in GAMES if set(bots_of(load_game(name))) == set(told.split(", "))]
    assert len(alike) > len(GAMES) / 2


def test_simulate_in_json() -> None:
    done = compiled("simulate", "hibernia", "--games", "300", "--seats", "4", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert (report["games"], report["seats"], sum(report["wins"])) == (300, 4, 300)


def test_simulate_for_people() -> None:
    done = compiled("simulate", "hibernia", "--games", "50", "--bots", "greedy,random,random")
    assert "50 games of hibernia" in done.stdout
    assert "A greedy" in done.stdout
    assert "moves/s" in done.stdout


PLAYING = """
import sys
from cruachan.arena import simulate as arena
from cruachan.cli import main
honest = arena.simulate
def simulate(*args, **options):
    for number, tally in enumerate(honest(*args, **options)):
        yield tally
        if number == 0:
            print("plays", file=sys.stderr, flush=True)
arena.simulate = simulate
sys.argv[0] = "cruachan"
main()
"""


@pytest.mark.parametrize("lang", LANGS)
def test_an_interrupt_prints_what_there_is(lang: Lang) -> None:
    command = ["simulate", "hibernia", "--games", "2000000000", "--json", "--lang", lang]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "plays\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert {"en": "Interrupted after ", "de": "Abgebrochen nach "}[lang] in err
    assert json.loads(out)["games"] > 0
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "chess"), "no game 'chess'"),
        (("simulate", "hibernia", "--seats", "7"), "3 to 4 players"),
        (("simulate", "gallia", "--seats", "3"), "for 2 players, not 3"),
        (("simulate", "hibernia", "--games", "0"), "--games"),
        (("simulate", "hibernia", "--bots", "a,b,c"), "no bot 'a'"),
        (("simulate", "hibernia", "--option", "harder"), "name=value"),
        (("simulate", "hibernia", "--option", "harder=2"), "no, yes, not '2'"),
        (("simulate", "hibernia", "--board", "nowhere.toml"), "nowhere.toml"),
        (("verify", "nowhere.game"), "There is no file nowhere.game"),
        (("draw", "nowhere"), "neither a game"),
        (("draw", "hibernia", "--position", "x"), "8 parts"),
        (("draw", str(GOLDEN / "four-players.game"), "--ply", "9999"), "there is none after 9999"),
        (("board", "check", "nowhere.toml"), "nowhere.toml"),
        (("bench", "chess"), "no game 'chess'"),
        (("play", "chess"), "no game 'chess'"),
        (("nonsense",), "No such command"),
    ],
)
def test_mistakes_end_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = cruachan(*arguments, LC_ALL="C.UTF-8")
    fails(done, words)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "chess"), "Ein Spiel 'chess' gibt es hier nicht. Es gibt: hibernia, "),
        (("simulate", "hibernia", "--seats", "7"), "Hibernia ist für 3 bis 4 Spieler, nicht"),
        (("simulate", "hibernia", "--games", "0"), "--games muss eine ganze Zahl ab 1 sein. 'p"),
        (("simulate", "hibernia", "--games", "x"), "--games muss eine ganze Zahl ab 1 sein. 'p"),
        (("simulate", "hibernia", "--lands", "6"), "Es gibt keine Option --lands. 'p"),
        (("simulate", "hibernia", "--seed"), "Nach --seed muss etwas folgen."),
        (("simulate", "hibernia", "--seed", "a"), "--seed muss eine ganze Zahl ab 0 sein."),
        (("simulate", "hibernia", "--bots", "a,b,c"), "Einen Bot 'a' gibt es nicht. Es gibt:"),
        (("simulate", "hibernia", "--bots", "random"), "Hibernia ist für 3 bis 4 Spieler,"),
        (("simulate", "hibernia", "--option", "harder"), "wird name=wert geschrieben, nicht"),
        (("simulate", "hibernia", "--option", "harder=2"), "harder kann no, yes sein, nicht '2'"),
        (
            ("simulate", "hibernia", "--option", "hard=2"),
            "keine Option 'hard'; es hat: harder, ",
        ),
        (("simulate", "hibernia", "--board", "nowhere.toml"), "nowhere.toml: Diese Datei oder "),
        (("draw", "nowhere"), "'nowhere' ist weder ein Spiel (hibernia, "),
        (("draw", "hibernia", "--position", "x"), "Eine Stellung hat 8 Teile; diese hat 1."),
        (("draw", str(GOLDEN / "four-players.game"), "--ply", "9999"), "nach 9999 gibt es keinen"),
        (("draw", "--ply", "-1"), "--ply muss eine ganze Zahl ab 0 sein."),
        (("draw", "hibernia", "--out", "/"), "/: "),
        (("saga", str(GOLDEN / "four-players.game")), "Hibernia hat keine Saga: Darin wird"),
        (("saga", "x.game", "--out", "x.pdf"), ".md, .html oder .epub geschrieben, nicht"),
        (("verify",), "DATEI fehlt."),
        (("verify", "a", "b"), "Mehr wird hier nicht erwartet: b."),
        (("board", "new", "gallia"), "Pläne für Gallia Cisalpina lassen sich hier nicht machen."),
        (("board", "new", "shent", "--lands", "20"), "von 6 Ländern von 18 bis 60, nicht 20."),
        (("bench", "chess"), "Ein Spiel 'chess' gibt es hier nicht."),
        (("play", "chess"), "Ein Spiel 'chess' gibt es hier nicht."),
        (("nonsense",), "Es gibt keinen Befehl 'nonsense'. Es gibt: "),
    ],
)
def test_mistakes_are_told_in_german_too(arguments: tuple[str, ...], words: str) -> None:
    done = cruachan(*arguments, LC_ALL="de_DE.UTF-8")
    fails(done, words)
    assert done.stderr.count("\n") == 1


def test_results_are_told_in_german_too(tmp_path: Path) -> None:
    game = str(GOLDEN / "four-players.game")
    assert "Würfe folgen aus dem Startwert" in cruachan("verify", game, "--lang", "de").stdout
    told = compiled("simulate", "hibernia", "--games", "1500", LC_ALL="de_DE.UTF-8").stdout
    assert told.startswith("1.500 Spiele von hibernia, Startwert 1\n  A random ")
    assert "beendet durch Leiste 1.500" in told
    sound = cruachan("board", "check", "--lang", "de").stdout
    assert sound.splitlines()[0] == "eriu: An diesem Plan ist nichts falsch."
    out = tmp_path / "x.svg"
    written = cruachan("draw", "--lang", "de", "--out", str(out)).stderr
    assert written == f"{out} ist geschrieben.\n"


def test_an_unknown_mode_of_the_rules_ends_in_one_line() -> None:
    fails(cruachan("simulate", "hibernia", CRUACHAN_RULES="fast"), "it can be compiled, checked")


def test_verify_a_good_file_and_one_with_a_changed_roll(tmp_path: Path) -> None:
    source = (GOLDEN / "four-players.game").read_text("utf-8")
    good = cruachan("verify", str(GOLDEN / "four-players.game"))
    digest = hashlib.sha256((GOLDEN / "four-players.game").read_bytes()).hexdigest()
    assert digest in good.stdout
    fails(
        cruachan(
            "verify", str(GOLDEN / "four-players.game"), "--digest", "00" * 32, "--lang", "de"
        ),
        "Prüfsumme",
    )
    assert good.returncode == 0
    assert "rolls follow from the seed" in good.stdout
    lines = source.splitlines(keepends=True)
    index = next(i for i, line in enumerate(lines) if " chance die " in line)
    face = "red" if "die red" not in lines[index] else "blue"
    lines[index] = f"3 chance die {face}  #000000\n"
    changed = tmp_path / "changed.game"
    changed.write_text("".join(lines), "utf-8")
    fails(cruachan("verify", str(changed)), "ply 3 does not fit")
    fails(cruachan("verify", str(changed), "--lang", "de"), "Zug 3 passt nicht: Da steht 'die ")


def test_draw_the_board_a_position_and_a_game(tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    position = "4 a 1 a:? a@0=9+3:Air1 b@0=10+2:Lui1 c@0=11+1:Osr1 d@0=12+0:Tua1"
    for arguments in (
        ("hibernia",),
        ("hibernia", "--position", position, "--lang", "de"),
        (str(GOLDEN / "three-players.game"), "--ply", "20"),
    ):
        done = cruachan("draw", *arguments, "--out", str(out))
        assert done.returncode == 0, done.stderr
        assert ET.parse(out).getroot().tag.endswith("svg")
    assert "<svg" in cruachan("draw", "hibernia").stdout


def test_board_check_of_ours_and_of_a_broken_one(tmp_path: Path) -> None:
    assert "nothing wrong" in cruachan("board", "check").stdout
    import cruachan.games.hibernia.board as boards

    broken = tmp_path / "broken.toml"
    source = boards.SHIPPED["ireland"].read_text("utf-8")
    broken.write_text(source.replace('colour = "green"', 'colour = "red"', 1), "utf-8")
    english = cruachan("board", "check", str(broken), "--lang", "en")
    german = cruachan("board", "check", str(broken), "--lang", "de")
    fails(english, "red")
    fails(german, "rot")
    fails(cruachan("simulate", "hibernia", "--board", str(broken)), "lists everything")


def test_bench_compares_the_two_modes() -> None:
    done = cruachan("bench", "hibernia", "--seconds", "0.1", "--json")
    report = json.loads(done.stdout)
    assert report["ratios"]["hibernia compiled"]["hibernia interpreted"] > 1
    assert {"catanatron", "OpenSpiel"} <= set(report["ratios"]["hibernia compiled"])


def test_bench_envs_sets_one_table_beside_many() -> None:
    done = compiled("bench", "envs", "cambria", "--seconds", "0.1", "--json")
    found = json.loads(done.stdout)["cambria"]
    assert found["ratio"] == pytest.approx(found["vector"] / found["single"])
    assert found["rules"] > 0
    assert "peers" not in json.loads(done.stdout)
    fails(cruachan("bench", "--lang", "de", "envs", "shent"), "nicht von SHENT")


def test_bench_views_sets_the_new_way_beside_the_old() -> None:
    costs = json.loads(cruachan("bench", "views", "hibernia", "--json").stdout)["hibernia"]
    assert list(costs) == ["view", "view_from_record", "tell", "tell_from_record", "pieces", "draw"]
    assert all(0 < cost < 1000 for cost in costs.values())
    german = cruachan("bench", "--lang", "de", "views", "gallia")
    assert "aus dem Datensatz selbst" in german.stdout


def test_learning_a_judgement_is_kept_and_goes_on(tmp_path: Path) -> None:
    learn = ("train", "cambria", "--seats", "2", "--steps", "2", "--out", str(tmp_path))
    first = compiled(*learn)
    assert first.returncode == 0, first.stderr
    assert "2 seats, after 32 games" in first.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        "cambria.learning.npz", "cambria.npz", "cambria.svg",
    }  # fmt: skip
    ET.parse(tmp_path / "cambria.svg")
    again = compiled(*learn, "--lang", "de")
    assert again.returncode == 0
    assert "after" not in again.stderr
    assert "Was Bots brauchen" in again.stdout
    for other in (("--steps", "9"), ("--seed", "7")):
        fails(compiled(*learn[:4], *other, "--out", str(tmp_path)), "2 steps with seed 1")


def test_a_game_without_a_network_cannot_be_learned(tmp_path: Path) -> None:
    fails(cruachan("train", "shent", "--out", str(tmp_path)), "nothing that a network")
    fails(cruachan("train", "hibernia", "--seats", "9"), "3")


@pytest.mark.parametrize(
    ("old", "new"), [("learn-judgement", "train"), ("move-store", "migrate-store")]
)
def test_old_names_of_commands_work_and_are_not_listed(old: str, new: str) -> None:
    listed = [line.split()[0] for line in cruachan("--help").stdout.splitlines() if line.strip()]
    assert new in listed
    assert old not in listed
    renamed, known = cruachan(old, "--help"), cruachan(new, "--help")
    assert renamed.returncode == 0
    assert renamed.stdout == known.stdout.replace(f"cruachan {new}", f"cruachan {old}")
    assert old not in cruachan("no-such-command").stderr


def test_a_spoiled_file_of_learning_is_named_and_kept(tmp_path: Path) -> None:
    spoiled = tmp_path / "cambria.learning.npz"
    spoiled.write_bytes(b"PK, but not whole")
    fails(cruachan("train", "cambria", "--out", str(tmp_path)), "not whole")
    assert spoiled.read_bytes() == b"PK, but not whole"


def test_a_network_learns_against_a_bot(tmp_path: Path) -> None:
    learn = ("train", "cambria", "--against", "greedy", "--seats", "2", "--steps", "2")
    first = compiled(*learn, "--out", str(tmp_path))
    assert first.returncode == 0, first.stderr
    assert "games against greedy (par 50%)" in first.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        "cambria-vs-greedy.learning.npz", "cambria-vs-greedy.npz", "cambria-vs-greedy.svg",
    }  # fmt: skip
    again = compiled(*learn, "--lang", "de", "--out", str(tmp_path))
    assert "Was Bots brauchen" in again.stdout
    assert "after" not in again.stderr


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--against", "master"), "learner, steady, strong, expert, greedy, random"),
        (("--against", "greedy", "--search", "5"), "leave --search and --cluster away"),
    ],
)
def test_what_cannot_be_learned_against_a_bot_is_said(
    asked: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    fails(cruachan("train", "cambria", *asked, "--out", str(tmp_path)), says)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--begin", "new"), "say with --search"),
        (("--passes", "2"), "say with --search"),
        (("--search", "2", "--begin", "nowhere.npz"), "nowhere.npz"),
    ],
)
def test_what_learning_cannot_begin_with_is_said(
    asked: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    fails(cruachan("train", "gallia", *asked, "--out", str(tmp_path)), says)


def test_learning_from_searches_goes_on_from_where_it_began(tmp_path: Path) -> None:
    course = ("--search", "1", "--rounds", "1", "--decisions", "1", "--passes", "0.1")
    learn = ("train", "cambria", "--seats", "2", *course, "--out", str(tmp_path))
    first = compiled(*learn, "--begin", "new")
    assert first.returncode == 0, first.stderr
    assert compiled(*learn).returncode == 0
    fails(cruachan(*learn, "--begin", "other.npz"), "did not begin with other.npz")
