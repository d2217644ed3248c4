"""What is typed is not lost: not at a long page, not without umlauts; and not taken too early."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cruachan.engine.notation import spellings
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games import GAMES
from cruachan.terminal.boards import renderer
from cruachan.terminal.commands import COMMANDS, TypedCommand, command_words, read_command
from cruachan.terminal.play import PlayOptions, run
from cruachan.terminal.screen import TerminalScreen, broken
from tests.protocol.book import Book
from tests.protocol.shelf import EVERY_SCENE
from tests.terminal.conftest import FOUR, QUICK

SIZES = ((80, 24), (100, 30), (120, 40))


class Pages(TerminalScreen):
    """A terminal that is answered by lines, and counts what is printed between two questions."""

    patient = False
    """Whether every page is read to its end."""

    def __init__(self, width: int, height: int, lines: Iterator[str]) -> None:
        self.output = io.StringIO()
        console = Console(file=self.output, width=width, height=height, color_system=None)
        super().__init__(console, Path(os.devnull))
        self.answers = lines
        self.shown: list[tuple[str, str]] = []
        """Each question, and what stood above it."""

    def ask(self, question: str, suggest: Any = None, listen: Any = None) -> str:
        printed = self.output.getvalue()[sum(len(text) for _, text in self.shown) :]
        self.shown.append((question, printed))
        if self.patient and question.startswith("Enter: "):
            return ""
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None


def evening(path: Path, width: int, height: int, *lines: str, **options: Any) -> Pages:
    screen = Pages(width, height, iter(lines))
    usual: dict[str, Any] = {"game": "hibernia", "players": FOUR, "seed": "x", "out": path}
    run(PlayOptions(**usual | options), screen)
    return screen


# --- Long pages ---------------------------------------------------------------------------


def test_a_command_typed_at_a_long_page_is_carried_out(tmp_path: Path) -> None:
    """It was eaten: any word only ended the page."""
    screen = evening(tmp_path / "a.game", 80, 12, "", "help", "log", "")
    questions = [question for question, _ in screen.shown]
    more = next(n for n, question in enumerate(questions) if "Enter: more" in question)
    assert "rolls red" in screen.shown[more + 1][1]


def test_a_move_typed_at_a_long_page_is_made(tmp_path: Path) -> None:
    screen = evening(tmp_path / "a.game", 80, 12, "", "help", "mide wild")
    assert "marches into Mide" in screen.output.getvalue()


def test_q_at_a_long_page_ends_the_page_and_not_the_game(tmp_path: Path) -> None:
    screen = evening(tmp_path / "a.game", 80, 12, "", "help", "q", "mide wild")
    assert "marches into Mide" in screen.output.getvalue()


# --- Nothing scrolls off ------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, width: int, height: int
) -> None:
    """Neither of a position nor of the whole board: at 120x40 Hibernia's was 44 rows high."""
    monkeypatch.setattr(Pages, "patient", True)
    lines = ("", "board", "moves", "1", "", "help", "1", "board", "", "log")
    players = ("person:Anna",)
    screen = evening(tmp_path / "a.game", width, height, *lines, game=game, players=players)
    assert len(screen.shown) > 5
    for question, printed in screen.shown:
        assert printed.count("\n") < height, question


@EVERY_SCENE
def test_a_board_takes_no_more_rows_than_it_is_given(book: Book, scene: str) -> None:
    module = renderer(book.game.name)
    if module is None:
        return
    for lang in LANGS:
        view = presentation_of(book.game).view(book.state(scene), 0, (), lang)
        for width, height in SIZES:
            console = Console(width=width, height=height, file=io.StringIO())
            for rows in (height - 1, height - 5):
                page = module.render(view, book.game.board, width, rows, lang)
                assert len(console.render_lines(page)) <= rows


# --- Without umlauts ----------------------------------------------------------------------


def test_spellings() -> None:
    assert spellings("Züge") == ("zuge", "zuege")
    assert spellings("Mide") == ("mide",)
    assert spellings("Bréifne") == ("breifne",)


@pytest.mark.parametrize("lang", LANGS)
def test_every_command_works_without_umlauts(lang: Lang) -> None:
    for spoken in LANGS:
        for name in COMMANDS:
            for word in command_words(name, spoken):
                for spelled in spellings(word):
                    assert read_command(spelled, lang) == TypedCommand(name, "")
    assert read_command("zuege", lang) == TypedCommand("moves", "")
    assert read_command("erzaehl", lang) == TypedCommand("tales", "")
    assert read_command("zurueck", lang) == TypedCommand("undo", "")


def test_a_page_and_a_player_are_found_without_umlauts(tmp_path: Path) -> None:
    lines = chain(["laender", "bot joerg"], repeat("", 3))
    players = ("person:Anna", "purposeful:Jörg")
    screen = evening(
        tmp_path / "a.game", 80, 24, *lines, game="shent", players=players, lang="de", seats=2
    )
    text = screen.output.getvalue()
    assert "daneben" in text
    assert "Jörg wird von nun an vom Bot" in text


# --- Too early ----------------------------------------------------------------------------

WAITING = """
import sys, time
from pathlib import Path
from rich.console import Console
from cruachan.terminal.screen import TerminalScreen
screen = TerminalScreen(Console(), Path(sys.argv[1]))
with screen.busy("waiting"):
    print("busy", flush=True)
    while not Path(sys.argv[2]).exists():
        time.sleep(0.05)
print("answered", repr(screen.ask("name?")))
"""


def test_keys_pressed_during_a_wait_answer_nothing(tmp_path: Path) -> None:
    """They skipped the first screen."""
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable,
        ["-c", WAITING, str(tmp_path / "history"), str(tmp_path / "typed")],
        env=os.environ | QUICK | {"PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        timeout=300,
    )
    child.expect("busy")
    child.send("early\r\r")
    (tmp_path / "typed").touch()
    child.expect("name")
    child.send("late\r")
    child.expect("answered 'late'")
    child.close(force=True)


# --- Several lines ------------------------------------------------------------------------

WRITING = """
import sys
from pathlib import Path
from rich.console import Console
from cruachan.terminal.screen import TerminalScreen
screen = TerminalScreen(Console(), Path(sys.argv[1]))
def ask(name):
    text = screen.ask_text("tell?", lambda text: f"{len(text)} typed", lambda text: text == "undo")
    print(name, repr(text), flush=True)
for name in ("first", "second", "third"):
    ask(name)
"""


def test_a_text_of_several_lines_is_ended_by_an_empty_one(tmp_path: Path) -> None:
    """A command is not waited for, and Enter alone is nothing."""
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable,
        ["-c", WRITING, str(tmp_path / "history")],
        env=os.environ | QUICK | {"PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        timeout=300,
    )
    child.expect("tell")
    child.send("one\r")
    child.send("two\r\r")
    child.expect(r"first 'one\\ntwo'")
    child.send("undo\r")
    child.expect("second 'undo'")
    child.send("\r")
    child.expect("third ''")
    child.close(force=True)


def test_a_question_is_broken_between_words_and_leaves_room_for_the_answer() -> None:
    question = Texts("cruachan.terminal", "de")("ask.who_rolls")
    for width in (40, 60, 80):
        lines = broken(question, width).split("\n")
        assert len(lines) > 1
        assert " ".join(lines) == question
        assert max(map(len, lines)) <= width - 8
    assert broken("Begin?", 40) == "Begin?"
