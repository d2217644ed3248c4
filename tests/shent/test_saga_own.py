"""What a person does, names and vows has its place in her saga."""

from __future__ import annotations

from functools import cache

import pytest

from cruachan.engine.match import Match, Player
from cruachan.engine.narration import with_text
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State, led
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga.book import Book
from cruachan.games.shent.saga.saga import book

VOW = "An apple shall lie in five kitchens."
HERO = "Wick"
ANSWERS = ("march", "done", "pass", "decline", "tell", "read", "target", "accept")
"""What is said first, where it can be: the game goes on, and nothing much happens."""


@cache
def begun(kind: str = "person") -> Match[State, Move]:
    """Two secret vows in own words, and a hunter that gets a name and stays where it is."""
    players = [Player("Anna", kind), Player("Bea", kind)]
    match = Match(SHENT.on_board("sirren"), players, {"limit": "6"}, seed=b"words")
    while match.state.round < 3:
        seat = match.to_act[0]
        if seat < 0:
            match.roll()
            continue
        moves = {move.verb: move for move in match.legal_moves(seat)[::-1]}
        secret = [m for m in match.legal_moves(seat) if m.verb == "declare" and "secret" in m.args]
        if "free" in moves:
            match.play(seat, with_text(match.game, moves["free"], VOW))
        elif "march" in moves and match.state.round == 1 and not match.state.names:
            match.play(seat, Move("name", (led(match.state, seat)[0],), HERO))
        else:
            first = next((moves[verb] for verb in ANSWERS if verb in moves), None)
            match.play(seat, (secret or [first or match.legal_moves(seat)[0]])[0])
    return match


@cache
def vowed(mode: str) -> Match[State, Move]:
    """A hidden quest of the list, begun in own words by the first who declares."""
    match = Match(SHENT.on_board("sirren"), [Player("Anna"), Player("Bea")], {}, seed=b"words")
    said = False
    while match.state.round < 1:
        seat = match.to_act[0]
        if seat < 0:
            match.roll()
            continue
        moves = match.legal_moves(seat)
        aims = [each for each in moves if each.verb == "aim"]
        declared = [each for each in moves if each.verb == "declare" and mode in each.args]
        move = (aims or declared or moves)[0]
        if aims and seat == 0 and not said:
            move, said = with_text(match.game, move, VOW), True
        match.play(seat, move)
    return match


def text(saga: Book) -> str:
    return " ".join(each.text for chapter in saga.chapters for each in chapter.all)


@pytest.mark.parametrize("lang", LANGS)
def test_ones_own_secret_vow_stands_in_ones_saga_and_in_no_other(lang: Lang) -> None:
    assert VOW in text(book(begun(), lang, 0))
    assert text(book(begun(), lang, 0)).count(VOW) == 1
    assert VOW not in text(book(begun(), lang, None))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("mode", ["silent", "secret"])
def test_ones_own_words_for_a_hidden_quest_stand_in_ones_saga(lang: Lang, mode: str) -> None:
    """And not what the game would tell of its aim."""
    saga = text(book(vowed(mode), lang, 0))
    assert saga.count(VOW) == 1
    assert VOW not in text(book(vowed(mode), lang, None))


@pytest.mark.parametrize("lang", LANGS)
def test_the_hero_that_a_person_names_is_told_of_and_listed(lang: Lang) -> None:
    """Whatever else there is to tell; and as it stands now, for nothing has ended yet."""
    saga = book(begun(), lang, 0)
    assert HERO in text(saga)
    (hero,) = saga.figures
    assert hero.name.startswith(HERO)
    now = {"en": "now in ", "de": "jetzt in "}[lang]
    assert now in hero.about


def test_a_name_that_a_bot_gives_is_no_story_by_itself() -> None:
    assert HERO not in text(book(begun("purposeful"), "en", 0))
