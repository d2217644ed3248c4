"""A table on paper: its moves and rolls are typed in, checked, and can all be taken back."""

from __future__ import annotations

import os
import re
import sys
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine import transcript
from cruachan.engine.errors import TranscriptError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.verify import verify
from cruachan.games import game_class, load_for_transcript
from cruachan.server.tables import imports
from cruachan.server.tables.events.seating import GameImported
from cruachan.terminal import rolls
from tests import warm
from tests.terminal.conftest import QUICK, Evening, Play

FOUR = ("Anna", "Ben", "Cu", "Dana")
BEGUN = ["ben", "badc", "red"]
"""Ben starts, the warriors stand on the castles, and he rolls red."""


def referee(play: Play, lines: Any, **options: Any) -> Evening:
    given = {"players": FOUR, "referee": True, "rolls": "typed", "seed": None}
    return play(lines, **given | options)


def plies(path: Path) -> list[str]:
    names = {CHANCE: "chance"} | dict(enumerate("abcdef"))
    return [f"{names[ply.seat]} {ply.text}" for ply in transcript.read(path).plies]


def test_what_fell_at_the_table_is_typed_in_and_every_move_is_checked(play: Play) -> None:
    done = referee(play, [*BEGUN, "march ailech wild", "march umall wild", "raise"])
    assert done.code == 0
    assert plies(done.path) == [
        "chance start b",
        "chance castles badc",
        "chance die red",
        "b march Ail wild",
        "b raise die",
    ]
    assert re.search(r"^ +H\d+\.\d ", done.text, re.MULTILINE), "why not"
    assert done.text.count("What came up?") == 4, "nobody is asked to end the turn"
    head = done.path.read_text("utf-8").splitlines()
    assert head[0].startswith("cruachan transcript 5  #")
    assert any(line.startswith("rolls typed  #") for line in head)
    assert {player.kind for player in transcript.read(done.path).players} == {"person"}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "red"),
        ("en", "die red"),
        ("en", "rolls: red"),
        ("en", "3"),
        ("en", "RED"),
        ("de", "rot"),
        ("de", "Wurf: rot"),
        ("de", "die red"),
        ("de", "würfelt rot"),
    ],
)
def test_a_roll_can_be_said_in_many_ways(play: Play, lang: Lang, line: str) -> None:
    done = referee(play, ["b", "badc", line], lang=lang)
    assert plies(done.path)[-1] == "chance die red"


@pytest.mark.parametrize(
    ("line", "roll"),
    [("3 5", "dice 3-5"), ("5-3", "dice 5-3"), ("35", "dice 3-5"), ("dice: 1, 1", "dice 1-1")],
)
def test_two_dice(play: Play, line: str, roll: str) -> None:
    setup = ["a", *chain.from_iterable(["4", "1"] for _ in range(4))]
    done = referee(play, [*setup, line], game="cambria")
    assert plies(done.path)[-1] == f"chance {roll}"


@pytest.mark.parametrize("lang", LANGS)
def test_what_cannot_fall_is_refused_with_what_can(play: Play, lang: Lang) -> None:
    done = referee(play, ["b", "badc", "7", "pink", "ben", "hint", "redo", "moves"], lang=lang)
    assert len(plies(done.path)) == 2
    blue = "blue, green, red" if lang == "en" else "blau, grün, rot"
    assert done.flat.count(blue) >= 3
    assert re.search(r"1\s+die blue\s+Ben (rolls blue|würfelt blau)", done.text), "moves"
    assert ("several" if lang == "en" else "mehreres") in done.flat, "'ben' is in every sentence"


@pytest.mark.parametrize("lang", LANGS)
def test_of_many_outcomes_some_are_named(play: Play, lang: Lang) -> None:
    """And the sentence about them has one full stop."""
    setup = ["a", *chain.from_iterable(["4", "1"] for _ in range(4))]
    done = referee(play, [*setup, "99"], game="cambria", lang=lang)
    told = "Anna rolls 1 and 2" if lang == "en" else "Anna würfelt 1 und 2"
    assert re.search(rf"99\W.*1-1, 1-2, 1-3, \.\.\. 6-6 .*1-2: {told}\.(?!\.)", done.flat)
    assert f"{told}.." not in done.flat


