"""Readings of îdh and breged (S30, S31), and all of the four runes."""

from __future__ import annotations

import pytest

from cruachan.games.shent.components.material import (
    BREGED,
    GALAS,
    MAETH,
    RATH,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.state import THIS_TURN, DomainEvent, Token, Turn, until_turn
from cruachan.games.shent.readings import ANY_STRENGTH, Reading
from tests.shent.acting import event, magic, targets, work
from tests.shent.positions import far, near, put, quest, table, whats

HERE = 12
A, B, C = range(3)


# --- îdh ----------------------------------------------------------------------------------


@pytest.mark.rule("S30.2")
def test_sleep_sends_one_of_the_group_off() -> None:
    state = table()
    faron, maethor = put(state, "faron", HERE, A), put(state, "maethor", HERE, A)
    act = event(state, "idh.sleep", 4, HERE)
    assert set(targets(state, "idh.sleep", act)) == {(faron,), (maethor,)}
    work(state, "idh.sleep", act, maethor)
    asleep = state.pieces[maethor]
    assert (asleep.land, asleep.back, asleep.left) == (TRACK, state.clock + 4, HERE)
    assert whats(state) == ["slept", "off"]
    assert Reading.ALL["idh.sleep"].chooser == "narrator"


@pytest.mark.rule("S30.2")
def test_sleep_spares_the_only_figure_while_another_reading_applies() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    act = event(state, "idh.sleep", 4, HERE)
    assert not targets(state, "idh.sleep", act)
    acts.lay(state, Token(TokenKind.STANDSTILL, HERE))
    acts.lay(state, Token(TokenKind.REST, pieces=(faron,)))
    assert targets(state, "idh.sleep", act) == [(faron,)]


@pytest.mark.rule("S30.2")
def test_sleep_by_magic_leaves_the_figure_there() -> None:
    state = table()
    other = put(state, "faron", HERE, B)
    put(state, "faron", HERE, B, hidden=3)
    assert targets(state, "idh.sleep", magic("idh.sleep", 2, HERE)) == [(other,)]
    work(state, "idh.sleep", magic("idh.sleep", 2, HERE), other)
    assert state.tokens == [Token(TokenKind.ASLEEP, HERE, 2, pieces=(other,), until=until_turn(A))]
    assert state.domain_events[-1] == DomainEvent(DomainEventKind.SLEPT, B, HERE, A, other)
    assert not targets(state, "idh.sleep", magic("idh.sleep", 2, HERE))
    asleep = put(state, "maethor", HERE, A)
    awake = put(state, "faron", HERE, A)
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, 2, pieces=(asleep,), until=until_turn(B)))
    assert (asleep,) not in targets(state, "idh.sleep", event(state, "idh.sleep", 8, HERE))
    for key in ("narchad.death", "band.held"):
        touched = {each for t in targets(state, key, event(state, key, 8, HERE)) for each in t}
        assert (awake in touched, asleep in touched) == (True, False)


@pytest.mark.rule("S30.3")
def test_standstill() -> None:
    state = table(turn=Turn(entered=(3, HERE)))
    acts.lay(state, Token(TokenKind.HOST, HERE, 3, A))
    act = event(state, "idh.standstill", 2, HERE)
    work(state, "idh.standstill", act)
    assert state.tokens == [Token(TokenKind.STANDSTILL, HERE, 2, until=THIS_TURN)]
    assert state.turn.entered == (3,)
    assert not targets(state, "idh.standstill", act)


@pytest.mark.rule("S30.3")
def test_standstill_by_magic_where_it_concerns_the_player_on_turn() -> None:
    state = table()
    act = magic("idh.standstill", 2, HERE, B, only=A)
    assert not targets(state, "idh.standstill", act)
    state.markers[HERE] = A
    work(state, "idh.standstill", act)
    assert state.tokens[0].until == THIS_TURN


