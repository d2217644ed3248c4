"""The beginning (S3)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.games.shent.chapters.beginning import Setup, begin
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.chapters.rounds import Round
from cruachan.games.shent.components.board import board_for, load
from cruachan.games.shent.components.material import (
    BAND,
    DRU,
    FARON,
    GALAS,
    HANNAS,
    MAETHOR,
    RANDIR,
    RATH,
    URLUG,
)
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.state import Aim, State, mobile, supply
from cruachan.games.shent.notation.position import observe
from tests.shent.play import fall, in_turn, no, options, play, said, verbs, waits
from tests.shent.positions import put, quest

A, B, C = range(3)


def opening(seats: int = 3, **chosen: str) -> State:
    """A game before its first lot."""
    state = State(load(board_for(seats)), seats, options(**chosen))
    begin(state)
    run(state)
    return state


def lands_of_element(state: State, element: int) -> list[int]:
    """The lands of an element."""
    return [i for i, land in enumerate(state.board.lands) if land.element == element]


def with_elements(seats: int = 3, first: int = 0, **chosen: str) -> State:
    """All have chosen, seat n the element n, and water is in the sky."""
    state = fall(opening(seats, **chosen), first)
    for step in range(seats):
        seat = (first + step) % seats
        state = play(state, seat, "element", seat)
    return fall(state, 0)


def with_figures(seats: int = 3, first: int = 0, **chosen: str) -> State:
    """All have put a faron into the first land of their element."""
    state = with_elements(seats, first, **chosen)
    for step in reversed(range(seats)):
        seat = (first + step) % seats
        state = play(state, seat, "start", FARON, lands_of_element(state, seat)[0])
    return state


def dealt(seats: int = 3, first: int = 0) -> State:
    """The urlug has its lair, and each has galas, band and rath in hand."""
    state = with_figures(seats, first)
    state = fall(state, 5, lands_of_element(state, 5)[0])
    for _ in range(seats):
        state = fall(state, GALAS, BAND, RATH)
    return state


@pytest.mark.rule("S3.1")
def test_the_lot_says_who_chooses_first() -> None:
    state = opening()
    assert said(state, CHANCE, "lot") == [(0,), (1,), (2,)]
    state = fall(state, B)
    assert (state.first, waits(state)) == (B, (B,))
    state = play(state, B, "element", 3)
    assert waits(state) == (C,)
    assert no(state, C, "element", 3) == "S3.1"
    state = play(play(state, C, "element", 0), A, "element", 5)
    assert [player.element for player in state.players] == [5, 3, 0]
    assert verbs(state, CHANCE) == ("lot",)


@pytest.mark.rule("S3.1")
def test_of_six_the_last_has_no_choice() -> None:
    state = fall(opening(6), 0)
    for seat in range(5):
        state = play(state, seat, "element", seat)
    assert said(state, 5, "element") == [(5,)]


@pytest.mark.rule("S3.2")
@pytest.mark.parametrize(("start", "has"), [("rich", (10, 5, 1)), ("bare", (0, 0, 0))])
def test_what_each_begins_with(start: str, has: tuple[int, ...]) -> None:
    state = opening(start=start)
    assert all((p.tur, p.golu, p.aglar) == has for p in state.players)


@pytest.mark.rule("S2.3", "S3.3")
def test_the_first_figures_in_reverse_order() -> None:
    state = with_elements(first=B)
    assert (state.sky, waits(state)) == (0, (A,))
    home = lands_of_element(state, A)
    assert {land for _, land in said(state, A, "start")} == set(home)
    assert {kind for kind, _ in said(state, A, "start")} == {FARON, RANDIR}
    assert no(state, A, "start", FARON, lands_of_element(state, B)[0]) == "S3.3"
    assert no(state, A, "start", MAETHOR, home[0]) == "S3.3"
    after = play(state, A, "start", RANDIR, home[0])
    assert after.markers[home[0]] == A
    assert after.players[A].tur == state.players[A].tur
    assert [after.pieces[i].kind for i in mobile(after, home[0])] == [RANDIR]
    assert waits(after) == (C,)
    put(state, "dru", home[0])
    assert no(state, A, "start", FARON, home[0]) == "S3.3"


@pytest.mark.rule("S3.4")
def test_the_dragon_comes_into_a_land_without_a_figure() -> None:
    state = with_figures()
    assert said(state, CHANCE, "lot") == [(element,) for element in range(6)]
    state = fall(state, A)
    home = lands_of_element(state, A)
    assert said(state, CHANCE, "lot") == [(land,) for land in home[1:]]
    state = fall(state, home[1])
    (urlug,) = mobile(state, home[1])
    assert (state.pieces[urlug].kind, state.pieces[urlug].leader) == (URLUG, NOBODY)
    assert supply(state, URLUG) is not None


@pytest.mark.rule("S3.5", "S4.11")
def test_the_first_stone_of_the_goal_is_laid_by_all_at_once() -> None:
    state = dealt()
    assert all(player.hand == (GALAS, BAND, RATH) for player in state.players)
    assert state.bag[GALAS] == 1
    assert waits(state) == (A, B, C)
    assert observe(state, B).players[A].hand == (HIDDEN,) * 3
    assert no(state, B, "lay", HANNAS) == "S3.5"
    state = play(state, B, "lay", RATH)
    assert waits(state) == (A, C)
    assert top(observe(state, A)).answers == ((B, HIDDEN),)
    assert top(observe(state, B)).answers == ((B, RATH),)
    state = play(play(state, A, "lay", GALAS), C, "lay", GALAS)
    assert [player.goal for player in state.players] == [(GALAS,), (RATH,), (GALAS,)]
    assert state.players[B].hand == (GALAS, BAND)
    assert observe(state, A).players[B].goal == (HIDDEN,)


@pytest.mark.rule("S3.6", "S6.1")
def test_the_first_quests_in_the_order_of_choosing() -> None:
    state = dealt(first=B)
    for seat in (A, B, C):
        state = play(state, seat, "lay", GALAS)
    assert waits(state) == (B,)
    assert said(state, B, "declare") == [(m, BAND, RATH) for m in ("open", "silent", "secret")]
    for seat in (B, C, A):
        assert waits(state) == (seat,)
        state = play(state, seat, "declare", "secret", BAND, RATH)
        state = play(state, seat, "free", words="Das sage ich nicht.")
        assert state.players[seat].hand == ()
        assert len(state.players[seat].quests) == 1
    assert isinstance(top(state), RoundEvent)
    assert (state.round, top(state).seat) == (1, B)


@pytest.mark.rule("S3.7")
def test_a_limit_of_rounds_ends_the_game() -> None:
    state = in_turn(limit="15")
    state.round = 15
    state.stack = [Round()]
    run(state)
    assert (state.stack, len(state.outcome), state.won) == ([], 3, False)
    endless = in_turn()
    endless.round = 15
    endless.stack = [Round()]
    run(endless)
    assert (endless.round, endless.outcome) == (16, ())


@pytest.mark.rule("S3.9", "S7.1")
@pytest.mark.parametrize(("placing", "rule"), [("one", "S7.1"), ("any", "")])
def test_how_many_figures_are_placed(placing: str, rule: str) -> None:
    state = in_turn(placing=placing)
    state.markers[0] = A
    state = play(state, A, "place", FARON, 0)
    assert no(state, A, "place", FARON, 0) == rule


def event_number(count: int, land: int, tales: str) -> State:
    """The count-th event of a's turn, about to be read."""
    state = in_turn("events", tales=tales)
    group = (put(state, "faron", land, A),)
    state.turn = state.turn._replace(events=count)
    state.stack.append(Event(A, land, group, rune=GALAS, strength=3, step="read"))
    return state


