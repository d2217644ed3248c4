"""Votes, calls out of turn, own words, and seats that go from persons to bots and back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from cruachan import bots
from cruachan.bots import RandomBot, advice, usual_bot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Decision
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.games import load_game
from cruachan.terminal import answers, local_table, seats
from cruachan.terminal.game_loop import GameLoop
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.screen import Screen, TerminalScreen
from tests.terminal.conftest import FOUR, Play, make_screen
from tests.terminal.toy import Toy

HAND_OVER = re.compile(r"Pass the keyboard to (\w+)\. Enter when ready:")
BOTS = ("steady", "random")


class SteadyBot:
    """Takes the first thing it is offered."""

    name = "steady"

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        return decision.moves[0]


@pytest.fixture(autouse=True)
def toys_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, no adviser and a plain result for the toy; other games keep theirs."""

    honest = bots.bots_of

    def load(name: str, game: Any) -> Any:
        if game.name != "toy":
            return bots.load_bot(name, game)
        return SteadyBot() if name == "steady" else RandomBot()

    def known(game: Any) -> tuple[str, ...]:
        return BOTS if game.name == "toy" else honest(game)

    for loading in (local_table, advice):
        monkeypatch.setattr(loading, "load_bot", load)
    for each in (bots, advice, answers, seats):
        monkeypatch.setattr(each, "bots_of", known)
    for other in (answers, advice):
        monkeypatch.setattr(other, "adviser", lambda game: None)
    monkeypatch.setattr(answers, "result_page", lambda match, view, words: "The end")


def toy(*kinds: str) -> Match[Any, Any]:
    names = ("Anna", "Ben", "Cu", "Dana")
    players = [Player(name, kind) for name, kind in zip(names, kinds, strict=False)]
    return Match(Toy(), players, seed=seed_from("toy"))


def evening(match: Match[Any, Any], path: Path, lines: Iterable[str], lang: Any = "en") -> str:
    """What is shown until the lines are used up or the game is over."""
    screen, output = make_screen(lines)
    with suppress(EOFError):
        GameLoop(LocalTable(TranscriptWriter(match, path / "toy.game")), screen, lang).run()
    return output.getvalue()


def said(match: Match[Any, Any]) -> list[str]:
    """The moves of players, as the keeper of the match knows them."""
    texts = []
    for number, ply in enumerate(match.history):
        if ply.seat >= 0:
            text = match.game.write_move(match.state_at(number), ply.seat, ply.move, -1)
            texts.append(f"{'abcd'[ply.seat]} {text}")
    return texts


# Several at once


def test_of_several_waited_for_the_bots_answer_first(tmp_path: Path) -> None:
    match = toy("person", "person", "steady", "steady")
    evening(match, tmp_path, ["", "silent", "", ""])
    assert said(match)[:3] == ["a silent", "c vote yes", "d vote yes"]


def test_persons_answer_one_after_another_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    match = toy("person", "person", "person")
    text = evening(match, tmp_path, ["", "silent", "", "vote no", "", "log", "vote yes"])
    assert said(match)[:3] == ["a silent", "b vote no", "c vote yes"]
    _, *parts = HAND_OVER.split(text)
    assert parts[::2][:3] == ["Anna", "Ben", "Cu"]
    assert "votes no" not in parts[5]


def test_a_vote_needs_no_enter_after_it(tmp_path: Path) -> None:
    match = toy("steady", "person", "steady")
    text = evening(match, tmp_path, ["vote no", "silent", "vote yes"])
    assert said(match)[:2] == ["a tell", "c vote yes"]
    assert "take back" not in text
    assert "b silent" in said(match)


# Calls


def test_a_person_is_interrupted_once_when_there_is_something_new_to_do(tmp_path: Path) -> None:
    match = toy("steady", "steady", "person")
    lines = ["1", "1", "silent", "", "1", "1", "1"]
    text = evening(match, tmp_path, lines)
    assert text.count("claim now\n") == 1
    assert text.count("Cu, a move now, or Enter: go on:") == 1
    assert "c claim" not in said(match)


def test_a_call_can_be_answered_by_a_move_and_by_commands_before(tmp_path: Path) -> None:
    match = toy("steady", "steady", "person")
    text = evening(match, tmp_path, ["1", "1", "silent", "moves", "hint", "vote yes", "claim"])
    assert "c claim" in said(match)
    assert "That is none of the moves now." in text
    assert "The bot 'steady' would choose: 1 to claim" in text


def test_at_a_shared_keyboard_nobody_is_called_for(tmp_path: Path) -> None:
    match = toy("person", "person", "steady")
    text = evening(match, tmp_path, ["", "2"] * 60)
    assert "claim now" not in text
    assert "to claim" in text


# Own words


def test_the_person_is_asked_for_her_words(tmp_path: Path) -> None:
    match = toy("person", "steady")
    text = evening(match, tmp_path, ["1", "The bridge held.", "log"])
    assert "Tell it in your own words (Enter: it is told for you):" in text
    assert said(match)[0] == "a tell: The bridge held."
    assert "The bridge held." in text.rpartition(": log")[2]


