"""Fights (S10)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.games.shent.chapters.challenges import Challenge, fight_strength
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.components.material import BAND, CALAD, NAUR, NEN, cost
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import FOES, HOST, PART
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.presence import locked, must_fight
from cruachan.games.shent.core.state import THIS_TURN, State, Token
from tests.shent.arena import (
    HERE,
    THERE,
    A,
    B,
    C,
    bids,
    field,
    fight,
    find,
    go,
    left,
    pair,
    token,
)
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import near, put, whats


def host(state: State, strength: int, **values: object) -> State:
    """A host stands against a."""
    token(state, "host", strength=strength, seat=A, until=THIS_TURN, **values)
    return state


# --- Who meets whom -----------------------------------------------------------------------


@pytest.mark.rule("S10.1")
def test_all_contests_are_settled_in_the_order_she_chooses() -> None:
    state = field("maethor", "faron")
    put(state, "maethor", THERE, A)
    put(state, "dru", THERE)
    assert set(said(state, A, "contest")) == {(HERE, B), (THERE, FOES)}
    assert no(state, A, "done") == "S10.1"
    assert no(state, A, "contest", HERE, C) == "S10.1"
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "faron", B)))
    state = fall(state, 1, 1)
    assert said(state, A, "contest") == [(THERE, FOES)]


@pytest.mark.rule("S10.1")
def test_no_contest_in_peace_nor_where_somebody_rules() -> None:
    state = field("maethor", "faron")
    assert must_fight(state, A) == [(HERE, B)]
    assert locked(state, find(state, "maethor", A))
    ruled = state.copy()
    ruled.markers[HERE] = B
    assert not must_fight(ruled, A)
    assert not locked(ruled, find(state, "maethor", A))
    acts.make_peace(state, HERE, A, B)
    assert not must_fight(state, A)


@pytest.mark.rule("S10.1", "S10.3")
def test_who_cannot_be_challenged_has_no_contest() -> None:
    state = field("maethor", "faron")
    acts.change_piece(state, find(state, "faron", B), hidden=3)
    assert not must_fight(state, A)
    asleep = field("maethor", "faron")
    token(asleep, "asleep", pieces=(find(asleep, "faron", B),))
    assert not must_fight(asleep, A)
    tired = field("maethor", "faron")
    acts.change_piece(tired, find(tired, "maethor", A), fought=True)
    assert not must_fight(tired, A)
    bare = field("")
    put(bare, "ost", HERE, A)
    put(bare, "faron", HERE, B)
    assert not must_fight(bare, A)


@pytest.mark.rule("S10.2", "S10.13")
def test_a_host_is_fought_first_and_another_host_after_it() -> None:
    state = host(host(field("maethor faron thalion", "randir"), 2), 3)
    assert said(state, A, "contest") == [(HERE, HOST)]
    assert no(state, A, "contest", HERE, B) == "S10.2"
    state = play(play(state, A, "contest", HERE, HOST), C, "split", 2)
    state = fall(bids(pair(state, find(state, "thalion", A), PART)), 1, 1)
    assert said(state, A, "contest") == [(HERE, HOST)]
    state = play(play(state, A, "contest", HERE, HOST), C, "split", 3)
    state = fall(bids(pair(state, find(state, "maethor", A), PART)), 1, 1)
    assert said(state, A, "contest") == [(HERE, B)]


@pytest.mark.rule("S10.2")
def test_of_several_parties_one_is_met_and_the_rest_wait() -> None:
    state = field("maethor faron", "faron", "dru")
    put(state, "faron", HERE, C)
    assert set(said(state, A, "contest")) == {(HERE, B), (HERE, C), (HERE, FOES)}
    state = pair(fight(state, FOES), find(state, "maethor", A), find(state, "dru", FOES))
    state = fall(bids(state), 8, 1)
    assert top(state).phase == "move2"
    assert left(state, B) == ["faron"]


@pytest.mark.rule("S10.3")
def test_one_challenge_a_turn_for_each_figure() -> None:
    state = host(field("maethor", "faron"), 1)
    state = play(play(state, A, "contest", HERE, HOST), C, "split", 1)
    state = fall(bids(pair(state, find(state, "maethor", A), PART)), 3, 1)
    assert state.pieces[find(state, "maethor", A)].fought
    assert top(state).phase == "move2"


@pytest.mark.rule("S10.3")
def test_without_strength_a_figure_fights_with_0() -> None:
    state = field("randir", "faron")
    state = pair(fight(state, B), find(state, "faron", B), find(state, "randir", A), first=B)
    state = fall(bids(state), 3, 1)
    measured = next(
        event for event in state.domain_events if event.what == DomainEventKind.MEASURED
    )
    assert measured.more[3:5] == (3, 2)
    assert left(state, B) == []


# --- Putting up (S10.4, S10.5) ------------------------------------------------------------


@pytest.mark.rule("S10.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "first"),
    [
        ("faron faron", "thalion", A),
        ("thalion", "faron faron", B),
        ("faron", "maethor", B),
        ("maethor", "faron", A),
        ("faron", "faron", A),
    ],
)
def test_the_larger_then_the_stronger_side_puts_up(mine: str, theirs: str, first: int) -> None:
    state = fight(field(mine, theirs), B)
    assert waits(state) == (first,)
    assert verbs(state, first) == ("send",)


@pytest.mark.rule("S10.4")
def test_figures_that_cannot_be_challenged_do_not_count() -> None:
    state = field("faron faron", "maethor")
    acts.change_piece(state, find(state, "faron", A), hidden=2)
    assert waits(fight(state, B)) == (B,)


@pytest.mark.rule("S10.4")
def test_each_of_the_smaller_side_has_an_opponent_and_others_stay_out() -> None:
    state = fight(field("maethor faron faron", "maethor pethdan"), B)
    theirs = find(state, "maethor", B)
    assert no(state, A, "send", theirs) == "S10.4"
    state = play(state, A, "send", find(state, "faron", A))
    assert no(state, B, "meet", find(state, "maethor", A)) == "S10.4"
    state = play(state, B, "meet", theirs)
    assert no(state, A, "send", find(state, "faron", A)) == "S10.4"
    state = pair(state, find(state, "faron", A, 1), find(state, "pethdan", B))
    assert isinstance(top(state), Challenge)
    assert state.stack[-2].sent == ((find(state, "faron", A, 1), find(state, "pethdan", B)),)


def send_all(state: State, kinds: str) -> State:
    """a puts up these kinds one after the other; b answers with whoever is left."""
    for kind in kinds.split():
        mine = [find(state, kind, A, nth) for nth in range(left(state, A).count(kind))]
        unit = next(unit for (unit,) in said(state, A, "send") if unit in mine)
        state = play(state, A, "send", unit)
        state = play(state, B, "meet", *said(state, B, "meet")[0])
    return state


@pytest.mark.rule("S10.5")
def test_for_two_allies_an_own_figure_goes_too() -> None:
    state = field("adan adan adan maethor", "faron faron maethor")
    state = send_all(fight(state, B), "adan adan")
    third = [find(state, "adan", A, n) for n in range(3)]
    assert any(no(state, A, "send", adan) == "S10.5" for adan in third)
    assert said(state, A, "send") == [(find(state, "maethor", A),)]
    state = send_all(state, "maethor")
    assert isinstance(top(state), Challenge)


@pytest.mark.rule("S10.5")
def test_then_one_ally_more_and_no_other() -> None:
    state = field("adan adan adan adan maethor faron", "faron faron maethor thalion randir")
    state = send_all(fight(state, B), "adan adan maethor adan")
    assert said(state, A, "send") == [(find(state, "faron", A),)]


@pytest.mark.rule("S10.5")
def test_who_cannot_comply_stops() -> None:
    state = field("adan adan adan adan maethor", "faron faron maethor thalion randir")
    acts.change_piece(state, find(state, "maethor", A), hidden=2)
    acts.change_piece(state, find(state, "randir", B), hidden=2)
    acts.change_piece(state, find(state, "thalion", B), hidden=2)
    state = send_all(fight(state, B), "adan adan")
    assert isinstance(top(state), Challenge)
    assert len(state.stack[-2].sent) == 1


# --- Points and numbers (S10.6 to S10.10) -------------------------------------------------


@pytest.mark.rule("S10.6")
def test_points_cost_1_3_6_10_15() -> None:
    assert [cost(points) for points in range(6)] == [0, 1, 3, 6, 10, 15]
    state = field("maethor", "faron")
    acts.change(state, A, tur=9)
    acts.change(state, B, tur=120)
    state = pair(fight(state, B), find(state, "maethor", A), find(state, "faron", B))
    assert said(state, A, "bid") == [(0,), (1,), (2,), (3,)]
    assert no(state, A, "bid", 4) == "S10.6"
    assert len(said(state, B, "bid")) == 16


@pytest.mark.rule("S10.4", "S10.7", "S10.8", "S10.11")
def test_the_example_of_the_rulebook() -> None:
    state = fight(field("maethor faron faron", "maethor pethdan"), B)
    state = pair(state, find(state, "maethor", A), find(state, "maethor", B))
    state = pair(state, find(state, "faron", A), find(state, "pethdan", B))
    assert set(waits(state)) == {A, B}
    state = play(state, B, "bid", 1)
    assert state.players[B].tur == 30
    assert verbs(state, CHANCE) == ()
    state = play(state, A, "bid", 2)
    assert (state.players[A].tur, state.players[B].tur) == (27, 29)
    state = fall(state, 8, 3)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        13,
        7,
    )
    assert left(state, B) == ["pethdan"]
    state = fall(bids(state, b=3), 6, 4)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        7,
        9,
    )
    assert state.players[B].tur == 23
    assert sorted(left(state, A)) == ["faron", "maethor"]
    assert left(state, B) == ["pethdan"]
    assert state.markers[HERE] == NOBODY
    assert top(state).phase == "move2"


@pytest.mark.rule("S10.8", "S1.12")
def test_the_lower_one_goes_to_its_supply_and_on_a_tie_both_stay() -> None:
    state = field("maethor", "maethor")
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    tied = fall(state, 4, 4)
    assert (left(tied, A), left(tied, B)) == (["maethor"], ["maethor"])
    assert "drawn" in whats(tied)
    lost = fall(state, 4, 5)
    assert (left(lost, A), left(lost, B)) == ([], ["maethor"])
    assert sum(piece.land >= 0 for piece in lost.pieces) == 1


@pytest.mark.rule("S10.8", "S2.6")
def test_elements_experience_and_runes_count() -> None:
    state = field("maethor adan")
    maethor, adan = find(state, "maethor", A), find(state, "adan", A)
    assert fight_strength(state, A, maethor, HERE) == 3
    state.sky = NAUR
    assert fight_strength(state, A, maethor, HERE) == 4
    assert fight_strength(state, A, adan, HERE) == 4
    state.sky = NEN
    acts.change(state, A, element=CALAD)
    assert fight_strength(state, A, maethor, HERE) == 2
    acts.change_piece(state, maethor, plus=1)
    token(state, "support", strength=2, pieces=(maethor,))
    assert fight_strength(state, A, maethor, HERE) == 5


@pytest.mark.rule("S10.8", "S28.5")
def test_bad_ground_takes_the_bonus_and_leaves_the_malus() -> None:
    state = field("maethor")
    maethor = find(state, "maethor", A)
    put(state, "ost", HERE, A)
    token(state, "ground", strength=1, seat=A)
    state.sky = NAUR
    assert fight_strength(state, A, maethor, HERE) == 2
    state.sky = NEN
    acts.change(state, A, element=CALAD)
    assert fight_strength(state, A, maethor, HERE) == 1


@pytest.mark.rule("S10.9", "S1.8")
def test_redraws_are_asked_when_all_numbers_lie_open_the_active_side_first() -> None:
    state = field("maethor", "maethor")
    for seat in (A, B):
        acts.lay(state, token_of("luck", seat))
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    state = fall(state, 1, 2)
    assert waits(state) == (A,)
    assert no(state, A, "redraw", 1) == "S10.9"
    state = fall(play(state, A, "redraw", 0), 5)
    assert waits(state) == (B,)
    state = fall(play(state, B, "redraw", 1), 6)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:7] == (
        8,
        9,
        5,
        6,
    )
    assert left(state, A) == []


def token_of(kind: str, seat: int) -> Token:
    """Luck or ill luck of a seat, for one number."""
    return Token(TokenKind(kind), strength=1, seat=seat, until=THIS_TURN)


@pytest.mark.rule("S10.9")
def test_ill_luck_is_the_opponents_to_demand_or_the_administrators() -> None:
    state = field("maethor", "maethor", "dru")
    acts.lay(state, token_of("ill", A))
    duel = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    duel = fall(duel, 8, 2)
    assert waits(duel) == (B,)
    assert left(fall(play(duel, B, "redraw", 0), 1), A) == []
    assert left(play(duel, B, "pass"), B) == []
    foe = bids(pair(fight(state, FOES), find(state, "maethor", A), find(state, "dru", FOES)))
    assert waits(fall(foe, 8, 2)) == (C,)


@pytest.mark.rule("S10.9")
def test_a_stone_that_is_out_cannot_be_drawn_again() -> None:
    state = field("maethor", "maethor")
    acts.lay(state, token_of("luck", A))
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    state = fall(state, 8)
    assert 8 not in [number for number, _ in top(state).falls(state)]
    state = play(fall(state, 1), A, "redraw", 0)
    assert 8 in [number for number, _ in top(state).falls(state)]


@pytest.mark.rule("S10.10")
@pytest.mark.parametrize(("kind", "more"), [("talan", 0), ("minas", 1), ("ost", 2)])
def test_a_tower_or_fortress_helps_its_side(kind: str, more: int) -> None:
    state = field("maethor adan", "maethor", "adan")
    put(state, kind, HERE, A)
    assert fight_strength(state, A, find(state, "maethor", A), HERE) == 3 + more
    assert fight_strength(state, A, find(state, "adan", A), HERE) == 4 + more
    assert fight_strength(state, B, find(state, "maethor", B), HERE) == 3
    assert fight_strength(state, FOES, find(state, "adan", FOES), HERE) == 4


@pytest.mark.rule("S10.11")
def test_who_survives_meets_again_in_the_others_turn() -> None:
    state = field("maethor", "maethor")
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    state = play(fall(state, 2, 2), A, "done")
    assert state.markers[HERE] == NOBODY
    assert not must_fight(state, B)
    state.stack.append(TurnFrame(B))
    go(state)
    assert state.active == B
    assert must_fight(state, B) == [(HERE, A)]


# --- Foes and hosts (S10.12, S10.13) ------------------------------------------------------


@pytest.mark.rule("S10.12")
def test_foes_are_played_by_the_administrator_without_points() -> None:
    state = field("faron", "", "dru dru")
    put(state, "ost", HERE, B)
    state = fight(state, FOES)
    assert waits(state) == (C,)
    state = play(state, C, "send", find(state, "dru", FOES))
    state = play(state, A, "meet", find(state, "faron", A))
    assert waits(state) == (A,)
    state = fall(bids(state, a=2), 1, 1)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        4,
        3,
    )
    assert left(state, FOES) == ["dru"]


@pytest.mark.rule("S10.12")
def test_sleeping_and_captive_foes_are_not_challenged() -> None:
    state = field("faron", "", "dru adan")
    token(state, "asleep", pieces=(find(state, "dru", FOES),))
    assert must_fight(state, A) == [(HERE, FOES)]
    token(state, "captive", pieces=(find(state, "adan", FOES),))
    assert not must_fight(state, A)


@pytest.mark.rule("S10.12")
def test_foes_do_not_lock_and_are_met_only_in_the_own_turn() -> None:
    state = field("faron", "", "dru")
    faron = find(state, "faron", A)
    assert not locked(state, faron)
    moving = in_turn("move")
    piece = put(moving, "faron", HERE, A, steps=2)
    put(moving, "dru", HERE)
    assert no(moving, A, "step", piece, near(moving, HERE)[0]) == ""


@pytest.mark.rule("S10.13")
def test_the_administrator_splits_a_host() -> None:
    state = play(host(field("maethor faron"), 8), A, "contest", HERE, HOST)
    assert waits(state) == (C,)
    for parts in ((8,), (5, 3), (4, 2, 2), (1,) * 8):
        assert no(state, C, "split", *parts) == ""
    assert no(state, C, "split", 5, 2) == "S10.13"
    assert no(state, C, "split", 9, -1) == "S10.13"
    assert len(said(state, C, "split")) == 22
    state = play(state, C, "split", 4, 2, 2)
    assert waits(state) == (C,)
    state = pair(state, PART + 1, find(state, "maethor", A), first=C)
    state = pair(state, PART, find(state, "faron", A), first=C)
    assert isinstance(top(state), Challenge)
    state = fall(bids(state), 1, 1)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        4,
        3,
    )
    state = fall(bids(state), 1, 1)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        2,
        5,
    )
    assert left(state, A) == ["maethor"]
    assert not [t for t in state.tokens if t.kind == TokenKind.HOST]


@pytest.mark.rule("S10.13")
def test_a_great_host_is_split_into_four_at_most() -> None:
    state = play(host(field("maethor"), 12), A, "contest", HERE, HOST)
    assert no(state, C, "split", 3, 3, 3, 3) == ""
    assert no(state, C, "split", 4, 2, 2, 2, 2) == "S10.13"


@pytest.mark.rule("S10.13", "S24.3")
def test_single_combat_is_one_challenge_and_brings_booty() -> None:
    state = field("maethor faron")
    host(state, 4, pieces=(find(state, "faron", A),), other=2)
    state = play(state, A, "contest", HERE, HOST)
    assert no(state, C, "split", 2, 2) == "S24.3"
    state = play(state, C, "split", 4)
    assert waits(state) == (C,)
    state = fall(bids(pair(state, PART, find(state, "faron", A), first=C)), 8, 1)
    assert state.players[A].tur == 32


# --- Allies left alone, and the dragon (S10.14, S10.15) -----------------------------------


def deserted() -> State:
    """a has lost her faron to b; her dru is left with b's maethor."""
    state = field("faron dru", "maethor")
    acts.change(state, B, aglar=1)
    state = fight(state, B)
    state = pair(state, find(state, "faron", A), find(state, "maethor", B))
    return fall(bids(state), 1, 8)


