"""[S9.7] What a reading was to work on is gone when it works: then it is only a story.

A host that waits in a land is fought before the questions that a reading has asked there, so
whatever such a question names may have been played, spent or lost by then.
"""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters.challenges import Challenge, phantom_unit
from cruachan.games.shent.chapters.contests import Contest
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.components.material import BREGED, GALAS, NARCHAD, RATH
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.consent import Consent
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HAND, TRACK
from cruachan.games.shent.core.flow import push, run, top
from cruachan.games.shent.core.reading import Act
from cruachan.games.shent.core.state import THIS_TURN, State, Token, figures
from cruachan.games.shent.notation import position
from cruachan.games.shent.readings.questions import News, NewTask, Scatter
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, near, put, quest

A, B, C = range(3)
HERE = next(n for n, land in enumerate(BOARD.lands) if land.rune is None and land.element)


def host_waits(state: State) -> None:
    """A host has come for a, and nobody was there to fight it."""
    acts.lay(state, Token(TokenKind.HOST, HERE, 3, A, until=THIS_TURN))


def task_before_a_contest() -> State:
    """a has named narchad for another task; the contest with a host comes first."""
    state = in_turn("events")
    put(state, "faron", HERE, A)
    state.stack[-1] = state.stack[-1]._replace(second=True)
    group = tuple(figures(state, A, HERE))
    state.stack.append(Event(A, HERE, group, True, rune=BREGED, strength=8, step="read"))
    state.bag[BREGED] -= 1
    state.aside.append(BREGED)
    host_waits(state)
    found = quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, hand=(NARCHAD,))
    state.bag[NARCHAD] -= 1
    state = play(state, B, "read", "breged.task", ())
    state = play(state, A, "target", (found, 0, NARCHAD))
    state = play(state, A, "pass")
    assert [type(frame) for frame in state.stack[-3:-1]] == [NewTask, Contest]
    return state


def readable(state: State) -> bool:
    """Whether what is on the stack can be kept in a position."""
    below = [None, *state.stack]
    return all(frame.sound(state, under) for under, frame in zip(below, state.stack, strict=False))


@pytest.mark.rule("S9.7", "S31.7")
def test_a_rune_cast_in_the_contest_makes_no_task() -> None:
    state = play(task_before_a_contest(), A, "cast", HAND, NARCHAD)
    while any(isinstance(frame, Contest) for frame in state.stack):
        assert readable(state)
        (seat, *_) = waits(state)
        if seat == CHANCE:
            state = fall(state, 5)
        else:
            verb = verbs(state, seat)[0]
            state = play(state, seat, verb, *said(state, seat, verb)[0])
    assert [each.runes for each in state.players[A].quests] == [(GALAS, RATH)]
    assert state.players[A].hand == ()
    assert not any(isinstance(frame, NewTask) for frame in state.stack)


@pytest.mark.rule("S3.14", "S9.7")
def test_others_guess_a_hand_without_the_rune_that_was_cast() -> None:
    """A rune that was named is no longer in the hand, and all of its kind lie open elsewhere."""
    state = task_before_a_contest()
    acts.change(state, A, hand=(RATH,))
    state.aside.extend([NARCHAD] * (state.bag[NARCHAD] + 1))
    state.bag[NARCHAD] = 0
    seen = position.observe(state, B)
    guessed = position.determinize(seen, Random(1))
    assert len(guessed.players[A].hand) == 1
    assert position.write(position.observe(guessed, B)) == position.write(seen)


@pytest.mark.rule("S9.7", "S33.4")
def test_figures_that_fell_are_not_scattered() -> None:
    state = in_turn("move2")
    group = tuple(put(state, "faron", HERE, A) for _ in range(4))
    push(state, Scatter(A, group, 2))
    acts.to_supply(state, group[0])
    run(state)
    assert waits(state) == (A,)
    assert all(group[0] not in args[::2] and len(args) == 4 for args in said(state, A, "scatter"))
    one, two = near(state, HERE)[:2]
    assert no(state, A, "scatter", group[0], one, group[1], two) == "S33.4"
    for piece in group[1:3]:
        acts.to_supply(state, piece)
    assert readable(state)
    assert {len(args) for args in said(state, A, "scatter")} == {2}
    acts.to_supply(state, group[3])
    assert readable(state)
    run(state)
    assert not isinstance(top(state), Scatter)


