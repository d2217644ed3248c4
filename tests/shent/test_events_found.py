"""What events leave to be found: treasures, hidden figures, heroes; and what is gone by then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.chapters.events import Event, applicable
from cruachan.games.shent.chapters.gaining import may_mark
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.chapters.trials import SHOWN
from cruachan.games.shent.components.material import (
    BREGED,
    GALAS,
    HANNAS,
    NARCHAD,
    RATH,
    TALAN,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.presence import locked, may_meet, opponents
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import (
    State,
    Token,
    figures,
    tokens,
)
from cruachan.games.shent.readings.questions import Avow
from cruachan.games.shent.view.prompts import Prompts
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, quest
from tests.shent.test_events import HERE, A, B, C, happening

# --- Treasures ----------------------------------------------------------------------------


def treasure(worth: int = 4, **values: Any) -> State:
    """a chooses contests, with a saelon beside a treasure."""
    state = in_turn("contest")
    put(state, "saelon", HERE, A)
    state.tokens.append(Token(TokenKind.TREASURE, HERE, worth, **values))
    return state


@pytest.mark.rule("S9.14")
@pytest.mark.parametrize(("spoils", "gained"), [("tur", (8, 0)), ("golu", (0, 4))])
def test_a_treasure_is_found(spoils: str, gained: tuple[int, int]) -> None:
    state = play(play(treasure(), A, "search", HERE), A, "bid", 0)
    state = fall(state, 3)
    assert verbs(state, A) == ("spoils",)
    before = state.players[A]
    state = play(state, A, "spoils", spoils)
    after = state.players[A]
    assert (after.tur - before.tur, after.golu - before.golu) == gained
    assert not tokens(state, TokenKind.TREASURE)


@pytest.mark.rule("S9.14")
def test_a_treasure_is_not_found() -> None:
    state = play(play(treasure(), A, "search", HERE), A, "bid", 0)
    state = fall(state, 2)
    assert tokens(state, TokenKind.TREASURE)
    assert top(state).phase == "move2"


@pytest.mark.rule("S9.14")
def test_who_may_search() -> None:
    state = treasure()
    put(state, "faron", HERE, B)
    acts.make_peace(state, HERE, A, B)
    assert no(state, A, "search", HERE) in ("S9.14", "not now")
    foe = treasure()
    put(foe, "dru", HERE)
    assert no(foe, A, "search", HERE) == "S9.14"
    nobody = treasure()
    acts.to_supply(nobody, figures(nobody, A, HERE)[0])
    assert no(nobody, A, "search", HERE) in ("S9.14", "not now")


@pytest.mark.rule("S9.14", "S27.7")
def test_a_treasure_that_was_shown_needs_no_draw() -> None:
    state = play(treasure(other=SHOWN), A, "search", HERE)
    assert verbs(state, A) == ("spoils",)


# --- Hidden figures -----------------------------------------------------------------------


@pytest.mark.rule("S9.15")
def test_hidden_figures_are_left_alone() -> None:
    state = in_turn("contest")
    mine = put(state, "maethor", HERE, A)
    theirs = put(state, "maethor", HERE, B, hidden=3)
    assert opponents(state, A, HERE) == opponents(state, B, HERE) == []
    assert may_meet(state, A, HERE) == []
    assert not locked(state, mine)
    assert may_mark(state, A, HERE)
    assert not may_mark(state, B, HERE)
    acts.change_piece(state, theirs, hidden=0)
    assert opponents(state, A, HERE) == [B]
    assert not may_mark(state, A, HERE)


@pytest.mark.rule("S9.15")
@pytest.mark.parametrize("phase", ["prepare", "move", "move2"])
def test_hidden_figures_may_show_themselves(phase: str) -> None:
    state = in_turn(phase)
    mine, theirs = put(state, "faron", HERE, A, hidden=3), put(state, "faron", HERE, B, hidden=3)
    assert said(state, A, "emerge") == [(mine,)]
    assert no(state, A, "emerge", theirs) == "S9.15"
    state = play(state, A, "emerge", mine)
    assert state.pieces[mine].hidden == 0
    assert no(state, A, "emerge", mine) == "S9.15"


@pytest.mark.rule("S9.15")
def test_hiding_ends_when_the_own_turn_begins() -> None:
    state = in_turn()
    mine, theirs = put(state, "faron", HERE, A, hidden=3), put(state, "faron", HERE, B, hidden=3)
    state.stack = [Round(), TurnFrame(A)]
    run(state)
    assert (state.pieces[mine].hidden, state.pieces[theirs].hidden) == (0, 3)


# --- The question for a hero (S27.1) ------------------------------------------------------


def drawn_hannas(number: int, **values: Any) -> State:
    """a's faron has entered a land, and hannas is drawn with a number."""
    state = in_turn("events")
    put(state, "faron", HERE, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE,))
    acts.change(state, A, **values)
    run(state)
    return fall(state, HANNAS, number)