def test_enter_lets_the_program_decide_and_an_end_of_lines_decides_nothing(play: Play) -> None:
    done = referee(play, ["b", "badc", ""])
    assert len(plies(done.path)) == 3
    assert plies(referee(play, ["b", "badc"]).path)[2:] == []


def test_every_entry_is_taken_back_whoever_made_it(play: Play) -> None:
    moves = ["march ailech wild", "raise"]
    done = referee(play, [*BEGUN, *moves, "u", "u", "undo", "blue", "u", "u", "u", "u", "u"])
    assert plies(done.path) == []
    assert "Taken back: Ben raises warriors" in done.flat
    assert "Taken back: Ben rolls red." in done.flat
    assert done.flat.count("Taken back") == 6
    assert "There is no move to take back." in done.flat


def test_a_roll_of_the_program_falls_the_same_again(play: Play) -> None:
    done = referee(play, ["1", "1", "u", "u", "1", "1"], rolls="program", seed="x")
    again = referee(play, ["1", "1"], rolls="program", seed="x")
    assert plies(done.path) == plies(again.path)
    assert "rolls typed" not in done.path.read_text("utf-8")
    assert "Taken back: " in done.flat


def finished(play: Play, **options: Any) -> Evening:
    """A whole game: bots sit there, so that only dice and lots are typed."""
    given = {"players": ("random:A", "random:B", "random:C", "random:D"), "seed": "x"}
    return referee(play, cycle(["red", "blue", "yellow", ""]), **given | options)


def test_a_finished_game_verifies_and_says_that_nobody_can_prove_its_rolls(play: Play) -> None:
    done = finished(play)
    assert "its dice and lots were typed in at the table" in done.flat
    assert "--promise" not in done.text
    found = verify(done.path, load_for_transcript)
    assert (found.rolls, found.taken) == (0, 0)
    assert found.typed == sum(ply.startswith("chance") for ply in plies(done.path))
    for lang, words in (("en", "typed in at a real table"), ("de", "am echten Tisch eingegeben")):
        told = warm.run("verify", str(done.path), "--lang", lang)
        assert told.returncode == 0, told.stderr
        assert f"{found.typed} " in told.stdout
        assert words in told.stdout


def test_of_a_running_game_nobody_is_promised_proven_rolls(play: Play) -> None:
    path = referee(play, [*BEGUN, "1"]).path
    told = warm.run("verify", str(path))
    assert told.returncode != 0
    assert "typed in" in told.stderr
    assert "seed" not in told.stderr


def test_a_server_takes_such_a_file_and_proves_none_of_its_rolls(play: Play) -> None:
    kept = transcript.read(finished(play).path)
    events = imports.events_of(imports.checked(kept, imports.board_of(kept)))
    (taken,) = (event.body for event in events if isinstance(event.body, GameImported))
    assert taken.unproven == len(kept.plies)


def test_without_its_mark_such_a_file_is_refused(play: Play, tmp_path: Path) -> None:
    """Typed rolls cannot be passed off as rolls of the program."""
    lines = finished(play).path.read_text("utf-8").splitlines()
    texts = [line.rpartition("  #")[0] for line in lines]
    texts = [text for text in texts if text != "rolls typed"]
    forged = tmp_path / "forged.game"
    forged.write_text(transcript.Marker().lines(texts), "utf-8")
    with pytest.raises(TranscriptError, match="the seed says"):
        verify(forged, load_for_transcript)


@pytest.mark.parametrize("line", ["rolls", "rolls made", "rolls  typed"])
def test_a_wrong_mark_is_refused(play: Play, tmp_path: Path, line: str) -> None:
    lines = referee(play, BEGUN).path.read_text("utf-8").splitlines()
    texts = [each.rpartition("  #")[0] for each in lines]
    wrong = tmp_path / "wrong.game"
    changed = [line if text == "rolls typed" else text for text in texts]
    wrong.write_text(transcript.Marker().lines(changed), "utf-8")
    with pytest.raises(TranscriptError):
        transcript.read(wrong)


