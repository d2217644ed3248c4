"""Readings of nuthad and tulu (S28, S29)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import (
    ADAN,
    BAND,
    DRU,
    RATH,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import THIS_TURN, Aim, Token, until_turn
from cruachan.games.shent.readings import ANY_STRENGTH
from tests.shent.acting import event, magic, targets, work
from tests.shent.positions import far, near, put, quest, table, whats

HERE = 12
A, B, C = range(3)


# --- nuthad -------------------------------------------------------------------------------


@pytest.mark.rule("S28.2")
def test_those_who_came_must_go_back() -> None:
    state = table()
    faron = put(state, "faron", HERE, A, left=near(state, HERE)[0])
    put(state, "maethor", HERE, A)
    act = event(state, "nuthad.back", 4, HERE)
    work(state, "nuthad.back", act, faron)
    assert state.tokens == [Token(TokenKind.BACK, HERE, 4, A, pieces=(faron,), until=THIS_TURN)]
    assert state.domain_events[-1].what == DomainEventKind.TURNED_BACK
    assert state.domain_events[-1].other == NOBODY
    assert not targets(state, "nuthad.back", act)


@pytest.mark.rule("S28.2")
def test_in_the_second_movement_they_go_back_at_once_if_they_can() -> None:
    state = table()
    start = near(state, HERE)[0]
    faron = put(state, "faron", HERE, A, left=start)
    dru = put(state, "dru", HERE, A, left=start)
    act = event(state, "nuthad.back", 4, HERE, second=True)
    barred = state.copy()
    put(barred, "faron", start, B)
    assert not targets(barred, "nuthad.back", act)
    for kind, land in (("wall", start), ("standstill", start)):
        barred = state.copy()
        acts.lay(barred, Token(TokenKind(kind), land))
        assert not targets(barred, "nuthad.back", act)
    barred = state.copy()
    acts.lay(barred, Token(TokenKind.GATE, HERE, other=start, seat=A))
    assert not targets(barred, "nuthad.back", act)
    work(state, "nuthad.back", act, faron, dru)
    assert [state.pieces[i].land for i in (faron, dru)] == [start, start]
    assert state.pieces[dru].leader == A


@pytest.mark.rule("S28.2")
def test_magic_turns_back_the_player_on_turn() -> None:
    state = table()
    faron = put(state, "faron", HERE, A, left=near(state, HERE)[0])
    put(state, "faron", HERE, B)
    work(state, "nuthad.back", magic("nuthad.back", 3, HERE, B, only=A), faron)
    assert state.domain_events[-1].other == B
    hidden = table()
    put(hidden, "faron", HERE, A, left=near(state, HERE)[0], hidden=2)
    assert not targets(hidden, "nuthad.back", magic("nuthad.back", 3, HERE, B, only=A))


@pytest.mark.rule("S28.3")
def test_a_wall_here_or_where_a_known_quest_leads() -> None:
    state = table()
    named = far(state, HERE, 2)
    quest(state, A, Aim("reach", RATH, land=named))
    quest(state, A, Aim("reach", RATH, land=far(state, HERE, 3)), mode="secret")
    act = event(state, "nuthad.wall", 5, HERE)
    assert targets(state, "nuthad.wall", act) == [(HERE,), (named,)]
    work(state, "nuthad.wall", act, named)
    assert state.tokens == [Token(TokenKind.WALL, named, 5, until=state.clock + 3)]
    assert targets(state, "nuthad.wall", act) == [(HERE,)]


@pytest.mark.rule("S28.3")
def test_a_wall_by_magic_stands_one_round_where_it_concerns_her() -> None:
    state = table()
    act = magic("nuthad.wall", 5, HERE, B, only=A)
    assert not targets(state, "nuthad.wall", act)
    put(state, "talan", HERE, A)
    work(state, "nuthad.wall", act, HERE)
    assert state.tokens == [Token(TokenKind.WALL, HERE, 5, until=until_turn(B))]


@pytest.mark.rule("S28.4")
def test_dearth() -> None:
    state = table()
    work(state, "nuthad.dearth", event(state, "nuthad.dearth", 5, HERE), A)
    assert state.tokens == [Token(TokenKind.DEARTH, strength=3, seat=A, until=state.clock + 2)]


@pytest.mark.rule("S28.4")
def test_dearth_by_magic_needs_a_figure_or_a_marker() -> None:
    state = table()
    put(state, "faron", HERE, B)
    state.markers[HERE] = C
    assert targets(state, "nuthad.dearth", magic("nuthad.dearth", 2, HERE)) == [(B,), (C,)]
    assert not targets(state, "nuthad.dearth", magic("nuthad.dearth", 2, HERE, B, only=A))
    work(state, "nuthad.dearth", magic("nuthad.dearth", 2, HERE), C)
    assert state.tokens[0].until == until_turn(A)


@pytest.mark.rule("S28.5")
def test_bad_ground_needs_a_contest() -> None:
    state = table()
    put(state, "faron", HERE, A)
    act = event(state, "nuthad.ground", 5, HERE)
    assert not targets(state, "nuthad.ground", act)
    put(state, "faron", HERE, B)
    work(state, "nuthad.ground", act, A)
    assert state.tokens == [Token(TokenKind.GROUND, HERE, 2, A, until=THIS_TURN)]
    assert targets(state, "nuthad.ground", magic("nuthad.ground", 4, HERE)) == [(B,)]
    work(state, "nuthad.ground", magic("nuthad.ground", 4, HERE), B)
    assert state.tokens[1] == Token(TokenKind.GROUND, HERE, 1, B, until=until_turn(A))


@pytest.mark.rule("S28.6")
def test_delay() -> None:
    state = table()
    act = event(state, "nuthad.delay", 4, HERE)
    assert not targets(state, "nuthad.delay", act)
    number = quest(state, A, mode="secret")
    work(state, "nuthad.delay", act, number)
    assert state.tokens == [
        Token(TokenKind.DELAY, strength=1, seat=A, other=number, until=until_turn(A))
    ]
    assert not targets(state, "nuthad.delay", act)
    work(state, "nuthad.delay", event(state, "nuthad.delay", 5, HERE), number)
    assert state.tokens[1].strength == 2
    acts.end_tokens(state, until_turn(A))
    assert [token.strength for token in state.tokens] == [1]
    acts.end_by_clock(state)
    acts.end_tokens(state, until_turn(A))
    assert state.tokens == []


@pytest.mark.rule("S28.6")
def test_delay_by_magic_touches_a_quest_of_another() -> None:
    state = table()
    own, other = quest(state, A), quest(state, B)
    assert targets(state, "nuthad.delay", magic("nuthad.delay", 8, HERE)) == [(other,)]
    assert targets(state, "nuthad.delay", magic("nuthad.delay", 8, HERE, C, only=A)) == [(own,)]
    work(state, "nuthad.delay", magic("nuthad.delay", 8, HERE), other)
    assert state.tokens == [
        Token(TokenKind.DELAY, strength=1, seat=B, other=other, until=until_turn(A))
    ]


# --- tulu ---------------------------------------------------------------------------------


@pytest.mark.rule("S29.2")
@pytest.mark.parametrize(("strength", "kind"), [(3, DRU), (5, DRU), (6, ADAN)])
def test_an_ally_comes(strength: int, kind: int) -> None:
    state = table()
    put(state, "faron", HERE, A)
    assert not targets(state, "tulu.ally", event(state, "tulu.ally", 2, HERE))
    work(state, "tulu.ally", event(state, "tulu.ally", strength, HERE))
    new = state.pieces[state.domain_events[-1].piece]
    assert (new.kind, new.leader, new.land) == (kind, A, HERE)


@pytest.mark.rule("S29.2")
def test_no_ally_without_a_piece() -> None:
    state = table()
    put(state, "faron", HERE, A)
    for _ in range(4):
        put(state, "adan", 0)
    assert not targets(state, "tulu.ally", event(state, "tulu.ally", 6, HERE))
    assert targets(state, "tulu.ally", event(state, "tulu.ally", 5, HERE))


@pytest.mark.rule("S29.2")
def test_a_phantom_by_magic() -> None:
    state = table()
    assert not targets(state, "tulu.ally", magic("tulu.ally", 3, HERE, B, only=A))
    put(state, "faron", HERE, B)
    assert not targets(state, "tulu.ally", magic("tulu.ally", 3, HERE, B, only=A))
    put(state, "faron", HERE, A)
    work(state, "tulu.ally", magic("tulu.ally", 3, HERE, B, only=A))
    work(state, "tulu.ally", magic("tulu.ally", 6, HERE))
    assert state.tokens == [
        Token(TokenKind.PHANTOM, HERE, 2, B, until=until_turn(B)),
        Token(TokenKind.PHANTOM, HERE, 4, A, until=until_turn(A)),
    ]


@pytest.mark.rule("S29.3")
def test_a_hint_lightens_a_legend_and_does_not_answer_it() -> None:
    state = table()
    acts.lay(state, Token(TokenKind.LEGEND, far(state, HERE, 2), 3, other=6))
    assert not targets(state, "tulu.hint", event(state, "tulu.hint", 1, HERE))
    work(state, "tulu.hint", event(state, "tulu.hint", 8, HERE), 0)
    assert (state.tokens[0].strength, state.tokens[0].other) == (1, 6)
    assert not targets(state, "tulu.hint", event(state, "tulu.hint", 8, HERE))


@pytest.mark.rule("S29.3")
def test_a_hint_shows_a_treasure_once() -> None:
    state = table()
    acts.lay(state, Token(TokenKind.TREASURE, far(state, HERE, 2), 3))
    work(state, "tulu.hint", magic("tulu.hint", 2, HERE), 0)
    assert "shown" in whats(state)
    assert not targets(state, "tulu.hint", magic("tulu.hint", ANY_STRENGTH, HERE))


@pytest.mark.rule("S29.4")
def test_support() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    put(state, "dru", HERE, A)
    act = event(state, "tulu.support", 3, HERE)
    assert targets(state, "tulu.support", act) == [(faron,)]
    work(state, "tulu.support", act, faron)
    assert state.tokens == [Token(TokenKind.SUPPORT, strength=2, pieces=(faron,), until=THIS_TURN)]
    assert not targets(state, "tulu.support", act)


@pytest.mark.rule("S29.4")
def test_support_by_magic_also_for_others_and_at_most_4() -> None:
    state = table()
    other = put(state, "faron", HERE, B)
    work(state, "tulu.support", magic("tulu.support", 12, HERE), other)
    assert state.tokens[0] == Token(
        TokenKind.SUPPORT, strength=4, pieces=(other,), until=until_turn(A)
    )


@pytest.mark.rule("S29.5")
def test_a_gift() -> None:
    state = table()
    work(state, "tulu.gift", event(state, "tulu.gift", 5, HERE))
    work(state, "tulu.gift", magic("tulu.gift", 5, HERE))
    assert state.tokens == [
        Token(TokenKind.GIFT, strength=5, seat=A, until=state.clock + 2),
        Token(TokenKind.GIFT, strength=3, seat=A, until=until_turn(A)),
    ]
    assert not targets(state, "tulu.gift", magic("tulu.gift", 5, HERE, B, only=A))


@pytest.mark.rule("S29.6")
def test_rescue() -> None:
    state = table()
    start = near(state, HERE)[0]
    faron = put(state, "faron", HERE, A, left=start)
    assert not targets(state, "tulu.rescue", event(state, "tulu.rescue", 2, HERE))
    work(state, "tulu.rescue", event(state, "tulu.rescue", 3, HERE), faron)
    assert not targets(state, "tulu.rescue", event(state, "tulu.rescue", 3, HERE))
    acts.kill(state, faron)
    assert state.pieces[faron].land == start


@pytest.mark.rule("S29.6")
def test_rescue_by_magic() -> None:
    state = table()
    other = put(state, "faron", HERE, B)
    work(state, "tulu.rescue", magic("tulu.rescue", 3, HERE), other)
    assert state.tokens == [Token(TokenKind.RESCUE, pieces=(other,), until=until_turn(A))]


@pytest.mark.rule("S29.7")
def test_loosened_needs_more_than_the_strength_and_two() -> None:
    state = table()
    state.bag[BAND] = 3
    away = far(state, HERE, 3)
    faron = put(state, "faron", away, A)
    state.tokens.append(Token(TokenKind.BAND, away, 3, A, pieces=(faron,), stone=BAND))
    assert not targets(state, "tulu.loosened", event(state, "tulu.loosened", 5, HERE))
    work(state, "tulu.loosened", event(state, "tulu.loosened", 6, HERE), 0)
    assert not state.tokens
    assert (state.aside, state.bag[BAND]) == ([], 4)
    assert "freed" in whats(state)


@pytest.mark.rule("S29.7")
def test_loosened_touches_nobody_elses_bands_and_walls() -> None:
    state = table()
    away = far(state, HERE, 3)
    other = put(state, "faron", away, B)
    foe = put(state, "dru", HERE)
    state.tokens = [
        Token(TokenKind.BAND, away, 1, B, pieces=(other,)),
        Token(TokenKind.WALL, away, 1),
        Token(TokenKind.GATE, HERE, 1, B, near(state, HERE)[0]),
        Token(TokenKind.CAPTIVE, HERE, 1, pieces=(foe,)),
    ]
    act = event(state, "tulu.loosened", 8, HERE)
    assert not targets(state, "tulu.loosened", act)
    put(state, "faron", near(state, away)[0], A)
    assert targets(state, "tulu.loosened", act) == [(1,)]
    state.tokens[2] = state.tokens[2]._replace(seat=A)
    assert targets(state, "tulu.loosened", act) == [(1,), (2,)]
    assert targets(state, "tulu.loosened", magic("tulu.loosened", 8, HERE)) == [(2,), (3,)]
    work(state, "tulu.loosened", magic("tulu.loosened", 8, HERE), 2)
    assert "lifted" in whats(state)
