"""The goal and the end (S16)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.claims import fulfil
from cruachan.games.shent.chapters.goal import SealGoal, finish
from cruachan.games.shent.chapters.rounds import Round
from cruachan.games.shent.components.material import GALAS, HANNAS, IDH, MAETH, RATH
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.state import Aim, Quest, State
from cruachan.games.shent.notation.position import observe, stones_wrong
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, quest

A, B, C = range(3)
YES, NO = (True,), (False,)


def sealed(seats: int = 3, aim: Aim | None = None, **chosen: Any) -> State:
    """a's goal is complete and sealed."""
    state = in_turn("move", seats, **chosen)
    goal = (HANNAS, MAETH)
    for rune in goal:
        state.bag[rune] -= 1
    acts.change(state, A, goal=goal, aim=Quest(0, "secret", goal, aim, "To know the dragon."))
    return state


def judge(monkeypatch: pytest.MonkeyPatch, met: bool = True, difficulty: int = 10) -> Aim:
    """An aim of the engine that is met or not, and as hard as said."""
    monkeypatch.setattr(aims, "met", lambda *_: met)
    monkeypatch.setattr(aims, "difficulty", lambda *_: difficulty)
    return Aim("reach", HANNAS, (MAETH,), 4)


def vote(state: State, *votes: tuple[bool, ...]) -> State:
    """b, c and so on vote."""
    for seat, ballot in enumerate(votes, 1):
        state = play(state, seat, "vote", *ballot)
    return state


@pytest.mark.rule("S16.1", "S16.2")
@pytest.mark.parametrize(("goal", "complete"), [("2", True), ("3", False), ("4", False)])
def test_the_goal_grows_by_the_reward_and_is_sealed_when_complete(
    goal: str, complete: bool
) -> None:
    state = in_turn("move", goal=goal)
    number = quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, goal=(HANNAS,))
    fulfil(state, A, number)
    state = play(vote(state, NO, NO), A, "reward", "goal", GALAS)
    assert isinstance(top(state), SealGoal) is complete
    assert state.players[A].goal == (HANNAS, GALAS)


@pytest.mark.rule("S16.1")
def test_others_see_only_how_many_stones_lie_there() -> None:
    state = sealed()
    assert observe(state, B).players[A].goal == (HIDDEN, HIDDEN)
    assert observe(state, B).players[A].aim is None
    assert observe(state, A).players[A].goal == (HANNAS, MAETH)


@pytest.mark.rule("S16.1")
def test_an_incomplete_goal_cannot_be_claimed() -> None:
    assert no(in_turn("move"), A, "end") == "S16.1"


@pytest.mark.rule("S16.2")
def test_the_aim_is_chosen_at_once_and_is_false_then() -> None:
    state = sealed()
    acts.change(state, A, aim=None)
    put(state, "faron", 0, A)
    state.stack.append(SealGoal(A))
    assert (waits(state), verbs(state, A)) == ((A,), ("aim", "free"))
    offers = said(state, A, "aim")
    assert offers
    assert no(state, A, "aim", *Aim("reach", IDH)) == "S16.2"
    chosen = play(state, A, "aim", *offers[0])
    aim = chosen.players[A].aim
    assert aim is not None
    assert aim.aim == Aim(*offers[0])
    assert not aims.met(chosen, A, aim)
    free = play(state, A, "free", words="To know the dragon.").players[A].aim
    assert free is not None
    assert free.words == "To know the dragon."


@pytest.mark.rule("S16.3", "S4.10")
def test_the_goal_is_claimed_once_in_a_round_in_anybodys_turn() -> None:
    state = sealed()
    acts.change(state, B, aim=Quest(0, "secret", ()), goal=())
    assert "end" in verbs(state, B)
    assert no(state, B, "end") == ""
    state = play(state, A, "end", words="I know it.")
    assert set(waits(state)) == {B, C}
    assert top(state).quest.runes == (HANNAS, MAETH)
    state = fall(vote(state, NO, NO), GALAS, RATH)
    state = play(state, A, "free", words="Another.")
    assert no(state, A, "end") == "S16.3"
    state.round += 1
    assert no(state, A, "end") == ""