def test_a_game_goes_on_with_its_referee(play: Play) -> None:
    first = referee(play, BEGUN)
    assert "--resume" in first.text
    assert "--referee" in first.text
    again = play(["u", "blue"], resume=first.path)
    assert plies(again.path)[-1] == "chance die blue", "the file says that rolls are typed in"


def test_shents_table_has_its_saga_at_the_end(play: Play) -> None:
    done = referee(
        play,
        repeat(""),
        game="shent",
        players=("purposeful", "wandering"),
        board="sirren",
        options={"limit": "15"},
        seed="s",
        lang="de",
    )
    saga = done.path.with_name(f"{done.path.name}.saga.md")
    assert saga.read_text("utf-8").strip()
    assert saga.with_suffix(".html").exists()
    assert str(saga) in done.text
    assert "Die Geschichte zum Lesen und Drucken ist geschrieben" in done.flat
    assert verify(done.path, load_for_transcript).typed > 0


# Secrets


def sittings(text: str) -> list[str]:
    """What stands on the screen between one handing over of the keyboard and the next."""
    return re.split(r"Pass the keyboard to \w+\. Enter when ready:", text)


def test_a_back_that_one_player_looks_at_is_typed_by_her_alone(play: Play) -> None:
    lines = ["anna", "", "recruit 3", "scout ins", "4-2", ""]
    done = referee(play, lines, game="gallia", players=("Anna", "Ben"))
    assert plies(done.path)[-1] == "chance back 4-2"
    _, anna, ben = sittings(done.text)
    assert "Possible: 2-2, 2-3" in anna
    assert "What came up? (Enter: the program decides; moves: all that can come up) 4-2" in anna
    assert "back ? (A)" in ben
    assert "On the back of" not in ben


def test_a_list_tells_nobody_what_another_player_saw(play: Play) -> None:
    lines = ["anna", "", "recruit 3", "scout ins", "4-2", "", "recruit 3", "scout boi", "4-2"]
    done = referee(play, lines, game="gallia", players=("Anna", "Ben"))
    *_, ben = sittings(done.text)
    assert "Possible: 2-2, 2-3, 2-4, 2-5, 3-2, 3-3, 3-4, 3-5, 4-2, 4-3" in ben
    assert plies(done.path)[-1] == "b scout Boi", "there is only one such back"
    assert re.search(r"G\d+\.\d", ben)


def test_what_the_program_draws_for_one_player_is_read_before_the_keyboard_goes_on(
    play: Play,
) -> None:
    lines = ["", "recruit 3", "scout ins", "", "", "recruit 3"]
    options = {"game": "gallia", "players": ("Anna", "Ben"), "rolls": "program", "seed": "x"}
    done = referee(play, lines, **options)
    assert plies(done.path)[-1].endswith("recruit 3")
    assert "On the back of" in sittings(done.text)[1]


def test_runes_of_a_hand_are_typed_by_their_owner(play: Play) -> None:
    lines = ["anna", "", "tales", *["", "1"] * 40]
    done = referee(play, lines, game="shent", seed="x", options={"limit": "15"})
    assert done.code == 0
    assert "rune" in " ".join(plies(done.path))
    assert "Pass the keyboard to" in done.text


def test_shents_table_is_told_what_to_draw(play: Play) -> None:
    """From which bag or by which lot, for whom and where: people do it by hand."""
    lines = ["anna", "", "tales", *["", "1"] * 60]
    done = referee(play, lines, game="shent", seed="x", options={"limit": "15"})
    for told in (
        "The lot decides who starts.",
        "The lot decides the element in the sky.",
        "the land in which a wild dragon lives.",
        "The lot decides the land of this element",
        "A stone is drawn from the bag of runes: Anna, beginning.",
    ):
        assert told in done.flat
    assert re.search(r"from the bag of (runes|numbers): Anna, [A-Z]\w+, events\.", done.flat)


