"""`cruachan learn`: what is said, what is refused, leaving and coming back, both languages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from cruachan.cli import cli
from cruachan.cli.speech import spoken
from cruachan.engine import transcript
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.games import GAMES
from cruachan.lessons.course import Course
from cruachan.lessons.lesson import has_lesson, load
from cruachan.terminal import learn
from tests.lessons.test_lessons import TELLING, advance, begun
from tests.terminal.conftest import make_screen

NAME = "Anna"
TAUGHT = [name for name in GAMES if has_lesson(name)]


def learned(
    lines: Iterable[str], game: str = "hibernia", lang: Lang = DEFAULT_LANG
) -> tuple[int, str]:
    screen, output = make_screen(lines)
    code = learn.run(game, lang, screen=screen)
    return code, " ".join(output.getvalue().split())


def answers(game: str) -> Iterable[str]:
    """The moves of a learner who does what she is told."""
    course = begun(game)
    while not course.over:
        present = course.present("en")
        if present.expects:
            yield worded(course, present.expects[0])
        advance(course)


def worded(course: Course, text: str) -> str:
    """A move as it is typed: with words behind a colon where it says nothing without them."""
    match, seat = course.match, course.lesson.learner
    move = match.game.read_move(match.state, seat, text, "en", match.names)
    narration = match.game.narration
    needed = narration is not None and narration.requires(match.state, seat, move)
    return f"{text} : {TELLING}" if needed else text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_in_the_terminal(
    game: str, lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter where there is something to read, and where a turn ends; else the move."""
    monkeypatch.setattr("cruachan.terminal.chooser.own_name", lambda: NAME)
    moves = iter(answers(game))
    screen, output = make_screen([])

    def ask(question: str, *_: object) -> str:
        told.append(question)
        assert len(told) < 200, told[-5:]
        words = Texts("cruachan.terminal", lang)
        present = course[0].present(lang) if course else None
        line = ""
        if present and present.over:
            line = "quit"
        elif present and question == words("ask.words"):
            line = TELLING if present.tell else ""
        elif question in (words("ask.move", name=NAME), words("ask.only", name=NAME)):
            line = next(moves)
        output.write(f"{question} {line}\n")
        return line

    told: list[str] = []
    course: list[Course] = []
    monkeypatch.setattr(screen, "ask", ask)
    taught = learn._Lesson._table

    def table(self: learn._Lesson, writer: transcript.TranscriptWriter) -> object:
        made = taught(self, writer)
        course.append(made.course)  # type: ignore[attr-defined]
        return made

    monkeypatch.setattr(learn._Lesson, "_table", table)
    assert learn.run(game, lang, screen=screen) == 0
    flat = " ".join(output.getvalue().split())
    steps = load(game).steps
    for number, step in enumerate(steps, 1):
        assert f"({number}/{len(steps)}) {step.said.text(lang)}" in flat
    assert course[0].over


def test_another_legal_move_is_answered() -> None:
    code, said = learned(["", "", "", "", "raise wild", "march Umall", "quit"])
    assert code == 0
    assert "keep the wild play for later" in said
    assert "H4.2" in said or "no county next to" in said
    assert "learn hibernia" in said


def test_a_hint_is_what_the_lesson_wants() -> None:
    _, said = learned(["", "", "", "", "hint", "quit"])
    assert "Airgialla" in said.partition("hint")[2]


def test_a_lesson_that_was_left_goes_on(home: Path) -> None:
    learned(["", "", "", "", "march Air die", "quit"])
    assert learn.kept("hibernia").parent == home / "lessons"
    _, said = learned(["", "quit"], lang="de")
    assert "Du hast begonnen, Hibernia zu lernen" in said
    assert "(6/" in said
    assert "(1/" not in said
    _, said = learned(["n", "quit"])
    assert "(1/" in said


def test_a_lesson_that_was_not_begun_begins_anew() -> None:
    learned(["", "quit"])
    _, said = learned(["quit"])
    assert "You have begun" not in said


def test_a_move_is_taken_back_while_an_explanation_is_read() -> None:
    lines = ["", "", "", "", "march Air die", "undo", "march Air die", "quit"]
    _, said = learned(lines)
    assert said.count("(5/") == 2
    assert said.count("(6/") == 2


def test_a_bot_can_be_looked_at() -> None:
    _, said = learned(["bot", "quit"])
    assert "marches into Airgialla" in said


def test_what_can_be_learned_is_listed() -> None:
    for lang in LANGS:
        done = CliRunner().invoke(spoken(cli, lang), ["learn"], obj=lang)
        assert done.exit_code == 0
        assert all(name in done.output for name in TAUGHT)
    assert "learn hibernia" in done.output


def test_a_game_without_a_lesson_is_said_to_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert learned([], "chess")[0] == 2
    assert "no first game for chess" in capsys.readouterr().err