@pytest.mark.rule("S10.14", "S8.4")
def test_right_after_the_fight_the_survivor_may_win_the_allies() -> None:
    state = deserted()
    assert left(state, FOES) == ["dru"]
    assert waits(state) == (B,)
    won = play(state, B, "befriend", find(state, "dru", FOES))
    assert left(won, B) == ["maethor", "dru"]
    assert won.players[B].aglar == 0
    assert left(play(state, B, "pass"), FOES) == ["dru"]


@pytest.mark.rule("S10.14")
def test_or_when_choosing_contests_in_her_own_turn() -> None:
    state = field("faron maethor", "", "dru adan urlug")
    acts.change(state, A, aglar=1)
    assert len(said(state, A, "befriend")) == 2
    assert no(state, A, "befriend", find(state, "urlug", FOES)) == "S10.14"
    state = play(state, A, "befriend", find(state, "adan", FOES))
    assert no(state, A, "befriend", find(state, "dru", FOES)) == "S10.14"
    shared = field("faron", "faron", "dru")
    acts.change(shared, A, aglar=1)
    assert no(shared, A, "befriend", find(shared, "dru", FOES)) == "S10.14"
    for phase in ("prepare", "move", "move2"):
        assert "befriend" not in verbs(in_turn(phase), A)


@pytest.mark.rule("S10.14", "S22.5")
def test_a_captive_that_is_won_is_free_and_awake() -> None:
    state = field("faron", "", "adan")
    acts.change(state, A, aglar=1)
    adan = find(state, "adan", FOES)
    state.aside.append(BAND)
    state.bag[BAND] -= 1
    acts.lay(state, Token(TokenKind.CAPTIVE, strength=5, pieces=(adan,), stone=BAND))
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, 2, pieces=(adan,)))
    stones = state.bag[BAND]
    won = play(state, A, "befriend", adan)
    assert (won.pieces[adan].leader, won.tokens, won.bag[BAND]) == (A, [], stones + 1)
    state.rules = BEFORE_HOUSE_RULES
    assert len(play(state, A, "befriend", adan).tokens) == 2