def test_shents_lots_are_typed_in_the_words_of_the_board(play: Play) -> None:
    """Nobody at the table knows that a land is written `Lin`, or that earth is `cae`."""
    lines = ["anna", "", "feuer", "", "luft", "", "wasser", "", "licht", "dunkelheit"]
    lines += [*["", "1"] * 4, "wüste", "erde", "lindenau"]
    done = referee(play, lines, game="shent", players=FOUR, options={"limit": "15"}, lang="de")
    assert "Möglich: Wasser, Luft, Licht, Feuer, Erde, Dunkelheit" in done.flat
    assert "„wüste“ kann hier nicht herauskommen. Möglich: Wasser, Luft" in done.flat
    assert re.search(r"Möglich: [^?]*\bLindenau\b", done.flat)
    told = plies(done.path)
    assert "chance lot mor" in told
    assert told[told.index("chance lot cae") + 1] == "chance lot Lin"


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia", "shent"])
def test_somebody_sees_all_that_chance_decides(name: str) -> None:
    """So it can be typed in; and what can fall is no less than what will."""
    kind = game_class(name)
    seats = kind.usual_seats()
    game = kind.on_board(kind.usual_board(seats))
    match = Match(game, [Player(each) for each in "ABCDEF"[:seats]], {}, b"x" * 32, chosen=True)
    for number in range(250):
        if match.outcome:
            break
        if CHANCE in match.to_act:
            assert rolls.seers(match) != []
            listed = rolls.outcomes(match, "de")
            due = game.write_move(match.state, CHANCE, match.chance_move(), CHANCE)
            assert due in [each.text for each in listed]
            assert rolls.read_roll(match, due, "de").text == due
            match.roll()
        else:
            seat = match.to_act[0]
            moves = match.legal_moves(seat)
            match.push(seat, moves[number * 7 % len(moves)])


# The command


def test_the_command_says_what_goes_together(tmp_path: Path) -> None:
    alone = warm.run("play", "hibernia", "--rolls", "typed")
    assert alone.returncode == 2
    assert "--rolls goes with --referee" in alone.stderr
    wrong = warm.run("play", "hibernia", "--referee", "--player", "greedy:Bo", "--player", "x:y:z")
    assert wrong.returncode == 0, "a bare name is a person's"
    for lang, words in (("en", "real table"), ("de", "echten Tisch")):
        assert words in " ".join(warm.run("play", "--help", "--lang", lang).stdout.split())


PROGRAM = """
import sys
from cruachan.terminal.play import PlayOptions, run
sys.exit(run(PlayOptions(game="cambria", referee=True)))
"""


def test_in_a_terminal_it_is_asked_who_rolls(home: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    env = os.environ | QUICK | {"PROMPT_TOOLKIT_NO_CPR": "1"}
    how = {"dimensions": (40, 100), "env": env, "encoding": "utf-8", "timeout": 120}
    child = pexpect.spawn(sys.executable, ["-c", PROGRAM], **how)
    try:
        asked = r"all that can come up\)"
        for told, question, answer in (
            ("", "How many players", ""),
            ("Which board", r"\[1\]:", ""),
            ("At the table", r"Begin\?", "Anna, Ben"),
            (r"B Ben \(person\)", r"Begin\?", ""),
            ("", r"draws:", ""),
            ("Chance decides who starts", asked, "ben"),
            (" starts\\.", asked, "9"),
            ("'9' cannot come up here", asked, "4"),
            (" rolls a 4", "number or move", "quit"),
        ):
            # A line that is typed is drawn anew: what is told comes after it, then the question.
            # Names are bold, so no text with one is waited for.
            child.expect(told)
            child.expect(question)
            child.send(f"{answer}\r")
        child.expect("--referee")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    path = next((home / "games").glob("*.game"))
    assert plies(path) == ["chance start b", "chance die 4"]
    assert {player.kind for player in transcript.read(path).players} == {"person"}
