"""Every lesson is played through in both languages; what it says and marks is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cruachan.bots import check_bot
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.engine.languages import COMPLETE_LANGS
from cruachan.engine.match import Match
from cruachan.engine.narration import stripped, with_text
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games import GAMES, load_game
from cruachan.lessons.course import ANY, Course, LessonError
from cruachan.lessons.lesson import Lesson, _file, has_lesson, load, parse

TAUGHT = [name for name in GAMES if has_lesson(name)]
LONGEST = 400
TELLING = "So it came to pass."

Choose = Callable[[list[Any]], Any]


def first(moves: list[Any]) -> Any:
    return moves[0]


def last(moves: list[Any]) -> Any:
    return moves[-1]


def begun(game: str, lang: Lang = DEFAULT_LANG) -> Course:
    lesson = load(game)
    match = Match(
        load_game(game, lesson.board), lesson.players(), lesson.options, lesson.seed, chosen=True
    )
    course = Course(lesson, match, lang)
    roll(course)
    return course


def roll(course: Course) -> None:
    while CHANCE in course.match.to_act:
        course.match.roll()


def wanted(course: Course) -> list[Any]:
    """The moves that the learner may make now."""
    match, seat = course.match, course.lesson.learner
    texts = course.present("en").expects
    return [match.game.read_move(match.state, seat, text, "en", match.names) for text in texts]


def advance(course: Course, choose: Choose = first) -> None:
    """One explanation read, or one move and what chance makes of it."""
    match, present = course.match, course.present("en")
    if course.waits:
        course.go_on()
        return
    seat = course.mover()
    assert seat is not None
    move = choose(wanted(course)) if seat == course.lesson.learner else course.move()
    if present.tell:
        move = with_text(match.game, move, TELLING)
    course.check(seat, move)
    match.play(seat, move)
    roll(course)


def played(game: str, lang: Lang = DEFAULT_LANG, choose: Choose = first) -> Iterator[Course]:
    """A lesson at every moment, to its end."""
    course = begun(game, lang)
    while not course.over:
        yield course
        advance(course, choose)
    yield course


def test_there_is_a_lesson() -> None:
    assert TAUGHT
    with pytest.raises(CruachanError, match="no first game for cairn"):
        load("cairn")


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("choose", [first, last])
def test_a_lesson_leads_to_its_end(game: str, lang: Lang, choose: Choose) -> None:
    """Whatever is chosen of what each step allows, all steps are seen, in their order."""
    seen = []
    for course in played(game, lang, choose):
        present = course.present(lang)
        assert bool(present.text) == (course.waits or course.mover() == course.lesson.learner)
        if present.text:
            seen.append(present.step)
    steps = len(course.lesson.steps)
    assert list(dict.fromkeys(seen)) == list(range(1, steps + 1))
    assert course.present(lang) == (steps, steps, "", (), (), False, False, True)
    assert course.mover() is None
    assert course.match.outcome is None
    assert course.match.to_act


@pytest.mark.parametrize("game", TAUGHT)
def test_every_move_that_a_step_names_is_legal(game: str) -> None:
    for course in played(game):
        present = course.present("en")
        if not present.expects:
            continue
        step = course.lesson.steps[present.step - 1]
        named = [text for text in step.do if text.split()[0] != ANY]
        match, seat = course.match, course.lesson.learner
        for text in named:
            move = match.game.read_move(match.state, seat, text, "en", match.names)
            match.check(seat, with_text(match.game, move, TELLING) if present.tell else move)
        offered = {move["text"] for point in match.view(seat)["points"] for move in point["moves"]}
        assert set(present.expects) <= offered


@pytest.mark.parametrize("game", TAUGHT)
def test_other_legal_moves_are_refused_with_a_sentence(game: str) -> None:
    refused = 0
    for course in played(game):
        match, seat = course.match, course.lesson.learner
        fits = wanted(course)
        others = [
            move for move in match.legal_moves(seat) if stripped(match.game, move) not in fits
        ]
        if course.over:
            for move in others:
                course.check(seat, move)
            break
        for move in others[:5]:
            with pytest.raises(LessonError) as caught:
                course.check(seat, move)
            assert caught.value.text("en") != caught.value.text("de")
            refused += course.mover() == seat
    assert refused >= 15


@pytest.mark.parametrize("game", TAUGHT)
def test_marks_are_there(game: str) -> None:
    """What a step speaks of is a place of the still, a piece that lies there, or a point."""
    for course in played(game):
        present, match = course.present("en"), course.match
        view = match.view(course.lesson.learner)
        known = set(re.findall(r' id="([^"]+)"', presentation_of(match.game).board_svg()))
        known |= {piece["key"] for piece in presentation_of(match.game).pieces(view)}
        known |= {point["id"] for point in view["points"]}
        assert set(present.marks) <= known, present.step


@pytest.mark.parametrize("game", TAUGHT)
def test_texts_are_short_and_plain(game: str) -> None:
    for step in load(game).steps:
        for said in (step.said, *([step.wrong] if step.wrong else [])):
            assert set(said.texts) >= set(COMPLETE_LANGS)
            assert said.text("en") != said.text("de")
            for lang in COMPLETE_LANGS:
                text = said.text(lang)
                assert 20 < len(text) <= LONGEST, text
                assert text == " ".join(text.split())
                assert not re.search(r"[*_#`<>{}—]", text), text
                assert text[-1] in ".!?:", text


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_of_the_right_length(game: str) -> None:
    """Five to ten minutes of reading, doing and looking on."""
    lesson = load(game)
    assert 15 <= len(lesson.steps) <= 40
    assert all(5 <= lesson.minutes(lang) <= 14 for lang in COMPLETE_LANGS)
    assert sum(bool(step.do) for step in lesson.steps) >= 5


@pytest.mark.parametrize("game", TAUGHT)
def test_the_table_of_a_lesson_can_be_set(game: str) -> None:
    lesson = load(game)
    loaded = load_game(game, lesson.board)
    loaded.complete(len(lesson.seats), lesson.options)
    assert [seat.bot for seat in lesson.seats].count("") == 1
    for seat in lesson.seats:
        if seat.bot:
            check_bot(seat.bot, loaded)
    names = [player.name for player in lesson.players("Anna")]
    assert names[lesson.learner] == "Anna"
    taken = names[lesson.learner - 1]
    assert len(set(lesson.players(taken))) == len(names)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_goes_on_from_its_history_alone(game: str) -> None:
    """Left anywhere, it goes on; at most the explanations since the last move are read again."""
    for course in played(game):
        again = Course(course.lesson, course.match)
        again.explained = course.explained
        assert again.present("en") == course.present("en")
        bare = Course(course.lesson, course.match)
        for _ in course.lesson.steps:
            if bare.waits and bare.present("en") != course.present("en"):
                bare.go_on()
        assert bare.present("en") == course.present("en")


def test_a_move_taken_back_leads_back_to_its_step() -> None:
    course = begun("hibernia")
    while course.waits:
        course.go_on()
    before = course.present("en")
    course.match.play(0, course.move())
    assert course.present("en").step == before.step + 1
    course.match.undo(0)
    assert course.present("en") == before


def test_nobody_moves_while_an_explanation_is_read_or_somebody_else_comes_first() -> None:
    course = begun("hibernia")
    with pytest.raises(LessonError, match="Read"):
        course.check(0, course.match.legal_moves(0)[0])
    while course.mover() in (0, None):
        advance(course)
    with pytest.raises(LessonError, match="Medb comes first"):
        course.check(0, course.move())


def test_a_match_that_leaves_the_lesson_is_not_held() -> None:
    """Other rules, another lesson: where its moves are not to be had, it is over."""
    course = begun("hibernia")
    match = course.match
    match.push(0, match.game.read_move(match.state, 0, "march Lui die"))
    match.push(0, match.game.read_move(match.state, 0, "raise wild"))
    assert not course.over
    roll(course)
    course.explained = 99
    while not course.over:
        match.play(course.mover() or 0, course.move())
        roll(course)
    course.check(match.to_act[0], match.legal_moves(match.to_act[0])[0])


def test_a_lesson_knows_no_other_keys() -> None:
    text = _file("hibernia").read_text("utf-8").replace("mark =", "marks =", 1)
    with pytest.raises(Exception, match="marks"):
        _convert(text)


def _convert(text: str) -> Lesson:
    return parse(text)


@pytest.mark.parametrize(
    ("game", "words"), [("hibernia", ("castle", "Heavy", "arrow")), ("cambria", ("dummy",))]
)
def test_what_is_prominent_is_explained(game: str, words: tuple[str, ...]) -> None:
    """Whoever sees it on the board is told what it means."""
    said = " ".join(step.said.text("en") for step in load(game).steps)
    assert all(word in said for word in words)