@pytest.mark.rule("S3.10", "S9.8")
def test_short_tales_leave_most_events_to_the_engine() -> None:
    assert waits(event_number(1, 0, "short")) == (B,)
    assert waits(event_number(2, 0, "short")) == (CHANCE,)
    assert waits(event_number(2, 0, "all")) == (B,)


@pytest.mark.rule("S3.10")
def test_lands_named_by_an_open_quest_are_told_by_people() -> None:
    state = event_number(2, 0, "short")
    aim = Aim("reach", RATH, (GALAS,), size=1, land=0)
    quest(state, A, aim, mode="secret")
    assert waits(state) == (CHANCE,)
    quest(state, A, aim)
    assert waits(state) == (B,)


@pytest.mark.rule("S3.11")
def test_a_frame_story_and_its_foes() -> None:
    state = with_figures(first=B, frame="yes")
    state = fall(state, 5, lands_of_element(state, 5)[0])
    assert (waits(state), verbs(state, B)) == ((B,), ("frame",))
    state = play(state, B, "frame", words="Im Norden wachte der dunkle König auf.")
    assert waits(state) == (B,)
    home = lands_of_element(state, B)
    assert no(state, B, "foe", home[0]) == "S3.11"
    state = play(state, B, "foe", home[1])
    (foe,) = mobile(state, home[1])
    assert (state.pieces[foe].kind, state.pieces[foe].leader) == (DRU, NOBODY)
    state = play(play(state, C, "pass"), A, "pass")
    assert verbs(state, CHANCE) == ("rune",)


@pytest.mark.rule("S3.11")
def test_without_a_frame_the_runes_are_dealt_at_once() -> None:
    state = with_figures()
    state = fall(state, 5, lands_of_element(state, 5)[0])
    assert isinstance(top(state), Setup)
    assert (top(state).step, verbs(state, CHANCE)) == ("deal", ("rune",))