@pytest.mark.rule("S16.3")
@pytest.mark.parametrize(("votes", "rule"), [("engine", "S16.3"), ("text", "")])
def test_an_aim_of_the_engine_must_be_met(
    votes: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = sealed(aim=judge(monkeypatch, met=False), votes=votes)
    assert no(state, A, "end") == rule


@pytest.mark.rule("S16.4", "S16.5")
@pytest.mark.parametrize(
    ("votes", "won"), [((YES, YES, NO), True), ((YES, NO, NO), False), ((NO, NO, NO), False)]
)
def test_a_majority_of_the_others_decides(votes: tuple[tuple[bool], ...], won: bool) -> None:
    state = play(sealed(4), A, "end")
    assert top(state).questions == ("done",)
    state = vote(state, *votes)
    assert state.won is won
    assert (state.stack == []) is won


@pytest.mark.rule("S16.4")
def test_a_tie_fulfils() -> None:
    assert vote(play(sealed(3), A, "end"), YES, NO).outcome[0] == A


@pytest.mark.rule("S16.4")
@pytest.mark.parametrize(("difficulty", "won"), [(10, True), (9, False)])
def test_the_engine_has_a_yes_for_a_hard_goal(
    difficulty: int, won: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play(sealed(2, judge(monkeypatch, difficulty=difficulty)), A, "end")
    assert top(state).questions == ("hard",)
    assert vote(state, NO).won is won


@pytest.mark.rule("S16.4")
def test_with_votes_text_only_the_votes_count(monkeypatch: pytest.MonkeyPatch) -> None:
    state = play(sealed(2, judge(monkeypatch), votes="text"), A, "end")
    assert top(state).questions == ("done",)
    assert not vote(state, NO).won


@pytest.mark.rule("S16.5", "S1.5", "S1.6")
def test_a_failed_goal_is_drawn_anew_and_sealed() -> None:
    state = sealed()
    state.bag = [0] * 16
    state = vote(play(state, A, "end"), NO, NO)
    assert (state.bag[HANNAS], state.bag[MAETH]) == (1, 1)
    assert waits(state) == (CHANCE,)
    state = fall(state, MAETH, HANNAS)
    assert state.players[A].goal == (MAETH, HANNAS)
    assert (waits(state), verbs(state, A)) == ((A,), ("aim", "free"))
    state = play(state, A, "free", words="Another.")
    assert top(state).phase == "move"


@pytest.mark.rule("S16.5")
def test_the_stones_are_all_there_after_a_failed_goal() -> None:
    state = vote(play(sealed(), A, "end"), NO, NO)
    assert not stones_wrong(state)
    assert not stones_wrong(fall(state, GALAS, GALAS))


def final(*wealth: dict[str, Any]) -> State:
    """A table whose seats have so many lands, buildings, aglar and golu."""
    state = in_turn("move", len(wealth))
    for seat, has in enumerate(wealth):
        acts.change(state, seat, golu=has.get("golu", 0), aglar=has.get("aglar", 0))
        for land in range(has.get("lands", 0)):
            state.markers[6 * seat + land] = seat
        for nth, kind in enumerate(has.get("houses", ())):
            put(state, kind, 6 * seat + nth, seat)
    return state


def places(state: State, winner: int = NOBODY) -> tuple[int, ...]:
    """The places when the game ends now."""
    from cruachan.games.shent.game import SHENT

    finish(state, winner)
    outcome = SHENT(BOARD).outcome(state)
    assert outcome is not None
    return tuple(outcome.places)


@pytest.mark.rule("S16.6")
def test_the_others_follow_by_lands_buildings_aglar_then_golu() -> None:
    state = final({}, {"lands": 4}, {"aglar": 1}, {"lands": 1, "golu": 9})
    assert places(state, A) == (1, 3, 2, 4)
    state = final({}, {"lands": 4}, {"houses": ("talan", "ost")}, {"lands": 4, "golu": 9})
    assert places(state, A) == (1, 4, 2, 3)
    state = final({}, {"lands": 2}, {"houses": ("minas",)})
    assert places(state, A) == (1, 3, 2)


@pytest.mark.rule("S16.6")
def test_who_is_equal_shares_the_place() -> None:
    same = {"lands": 2, "golu": 3}
    assert places(final(same, same, same, {}), A) == (1, 2, 2, 4)
    assert places(final({}, same, same, same), A) == (1, 2, 2, 2)
    assert places(final(same, same, {}), NOBODY) == (1, 1, 3)


@pytest.mark.rule("S16.7", "S16.6")
def test_with_a_limit_the_order_decides_who_wins() -> None:
    state = final({}, {"lands": 4}, {"lands": 2})
    state.options = in_turn(limit="15").options
    state.stack = [Round()]
    state.round = 14
    run(state)
    assert (state.round, state.outcome) == (15, ())
    state.stack = [Round()]
    run(state)
    assert (state.outcome, state.won, state.stack) == ((1, 2, 0), False, [])
    assert places(state) == (3, 1, 2)


@pytest.mark.rule("S16.8")
def test_when_the_game_is_over_all_is_shown() -> None:
    state = sealed()
    acts.change(state, A, hand=(GALAS,))
    quest(state, A, mode="secret")
    finish(state, A)
    assert observe(state, B).players[A] == state.players[A]