@pytest.mark.parametrize("line", ["tell: The bridge held.", "1: The bridge held."])
def test_words_typed_with_the_move_are_not_asked_for_again(tmp_path: Path, line: str) -> None:
    match = toy("person", "steady")
    assert "own words" not in evening(match, tmp_path, [line, "quit"])
    assert said(match)[0] == "a tell: The bridge held."


def test_enter_leaves_the_telling_to_the_game(tmp_path: Path) -> None:
    match = toy("person", "steady")
    assert "Anna tells an old tale." in evening(match, tmp_path, ["tell", "", "log"])
    assert said(match)[0] == "a tell"


def test_words_too_long_are_asked_for_again(tmp_path: Path) -> None:
    match = toy("person", "steady")
    text = evening(match, tmp_path, ["1", "long " * 20, "help", "Short.", "quit"])
    assert "That is too long." in text
    assert "Type what is to be told" in text
    assert said(match)[0] == "a tell: Short."


def test_she_may_think_better_of_it(tmp_path: Path) -> None:
    match = toy("person", "steady")
    evening(match, tmp_path, ["1", "undo", "silent", "quit"])
    assert said(match)[0] == "a silent"


def test_she_may_ask_not_to_be_asked(tmp_path: Path) -> None:
    match = toy("person", "steady")
    text = evening(match, tmp_path, ["tales", "1", "quit"])
    assert "All is told for you" in text
    assert "own words (Enter" not in text
    assert said(match)[0] == "a tell"
    match = toy("person", "steady")
    text = evening(match, tmp_path, ["1", "tales", "quit"])
    assert said(match)[0] == "a tell"
    assert "You are asked" in evening(toy("person", "steady"), tmp_path, ["tales", "tales"])


def test_a_move_without_words_takes_none(tmp_path: Path) -> None:
    match = toy("person", "steady")
    assert "This move takes no words." in evening(match, tmp_path, ["2: ha", "quit"])
    assert said(match) == []


def test_quitting_when_asked_for_words_makes_no_move(tmp_path: Path) -> None:
    match = toy("person", "steady")
    evening(match, tmp_path, ["1", "quit", "1"])
    assert said(match) == []


def test_a_game_without_tales_says_so(play: Play) -> None:
    text = play(["tales", "1: words", "1"]).flat
    assert "Nothing is told in a player's own words in this game." in text
    assert "This move takes no words." in text


# Seats handed over


def test_a_person_who_is_away_is_played_by_a_bot(tmp_path: Path) -> None:
    match = toy("person", "person", "steady")
    text = evening(match, tmp_path, ["", "silent", "bot Ben", "", "", "vote no"])
    assert "Ben is played by the bot 'steady' from now on" in text
    assert match.players[1] == Player("Ben", "steady")
    assert said(match)[:3] == ["a silent", "c vote yes", "b vote yes"]
    assert "seat b steady Ben" in (tmp_path / "toy.game").read_text()


@pytest.mark.parametrize(
    ("line", "kind"),
    [("bot B", "steady"), ("bot be random", "random"), ("BOT ben", "steady"), ("bot b", "steady")],
)
def test_how_a_seat_is_named(tmp_path: Path, line: str, kind: str) -> None:
    match = toy("person", "person", "steady")
    evening(match, tmp_path, ["", line])
    assert match.players[1].kind == kind


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "bot Zoe", "There is no 'Zoe' here. At the table: Anna, Ben, Cu."),
        ("de", "bot Zoe", "'Zoe' gibt es hier nicht. Am Tisch: Anna, Ben, Cu."),
        ("en", "person", "Whose seat? 'person NAME' or 'person B'."),
        ("de", "mensch", "Wessen Platz? „mensch NAME“ oder „mensch B“."),
    ],
)
def test_a_seat_that_is_not_there(tmp_path: Path, lang: Any, line: str, answer: str) -> None:
    match = toy("person", "steady", "steady")
    assert answer in " ".join(evening(match, tmp_path, [line], lang).split())
    assert match.players[0].kind == "person"