@pytest.mark.rule("S10.14", "S10.2")
def test_allies_left_behind_need_not_be_fought_in_this_turn() -> None:
    state = field("maethor maethor", "faron dru dru")
    state = fight(state, B)
    state = pair(state, find(state, "faron", B), find(state, "maethor", A), first=B)
    state = pair(state, find(state, "dru", B), find(state, "maethor", A, 1), first=B)
    state = fall(bids(fall(bids(state), 8, 1)), 2, 3)
    assert left(state, FOES) == ["dru", "dru"]
    assert top(state).phase == "move2"


@pytest.mark.rule("S10.15")
def test_a_hired_dragon_fights_for_its_hirer_also_in_others_turns() -> None:
    state = field("thalion")
    dragon = put(state, "urlug", HERE, B)
    state = pair(fight(state, B), dragon, find(state, "thalion", A), first=B)
    assert set(waits(state)) == {A, B}
    state = fall(bids(state, b=1), 1, 1)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        6,
        10,
    )
    assert left(state, B) == ["urlug"]


@pytest.mark.rule("S20.3", "S24.6", "S10.12")
def test_what_magic_gives_a_foe_counts_in_a_fight() -> None:
    state = field("maethor", free="dru")
    foe = find(state, "dru", FOES)
    assert fight_strength(state, FOES, foe, HERE) == 2
    token(state, "valour", strength=2, pieces=(foe,))
    assert fight_strength(state, FOES, foe, HERE) == 4
    token(state, "lust", strength=1, seat=FOES)
    assert fight_strength(state, FOES, foe, HERE) == 5
