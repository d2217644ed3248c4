"""Magic (S14)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.chapters.sources import deduction
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    MAETH,
    NARCHAD,
    RATH,
    RHACH,
    RUNES,
    THURINAS,
    TULU,
    opposite,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import No, Verb, run, top
from cruachan.games.shent.core.state import FOREVER, State, Token, tokens, until_turn
from cruachan.games.shent.readings import Act, Reading
from tests.shent.arena import give
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, quest, whats

A, B, C = range(3)
HERE, THERE = 0, 12


def cast(state: State, key: str, land: int, *target: int, seat: int = A) -> State:
    """A rune from the hand is cast, up to the points."""
    rune = RUNES.index(key.split(".")[0])
    if "choose" not in verbs(state, seat):
        state = play(state, seat, "cast", HAND, rune)
    state = play(state, seat, "choose", key, land, NOWHERE)
    if "aimat" in verbs(state, seat):
        state = play(state, seat, "aimat", target)
    return state


def slain() -> tuple[State, int]:
    """a has narchad, b a faron."""
    state = in_turn()
    faron = put(state, "faron", HERE, B)
    give(state, A, NARCHAD)
    return state, faron


# --- A cast (S14.1 to S14.4) --------------------------------------------------------------


@pytest.mark.rule("S14.1")
def test_magic_in_the_own_turn_with_runes_of_the_hand() -> None:
    for phase in ("prepare", "move", "move2"):
        state = give(in_turn(phase), A, NARCHAD)
        put(state, "faron", HERE, B)
        assert said(state, A, "cast") == [(HAND, NARCHAD)]
        assert no(state, A, "cast", HAND, GALAS) == "S14.1"
        assert "cast" not in verbs(state, B)


@pytest.mark.rule("S14.1")
def test_as_often_as_the_hand_allows() -> None:
    state = give(in_turn(), A, NARCHAD, NARCHAD)
    for kind in ("faron", "maethor"):
        put(state, kind, HERE, B)
    for _ in range(2):
        state = play(state, A, "cast", HAND, NARCHAD)
        state = play(state, A, "choose", "narchad.death", HERE, NOWHERE)
        if "aimat" in verbs(state, A):
            state = play(state, A, "aimat", *said(state, A, "aimat")[0])
        state = fall(play(state, A, "points", 0, 0), 8)
    assert whats(state).count("fell") == 1
    assert not [piece for piece in state.pieces if piece.land == HERE]
    assert said(state, A, "cast") == []


@pytest.mark.rule("S14.2", "S10.6")
def test_rune_reading_and_land_then_target_then_points_then_the_number() -> None:
    state, faron = slain()
    maethor = put(state, "maethor", HERE, B)
    state = play(state, A, "cast", HAND, NARCHAD)
    assert ("narchad.death", HERE, NOWHERE) in said(state, A, "choose")
    assert no(state, A, "choose", "narchad.death", THERE, NOWHERE) == "S21.2"
    state = play(state, A, "choose", "narchad.death", HERE, NOWHERE)
    assert said(state, A, "aimat") == [((faron,),), ((maethor,),)]
    assert no(state, A, "aimat", (99,)) == "S21.2"
    state = play(state, A, "aimat", (faron,))
    assert no(state, A, "points", 5, 0) == "S14.2"
    state = play(state, A, "points", 2, 2)
    assert (state.players[A].tur, state.players[A].golu) == (7, 7)
    assert waits(state) == (CHANCE,)
    state = fall(state, 1)
    assert state.pieces[faron].land == NOWHERE


@pytest.mark.rule("S14.3", "S14.12")
def test_too_weak_magic_is_spent_in_vain() -> None:
    state, faron = slain()
    acts.change_piece(state, faron, plus=3)
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    assert state.pieces[faron].land == HERE
    assert "too_weak" in whats(state)
    assert (state.players[A].hand, state.aside) == ((), [NARCHAD])


@pytest.mark.rule("S14.3")
def test_a_rune_without_a_reading_that_applies_is_not_cast() -> None:
    state = give(in_turn(), A, NARCHAD)
    assert no(state, A, "cast", HAND, NARCHAD) == "S14.3"


def furnished() -> State:
    """A land with something of everybody in it, and something to change."""
    state = in_turn()
    for seat in (A, B):
        for kind in ("faron", "maethor", "saelon", "adan"):
            put(state, kind, HERE, seat)
        put(state, "faron", BOARD.near[HERE][seat], seat)
        quest(state, seat)
    put(state, "dru", HERE)
    put(state, "talan", HERE, B)
    state.markers[BOARD.near[HERE][1]] = B
    for kind in ("legend", "treasure", "wall"):
        acts.lay(state, Token(TokenKind(kind), HERE, 2, other=2))
    return state


@pytest.mark.rule("S14.4", "S14.3")
@pytest.mark.parametrize("key", [key for key, each in Reading.ALL.items() if each.magic])
def test_magic_creates_nothing(key: str) -> None:
    reading = Reading.ALL[key]
    act = Act(RUNES.index(key.split(".")[0]), 8, A, HERE, magic=True)
    for target in reading.targets(furnished(), act)[:20]:
        state = furnished()
        before = state.copy()
        reading.work(state, act, target)
        for old, new in zip(before.players, state.players, strict=True):
            rich, poor = (new.tur, new.golu, new.aglar), (old.tur, old.golu, old.aglar)
            assert rich <= poor, f"S14.4: magic creates nothing, but {key} does"
        new_tokens = [token for token in state.tokens if token not in before.tokens]
        lasting = [token for token in new_tokens if token.until == FOREVER]
        assert all(token.kind in (TokenKind.LEGEND, TokenKind.TREASURE) for token in lasting)
        assert sum(p.land != NOWHERE for p in state.pieces) <= sum(
            p.land != NOWHERE for p in before.pieces
        )


@pytest.mark.rule("S14.4", "S4.9")
def test_what_magic_binds_is_free_when_the_casters_next_turn_begins() -> None:
    state = give(in_turn(), A, BAND)
    faron = put(state, "faron", HERE, B)
    state = fall(play(cast(state, "band.held", HERE, faron), A, "points", 0, 0), 4)
    assert [token.until for token in tokens(state, TokenKind.BAND)] == [until_turn(A)]
    state.stack = [Round(), TurnFrame(B)]
    run(state)
    assert tokens(state, TokenKind.BAND)
    state.stack = [Round(), TurnFrame(A)]
    run(state)
    assert not tokens(state, TokenKind.BAND)


# --- Moments (S14.5 to S14.8) -------------------------------------------------------------


@pytest.mark.rule("S14.6", "S14.1")
def test_before_the_first_step_all_others_may_cast_once() -> None:
    state = give(give(in_turn(), B, BAND), C, BAND, wish="always")
    faron = put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    other = put(state, "faron", THERE, C)
    state = play(state, A, "march")
    assert set(waits(state)) == {B, C}
    state = play(play(state, B, "cast", HAND, BAND), C, "pass")
    assert waits(state) == (B,)
    assert all(land == HERE for _, land, _ in said(state, B, "choose"))
    state = cast(state, "band.held", HERE, faron, seat=B)
    state = fall(play(state, B, "points", 0, 0), 5)
    assert tokens(state, TokenKind.BAND)[0].pieces == (faron,)
    assert state.pieces[other].land == THERE
    assert (waits(state), top(state).phase) == ((A,), "move")


@pytest.mark.rule("S14.1", "S14.5")
def test_magic_in_anothers_turn_must_concern_her() -> None:
    state = give(in_turn(), B, NARCHAD, wish="always")
    put(state, "faron", HERE, A)
    put(state, "faron", THERE, C)
    state = play(play(state, A, "march"), B, "cast", HAND, NARCHAD)
    assert {land for key, land, _ in said(state, B, "choose") if key == "narchad.death"} == {HERE}


@pytest.mark.rule("S14.5", "S14.6")
@pytest.mark.parametrize("what", ["figure", "building", "marker"])
def test_whom_a_cast_concerns_may_counter_it(what: str) -> None:
    state, faron = slain()
    give(give(state, B, GALAS), C, GALAS, wish="always")
    if what == "figure":
        put(state, "randir", HERE, C)
    elif what == "building":
        put(state, "talan", HERE, C)
    else:
        state.markers[HERE] = C
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    assert set(waits(state)) == {B, C}
    alone, faron = slain()
    give(give(alone, B, GALAS), C, GALAS, wish="always")
    alone = fall(play(cast(alone, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    assert waits(alone) == (B,)


@pytest.mark.rule("S14.5")
def test_a_quest_that_is_the_target_concerns_its_owner() -> None:
    state = in_turn()
    number = quest(state, C)
    keys = [key for key, reading in Reading.ALL.items() if reading.shape == "quest"]
    assert keys
    assert all(Reading.ALL[key].concerned(state, (number,)) == {C} for key in keys)


def told(state: State, rune: int, key: str, strength: int, *target: int) -> State:
    """An event of a in a land, told and about to work."""
    state.bag[rune] -= 1
    state.aside.append(rune)
    state.stack.append(
        Event(A, HERE, (), False, False, rune, strength, "moment", reading=key, target=target)
    )
    run(state)
    return state


@pytest.mark.rule("S14.6", "S14.9")
def test_on_a_reading_the_active_player_counters_with_any_rune_others_with_the_opposite() -> None:
    state = give(give(in_turn("events"), A, GALU), B, RATH, GALU, wish="always")
    faron = put(state, "faron", HERE, A)
    state = told(state, BAND, "band.held", 4, faron)
    assert set(waits(state)) == {A, B}
    assert said(state, A, "counter") == [(HAND, GALU)]
    assert said(state, B, "counter") == [(HAND, RATH)]
    assert no(state, B, "counter", HAND, GALU) == "S14.6"
    assert no(state, B, "counter", HAND, NARCHAD) == "S14.9"


@pytest.mark.rule("S14.6")
def test_before_a_contest_both_sides_cast_in_its_land() -> None:
    state = give(give(in_turn("contest"), A, NARCHAD), B, NARCHAD)
    put(state, "maethor", HERE, A)
    put(state, "faron", HERE, B)
    put(state, "faron", THERE, B)
    give(state, C, NARCHAD, wish="always")
    state = play(state, A, "contest", HERE, B)
    assert set(waits(state)) == {A, B}
    state = play(play(state, A, "cast", HAND, NARCHAD), B, "pass")
    assert {land for _, land, _ in said(state, A, "choose")} == {HERE}


@pytest.mark.rule("S14.6")
def test_nobody_counters_a_counter() -> None:
    state, faron = slain()
    give(give(state, B, GALAS), A, NARCHAD, wish="always")
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    state = fall(play(play(state, B, "counter", HAND, GALAS), B, "points", 0, 0), 5)
    assert isinstance(top(state), TurnFrame)


@pytest.mark.rule("S14.7")
def test_who_has_no_rune_is_not_asked() -> None:
    state, faron = slain()
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    assert state.pieces[faron].land == NOWHERE
    march = in_turn()
    put(march, "faron", HERE, A)
    put(march, "pethdan", THERE, B)
    acts.change(march, B, wish="always")
    assert waits(play(march, A, "march")) == (A,)
    bears = in_turn("events")
    own = put(bears, "faron", HERE, A)
    put(bears, "saelon", HERE, B)
    acts.change(bears, B, wish="always")
    assert waits(told(bears, BAND, "band.held", 4, own)) != (B,)


@pytest.mark.rule("S14.7")
def test_answers_work_in_the_order_of_seats_and_the_rest_stay_in_hand() -> None:
    state, faron = slain()
    put(state, "randir", HERE, C)
    give(give(state, B, GALAS), C, GALAS)
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    state = play(play(state, C, "counter", HAND, GALAS), B, "counter", HAND, GALAS)
    assert waits(state) == (B,)
    won = fall(play(state, B, "points", 0, 0), 4)
    assert won.pieces[faron].land == HERE
    assert (won.players[B].hand, won.players[C].hand) == ((), (GALAS,))
    lost = fall(play(state, B, "points", 0, 0), 3)
    assert waits(lost) == (C,)
    lost = fall(play(lost, C, "points", 0, 0), 3)
    assert lost.pieces[faron].land == NOWHERE
    assert lost.players[C].hand == ()


@pytest.mark.rule("S14.8")
@pytest.mark.parametrize(
    ("wish", "near", "asked"),
    [
        ("never", True, False),
        ("touched", True, True),
        ("touched", False, False),
        ("always", False, True),
    ],
)
def test_standing_wishes(wish: str, near: bool, asked: bool) -> None:
    state = give(in_turn(), B, RATH, wish=wish)
    put(state, "faron", HERE, A)
    put(state, "faron", HERE if near else far_away(), B)
    assert (B in waits(play(state, A, "march"))) is asked


def far_away() -> int:
    """A land that is not next to the first one."""
    return next(n for n in range(len(BOARD.lands)) if BOARD.distance(HERE, n) > 2)


@pytest.mark.rule("S14.8")
def test_being_asked_when_touched_holds_until_it_is_changed() -> None:
    state = in_turn()
    assert state.players[B].wish == "touched"
    assert said(state, B, "wish") == [("never",), ("round",), ("attacked",), ("always",)]
    assert no(state, B, "wish", "touched") == "S14.8"
    assert play(state, B, "wish", "never").players[B].wish == "never"


@pytest.mark.rule("S14.8")
def test_a_reading_touches_who_has_something_in_its_land() -> None:
    for marked in (True, False):
        state = give(in_turn("events"), B, RATH)
        faron = put(state, "faron", HERE, A)
        if marked:
            state.markers[HERE] = B
        state = told(state, BAND, "band.held", 4, faron)
        assert (waits(state) == (B,)) is marked


# --- Counter-magic (S14.9 to S14.13) ------------------------------------------------------


@pytest.mark.rule("S14.9", "S14.12")
@pytest.mark.parametrize(("number", "lives"), [(3, False), (4, True), (5, True)])
def test_the_greater_strength_wins_and_equal_ones_cancel_both(number: int, lives: bool) -> None:
    state, faron = slain()
    give(state, B, GALAS)
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 4)
    state = fall(play(play(state, B, "counter", HAND, GALAS), B, "points", 0, 0), number)
    assert (state.pieces[faron].land == HERE) is lives
    assert ("countered" if lives else "withstood") in whats(state)
    assert sorted(state.aside) == [GALAS, NARCHAD]
    assert state.players[B].tur == 10


@pytest.mark.rule("S14.9")
def test_a_countered_reading_does_not_work_at_all() -> None:
    state = give(in_turn("events"), A, RATH)
    faron = put(state, "faron", HERE, A)
    state = told(state, BAND, "band.held", 4, faron)
    state = fall(play(play(state, A, "counter", HAND, RATH), A, "points", 1, 0), 3)
    assert "cancelled" in whats(state)
    assert not tokens(state, TokenKind.BAND)


KIN = {
    "galas": "rhach rim",
    "narchad": "tulu idh",
    "band": "tulu galu",
    "rath": "nuthad idh",
    "maeth": "idh thurinas",
    "gwend": "rim rhach",
    "thurinas": "breged galu",
    "hannas": "rim idh",
    "nuthad": "rath galu",
    "tulu": "rhach rim",
    "idh": "maeth rath",
    "breged": "band erthad",
    "erthad": "maeth thurinas",
    "rim": "gwend hannas",
    "galu": "nuthad narchad",
    "rhach": "galas tulu",
}


@pytest.mark.rule("S14.9", "S14.10", "S14.11")
@pytest.mark.parametrize("key", RUNES)
def test_the_opposite_loses_nothing_kin_two_others_four(key: str) -> None:
    rune = RUNES.index(key)
    for other, name in enumerate(RUNES):
        less = 0 if other == opposite(rune) else 2 if name in KIN[key].split() else 4
        assert deduction(other, rune) == less


@pytest.mark.rule("S14.10")
def test_kin_needs_no_leave_but_is_weaker() -> None:
    state, faron = slain()
    give(state, B, TULU)
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 3)
    state = play(state, B, "counter", HAND, TULU)
    assert verbs(state, B) == ("points",)
    state = play(state, B, "points", 0, 0)
    assert fall(state, 4).pieces[faron].land == NOWHERE
    assert fall(state, 5).pieces[faron].land == HERE


@pytest.mark.rule("S14.11")
def test_any_other_rune_needs_the_referees_leave() -> None:
    state, faron = slain()
    give(state, B, BREGED)
    state = fall(play(cast(state, "narchad.death", HERE, faron), A, "points", 0, 0), 2)
    state = play(state, B, "counter", HAND, BREGED)
    assert waits(state) == (C,)
    refused = play(state, C, "decline")
    assert refused.players[B].hand == (BREGED,)
    assert refused.pieces[faron].land == NOWHERE
    state = play(play(state, C, "accept"), B, "points", 0, 0)
    assert state.players[B].hand == ()
    assert fall(state, 5).pieces[faron].land == NOWHERE
    assert fall(state, 6).pieces[faron].land == HERE


@pytest.mark.rule("S14.13")
def test_a_borne_rune_works_with_its_printed_strength_where_its_bearer_stands() -> None:
    state = in_turn()
    gollor = put(state, "gollor", HERE, A)
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 4, other=4))
    acts.lay(state, Token(TokenKind.LEGEND, THERE, 4, other=4))
    assert said(state, A, "cast") == [(gollor, HANNAS)]
    state = play(state, A, "cast", gollor, HANNAS)
    assert {land for _, land, _ in said(state, A, "choose")} == {HERE}
    key = next(key for key, _, _ in said(state, A, "choose") if key == "hannas.answer")
    state = play(state, A, "choose", key, HERE, NOWHERE)
    while waits(state) == (A,) and "aimat" in verbs(state, A):
        state = play(state, A, "aimat", *said(state, A, "aimat")[0])
    assert isinstance(top(state), TurnFrame)
    assert not tokens(state, TokenKind.LEGEND, HERE)
    assert (state.players[A].tur, state.aside) == (10, [])
    assert no(state, A, "cast", gollor, HANNAS) == "S14.13"


@pytest.mark.rule("S14.13")
def test_each_borne_rune_once_in_a_turn_of_anybody() -> None:
    state = in_turn()
    saelon = put(state, "saelon", HERE, A, spent=(HANNAS, THURINAS))
    assert no(state, A, "cast", saelon, HANNAS) == "S14.13"
    state.stack = [Round(), TurnFrame(B)]
    run(state)
    assert state.pieces[saelon].spent == ()


@pytest.mark.rule("S14.13")
def test_a_sleepers_rune_and_that_of_a_free_dragon_rest() -> None:
    state = in_turn()
    put(state, "faron", HERE, B)
    dragon = put(state, "urlug", HERE)
    put(state, "randir", HERE, A)
    assert (dragon, NARCHAD) not in said(state, A, "cast")
    acts.change_piece(state, dragon, leader=A)
    assert (dragon, NARCHAD) in said(state, A, "cast")
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, pieces=(dragon,), until=9))
    assert no(state, A, "cast", dragon, NARCHAD) == "S14.13"


@pytest.mark.rule("S14.13")
def test_a_borne_rune_counters_without_points_or_number() -> None:
    state = give(in_turn(), A, MAETH)
    put(state, "maethor", HERE, A)
    talagan = put(state, "talagan", HERE, B)
    state = cast(state, "maeth.raid", HERE, B)
    for number, kept in ((4, True), (5, False)):
        after = fall(play(state, A, "points", 0, 0), number)
        assert said(after, B, "counter") == [(talagan, GWEND), (talagan, HANNAS)]
        after = play(after, B, "counter", talagan, GWEND)
        assert ("cancelled" in whats(after)) is kept
        assert after.pieces[talagan].spent == (GWEND,)


@pytest.mark.rule("S14.3", "S24.2")
@pytest.mark.parametrize(("phase", "at_once"), [("move", False), ("move2", True)])
def test_a_raid_after_the_contests_is_fought_at_once(phase: str, at_once: bool) -> None:
    state = give(in_turn(phase), A, MAETH)
    put(state, "maethor", HERE, A)
    state = fall(play(cast(state, "maeth.raid", HERE, A), A, "points", 0, 0), 3)
    assert (type(top(state)).__name__ == "Contest") is at_once
    assert tokens(state, TokenKind.HOST, HERE, A)


@pytest.mark.rule("S14.5")
@pytest.mark.parametrize(
    "key", ["tulu.support", "tulu.rescue", "galas.experience", "thurinas.hidden", "maeth.lust"]
)
def test_in_anothers_contest_one_may_help_ones_own(key: str) -> None:
    state = in_turn("contest")
    mine, theirs = put(state, "faron", HERE, B), put(state, "maethor", HERE, A)
    alone = put(state, "faron", THERE, B)
    act = Act(RUNES.index(key.split(".")[0]), 5, B, HERE, magic=True, only=A)
    found = {each for target in Reading.ALL[key].targets(state, act) for each in target}
    assert (B if key == "maeth.lust" else mine) in found
    assert alone not in found
    assert Reading.ALL[key].targets(state, act._replace(land=THERE)) == []
    assert theirs in found or key in ("thurinas.hidden", "maeth.lust")


@pytest.mark.rule("S14.5")
@pytest.mark.parametrize("key", ["tulu.gift", "breged.news", "breged.task", "idh.rest"])
def test_what_only_serves_the_caster_concerns_nobody_else(key: str) -> None:
    state = give(in_turn("contest"), B, NARCHAD)
    quest(state, B)
    put(state, "faron", HERE, B)
    put(state, "maethor", HERE, A)
    act = Act(RUNES.index(key.split(".")[0]), 5, B, HERE, magic=True)
    assert Reading.ALL[key].targets(state, act)
    assert Reading.ALL[key].targets(state, act._replace(only=A)) == []


@pytest.mark.rule("S14.5", "S35.2")
def test_ill_luck_concerns_her_whose_numbers_it_is_about() -> None:
    state = give(give(in_turn(), B, RHACH, wish="always"), A, GALU)
    put(state, "faron", HERE, A)
    state = play(play(state, A, "march"), B, "cast", HAND, RHACH)
    state = play(state, B, "choose", "rhach.ill", THERE, NOWHERE)
    state = fall(play(state, B, "points", 0, 0), 4)
    assert waits(state) == (A,)
    assert verbs(state, A) == ("counter", "pass", "wish")


@pytest.mark.rule("S14.8")
def test_a_wish_is_changed_once_in_a_turn() -> None:
    """By any seat, to something else; a second time only in another turn."""
    state = in_turn()
    wish = Verb.ALL["wish"]
    acts.change(state, B, wish="touched", wished=-1)
    assert refused(wish.refuse(state, B, ("touched",))) == "S14.8"
    assert wish.refuse(state, B, ("always",)) is None
    wish.play(state, B, ("always",), "")
    assert refused(wish.refuse(state, B, ("never",))) == "S14.8"
    state.turns += 1
    assert wish.refuse(state, B, ("never",)) is None


def refused(no: No | None) -> str:
    """The rule that refuses."""
    return no.rule if no else ""