@pytest.mark.rule("S30.4")
def test_rest_for_as_many_as_its_strength() -> None:
    state = table()
    here, there = put(state, "faron", HERE, A), put(state, "maethor", near(state, HERE)[0], A)
    put(state, "faron", far(state, HERE, 2), A)
    assert targets(state, "idh.rest", event(state, "idh.rest", 2, HERE)) == [(there, here)]
    assert set(targets(state, "idh.rest", event(state, "idh.rest", 1, HERE))) == {(here,), (there,)}
    work(state, "idh.rest", event(state, "idh.rest", 2, HERE), there, here)
    assert state.tokens == [
        Token(TokenKind.REST, HERE, 1, A, pieces=(there, here), until=THIS_TURN)
    ]
    assert not targets(state, "idh.rest", event(state, "idh.rest", 2, HERE))


@pytest.mark.rule("S30.4")
def test_rest_by_magic_brings_no_golu() -> None:
    state = table()
    here = put(state, "faron", HERE, A)
    work(state, "idh.rest", magic("idh.rest", 2, HERE), here)
    assert state.tokens[0].strength == 0
    assert not targets(state, "idh.rest", magic("idh.rest", 2, HERE, B, only=A))


@pytest.mark.rule("S30.5")
def test_a_foe_falls_asleep() -> None:
    state = table()
    act = event(state, "idh.slumber", 3, HERE)
    assert not targets(state, "idh.slumber", act)
    foe, other = put(state, "dru", HERE), put(state, "urlug", HERE)
    work(state, "idh.slumber", act, foe)
    assert state.tokens == [Token(TokenKind.ASLEEP, HERE, 3, pieces=(foe,), until=state.clock + 3)]
    put(state, "faron", HERE, A)
    work(state, "idh.slumber", magic("idh.slumber", 3, HERE, B, only=A), other)
    assert state.tokens[1].until == until_turn(B)


# --- breged -------------------------------------------------------------------------------


@pytest.mark.rule("S31.2")
@pytest.mark.parametrize("cast", [False, True])
def test_another_sky(cast: bool) -> None:
    state = table()
    weak = magic("breged.sky", 5, HERE) if cast else event(state, "breged.sky", 5, HERE)
    strong = weak._replace(strength=6)
    assert targets(state, "breged.sky", weak) == [(1,)]
    assert targets(state, "breged.sky", strong) == [(1,), (5,)]
    work(state, "breged.sky", strong, 5)
    assert state.sky == 5
    assert state.domain_events[-1].seat == A


@pytest.mark.rule("S31.3")
@pytest.mark.parametrize(("strength", "steps"), [(1, 1), (5, 1), (6, 2)])
def test_time_leaps(strength: int, steps: int) -> None:
    state = table()
    act = event(state, "breged.time", strength, HERE)
    acts.lay(state, Token(TokenKind.GIFT, strength=2, seat=A, until=state.clock + 2))
    assert not targets(state, "breged.time", act)
    acts.lay(state, Token(TokenKind.WALL, HERE, 2, until=state.clock + 1))
    work(state, "breged.time", act)
    assert (state.clock, state.round) == (1 + steps, 1)
    assert state.tokens == [Token(TokenKind.GIFT, strength=2, seat=A, until=state.clock + 2)]


@pytest.mark.rule("S31.3")
def test_time_leaps_by_magic_from_3_on_and_one_step_only() -> None:
    state = table()
    put(state, "faron", TRACK, A, back=9)
    assert not targets(state, "breged.time", magic("breged.time", 2, HERE))
    work(state, "breged.time", magic("breged.time", 8, HERE))
    assert state.clock == 2


@pytest.mark.rule("S31.4")
def test_news() -> None:
    from cruachan.games.shent.readings.questions import News

    state = table()
    act = event(state, "breged.news", 8, HERE)
    assert not targets(state, "breged.news", act)
    acts.change(state, A, hand=(GALAS, RATH))
    work(state, "breged.news", act)
    assert state.stack == [News(A, 2)]
    state.bag = [0] * 16
    state.bag[GALAS] = 9
    work(state, "breged.news", act)
    assert state.stack[-1] == News(A, 1)
    state.bag[GALAS] = 8
    assert not targets(state, "breged.news", act)