@pytest.mark.rule("S27.1", "S27.6")
def test_she_may_always_ask_where_a_hero_is_to_be_found() -> None:
    state = drawn_hannas(5)
    assert (waits(state), verbs(state, A)) == ((A,), ("accept", "decline"))
    asked = play(state, A, "accept")
    assert waits(asked) == (B,)
    assert {key for key, _ in said(asked, B, "read")} == {"hannas.hero"}
    assert no(asked, B, "read", "hannas.insight", ()) == "S27.1"
    assert no(asked, B, "read", STORY, ()) == "S9.7"
    land = said(asked, B, "read")[-1][1]
    told = play(asked, B, "read", "hannas.hero", land)
    assert no(told, A, "appeal") == "S9.10"
    told = play(told, A, "target", land)
    assert (told.players[A].heroes,) == land
    free = play(state, A, "decline")
    assert ("hannas.insight", ()) in said(free, B, "read")


@pytest.mark.rule("S27.1", "S27.6")
@pytest.mark.parametrize(("number", "values"), [(4, {}), (5, {"heroes": 3})])
def test_without_a_hero_to_be_found_the_narrator_reads_at_once(
    number: int, values: dict[str, int]
) -> None:
    assert waits(drawn_hannas(number, **values)) == (B,)


@pytest.mark.rule("S27.1", "S9.1")
@pytest.mark.parametrize(("strength", "step"), [(4, "read"), (5, "ask")])
def test_a_printed_hannas_lets_her_ask_too(strength: int, step: str) -> None:
    state = in_turn("events")
    lands = [*BOARD.lands]
    lands[HERE] = replace(lands[HERE], rune=HANNAS, strength=strength)
    state.board = replace(BOARD, lands=tuple(lands))
    put(state, "faron", HERE, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE,))
    run(state)
    assert (top(state).printed, top(state).step) == (True, step)


@pytest.mark.rule("S27.1", "S27.5")
@pytest.mark.parametrize("lang", LANGS)
def test_both_questions_of_hannas_are_asked_in_words(lang: Lang) -> None:
    state = drawn_hannas(5)
    for frame, key in ((top(state), "event_ask"), (Avow(A, 1), "avow")):
        state.stack.append(frame)
        speech = ShentSpeech(state, ("Medb", "Fand", "Nest"), lang, A)
        found, text = Prompts(state, speech).text((A,), A)
        assert found == key
        assert "Medb" not in text
        assert "{" not in text


@pytest.mark.rule("S9.11")
def test_the_only_reading_of_a_printed_rune_comes_again() -> None:
    state = happening(GALAS, 4, printed=True)
    acts.change(state, A, gains=(HERE,))
    act = top(state).act
    assert [key for key, _ in applicable(state, act)] == ["galas.blossom"]
    top(state)._replace(reading="galas.blossom")._remember(state)
    assert [key for key, _ in applicable(state, act)] == ["galas.blossom"]
    acts.change(state, A, gains=())
    assert "galas.blossom" not in dict(applicable(state, act))


# --- What is gone when it works -----------------------------------------------------------


def task_with_a_rune_played_meanwhile(number: int) -> State:
    """a names a rune of her hand for another task, and plays it against the same event."""
    state = happening(BREGED, 8)
    found = quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, hand=(NARCHAD,))
    state = play(state, B, "read", "breged.task", ())
    state = play(state, A, "target", (found, 0, NARCHAD))
    state = play(state, A, "counter", HAND, NARCHAD)
    state = play(state, C, "accept")
    return fall(play(state, A, "points", 0, 0), number)


@pytest.mark.rule("S9.7", "S31.7")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_rune_that_was_played_meanwhile_makes_no_task(number: int) -> None:
    state = task_with_a_rune_played_meanwhile(number)
    assert [quest.runes for quest in state.players[A].quests] == [(GALAS, RATH)]
    assert NARCHAD not in state.players[A].hand
    assert not any(isinstance(frame, Event) for frame in state.stack)


@pytest.mark.rule("S9.7", "S20.4")
def test_no_talan_is_founded_with_what_was_spent_meanwhile() -> None:
    state = happening(GALAS, 1)
    state.stack[-1] = state.stack[-1]._replace(step="work", reading="galas.founding", target=())
    acts.change(state, A, tur=7)
    run(state)
    assert state.players[A].tur == 7
    assert not [piece for piece in state.pieces if piece.land == HERE and piece.kind == TALAN]


def test_a_position_whose_target_is_gone_can_be_kept() -> None:
    state = happening(GALAS, 1)
    event = state.stack[-1]._replace(step="work", reading="galas.founding", target=())
    acts.change(state, A, tur=7)
    assert event.sound(state, None)
    assert not event._replace(target=(3,)).sound(state, None)
    assert not event._replace(reading="rath.road").sound(state, None)