@pytest.mark.rule("S9.7", "S36.11")
def test_nothing_is_put_back_from_an_empty_hand() -> None:
    state = in_turn("move2")
    acts.change(state, A, hand=())
    push(state, News(A, 0, 1))
    run(state)
    assert not isinstance(top(state), News)


@pytest.mark.rule("S4.8", "S9.7")
def test_who_is_back_already_does_not_come_back_again() -> None:
    state = in_turn("move2")
    hurt, other = put(state, "maethor", HERE, A), put(state, "faron", HERE, A)
    acts.send_off(state, [hurt, other], 1)
    push(state, Homecoming(A, hurt, (other,)))
    elsewhere = near(state, HERE)[0]
    acts.change_piece(state, other, land=elsewhere, left=-1)
    assert readable(state)
    back = state.copy()
    run(back)
    assert [back.pieces[each].land for each in (hurt, other)] == [HERE, elsewhere]
    acts.change_piece(state, hurt, land=elsewhere, left=-1)
    assert readable(state)
    run(state)
    assert state.pieces[hurt].land == elsewhere != TRACK
    assert not isinstance(top(state), Homecoming)


@pytest.mark.rule("S9.7", "S24.3")
def test_no_duel_with_somebody_who_is_gone() -> None:
    state = in_turn("move2")
    mine, theirs = put(state, "maethor", HERE, A), put(state, "faron", HERE, B)
    push(state, Challenge(HERE, (A, mine), (B, theirs)))
    assert waits(state) == (A, B)
    acts.to_supply(state, theirs)
    before = list(state.pieces)
    run(state)
    assert not isinstance(top(state), Challenge)
    assert list(state.pieces) == before


@pytest.mark.rule("S9.7")
def test_no_duel_with_a_phantom_that_is_gone() -> None:
    state = in_turn("move2")
    mine = put(state, "maethor", HERE, A)
    acts.lay(state, Token(TokenKind.PHANTOM, HERE, 2, B, until=THIS_TURN))
    push(state, Challenge(HERE, (A, mine), (B, phantom_unit(B))))
    assert A in waits(state)
    acts.remove(state, state.tokens[0])
    run(state)
    assert not isinstance(top(state), Challenge)


@pytest.mark.rule("S9.7")
def test_consent_to_something_that_is_gone_can_be_kept_in_a_position() -> None:
    state = in_turn("move2")
    foe = put(state, "dru", HERE)
    consent = Consent(A, "gwend.won", Act(0, 8, A, HERE), (foe,))
    acts.to_supply(state, foe)
    assert consent.sound(state, None)
    assert not consent._replace(target=(foe, foe, foe, 999)).sound(state, None)
    assert not consent._replace(reading="").sound(state, None)


@pytest.mark.rule("S14.2", "S31.4", "S31.7")
@pytest.mark.parametrize("reading", ["breged.task", "breged.news"])
def test_of_two_stones_one_is_cast_and_the_other_is_still_in_the_hand(reading: str) -> None:
    state = in_turn("move")
    put(state, "faron", HERE, A)
    quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, hand=(BREGED, BREGED))
    state = play(state, A, "cast", HAND, BREGED)
    args = next(args for args in said(state, A, "choose") if args[0] == reading)
    state = play(state, A, "choose", *args)
    if "aimat" in verbs(state, A):
        assert {target[2] for (target,) in said(state, A, "aimat")} == {BREGED}
        state = play(state, A, "aimat", *said(state, A, "aimat")[0])
    state = fall(play(state, A, "points", 0, 0), 5)
    assert not any(event.what == DomainEventKind.TOO_WEAK for event in state.domain_events)


@pytest.mark.rule("S9.7", "S14.14", "S20.4")
def test_points_for_one_land_may_leave_too_little_for_the_next() -> None:
    state = in_turn("move")
    element = BOARD.lands[HERE].element
    there = next(n for n, land in enumerate(BOARD.lands) if land.element == element and n != HERE)
    for land in (HERE, there):
        put(state, "faron", land, A)
        put(state, "talan", land, A)
        state.markers[land] = A
    acts.change(state, A, hand=(GALAS,), stones=(element,), tur=6, golu=0)
    state = play(state, A, "cast", HAND, GALAS)
    state = play(state, A, "choose", "galas.founding", -1, element)
    state = play(state, A, "points", 2, 0)
    assert state.players[A].tur < 5
    assert readable(state)
    state = fall(play(state, A, "points", 0, 0), 5)
    assert [event.what for event in state.domain_events].count(DomainEventKind.TOO_WEAK) == 2