@pytest.mark.rule("S31.4")
def test_news_by_magic_without_the_stone_cast() -> None:
    state = table()
    acts.change(state, A, hand=(BREGED,))
    acts.change(state, B, hand=(GALAS,))
    assert not targets(state, "breged.news", magic("breged.news", ANY_STRENGTH, HERE))
    assert targets(state, "breged.news", magic("breged.news", 4, HERE))
    assert not targets(state, "breged.news", magic("breged.news", 4, HERE, B, only=A))


@pytest.mark.rule("S31.5")
def test_swept_away_with_allies_but_without_the_held() -> None:
    state = table()
    faron, dru = put(state, "faron", HERE, A), put(state, "dru", HERE, A)
    stays = put(state, "maethor", HERE, A)
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, A, pieces=(stays,)))
    first, second = near(state, HERE)[:2]
    put(state, "faron", first, B)
    act = event(state, "breged.swept", 1, HERE)
    assert (A, first) not in targets(state, "breged.swept", act)
    work(state, "breged.swept", act, A, second)
    assert [state.pieces[i].land for i in (faron, dru, stays)] == [second, second, HERE]
    assert state.pieces[dru].leader == A
    assert Reading.ALL["breged.swept"].chooser == "narrator"


@pytest.mark.rule("S31.5")
def test_swept_away_by_magic_if_they_are_not_too_strong() -> None:
    state = table()
    put(state, "maethor", HERE, B)
    put(state, "faron", HERE, B)
    assert not targets(state, "breged.swept", magic("breged.swept", 3, HERE))
    assert (B, near(state, HERE)[0]) in targets(
        state, "breged.swept", magic("breged.swept", 4, HERE)
    )
    assert not targets(state, "breged.swept", magic("breged.swept", 8, HERE, C, only=A))


@pytest.mark.rule("S31.6")
def test_change_of_heart() -> None:
    state = table()
    start = far(state, HERE, 2)
    foe = put(state, "dru", start)
    goal, guarded = near(state, start)[:2]
    put(state, "faron", guarded, B)
    act = event(state, "breged.heart", 2, HERE)
    assert not targets(state, "breged.heart", act._replace(strength=1))
    assert (foe, guarded) not in targets(state, "breged.heart", act)
    assert (foe, guarded) in targets(state, "breged.heart", magic("breged.heart", 2, HERE))
    work(state, "breged.heart", act, foe, goal)
    assert state.pieces[foe].land == goal


@pytest.mark.rule("S31.6")
@pytest.mark.parametrize("kind", ["asleep", "captive", "band"])
def test_no_change_of_heart_in_sleep_or_bonds(kind: str) -> None:
    state = table()
    foe = put(state, "dru", HERE)
    acts.lay(state, Token(TokenKind(kind), HERE, 1, pieces=(foe,)))
    assert not targets(state, "breged.heart", event(state, "breged.heart", 8, HERE))


@pytest.mark.rule("S31.7")
def test_another_task() -> None:
    from cruachan.games.shent.readings.questions import NewTask

    state = table()
    number = quest(state, A, runes=(GALAS, RATH))
    act = event(state, "breged.task", 1, HERE)
    assert not targets(state, "breged.task", act)
    acts.change(state, A, hand=(GALAS, MAETH))
    assert targets(state, "breged.task", act) == [
        (number, index, rune) for index in (0, 1) for rune in (GALAS, MAETH)
    ]
    work(state, "breged.task", act, number, 1, MAETH)
    assert state.stack == [NewTask(A, number, 1, MAETH)]


@pytest.mark.rule("S31.7")
def test_another_task_by_magic_does_not_swap_in_the_stone_cast() -> None:
    state = table()
    quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, hand=(BREGED,))
    assert not targets(state, "breged.task", magic("breged.task", ANY_STRENGTH, HERE))
    acts.change(state, A, hand=(BREGED, MAETH))
    found = targets(state, "breged.task", magic("breged.task", ANY_STRENGTH, HERE))
    assert {target[2] for target in found} == {MAETH}
