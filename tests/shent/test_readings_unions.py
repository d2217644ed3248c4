"""Readings of erthad and rim (S32, S33)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import RATH
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Verb, legal, push, top
from cruachan.games.shent.core.state import THIS_TURN, Aim, Token, until_turn
from cruachan.games.shent.readings import ANY_STRENGTH, Reading
from cruachan.games.shent.readings.questions import Scatter
from cruachan.games.shent.readings.unions import WordReading
from tests.shent.acting import event, magic, targets, work
from tests.shent.positions import far, near, put, quest, table, whats

HERE = 12
A, B, C = range(3)


# --- erthad -------------------------------------------------------------------------------


@pytest.mark.rule("S32.2")
def test_gathering_brings_figures_and_allies_from_next_door() -> None:
    state = table()
    put(state, "faron", HERE, A)
    one, two = near(state, HERE)[:2]
    maethor, dru = put(state, "maethor", one, A), put(state, "dru", one, A)
    stays = put(state, "faron", two, A)
    acts.lay(state, Token(TokenKind.BAND, two, 3, A, pieces=(stays,)))
    act = event(state, "erthad.gathering", 2, HERE)
    assert targets(state, "erthad.gathering", act) == [(maethor, dru)]
    weak = act._replace(strength=1)
    assert targets(state, "erthad.gathering", weak) == [(maethor,), (dru,)]
    work(state, "erthad.gathering", act, maethor, dru)
    assert {state.pieces[i].land for i in (maethor, dru)} == {HERE}
    assert state.pieces[dru].leader == A


@pytest.mark.rule("S32.2")
def test_gathering_by_magic_needs_an_own_figure_there() -> None:
    state = table()
    faron = put(state, "faron", near(state, HERE)[0], A)
    act = magic("erthad.gathering", 3, HERE)
    assert not targets(state, "erthad.gathering", act)
    put(state, "faron", HERE, A)
    work(state, "erthad.gathering", act, faron)
    assert state.pieces[faron].land == HERE


@pytest.mark.rule("S32.2")
def test_what_a_caster_names_before_the_number_can_still_fit() -> None:
    state = table()
    put(state, "faron", HERE, A)
    for kind in ("maethor", "maethor", "faron"):
        put(state, kind, near(state, HERE)[0], A)
    act = magic("erthad.gathering", ANY_STRENGTH, HERE)
    named = targets(state, "erthad.gathering", act)
    drawn = targets(state, "erthad.gathering", act._replace(strength=2))
    assert drawn == [target for target in named if len(target) <= 2]


@pytest.mark.rule("S32.3")
def test_common_cause_with_a_weaker_foe_nearby() -> None:
    state = table()
    put(state, "faron", HERE, A)
    adan = put(state, "adan", near(state, HERE)[0])
    put(state, "dru", far(state, HERE, 2))
    act = event(state, "erthad.cause", 5, HERE)
    assert not targets(state, "erthad.cause", act._replace(strength=4))
    assert targets(state, "erthad.cause", act) == [(adan,)]
    work(state, "erthad.cause", act, adan)
    assert (state.pieces[adan].land, state.pieces[adan].leader) == (HERE, A)
    assert whats(state)[-1] == "joined"


@pytest.mark.rule("S32.3")
def test_common_cause_with_a_dru_of_the_supply_from_5_on() -> None:
    state = table()
    put(state, "faron", HERE, A)
    act = event(state, "erthad.cause", 5, HERE)
    assert not targets(state, "erthad.cause", act._replace(strength=4))
    ((dru,),) = targets(state, "erthad.cause", act)
    work(state, "erthad.cause", act, dru)
    assert (state.pieces[dru].land, state.pieces[dru].leader) == (HERE, A)
    assert not targets(state, "erthad.cause", magic("erthad.cause", 8, HERE))


@pytest.mark.rule("S32.3")
def test_common_cause_by_magic() -> None:
    state = table()
    dru = put(state, "dru", HERE)
    act = magic("erthad.cause", 3, HERE, B, only=A)
    assert not targets(state, "erthad.cause", act)
    put(state, "faron", HERE, B)
    state.markers[HERE] = A
    work(state, "erthad.cause", act, dru)
    assert state.pieces[dru].leader == B


@pytest.mark.rule("S32.4")
def test_two_threads_are_joined_if_the_other_consents() -> None:
    state = table()
    own = quest(state, A, mode="secret")
    act = event(state, "erthad.threads", 4, HERE)
    assert not targets(state, "erthad.threads", act)
    other = quest(state, B)
    reading = Reading.ALL["erthad.threads"]
    assert reading.asks(state, act, (own, other)) == B
    work(state, "erthad.threads", act, own, other)
    one, two = state.players[A].quests[0], state.players[B].quests[0]
    assert (one.linked, one.bond, two.linked, two.bond) == (other, 4, own, 4)
    assert not targets(state, "erthad.threads", act)


@pytest.mark.rule("S32.4")
def test_two_threads_by_magic_for_one_round() -> None:
    state = table()
    own, other = quest(state, A), quest(state, B)
    act = magic("erthad.threads", 4, HERE)
    work(state, "erthad.threads", act, own, other)
    assert state.players[A].quests[0].linked == NOWHERE
    assert state.tokens == [
        Token(TokenKind.THREAD, strength=4, seat=A, other=other, until=until_turn(A)),
        Token(TokenKind.THREAD, strength=4, seat=B, other=own, until=until_turn(A)),
    ]
    assert not targets(state, "erthad.threads", act)


@pytest.mark.rule("S32.5")
def test_joined_strength_needs_a_contest_and_two_figures() -> None:
    state = table()
    faron, dru = put(state, "faron", HERE, A), put(state, "dru", HERE, A)
    act = event(state, "erthad.joined", 1, HERE)
    assert not targets(state, "erthad.joined", act)
    put(state, "maethor", HERE, B)
    assert targets(state, "erthad.joined", act) == [(faron, dru), (dru, faron)]
    work(state, "erthad.joined", act, faron, dru)
    assert state.tokens == [Token(TokenKind.JOINED, HERE, 1, pieces=(faron, dru), until=THIS_TURN)]
    assert not targets(state, "erthad.joined", act)


@pytest.mark.rule("S32.5")
def test_joined_strength_adds_a_value_and_never_only_of_allies() -> None:
    state = table()
    faron, randir = put(state, "faron", HERE, A), put(state, "randir", HERE, A)
    one, two = put(state, "dru", HERE, A), put(state, "dru", HERE, A)
    put(state, "maethor", HERE, B)
    act = magic("erthad.joined", 8, HERE, B, only=A)
    found = targets(state, "erthad.joined", act)
    assert (one, two) not in found
    assert (faron, randir) not in found
    work(state, "erthad.joined", act, randir, one)
    assert state.tokens[0].strength == 2
    assert state.tokens[0].until == until_turn(B)


@pytest.mark.rule("S32.6")
def test_one_riddle_of_two() -> None:
    state = table()
    acts.lay(state, Token(TokenKind.LEGEND, 3, 5, other=5))
    act = event(state, "erthad.riddle", 1, HERE)
    assert not targets(state, "erthad.riddle", act)
    acts.lay(state, Token(TokenKind.LEGEND, 7, 2, other=8))
    work(state, "erthad.riddle", act, 1, 0)
    assert state.tokens == [Token(TokenKind.LEGEND, 7, 5, other=8)]
    assert not Reading.ALL["erthad.riddle"].magic


# --- rim ----------------------------------------------------------------------------------


@pytest.mark.rule("S33.2")
def test_an_ally_falls_away_here_first() -> None:
    state = table()
    away = far(state, HERE, 3)
    put(state, "faron", HERE, A)
    put(state, "faron", away, A)
    adan, dru = put(state, "adan", HERE, A), put(state, "dru", away, A)
    act = event(state, "rim.falling", 3, HERE)
    assert not targets(state, "rim.falling", act._replace(strength=2))
    assert targets(state, "rim.falling", act) == [(dru,)]
    assert targets(state, "rim.falling", act._replace(strength=5)) == [(adan,)]
    work(state, "rim.falling", act, dru)
    assert (state.pieces[dru].leader, state.pieces[dru].land) == (NOBODY, away)
    assert whats(state) == ["deserted"]


@pytest.mark.rule("S33.2")
def test_an_ally_falls_away_by_magic_in_the_land() -> None:
    state = table()
    put(state, "faron", HERE, B)
    dru = put(state, "dru", HERE, B)
    assert not targets(state, "rim.falling", magic("rim.falling", 3, HERE, C, only=A))
    work(state, "rim.falling", magic("rim.falling", 3, HERE), dru)
    assert state.domain_events[-1].other == A


@pytest.mark.rule("S33.3")
def test_a_word_may_be_broken_by_the_other() -> None:
    state = table()
    land = far(state, HERE, 2)
    act = event(state, "rim.word", 1, HERE)
    assert not targets(state, "rim.word", act)
    put(state, "faron", land, A)
    put(state, "faron", land, B)
    acts.make_peace(state, land, A, B)
    state.markers[land] = A
    assert targets(state, "rim.word", act) == [(land, B, A)]
    assert Reading.ALL["rim.word"].asks(state, act, (land, B, A)) == B
    later = state.copy()
    WordReading().declined(later, act, (land, B, A))
    assert later.peace
    assert later.tokens == [Token(TokenKind.WORD, land, 1, B, A, until=state.clock + 2)]
    work(state, "rim.word", act, land, B, A)
    assert not state.peace
    assert state.markers[land] == NOBODY


@pytest.mark.rule("S33.3")
def test_a_word_broken_by_magic_is_for_either() -> None:
    state = table()
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    acts.make_peace(state, HERE, A, B)
    act = magic("rim.word", 1, HERE, C, only=A)
    assert targets(state, "rim.word", act) == [(HERE, A, B), (HERE, B, A)]
    own = magic("rim.word", 1, HERE)
    assert Reading.ALL["rim.word"].asks(state, own, (HERE, A, B)) is None
    WordReading().declined(state, act, (HERE, A, B))
    assert state.tokens[0].until == until_turn(C)


@pytest.mark.rule("S33.4")
@pytest.mark.parametrize(("strength", "count"), [(4, 1), (5, 2)])
def test_scattered(strength: int, count: int) -> None:
    state = table()
    group = tuple(put(state, "faron", HERE, A) for _ in range(4))
    work(state, "rim.scattered", event(state, "rim.scattered", strength, HERE), A)
    assert state.stack == [Scatter(A, group, count)]
    assert top(state).waits(state) == (A,)
    moves = [move.args for move in legal(state, A, ("scatter",))]
    assert all(len(args) == 2 * count for args in moves)
    Verb.ALL["scatter"].play(state, A, moves[0], "")
    assert [state.pieces[piece].land for piece in moves[0][::2]] == list(moves[0][1::2])
    assert sum(state.pieces[piece].land == HERE for piece in group) == 4 - count
    assert not state.stack


@pytest.mark.rule("S33.4")
def test_only_so_many_of_them_and_only_next_door() -> None:
    state = table()
    group = tuple(put(state, "faron", HERE, A) for _ in range(4))
    push(state, Scatter(A, group, 2))
    refuse = Verb.ALL["scatter"].refuse
    one, two = near(state, HERE)[:2]
    assert refuse(state, A, (group[0], one, group[3], two)) is None
    assert refuse(state, A, (group[0], one)) is not None
    assert refuse(state, A, (group[0], one, group[0], two)) is not None
    assert refuse(state, A, (group[0], one, group[1], HERE)) is not None


@pytest.mark.rule("S33.4")
def test_scattered_needs_two_that_are_free_and_room() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    assert not targets(state, "rim.scattered", event(state, "rim.scattered", 1, HERE))
    put(state, "maethor", HERE, A)
    act = event(state, "rim.scattered", 1, HERE)
    assert targets(state, "rim.scattered", act) == [(A,)]
    assert not targets(state, "rim.scattered", magic("rim.scattered", 3, HERE))
    assert targets(state, "rim.scattered", magic("rim.scattered", 4, HERE)) == [(A,)]
    acts.lay(state, Token(TokenKind.BAND, HERE, 1, A, pieces=(faron,)))
    assert not targets(state, "rim.scattered", act)
    state.tokens.clear()
    for number, land in enumerate(near(state, HERE)):
        put(state, "faron", land, B if number < 4 else C)
    assert not targets(state, "rim.scattered", act)


@pytest.mark.rule("S33.5")
def test_detours_take_the_second_movement() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    maethor = put(state, "maethor", HERE, A)
    act = event(state, "rim.detours", 1, HERE)
    assert not targets(state, "rim.detours", act)
    acts.change_piece(state, faron, steps=1)
    assert not targets(state, "rim.detours", act._replace(second=True))
    work(state, "rim.detours", act, faron, maethor)
    assert state.tokens == [Token(TokenKind.STILL, HERE, pieces=(faron, maethor), until=THIS_TURN)]
    assert not targets(state, "rim.detours", act)


@pytest.mark.rule("S33.5")
def test_detours_by_magic() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    act = magic("rim.detours", 1, HERE, B, only=A)
    work(state, "rim.detours", act, faron)
    assert state.tokens[0].until == until_turn(B)
    assert not targets(state, "rim.detours", act)


@pytest.mark.rule("S33.6")
def test_a_legend_has_many_layers() -> None:
    state = table()
    away = far(state, HERE, 3)
    acts.lay(state, Token(TokenKind.LEGEND, away, 9, other=9))
    act = event(state, "rim.layers", 8, HERE)
    assert not targets(state, "rim.layers", act)
    quest(state, A, Aim("reach", RATH, land=away))
    work(state, "rim.layers", act, 0)
    assert state.tokens == [Token(TokenKind.LEGEND, away, 12, other=9)]
    assert not targets(state, "rim.layers", act)
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 1, other=1))
    assert targets(state, "rim.layers", act) == [(1,)]
    assert not Reading.ALL["rim.layers"].magic


@pytest.mark.rule("S33.7")
def test_a_land_goes_its_own_ways() -> None:
    state = table()
    guarded, settled, left, watched = 0, 5, 10, 20
    for land in (guarded, settled, left, watched):
        state.markers[land] = A
    put(state, "faron", guarded, A)
    put(state, "talan", settled, A)
    put(state, "minas", watched, A)
    act = event(state, "rim.ways", 1, HERE)
    assert targets(state, "rim.ways", act) == [(left,), (watched,)]
    work(state, "rim.ways", act, left)
    assert state.markers[left] == NOBODY
    assert Reading.ALL["rim.ways"].chooser == "active"


@pytest.mark.rule("S33.7")
def test_own_ways_by_magic_only_in_the_land() -> None:
    state = table()
    act = magic("rim.ways", 1, HERE)
    assert not targets(state, "rim.ways", act)
    state.markers[HERE] = B
    assert not targets(state, "rim.ways", magic("rim.ways", 1, HERE, C, only=A))
    work(state, "rim.ways", act, HERE)
    assert state.domain_events[-1].other == A
