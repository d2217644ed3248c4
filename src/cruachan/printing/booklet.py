"""The numbered rules of a game as a booklet: chapters, examples in pictures, index."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from cruachan.engine.description import GameDescription
from cruachan.engine.game import CHANCE
from cruachan.engine.glossary import entries
from cruachan.engine.match import Match
from cruachan.engine.narration import with_text
from cruachan.engine.notation import fold
from cruachan.engine.presentation import presentation_of
from cruachan.engine.print_material import cropped
from cruachan.engine.rulebook import Rulebook, rulebook
from cruachan.engine.texts import Lang, Texts, tables
from cruachan.games import load_game
from cruachan.lessons.course import Course
from cruachan.lessons.lesson import has_lesson, load

VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
SKY = "sky"
"""What a step of a lesson marks that lies beside the board."""
MANY = 9
"""A word that more rules speak of is found by chapters."""
MOST = 9
"""The most chapters that the index names for a word: those with the most rules on it."""
SIGN = re.compile(r", (?:[A-Z]|\[\w+\])\)$")
"""By what the terminal shows a figure, behind its name."""


class Example(NamedTuple):
    """A position of the game's lesson, and what is said of it."""

    text: str
    drawing: str


def chapters(package: str, lang: Lang) -> list[dict[str, Any]]:
    """The chapters with their rules."""
    book = rulebook(package)
    return [
        {
            "number": number,
            "title": title.text(lang),
            "rules": [
                {"number": rule, "text": text.text(lang)}
                for rule, text in book.rules.items()
                if rule.split(".")[0] == number
            ],
        }
        for number, title in book.chapters.items()
    ]


def index(package: str, lang: Lang) -> list[dict[str, Any]]:
    """The words that a game explains, each with the rules or chapters that speak of it."""
    book, words = rulebook(package), Texts(package, lang)
    printed = tables(package, lang).get("printed", {})
    found = []
    for entry in entries(package, lang):
        title, text = SIGN.sub(")", entry.title), entry.text
        if entry.key in printed:
            title, _, text = words(f"printed.{entry.key}").partition(": ")
        # A screen explains only some forms of a common word; rules mean the word itself too.
        places = spoken_of(book, [*entry.names, title.partition(" (")[0]], lang)
        if places:
            more = len(places) > MOST
            found.append({"title": title, "text": text, "places": chief(places), "more": more})
    return sorted(found, key=lambda entry: fold(str(entry["title"])))


def spoken_of(book: Rulebook, names: list[str], lang: Lang) -> Counter[str]:
    """The numbers of the rules that use one of these words, in their order; of chapters where they
    are many, with the number of their rules. What is named with a capital is a noun in German and
    always has it."""
    known = "|".join(
        re.escape(name) if name[0].isupper() else f"(?i:{re.escape(name)})"
        for name in names
        if name
    )
    if not known:
        return Counter()
    word = re.compile(rf"(?<!\w)(?:{known})(?!\w)")
    rules = [rule for rule, text in book.rules.items() if word.search(text.text(lang))]
    if len(rules) <= MANY:
        return Counter(rules)
    return Counter(rule.split(".")[0] for rule in rules)


def chief(places: Counter[str]) -> list[str]:
    """Where a word is spoken of most, in the order of the book."""
    most = [place for place, _ in places.most_common(MOST)]
    return [place for place in places if place in most]


# --- Examples -------------------------------------------------------------------------------


def examples(description: GameDescription, wanted: tuple[int, ...], lang: Lang) -> list[Example]:
    """Steps of the game's lesson as a reader sees them: what is said, and the table then."""
    if not wanted or not has_lesson(description.name):
        return []
    lesson = load(description.name)
    game = load_game(description.name, lesson.board)
    match: Match[Any, Any] = Match(game, lesson.players(), dict(lesson.options), seed=lesson.seed)
    course = Course(lesson, match, lang)
    found: dict[int, Example] = {}
    while not course.over and len(found) < len(wanted):
        if CHANCE in match.to_act:
            match.roll()
            continue
        step = course.present(lang)
        if step.text and step.step - 1 in wanted:
            drawing = table(match, lesson.learner, lang, SKY in step.marks)
            found[step.step - 1] = Example(step.text, drawing)
        if course.waits:
            course.go_on()
        else:
            make_move(course)
    return list(found.values())


def make_move(course: Course) -> None:
    """Make the next move of a lesson, with words where it is nothing without them."""
    seat, move, match = course.mover(), course.move(), course.match
    assert seat is not None
    narration = match.game.narration
    untold = narration is not None and not narration.text_of(move)
    if narration is not None and untold and narration.requires(match.state, seat, move):
        move = with_text(match.game, move, match.names[seat])
    match.play(seat, move)


def table(match: Match[Any, Any], seat: int, lang: Lang, whole: bool = True) -> str:
    """The board with all that lies on it, as a seat sees it, without what stands below; or only
    the part of it on which pieces lie, where that is told."""
    shown = presentation_of(match.game)
    view = shown.view(match.state, seat, match.names, lang)
    heart = shown.picture(match.game.board).heart if shown.picture and not whole else None
    if heart is not None:
        return cropped(shown.draw(view, lang), heart)
    box = VIEW_BOX.search(shown.board_svg(lang))
    drawing = shown.draw(view, lang)
    return VIEW_BOX.sub(box[0], drawing, count=1) if box else drawing
