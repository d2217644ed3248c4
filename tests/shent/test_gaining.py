"""Markers, tûr, golu and aglar (S13)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.events import draw_event
from cruachan.games.shent.chapters.gaining import tur_income
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.components.material import CALAD, GALAS, GWELU, NAUR, NEN, THURINAS
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import Move, run
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    figures,
    land_sum,
    lands_of,
    tokens,
)
from cruachan.games.shent.game import SHENT
from tests.shent.arena import lands
from tests.shent.play import in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, table, whats

A, B, C = range(3)


HERE, THERE = lands(NEN)[:2]
HOSTILE = lands(NAUR)[0]


def ended(state: State, seat: int = A) -> State:
    """The turn of a seat ends; the game goes on to whoever is next."""
    after = state.copy()
    after.domain_events = []
    after.active = seat
    after.stack = [Round(), TurnFrame(seat, "gain")]
    run(after)
    return after


def ground(**values: Any) -> State:
    """A bare table with all options."""
    return table(options=in_turn().options, **values)


# --- Marking (S13.1 to S13.5) -------------------------------------------------------------


@pytest.mark.rule("S13.1", "S13.2", "S13.6")
def test_she_marks_before_she_counts() -> None:
    state = ground()
    for land in lands(CALAD):
        put(state, "talan", land, A)
    put(state, "faron", HERE, A)
    after = ended(state)
    assert lands_of(after, A) == sorted([HERE, *lands(CALAD)])
    assert whats(after).index("marked") < whats(after).index("income")


@pytest.mark.rule("S13.1", "S13.5")
def test_a_marker_that_goes_brings_nothing_any_more() -> None:
    state = ground(sky=GWELU)
    for land in (HOSTILE, *lands(NEN)):
        state.markers[land] = A
    after = ended(state)
    assert after.markers[HOSTILE] == NOBODY
    assert after.players[A].tur == 10 + sum(2 for _ in lands(NEN))


@pytest.mark.rule("S13.2")
@pytest.mark.parametrize(("kind", "marks"), [("faron", True), ("talan", True), ("minas", False)])
def test_what_marks_a_land(kind: str, marks: bool) -> None:
    state = ground()
    put(state, kind, HERE, A)
    assert (ended(state).markers[HERE] == A) is marks


@pytest.mark.rule("S13.2")
def test_an_ally_alone_marks_nothing_and_the_dragon_neither() -> None:
    state = ground()
    put(state, "urlug", HERE, A)
    assert ended(state).markers[HERE] == NOBODY


@pytest.mark.rule("S13.2")
def test_anothers_marker_is_removed_when_nobody_stands_there() -> None:
    state = ground()
    state.markers[HERE] = B
    put(state, "faron", HERE, A)
    assert ended(state).markers[HERE] == A
    put(state, "randir", HERE, B)
    assert ended(state).markers[HERE] == B


@pytest.mark.rule("S13.2", "S8.8")
def test_a_guest_in_peace_does_not_mark() -> None:
    state = ground()
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    acts.make_peace(state, HERE, A, B)
    assert ended(state).markers[HERE] == NOBODY


@pytest.mark.rule("S13.2")
def test_a_waking_foe_bars_marking_a_captive_one_too_a_sleeping_one_not() -> None:
    state = ground()
    put(state, "faron", HERE, A)
    dru = put(state, "dru", HERE)
    assert ended(state).markers[HERE] == NOBODY
    acts.lay(state, Token(TokenKind.CAPTIVE, HERE, 3, pieces=(dru,)))
    assert ended(state).markers[HERE] == NOBODY
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, pieces=(dru,), until=9))
    assert ended(state).markers[HERE] == A


@pytest.mark.rule("S13.2", "S9.15")
def test_hidden_figures_neither_mark_nor_bar() -> None:
    state = ground()
    put(state, "faron", HERE, A, hidden=2)
    assert ended(state).markers[HERE] == NOBODY
    put(state, "maethor", HERE, A)
    put(state, "faron", HERE, B, hidden=2)
    assert ended(state).markers[HERE] == A


@pytest.mark.rule("S13.2")
def test_a_sleeping_figure_marks() -> None:
    state = ground()
    faron = put(state, "faron", HERE, A)
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, pieces=(faron,), until=9))
    assert ended(state).markers[HERE] == A


@pytest.mark.rule("S13.3")
@pytest.mark.parametrize("kind", ["talan", "ost"])
def test_anothers_building_is_taken_at_the_second_turns_end(kind: str) -> None:
    state = ground()
    house = put(state, kind, HERE, B)
    state.markers[HERE] = B
    faron = put(state, "faron", HERE, A)
    once = ended(state)
    assert (once.markers[HERE], once.pieces[house].leader) == (B, B)
    twice = ended(once)
    assert (twice.markers[HERE], twice.pieces[house].leader) == (A, A)
    away = once.copy()
    acts.change_piece(away, faron, land=THERE)
    away = ended(away)
    acts.change_piece(away, faron, land=HERE)
    assert ended(away).markers[HERE] == B


@pytest.mark.rule("S13.3")
def test_a_land_with_only_buildings_counts_as_empty() -> None:
    state = ground()
    put(state, "talan", HERE, B)
    state.markers[HERE] = B
    put(state, "minas", THERE)
    put(state, "faron", THERE, A)
    assert ended(state).markers[THERE] == A


@pytest.mark.rule("S13.4")
def test_a_tower_is_led_by_who_stands_there_alone() -> None:
    state = ground()
    minas = put(state, "minas", HERE, A)
    faron = put(state, "faron", HERE, A)
    put(state, "maethor", HERE, B)
    acts.settle(state)
    assert state.pieces[minas].leader == A
    acts.kill(state, faron, B)
    acts.settle(state)
    assert state.pieces[minas].leader == B
    assert "took" in whats(state)


@pytest.mark.rule("S13.4")
def test_a_tower_nobody_stands_by_is_led_by_nobody() -> None:
    state = ground()
    minas = put(state, "minas", HERE, A)
    acts.settle(state)
    assert state.pieces[minas].leader == NOBODY
    for seat in (B, C):
        put(state, "faron", HERE, seat)
    acts.settle(state)
    assert state.pieces[minas].leader == NOBODY


@pytest.mark.rule("S13.4")
def test_a_tower_left_alone_makes_its_land_neutral() -> None:
    state = ground(sky=NEN)
    minas, talan = put(state, "minas", HERE, A), put(state, "talan", THERE, A)
    leaving = [put(state, "faron", land, A) for land in (HERE, THERE)]
    state.markers[HERE] = state.markers[THERE] = A
    acts.settle(state)
    assert (state.markers[HERE], state.pieces[minas].leader) == (A, A)
    for piece in leaving:
        acts.change_piece(state, piece, land=HOSTILE)
    acts.settle(state)
    assert (state.markers[HERE], state.pieces[minas].leader) == (NOBODY, NOBODY)
    assert (state.markers[THERE], state.pieces[talan].leader) == (A, A)
    put(state, "faron", HERE, B)
    acts.settle(state)
    assert (state.markers[HERE], state.pieces[minas].leader) == (NOBODY, B)


@pytest.mark.rule("S13.4")
def test_a_guest_takes_the_tower_that_its_host_has_left() -> None:
    state = ground()
    minas, faron = put(state, "minas", HERE, A), put(state, "faron", HERE, A)
    put(state, "maethor", HERE, B)
    state.markers[HERE] = A
    acts.make_peace(state, HERE, A, B)
    acts.change_piece(state, faron, land=HOSTILE)
    acts.settle(state)
    assert (state.markers[HERE], state.pieces[minas].leader) == (NOBODY, B)


@pytest.mark.rule("S13.5", "S2.5")
@pytest.mark.parametrize(("sky", "stays"), [(NEN, True), (GWELU, False)])
def test_an_unattended_marker_goes_when_the_sum_is_below_0(sky: int, stays: bool) -> None:
    state = ground(sky=sky)
    state.markers[HOSTILE] = A
    assert (ended(state).markers[HOSTILE] == A) is stays
    attended = state.copy()
    put(attended, "dru", HOSTILE, A)
    assert ended(attended).markers[HOSTILE] == A
    built = state.copy()
    put(built, "talan", HOSTILE, A)
    assert ended(built).markers[HOSTILE] == A


@pytest.mark.rule("S13.5", "S1.12")
def test_above_twelve_markers_she_chooses_which_land_goes_without() -> None:
    state = ground(sky=NEN)
    for land in range(13):
        state.markers[land] = A
        put(state, "faron" if land < 4 else "talan" if land < 10 else "maethor", land, A)
    after = ended(state)
    assert waits(after) == (A,)
    assert verbs(after, A) == ("release",)
    assert no(after, A, "release", 13) == "S13.5"
    after = play(after, A, "release", 12)
    assert lands_of(after, A) == list(range(12))
    assert waits(after) != (A,)


# --- tûr (S13.6 to S13.8) -----------------------------------------------------------------


@pytest.mark.rule("S13.6")
def test_the_example_of_the_rulebook() -> None:
    state = ground()
    acts.change(state, A, element=NEN)
    plain = [land for land in range(len(BOARD.lands)) if abs(land_sum(state, A, land)) < 3][:12]
    assert len(plain) == 12
    for land in plain:
        state.markers[land] = A
    put(state, "talan", plain[0], A)
    for kind in ("faron", "faron", "maethor", "randir"):
        put(state, kind, plain[1], A)
    assert tur_income(state, A) == 10


@pytest.mark.rule("S13.6", "S2.7")
def test_the_element_changes_what_a_land_brings() -> None:
    state = ground(sky=NEN)
    for land in lands(NEN):
        state.markers[land] = A
    assert tur_income(state, A) == 2 * len(lands(NEN))
    state.sky = NAUR
    for land in lands(GWELU):
        state.markers[land] = A
    assert tur_income(state, A) == len(lands(NEN)) + len(lands(GWELU))
    for land in lands(NAUR):
        state.markers[land] = A
    assert tur_income(state, A) == len(lands(NEN)) + len(lands(GWELU))


@pytest.mark.rule("S13.6")
def test_buildings_bring_and_cost_allies_minas_and_the_track_cost_nothing() -> None:
    state = ground()
    for land in lands(GWELU) + lands(CALAD):
        state.markers[land] = A
    whole = tur_income(state, A)
    put(state, "ost", HERE, A)
    assert tur_income(state, A) == whole + 5 - 1
    for kind in ("dru", "adan", "urlug", "minas"):
        put(state, kind, THERE, A)
    put(state, "maethor", TRACK, A)
    assert tur_income(state, A) == whole + 4
    put(state, "maethor", HERE, A)
    assert tur_income(state, A) == whole + 3


@pytest.mark.rule("S13.7", "S13.8")
def test_she_always_gains_three() -> None:
    state = ground()
    assert ended(state).players[A].tur == 13
    for kind in ("faron", "faron", "maethor", "maethor", "gollor"):
        put(state, kind, HERE, A)
    assert ended(state).players[A].tur == 13


@pytest.mark.rule("S13.8")
def test_without_a_figure_a_player_plays_on() -> None:
    state = in_turn("begin")
    run(state)
    assert waits(state) == (A,)
    assert not [piece for piece in state.pieces if piece.land >= 0]
    assert said(state, A, "place")


# --- golu (S13.9) -------------------------------------------------------------------------


def entering(state: State, *kinds: str) -> State:
    """These figures entered a land, and its event is drawn."""
    for kind in kinds:
        put(state, kind, HERE, A, moved=True)
    draw_event(state, A, HERE, tuple(figures(state, A, HERE)), False)
    return state


@pytest.mark.rule("S13.9")
@pytest.mark.parametrize(
    ("kinds", "golu"),
    [
        (("maethor",), 1),
        (("randir",), 2),
        (("saelon", "randir"), 2),
        (("gollor", "randir"), 3),
        (("pethdan",), 1),
    ],
)
def test_golu_for_a_drawn_rune(kinds: tuple[str, ...], golu: int) -> None:
    assert entering(in_turn("events"), *kinds).turn.golu == golu


@pytest.mark.rule("S13.9")
def test_the_example_of_the_rulebook_for_golu() -> None:
    state = entering(in_turn("events"), "maethor")
    for kind in ("gollor", "randir"):
        put(state, kind, THERE, A, moved=True)
    draw_event(state, A, THERE, tuple(figures(state, A, THERE)), False)
    state.stack = []
    assert state.turn.golu == 4
    assert ended(state).players[A].golu == 14


@pytest.mark.rule("S13.9")
def test_who_stood_there_before_teaches_nothing() -> None:
    state = in_turn("events")
    put(state, "gollor", HERE, A)
    assert entering(state, "maethor").turn.golu == 1


@pytest.mark.rule("S13.9")
def test_printed_runes_give_no_golu() -> None:
    state = in_turn("move")
    printed = next(n for n, land in enumerate(BOARD.lands) if land.rune is not None)
    beside = BOARD.near[printed][0]
    faron = put(state, "faron", beside, A, steps=2)
    state = play(play(state, A, "step", faron, printed), A, "done")
    assert type(state.stack[-1]).__name__ == "Event"
    assert state.turn.golu == 0


# --- aglar (S13.10, S13.11) ---------------------------------------------------------------


@pytest.mark.rule("S13.10")
def test_aglar_is_granted_by_more_than_half_of_the_remaining() -> None:
    state = in_turn(seats=4)
    assert no(state, A, "honour", A) == "S13.10"
    state = play(state, A, "honour", B, words="She held the pass.")
    assert waits(state) == (2, 3)
    state = play(state, 2, "vote", True)
    assert play(state, 3, "vote", False).players[B].aglar == 0
    state = play(state, 3, "vote", True)
    assert state.players[B].aglar == 1
    assert no(state, A, "honour", C) == "S13.10"


@pytest.mark.rule("S13.10")
def test_with_two_the_proposal_is_enough() -> None:
    assert play(in_turn(seats=2), A, "honour", B).players[B].aglar == 1


@pytest.mark.rule("S13.10")
@pytest.mark.parametrize(("lang", "refused"), [("en", "did not agree"), ("de", "nicht zu")])
def test_with_two_nobody_is_said_to_have_refused_it(lang: str, refused: str) -> None:
    state = in_turn(seats=2)
    move = Move("honour", (B,))
    after = SHENT(state.board).apply(state, A, move)
    told = SHENT(state.board).presentation.tell(state, A, move, after, A, ("Ana", "Ben"), lang)
    assert "Ben" in told
    assert refused not in told
    assert "others" not in told
    assert "anderen" not in told


@pytest.mark.rule("S13.10", "S4.10")
def test_a_proposal_is_made_whenever_she_decides() -> None:
    for phase in ("prepare", "move", "move2"):
        assert "honour" in verbs(in_turn(phase), A)
        assert "honour" not in verbs(in_turn(phase), B)


@pytest.mark.rule("S13.11")
def test_one_point_a_round_and_none_in_return() -> None:
    state = in_turn(seat=B)
    state = play(play(state, B, "honour", A), C, "vote", False)
    state.active = A
    state.turn = in_turn().turn
    state.stack[-1] = TurnFrame(A, "prepare")
    assert no(state, A, "honour", B) == "S13.11"
    state = play(play(state, A, "honour", C), B, "vote", True)
    assert state.players[C].aglar == 1
    state.stack[-1] = TurnFrame(B, "prepare")
    state.active = B
    state.turn = in_turn().turn
    assert no(state, B, "honour", C) == "S13.11"
    state.round += 1
    assert no(state, B, "honour", C) == ""


@pytest.mark.rule("S13.12", "S1.5")
def test_at_the_end_of_the_turn_its_stones_go_back() -> None:
    state = ground()
    for rune in (GALAS, THURINAS):
        state.bag[rune] -= 1
        state.aside.append(rune)
    acts.lay(state, Token(TokenKind.LUCK, seat=A, strength=1, until=THIS_TURN))
    after = ended(state)
    assert after.bag == [4] * 16
    assert (after.aside, tokens(after, TokenKind.LUCK)) == ([], [])