def test_she_may_leave_her_own_seat_watch_and_come_back(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    lines = ["bot", "undo", "moves", "", "log", "person", "silent", "quit"]
    text = evening(match, tmp_path, lines)
    assert text.count("Enter: watch on; 'person Anna': play that seat; quit:") == 5
    assert "Bots play. Enter goes on" in text
    assert "Anna is played by a person from now on." in text
    assert match.players[0].kind == "person"
    assert [text for text in said(match) if text[0] == "a" and "vote" not in text][:2] == [
        "a tell",
        "a tell",
    ]


def test_a_game_of_bots_is_watched_to_its_end(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    text = evening(match, tmp_path, ["bot", *[""] * 9])
    assert "The end" in text
    assert match.outcome is not None


def test_a_seat_left_to_a_bot_can_be_taken_back_in_another_evening(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    evening(match, tmp_path, ["bot"])
    text = evening(match, tmp_path, ["person A", "log"])
    assert "Enter: watch on; 'person Anna'" in text
    assert "Anna, number or move" in text


def test_who_gives_her_seat_up_at_a_shared_keyboard_leaves_no_secret(tmp_path: Path) -> None:
    match = toy("person", "person", "steady")
    text = evening(match, tmp_path, ["", "silent", "", "bot", "", "log"])
    assert match.players[1].kind == "steady"
    _, *parts = HAND_OVER.split(text)
    assert parts[::2] == ["Anna", "Ben", "Anna"]
    assert "votes" not in parts[5]


def test_all_persons_may_leave(tmp_path: Path) -> None:
    match = toy("person", "person", "steady")
    text = evening(match, tmp_path, ["bot A", "bot B", *[""] * 9])
    assert "The end" in text
    assert "votes" not in text


def test_a_bots_seat_is_taken_by_a_person(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    text = evening(match, tmp_path, ["person Ben", "silent", "", "vote no"])
    assert "Pass the keyboard to Ben." in text
    assert "b vote no" in said(match)


def test_hibernias_seats_are_handed_over_too(play: Play) -> None:
    done = play(["bot Anna greedy", "", "person", "1"], players=FOUR)
    assert transcript.read(done.path).players[0].kind == "person"
    assert "Enter: watch on" in done.text


def test_a_name_that_fits_two_is_nobodys() -> None:
    players = [Player("Anna"), Player("Annika")]
    words = Texts("cruachan.terminal", "en")
    assert seats.find_seat(players, "anna", words) == 0
    with pytest.raises(CruachanError, match="There is no 'ann' here"):
        seats.find_seat(players, "ann", words)


def test_the_usual_bot_is_steady_where_there_is_one() -> None:
    assert usual_bot(load_game("hibernia")) == "steady"
    assert usual_bot(Toy()) == "steady"


# The tale


def test_a_turn_is_one_paragraph_whoever_answers_in_it(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    text = evening(match, tmp_path, ["1", "We came to the ford.", "", "log"])
    assert re.search(r"^- A \d is drawn\. We came to the ford\. *$", text, re.M)
    assert re.search(r"^- A \d is drawn\. Ben tells an old tale\.", text, re.M)


@pytest.mark.parametrize(("lang", "line"), [("en", "story"), ("de", "geschichte")])
def test_the_story_has_its_rounds(tmp_path: Path, lang: Any, line: str) -> None:
    match = toy("person", "steady", "steady")
    text = evening(match, tmp_path, ["1", "Begin.", "", "1", "1", "1", "More.", line], lang)
    tale = text.rpartition(f": {line}")[2]
    first, second = ("Round 1", "Round 2") if lang == "en" else ("Runde 1", "Runde 2")
    assert tale.index(first) < tale.index("Begin.") < tale.index(second)
    short = evening(match, tmp_path, [f"{line} 1"], lang).rpartition(f": {line} 1")[2]
    assert first not in short
    assert second in short


def test_the_story_of_a_game_that_has_not_begun(tmp_path: Path) -> None:
    match = toy("person", "steady")
    screen, _ = make_screen([])
    story = GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x")), screen, "en").story
    assert str(story.story_page("", None, Texts("cruachan.terminal", "en"))).startswith("Nothing")


def test_the_last_sentences_stand_above_the_question(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady")
    evening(match, tmp_path, ["1", "We came to the ford."])
    screen, _ = make_screen([])
    story = GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x")), screen, "en").story
    whole = story.ending(0, "en", 80, 3).plain
    assert re.fullmatch(r"A \d is drawn\. We came to the ford\. A \d is drawn\. .* tale\.", whole)
    assert re.fullmatch(
        r"A \d is drawn\. Ben tells an old tale\.", story.ending(0, "en", 44, 2).plain
    )
    assert story.ending(0, "en", 26, 2).plain == "Ben tells an old tale."
    assert story.ending(0, "en", 16, 2).plain == "... an old tale."


class Terminal(Screen):
    """A terminal of 80x24 that is answered by lines."""

    interactive = True


def test_long_news_wait_for_the_reader_and_long_pages_too(tmp_path: Path) -> None:
    match = toy("person", "steady", "steady", "steady")
    output = io.StringIO()
    lines = iter(["1", "A tale.", "", *["", "1"] * 30])
    console = Console(file=output, width=30, height=6, color_system=None)
    with suppress(EOFError):
        GameLoop(
            LocalTable(TranscriptWriter(match, tmp_path / "x.game")),
            Terminal(console, lines, True),
            "en",
            0.0,
        ).run()
    assert "Enter: go on" in output.getvalue()


def test_a_long_page_is_shown_a_screenful_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.StringIO()
    console = Console(file=output, width=40, height=5, color_system=None)
    screen = TerminalScreen(console, tmp_path / "history")
    said = iter(["", "enough"])
    monkeypatch.setattr(screen, "ask", lambda question: next(said))
    screen.show_long(Text("\n".join(f"line {number}" for number in range(20))), "more?")
    assert [line.strip() for line in output.getvalue().splitlines()] == [
        f"line {number}" for number in range(8)
    ]
