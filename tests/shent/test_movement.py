"""Movement and peace (S8)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.texts import Lang
from cruachan.engine.view import offered
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.movement import steps_of
from cruachan.games.shent.chapters.peace import Passage
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.components.material import GWEND, IDH, MAETH, RATH
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import FOES, NOWHERE
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.presence import locked, opponents
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    in_peace,
    land_sum,
    tokens,
    until_turn,
)
from cruachan.games.shent.game import SHENT
from tests.shent.acting import event, targets, work
from tests.shent.play import in_turn, no, play, said, waits
from tests.shent.positions import BOARD, far, near, put, whats

A, B, C = range(3)


def plain(land: int) -> bool:
    """Whether a land has no printed rune."""
    return BOARD.lands[land].rune is None


HERE = next(
    land
    for land in range(len(BOARD.lands))
    if plain(land) and BOARD.lands[land].element and sum(map(plain, BOARD.near[land])) > 2
)
THERE, ELSEWHERE, THIRD = [land for land in BOARD.near[HERE] if plain(land)][:3]
PRINTED = next(land for land in range(len(BOARD.lands)) if not plain(land))


def marching(**pieces: tuple[str, int]) -> tuple[State, dict[str, int]]:
    """a marches with figures, each called something: kind and land."""
    state = in_turn()
    found = {name: put(state, kind, land, A) for name, (kind, land) in pieces.items()}
    return play(state, A, "march"), found


def one(kind: str = "maethor", land: int = HERE) -> tuple[State, int]:
    """a marches with one figure."""
    state, found = marching(it=(kind, land))
    return state, found["it"]


# --- Steps --------------------------------------------------------------------------------


@pytest.mark.rule("S8.1")
def test_one_step_into_an_adjacent_land() -> None:
    state, faron = one("faron")
    assert {land for _, land in said(state, A, "step")} == set(near(state, HERE))
    assert no(state, A, "step", faron, far(state, HERE, 2)) == "S8.1"
    state = play(state, A, "step", faron, THERE)
    assert state.pieces[faron].land == THERE
    assert no(state, A, "step", faron, HERE) == "S8.1"


@pytest.mark.rule("S8.1")
def test_only_own_figures_step() -> None:
    state, _ = one()
    theirs, talan = put(state, "faron", HERE, B), put(state, "talan", HERE, A)
    assert no(state, A, "step", theirs, THERE) == "S8.1"
    assert no(state, A, "step", talan, THERE) == "S8.1"


@pytest.mark.rule("S8.2")
@pytest.mark.parametrize("kind", ["band", "asleep"])
def test_band_and_sleep_hold(kind: str) -> None:
    state, piece = one()
    acts.lay(state, Token(TokenKind(kind), HERE, 5, A, pieces=(piece,)))
    assert no(state, A, "step", piece, THERE) == "S8.2"


@pytest.mark.rule("S8.2", "S22.6", "S30.3")
def test_runes_that_bar_the_way() -> None:
    state, piece = one()
    acts.lay(state, Token(TokenKind.GATE, HERE, 5, A, THERE))
    acts.lay(state, Token(TokenKind.GATE, HERE, 5, B, ELSEWHERE))
    acts.lay(state, Token(TokenKind.STANDSTILL, THIRD, until=THIS_TURN))
    assert no(state, A, "step", piece, THERE) == "S22.6"
    assert no(state, A, "step", piece, ELSEWHERE) == ""
    assert no(state, A, "step", piece, THIRD) == "S30.3"
    acts.lay(state, Token(TokenKind.STANDSTILL, HERE, until=THIS_TURN))
    assert no(state, A, "step", piece, ELSEWHERE) == "S8.2"


@pytest.mark.rule("S8.2")
def test_who_locks_a_figure() -> None:
    state, piece = one()
    put(state, "dru", HERE)
    acts.lay(state, Token(TokenKind.HOST, HERE, 4, A, until=THIS_TURN))
    assert no(state, A, "step", piece, THERE) == ""
    other = put(state, "faron", HERE, B)
    assert no(state, A, "step", piece, THERE) == "S8.2"
    hidden = state.copy()
    acts.change_piece(hidden, other, hidden=3)
    assert no(hidden, A, "step", piece, THERE) == ""
    acts.make_peace(state, HERE, A, B)
    assert no(state, A, "step", piece, THERE) == ""


@pytest.mark.rule("S8.2", "S19.12", "S25.2")
def test_what_is_not_awaited_does_not_lock() -> None:
    state, piece = one()
    put(state, "faron", HERE, B)
    assert locked(state, piece)
    truce = state.copy()
    acts.lay(truce, Token(TokenKind.TRUCE, HERE, seat=A, until=THIS_TURN))
    assert not locked(truce, piece)
    state.weather = (IDH, 1)
    assert not locked(state, piece)


@pytest.mark.rule("S8.3")
def test_allies_follow_an_own_figure() -> None:
    state, found = marching(
        own=("faron", HERE), ally=("adan", HERE), other=("dru", THERE), stays=("faron", THERE)
    )
    assert no(state, A, "step", found["ally"], THERE) == "S8.3"
    state = play(state, A, "step", found["own"], THERE)
    assert no(state, A, "step", found["ally"], ELSEWHERE) == "S8.3"
    assert no(state, A, "step", found["ally"], THERE) == ""
    assert no(state, A, "step", found["other"], HERE) == "S8.3"


@pytest.mark.rule("S8.4")
def test_an_ally_left_alone_is_a_foe() -> None:
    state, found = marching(own=("faron", HERE), ally=("adan", HERE))
    dragon = put(state, "urlug", ELSEWHERE, A)
    state.markers[HERE] = B
    state = play(state, A, "step", found["own"], THERE)
    assert state.pieces[found["ally"]].leader == A
    state = play(state, A, "done")
    assert (state.pieces[found["ally"]].leader, state.markers[HERE]) == (NOBODY, NOBODY)
    assert state.pieces[dragon].leader == A


def labels(state: State, lang: Lang, *verbs: str) -> list[str]:
    """What a may choose by some verbs, in words."""
    view = SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang)
    return [each["label"] for each in offered(view) if each["text"].split()[0] in verbs]


@pytest.mark.rule("S8.4")
@pytest.mark.parametrize(
    ("lang", "stays", "lost"),
    [("en", "left behind unless it follows", "lost to you"),
     ("de", "wenn du nicht nachziehst", "für dich verloren")],
)  # fmt: skip
def test_leaving_an_ally_alone_is_warned_of(lang: Lang, stays: str, lost: str) -> None:
    """By the step, by the question after it and by what ends the movement, until it follows."""
    state, found = marching(own=("faron", HERE), ally=("adan", HERE), other=("maethor", ELSEWHERE))
    view = SHENT(BOARD).presentation.view
    land = BOARD.lands[HERE].called(lang)
    alone = "Left alone:" if lang == "en" else "Allein gelassen:"
    leaving = [stays in each for each in labels(state, lang, "step")]
    assert any(leaving)
    assert not all(leaving), "only who leaves the ally"
    assert lost not in labels(state, lang, "done")[0]
    state = play(state, A, "step", found["own"], THERE)
    asked = view(state, A, (), lang)["prompt"]
    assert alone in asked
    assert land in asked
    assert lost in labels(state, lang, "done")[0]
    assert land in labels(state, lang, "done")[0]
    state = play(state, A, "step", found["ally"], THERE)
    assert alone not in view(state, A, (), lang)["prompt"]
    assert lost not in labels(state, lang, "done")[0]


def left_behind(*standing: tuple[str, int], marker: int = B) -> tuple[State, int]:
    """a was a guest with an adan, walks on without it, and ends her movement."""
    state, found = marching(own=("faron", HERE), ally=("adan", HERE))
    for kind, seat in standing:
        put(state, kind, HERE, seat)
        acts.make_peace(state, HERE, A, seat)
    state.markers[HERE] = marker
    state.markers[THERE] = A
    state = play(state, A, "step", found["own"], THERE)
    return play(state, A, "done"), found["ally"]


@pytest.mark.rule("S8.4")
@pytest.mark.parametrize("kind", ["dru", "adan", "urlug"])
def test_a_lone_foe_leaves_a_land_neutral_whatever_brought_it(kind: str) -> None:
    """[1.4.6] Moved there by a round event or by breged, a foe already: the marker goes too."""
    state, _ = marching(own=("faron", THERE))
    state.markers[HERE] = B
    put(state, kind, HERE)
    former = state.copy()
    former.rules = BEFORE_HOUSE_RULES
    guarded = state.copy()
    put(guarded, "faron", HERE, C)
    for each in (state, former, guarded):
        acts.settle(each)
    assert state.markers[HERE] == (B if kind == "urlug" else NOBODY)
    assert (former.markers[HERE], guarded.markers[HERE]) == (B, B)


@pytest.mark.rule("S8.4")
def test_who_controls_the_land_takes_on_an_ally_left_there() -> None:
    state, ally = left_behind(("faron", B))
    assert (waits(state), said(state, B, "accept"), said(state, B, "decline")) == ((B,), [()], [()])
    assert state.markers[HERE] == B
    assert opponents(state, B, HERE) == []
    state = play(state, B, "accept")
    assert (state.pieces[ally].leader, state.pieces[ally].land, state.markers[HERE]) == (B, HERE, B)
    assert (tokens(state, TokenKind.LEFT), top(state).phase, waits(state)) == ([], "move2", (A,))


@pytest.mark.rule("S8.4")
def test_who_controls_the_land_may_send_the_ally_away() -> None:
    state, ally = left_behind(("faron", B), ("faron", C))
    assert waits(state) == (B,)
    state = play(state, B, "decline")
    assert (state.pieces[ally].land, state.pieces[ally].leader) == (NOWHERE, NOBODY)
    assert (tokens(state, TokenKind.LEFT), state.markers[HERE]) == ([], B)
    assert whats(state) == ["dismissed"]


@pytest.mark.rule("S8.4")
def test_a_guest_has_no_ally_to_take_on_but_keeps_the_marker_there() -> None:
    state, ally = left_behind(("faron", C))
    assert (state.pieces[ally].leader, state.markers[HERE]) == (NOBODY, B)
    assert (tokens(state, TokenKind.LEFT), waits(state)) == ([], (A,))
    assert opponents(state, C, HERE) == [FOES]


@pytest.mark.rule("S8.4")
def test_an_ally_is_alone_beside_allies_and_dragons() -> None:
    state, found = marching(own=("faron", HERE), ally=("adan", HERE))
    put(state, "urlug", HERE, B)
    state.markers[HERE] = B
    acts.make_peace(state, HERE, A, B)
    state = play(play(state, A, "step", found["own"], THERE), A, "done")
    assert (state.pieces[found["ally"]].leader, state.markers[HERE]) == (NOBODY, NOBODY)


@pytest.mark.rule("S8.4")
def test_the_holder_who_falls_before_she_is_asked_leaves_the_ally_alone() -> None:
    state, found = marching(own=("faron", HERE), ally=("adan", HERE))
    theirs = put(state, "faron", HERE, B)
    state.markers[HERE] = B
    acts.change_piece(state, found["own"], land=THERE)
    acts.settle(state)
    assert [token.seat for token in tokens(state, TokenKind.LEFT)] == [B]
    acts.kill(state, theirs)
    acts.settle(state)
    assert (tokens(state, TokenKind.LEFT), state.markers[HERE]) == ([], NOBODY)
    assert state.pieces[found["ally"]].leader == NOBODY


@pytest.mark.rule("S8.5")
def test_the_first_step_lapses() -> None:
    state, found = marching(slow=("maethor", HERE), fast=("faron", HERE))
    state.markers[HERE] = A
    state = play(state, A, "done")
    assert top(state).phase == "move2"
    assert no(state, A, "step", found["slow"], THERE) == "S12.2"
    assert no(state, A, "step", found["fast"], THERE) == ""


@pytest.mark.rule("S8.5", "S2.8")
def test_a_figure_without_a_step_stays() -> None:
    state = in_turn()
    land = next(i for i, each in enumerate(BOARD.lands) if each.element == 3)
    state.sky = 3
    maethor, faron = put(state, "maethor", land, A), put(state, "faron", land, A)
    assert land_sum(state, A, land) == -4
    acts.change_piece(state, maethor, steps=1)
    state = play(state, A, "march")
    next_to = near(state, land)[0]
    assert no(state, A, "step", maethor, next_to) == "S8.5"
    assert no(state, A, "step", faron, next_to) == ""
    state = play(state, A, "done")
    assert state.pieces[maethor].steps == 1


@pytest.mark.rule("S8.5", "S19.5")
def test_rath_of_the_round_gives_a_step_to_all() -> None:
    state = in_turn()
    land = next(i for i, each in enumerate(BOARD.lands) if each.element == state.sky)
    ally, own = put(state, "dru", land, B), put(state, "maethor", land, B)
    before = steps_of(state, ally), steps_of(state, own)
    state.weather = (RATH, 2)
    assert (steps_of(state, ally), steps_of(state, own)) == (before[0] + 1, before[1] + 1)


@pytest.mark.rule("S20.5", "S33.5")
def test_only_who_has_just_come_back_misses_the_first_movement() -> None:
    state, piece = one()
    detour = state.copy()
    acts.lay(detour, Token(TokenKind.STILL, HERE, pieces=(piece,), until=until_turn(B)))
    assert no(detour, A, "step", piece, THERE) == ""
    acts.lay(state, Token(TokenKind.STILL, pieces=(piece,), until=THIS_TURN))
    assert no(state, A, "step", piece, THERE) == "S20.5"


# --- Entering -----------------------------------------------------------------------------


def entering(land: int, marker: int) -> State:
    """a steps into a land with a marker and ends her movement."""
    state, piece = one(land=near(in_turn(), land)[0])
    state.markers[land] = marker
    return play(play(state, A, "step", piece, land), A, "done")


@pytest.mark.rule("S8.6")
def test_what_entering_brings() -> None:
    quiet = entering(THERE, A)
    assert not isinstance(top(quiet), Event)
    for marker in (NOBODY, B):
        drawn = entering(THERE, marker)
        assert isinstance(top(drawn), Event)
        assert (top(drawn).land, top(drawn).printed, waits(drawn)) == (THERE, False, (CHANCE,))
    for marker in (NOBODY, A, B):
        printed = entering(PRINTED, marker)
        assert isinstance(top(printed), Event)
        assert (top(printed).printed, top(printed).rune) == (True, BOARD.lands[PRINTED].rune)


@pytest.mark.rule("S8.6", "S26.5")
def test_mist_covers_a_printed_rune() -> None:
    state, piece = one(land=near(in_turn(), PRINTED)[0])
    state.markers[PRINTED] = A
    acts.lay(state, Token(TokenKind.MIST, PRINTED, until=9))
    state = play(play(state, A, "step", piece, PRINTED), A, "done")
    assert not isinstance(top(state), Event)


@pytest.mark.rule("S8.6")
def test_one_event_for_a_land() -> None:
    state, found = marching(one=("faron", HERE), two=("maethor", HERE))
    for piece in found.values():
        state = play(state, A, "step", piece, THERE)
    state = play(state, A, "done")
    assert (top(state).land, state.turn.entered) == (THERE, ())
    assert set(top(state).group) == set(found.values())


# --- Peace and refusal --------------------------------------------------------------------


def meeting(*hosts: int, marker: int = B) -> tuple[State, int]:
    """a has stepped into a land where others stand, and ends her movement."""
    state, piece = one()
    for seat in hosts:
        put(state, "faron", THERE, seat)
    state.markers[THERE] = marker
    state = play(state, A, "step", piece, THERE)
    return play(state, A, "done"), piece


@pytest.mark.rule("S8.7")
def test_only_who_controls_the_land_is_asked() -> None:
    state, _ = meeting(B, C)
    assert isinstance(top(state), Passage)
    assert waits(state) == (B,)
    assert no(state, B, "peace", HERE) == "S8.7"
    assert no(state, B, "refuse", HERE) == "S8.7"
    assert no(state, C, "refuse", THERE) == "not now"
    state = play(state, B, "peace", THERE)
    assert (state.markers[THERE], opponents(state, A, THERE)) == (B, [])
    assert in_peace(state, THERE, A, B)
    assert not in_peace(state, THERE, A, C)


@pytest.mark.rule("S8.7")
def test_the_holders_of_several_lands_answer_together() -> None:
    state, found = marching(one=("faron", HERE), two=("faron", HERE))
    for piece, land, seat in zip(found.values(), (THERE, ELSEWHERE), (B, C), strict=True):
        put(state, "faron", land, seat)
        state.markers[land] = seat
        state = play(state, A, "step", piece, land)
    state = play(state, A, "done")
    assert waits(state) == (B, C)
    state = play(state, C, "refuse", ELSEWHERE)
    assert (waits(state), state.markers[ELSEWHERE]) == ((B,), C)
    state = play(state, B, "peace", THERE)
    assert (state.markers[THERE], state.markers[ELSEWHERE]) == (B, NOBODY)


@pytest.mark.rule("S8.7")
def test_a_guest_whose_host_is_away_has_no_say() -> None:
    state, piece = meeting(C)
    assert isinstance(top(state), Event)
    assert (state.markers[THERE], opponents(state, A, THERE)) == (B, [])
    assert not locked(state, piece)


@pytest.mark.rule("S8.7")
def test_who_is_at_peace_or_hidden_is_not_asked() -> None:
    state, piece = one()
    hidden = put(state, "faron", THERE, B, hidden=3)
    put(state, "talan", THERE, B)
    put(state, "faron", THERE, C)
    put(state, "faron", THERE, A)
    acts.make_peace(state, THERE, A, C)
    state.markers[THERE] = B
    state = play(play(state, A, "step", piece, THERE), A, "done")
    assert isinstance(top(state), Event)
    assert state.pieces[hidden].hidden


@pytest.mark.rule("S8.7")
@pytest.mark.parametrize(("answer", "peace"), [("peace", True), ("refuse", False)])
def test_in_her_own_land_she_is_the_host(answer: str, peace: bool) -> None:
    state, _ = meeting(B, C, marker=A)
    assert waits(state) == (A,)
    state = play(state, A, answer, THERE)
    assert in_peace(state, THERE, A, B) == in_peace(state, THERE, A, C) == peace
    assert state.markers[THERE] == (A if peace else NOBODY)


@pytest.mark.rule("S8.8")
def test_peace_keeps_the_marker() -> None:
    state, piece = meeting(B)
    state = play(state, B, "peace", THERE)
    assert state.markers[THERE] == B
    assert in_peace(state, THERE, A, B)
    assert opponents(state, A, THERE) == []
    assert not locked(state, piece)
    assert waits(state) == (CHANCE,)


@pytest.mark.rule("S8.9")
def test_refusal_makes_a_land_nobodys() -> None:
    state, piece = one()
    friend = put(state, "maethor", THERE, A)
    for seat in (B, C):
        put(state, "faron", THERE, seat)
    state.markers[THERE] = B
    acts.make_peace(state, THERE, A, C)
    state = play(play(state, A, "step", piece, THERE), A, "done")
    state = play(state, B, "refuse", THERE)
    assert state.markers[THERE] == NOBODY
    assert opponents(state, A, THERE) == [B]
    assert in_peace(state, THERE, A, C)
    assert locked(state, friend)


@pytest.mark.rule("S8.9", "S25.3")
def test_free_passage_lays_the_marker_back() -> None:
    state, _ = meeting(B)
    state = play(state, B, "refuse", THERE)
    assert (state.markers[THERE], opponents(state, A, THERE)) == (NOBODY, [B])
    act = event(state, "gwend.passage", 5, THERE)
    work(state, "gwend.passage", act, *targets(state, "gwend.passage", act)[0])
    assert (state.markers[THERE], opponents(state, A, THERE)) == (B, [])


@pytest.mark.rule("S8.7", "S19.6", "S19.7")
def test_rounds_without_peace_or_refusal() -> None:
    state, piece = one()
    put(state, "faron", THERE, B)
    state.markers[THERE] = B
    state = play(state, A, "step", piece, THERE)
    state.weather = (GWEND, 3)
    friendly = play(state, A, "done")
    assert in_peace(friendly, THERE, A, B)
    state.weather = (MAETH, 3)
    state = play(state, A, "done")
    assert no(state, B, "peace", THERE) == "S19.6"
    assert said(state, B, "refuse") == [(THERE,)]


@pytest.mark.rule("S8.10")
def test_in_an_unmarked_land_nobody_is_asked() -> None:
    state, piece = meeting(B, marker=NOBODY)
    assert isinstance(top(state), Event)
    assert opponents(state, A, THERE) == [B]
    assert locked(state, piece)


@pytest.mark.rule("S8.10")
def test_a_contested_land_may_be_entered_again() -> None:
    state, found = marching(there=("maethor", THERE), more=("maethor", HERE))
    put(state, "faron", THERE, B)
    state = play(play(state, A, "step", found["more"], THERE), A, "done")
    assert (top(state).land, waits(state)) == (THERE, (CHANCE,))


@pytest.mark.rule("S8.11")
def test_peace_holds_while_both_stay() -> None:
    state, _ = meeting(B)
    state = play(state, B, "peace", THERE)
    later = put(state, "maethor", THERE, B)
    acts.settle(state)
    assert in_peace(state, THERE, A, B)
    assert not locked(state, later)
    for piece in range(len(state.pieces)):
        if state.pieces[piece].leader == B:
            acts.change_piece(state, piece, land=HERE)
    acts.settle(state)
    assert not in_peace(state, THERE, A, B)


# --- The hired dragon ---------------------------------------------------------------------


def hiring(tur: int = 5, aglar: int = 1) -> tuple[State, int]:
    """a in her movement with a free urlug on the board."""
    state = in_turn("move")
    acts.change(state, A, tur=tur, aglar=aglar)
    return state, put(state, "urlug", HERE)


@pytest.mark.rule("S8.12")
def test_a_dragon_for_hire() -> None:
    state, dragon = hiring()
    assert {land for _, land in said(state, A, "hire")} == set(range(len(BOARD.lands)))
    goal = far(state, HERE, 3)
    state = play(state, A, "hire", dragon, goal)
    assert (state.pieces[dragon].land, state.pieces[dragon].leader) == (goal, A)
    assert (state.players[A].tur, state.players[A].aglar) == (0, 0)
    state = play(state, A, "done")
    assert state.pieces[dragon].leader == A
    assert top(state).phase == "move2"
    state.stack = [Round(), TurnFrame(A)]
    run(state)
    assert (state.pieces[dragon].land, state.pieces[dragon].leader) == (goal, NOBODY)


@pytest.mark.rule("S8.12")
def test_when_no_dragon_can_be_hired() -> None:
    for poor in ({"tur": 4}, {"aglar": 0}):
        state, dragon = hiring(**poor)
        assert no(state, A, "hire", dragon, THERE) == "S8.12"
    for kind in ("asleep", "captive", "band"):
        state, dragon = hiring()
        acts.lay(state, Token(TokenKind(kind), HERE, 9, pieces=(dragon,)))
        assert no(state, A, "hire", dragon, THERE) == "S8.12"
    state, dragon = hiring()
    acts.change_piece(state, dragon, leader=B)
    assert no(state, A, "hire", dragon, THERE) == "S8.12"
    assert no(state, A, "hire", put(state, "dru", HERE), THERE) == "S8.12"


@pytest.mark.rule("S8.13")
def test_a_land_of_others_becomes_contested() -> None:
    state, dragon = hiring()
    put(state, "faron", THERE, B)
    put(state, "faron", THERE, A)
    acts.make_peace(state, THERE, A, B)
    state.markers[THERE] = B
    state = play(state, A, "hire", dragon, THERE)
    assert state.markers[THERE] == NOBODY
    assert not in_peace(state, THERE, A, B)
    state = play(state, A, "done")
    assert (top(state).phase, said(state, A, "contest")) == ("contest", [(THERE, B)])


@pytest.mark.rule("S8.13")
def test_the_marker_of_a_foreign_land_goes_the_own_one_stays() -> None:
    for marker, left in ((B, NOBODY), (A, A)):
        state, dragon = hiring()
        state.markers[THERE] = marker
        assert play(state, A, "hire", dragon, THERE).markers[THERE] == left


@pytest.mark.rule("S8.2", "S10.1")
def test_a_foe_is_met_only_by_who_stays() -> None:
    state, piece = one()
    put(state, "dru", HERE)
    assert opponents(state, A, HERE) == [FOES]
    assert opponents(play(state, A, "step", piece, THERE), A, HERE) == []
