"""Agreements: gifts, trades, truces, promises, kept and broken (S37)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.movement import AskPeace, set_dragon
from cruachan.games.shent.chapters.peace import Passage
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import BAND, GALU, NARCHAD, RATH, RIM
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import Move, run
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.presence import must_fight
from cruachan.games.shent.core.state import Pact, State, in_peace
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.view.choices import Choices
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent import play as played
from tests.shent.acting import event, magic, targets, work
from tests.shent.arena import give
from tests.shent.play import moves, no, play, said, waits
from tests.shent.positions import put, quest

NAMES = ("Medb", "Ailill", "Cu")
LAND = 5


Said = tuple[Any, ...]
"""A verb and its parts."""


def in_turn(phase: str, seats: int = 3) -> State:
    """A table at which agreements are recorded."""
    return played.in_turn(phase, seats, agreements="yes")


def proposed(
    state: State, seat: int, other: int, *parts: tuple[Any, ...], words: str = ""
) -> State:
    """A proposal that the other has still to answer."""
    state = play(state, seat, "treat", other)
    for verb, *args in parts:
        state = play(state, seat, verb, *args)
    return play(state, seat, "offer", words=words)


def agreed(state: State, seat: int, other: int, *parts: Said, words: str = "") -> State:
    """The same, accepted."""
    return play(proposed(state, seat, other, *parts, words=words), other, "accept")


def ends(state: State) -> list[tuple[str, int]]:
    """What became of agreements, and through whom."""
    return [(pact.end, pact.by) for pact in state.bygone]


def rounds_later(state: State, rounds: int) -> State:
    """The round stone has moved on."""
    after = state.copy()
    after.domain_events = []
    acts.advance_clock(after, rounds)
    return after


def label(state: State, seat: int, verb: str, *args: Any) -> str:
    """How a choice is worded for a seat."""
    return Choices(state, ShentSpeech(state, NAMES, "en", seat), seat).label(Move(verb, args))


def truce(state: State, one: int = 0, two: int = 1, **values: Any) -> State:
    """A truce of two stands."""
    state.pacts.append(Pact(1, "truce", one, two, state.clock + 3, **values))
    return state


# --- Proposing ----------------------------------------------------------------------------


@pytest.mark.rule("S37.1", "S4.10")
def test_a_proposal_is_made_to_one_other_and_answered_at_once() -> None:
    state = in_turn("prepare")
    assert said(state, 0, "treat") == [(1,), (2,)]
    assert no(state, 0, "treat", 0) == "S37.1"
    asked = proposed(state, 0, 1, ("truce", 3))
    assert waits(asked) == (1,)
    assert {move.verb for move in moves(asked, 1)} == {"accept", "decline", "amend"}
    declined = play(asked, 1, "decline")
    assert (declined.pacts, declined.bygone, waits(declined)) == ([], [], (0,))


@pytest.mark.rule("S37.1", "S4.10")
def test_it_is_proposed_out_of_turn_too_but_not_in_the_middle_of_something() -> None:
    state = in_turn("move")
    asked = proposed(state, 2, 1, ("give", "tur", 3))
    assert waits(asked) == (1,)
    assert waits(play(asked, 1, "accept")) == (0,)
    state.stack.append(Ballot("honour", 0, ("agree",), None, 1))
    assert no(state, 2, "treat", 1) == "not now"


@pytest.mark.rule("S37.1")
def test_twice_in_a_turn_and_then_no_more() -> None:
    state = in_turn("prepare")
    for _ in range(2):
        assert no(state, 0, "treat", 1) == ""
        state = play(play(state, 0, "treat", 1), 0, "pass")
    assert no(state, 0, "treat", 1) == "S37.1"
    assert no(state, 1, "treat", 0) == ""
    state.turns += 1
    assert no(state, 0, "treat", 1) == ""


@pytest.mark.rule("S37.1")
def test_nothing_cannot_be_proposed() -> None:
    state = play(in_turn("prepare"), 0, "treat", 1)
    assert no(state, 0, "offer") == "S37.1"
    assert no(play(state, 0, "give", "tur", 1), 0, "offer") == ""


# --- Gifts and trades ---------------------------------------------------------------------


@pytest.mark.rule("S37.3", "S1.14")
def test_what_is_given_changes_hands_when_it_is_accepted() -> None:
    state = give(in_turn("prepare"), 0, RATH)
    after = agreed(state, 0, 1, ("give", "rune", RATH), ("ask", "tur", 4))
    assert (state.players[0].hand, after.players[0].hand, after.players[1].hand) == (
        (RATH,),
        (),
        (RATH,),
    )
    assert [player.tur for player in after.players] == [14, 6, 10]
    assert after.pacts == []


@pytest.mark.rule("S37.3", "S1.14")
def test_nobody_gives_what_she_does_not_have() -> None:
    state = play(in_turn("prepare"), 0, "treat", 1)
    assert no(state, 0, "give", "tur", 10) == ""
    assert no(state, 0, "give", "tur", 11) == no(state, 0, "ask", "tur", 11) == "S37.3"
    assert no(state, 0, "give", "rune", RATH) == "S37.3"
    assert no(state, 0, "give", "tur", 0) == "S37.3"
    assert ("rune", RATH) not in said(state, 0, "give")


@pytest.mark.rule("S37.3")
def test_golu_is_not_traded() -> None:
    state = play(in_turn("prepare"), 0, "treat", 1)
    for verb in ("give", "ask"):
        assert no(state, 0, verb, "golu", 1) == "S37.3"
        assert not [args for args in said(state, 0, verb) if args[0] == "golu"]
        assert no(state, 0, verb, "tur", 1) == ""
    former = played.in_turn("prepare")
    former.rules = BEFORE_HOUSE_RULES
    former = agreed(former, 0, 1, ("give", "golu", 4))
    assert [player.golu for player in former.players] == [6, 14, 10]


@pytest.mark.rule("S3.15")
def test_without_the_house_rule_nobody_proposes_an_agreement() -> None:
    state = played.in_turn("prepare")
    assert no(state, 0, "treat", 1) == "S3.15"
    assert said(state, 0, "treat") == []
    for lang in LANGS:
        assert SHENT(state.board).why_not(state, 0, Move("treat", (1,)), lang) is not None
    assert no(in_turn("prepare"), 0, "treat", 1) == ""


@pytest.mark.rule("S37.3")
def test_who_is_asked_for_a_rune_she_does_not_hold_can_only_decline() -> None:
    state = give(in_turn("prepare"), 1, GALU)
    asked = proposed(state, 0, 1, ("give", "tur", 3), ("ask", "rune", RATH))
    assert no(asked, 1, "accept") == "S37.3"
    assert no(asked, 1, "decline") == ""
    held = proposed(state, 0, 1, ("give", "tur", 3), ("ask", "rune", GALU))
    assert play(held, 1, "accept").players[0].hand == (GALU,)


# --- Sharing in peace ---------------------------------------------------------------------


@pytest.mark.rule("S37.4", "S8.10")
def test_two_willing_players_share_an_unmarked_land() -> None:
    state = in_turn("contest")
    for seat in (0, 1):
        put(state, "maethor", LAND, seat)
    assert must_fight(state, 0) == [(LAND, 1)]
    shared = agreed(state, 0, 1, ("share", LAND))
    assert in_peace(shared, LAND, 0, 1)
    assert must_fight(shared, 0) == []
    unwilling = play(proposed(state, 0, 1, ("share", LAND)), 1, "decline")
    assert must_fight(unwilling, 0) == [(LAND, 1)]


@pytest.mark.rule("S37.4")
def test_only_an_unmarked_land_where_both_stand_without_peace_is_shared() -> None:
    state = in_turn("prepare")
    for seat in (0, 1):
        put(state, "maethor", LAND, seat)
    put(state, "faron", 7, 0)
    state = play(state, 0, "treat", 1)
    assert said(state, 0, "share") == [(LAND,)]
    assert no(state, 0, "share", 7) == "S37.4"
    state.markers[LAND] = 1
    assert no(state, 0, "share", LAND) == "S37.4"
    state.markers[LAND] = NOBODY
    state.peace.append((LAND, 0, 1))
    assert no(state, 0, "share", LAND) == "S37.4"


# --- Truces -------------------------------------------------------------------------------


@pytest.mark.rule("S37.5", "S8.10", "S37.10")
def test_under_a_truce_no_contest_awaits_and_then_it_does_again() -> None:
    state = in_turn("prepare")
    for seat in (0, 1):
        put(state, "maethor", LAND, seat)
    bound = agreed(state, 0, 1, ("truce", 2))
    assert must_fight(state, 0) == [(LAND, 1)]
    assert must_fight(bound, 0) == []
    assert must_fight(rounds_later(bound, 1), 0) == []
    over = rounds_later(bound, 2)
    assert must_fight(over, 0) == [(LAND, 1)]
    assert ends(over) == [("kept", NOBODY)]


@pytest.mark.rule("S37.5")
def test_a_truce_may_be_for_one_land() -> None:
    state = in_turn("prepare")
    for seat in (0, 1):
        put(state, "maethor", LAND, seat)
        put(state, "faron", 9, seat)
    bound = agreed(state, 0, 1, ("truce", 2, 9))
    assert must_fight(bound, 0) == [(LAND, 1)]


@pytest.mark.rule("S37.5")
def test_a_term_is_of_one_to_ten_rounds_and_one_truce_is_enough() -> None:
    state = play(in_turn("prepare"), 0, "treat", 1)
    assert [no(state, 0, "truce", n) for n in (0, 1, 10, 11)] == ["S37.5", "", "", "S37.5"]
    assert [no(state, 0, "give", "passage", n) for n in (0, 1, 10, 11)] == [
        *("S37.5", ""),
        *("", "S37.5"),
    ]
    bound = truce(state.copy(), land=9)
    assert no(bound, 0, "truce", 3) == ""
    assert no(bound, 0, "truce", 3, 9) == "S37.5"
    assert no(truce(state.copy()), 0, "truce", 3, 9) == "S37.5"


def refusing(state: State, **frame: Any) -> State:
    """0 has come into the land of 1, who is asked for passage."""
    put(state, "faron", LAND, 0)
    put(state, "maethor", LAND, 1)
    state.markers[LAND] = 1
    state.stack.append(Passage(0, ((LAND, 1),), **frame))
    return state


@pytest.mark.rule("S37.5", "S37.6", "S37.11")
@pytest.mark.parametrize("kind", ["truce", "passage"])
def test_refused_passage_breaks_a_truce_and_a_promise_of_passage(kind: str) -> None:
    state = refusing(in_turn("events"))
    state.pacts.append(Pact(1, kind, 1, 0, 9))
    assert label(state, 1, "refuse", LAND).endswith("this breaks your agreement with Medb")
    assert "breaks" not in label(state, 1, "peace", LAND)
    kept = play(state, 1, "peace", LAND)
    assert (len(kept.pacts), ends(kept)) == (1, [])
    broken = play(state, 1, "refuse", LAND)
    assert (broken.pacts, ends(broken)) == ([], [("broken", 1)])
    assert in_peace(kept, LAND, 0, 1)


@pytest.mark.rule("S37.6")
def test_a_promise_of_passage_binds_only_who_gave_it() -> None:
    state = refusing(in_turn("events"))
    state.pacts.append(Pact(1, "passage", 0, 1, 9))
    assert play(state, 1, "refuse", LAND).bygone == []


@pytest.mark.rule("S37.5", "S37.11")
def test_what_a_rune_forces_breaks_nothing() -> None:
    """Under maeth as the round event nobody may give peace."""
    state = truce(refusing(in_turn("events")))
    state.weather = (4, 5)
    assert no(state, 1, "peace", LAND) == "S19.6"
    assert "breaks" not in label(state, 1, "refuse", LAND)
    assert play(state, 1, "refuse", LAND).bygone == []


@pytest.mark.rule("S37.5", "S37.6", "S12.4")
def test_peace_declined_in_the_second_movement_breaks_it_too() -> None:
    state = truce(in_turn("move2"))
    put(state, "faron", 3, 0)
    put(state, "maethor", LAND, 1)
    state.stack.append(AskPeace(0, 0, LAND, (1,)))
    assert label(state, 1, "decline").endswith("this breaks your agreement with Medb")
    assert ends(play(state, 1, "decline")) == [("broken", 1)]


@pytest.mark.rule("S37.5", "S37.11")
def test_bad_magic_that_strikes_the_other_breaks_a_truce() -> None:
    state = truce(give(in_turn("prepare"), 0, NARCHAD, BAND))
    victim, own = put(state, "faron", LAND, 1), put(state, "faron", LAND, 0)
    for piece, told in ((victim, True), (own, False)):
        cast = Cast(0, (HAND, NARCHAD), reading="narchad.death", rest=(LAND,), step="target")
        now = state.copy()
        now.stack = [*state.stack, cast]
        assert ("breaks" in label(now, 0, "aimat", (piece,))) == told
        done = cast._replace(parts=((LAND, (piece,), 0),), rest=(), number=8, step="work")
        now.stack[-1] = done
        run(now)
        assert ends(now) == ([("broken", 0)] if told else [])


@pytest.mark.rule("S37.5")
@pytest.mark.parametrize(("where", "end"), [(LAND, [("broken", 0)]), (9, [])])
def test_a_dragon_set_on_the_other_breaks_a_truce(where: int, end: list[Any]) -> None:
    state = truce(in_turn("move"))
    dragon = put(state, "urlug", 3, 0)
    put(state, "faron", LAND, 1)
    set_dragon(state, 0, dragon, where)
    assert ends(state) == end


@pytest.mark.rule("S37.5")
def test_marking_an_empty_land_breaks_nothing() -> None:
    state = truce(in_turn("gain"))
    put(state, "faron", LAND, 0)
    state.markers[LAND] = 1
    run(state)
    assert state.markers[LAND] == 0
    assert state.bygone == []


# --- Promises -----------------------------------------------------------------------------


@pytest.mark.rule("S37.7", "S37.10")
def test_a_promised_payment_is_kept_by_paying_and_broken_by_its_term() -> None:
    state = agreed(in_turn("prepare"), 0, 1, ("give", "pay", 6, 2))
    assert [player.tur for player in state.players] == [10, 10, 10]
    paid = play(state, 0, "pay", 1)
    assert [player.tur for player in paid.players] == [4, 16, 10]
    assert ends(paid) == [("kept", NOBODY)]
    assert ends(rounds_later(state, 1)) == []
    assert ends(rounds_later(state, 2)) == [("broken", 0)]


@pytest.mark.rule("S37.7")
def test_only_who_promised_pays_and_only_what_she_has() -> None:
    state = agreed(in_turn("prepare"), 0, 1, ("give", "pay", 12, 2))
    assert no(state, 0, "pay", 1) == "S37.3"
    assert no(state, 1, "pay", 1) == "S37.7"
    assert no(state, 0, "pay", 2) == "S37.7"


def voting(state: State, kind: str, seat: int, *questions: str) -> State:
    """2 votes last on something of a seat."""
    state.stack.append(Ballot(kind, seat, questions, None, 1 if kind == "honour" else NOBODY))
    return state


@pytest.mark.rule("S37.8", "S37.11")
def test_a_vote_against_breaks_a_promise_of_support_when_votes_are_counted() -> None:
    state = in_turn("prepare")
    state.pacts.append(Pact(1, "support", 2, 1, 9))
    state = voting(state, "honour", 0, "agree")
    assert label(state, 2, "vote", False).endswith("this breaks your agreement with Ailill")
    assert label(state, 2, "vote", True) == "yes, agreed"
    assert ends(play(state, 2, "vote", False)) == [("broken", 2)]
    assert ends(play(state, 2, "vote", True)) == []


@pytest.mark.rule("S37.8", "S4.11")
def test_a_vote_that_breaks_a_promise_stays_sealed_until_all_have_voted() -> None:
    state = in_turn("prepare", seats=4)
    quest(state, 0)
    (open_quest,) = state.players[0].quests
    state.pacts.append(Pact(1, "support", 2, 0, 9))
    state.stack.append(Ballot("claim", 0, ("done",), open_quest))
    state = play(state, 2, "vote", False)
    assert state.bygone == []
    state = play(play(state, 1, "vote", True), 3, "vote", True)
    assert ends(state) == [("broken", 2)]


@pytest.mark.rule("S37.9")
def test_of_a_promise_in_words_who_got_it_judges() -> None:
    state = agreed(in_turn("prepare"), 0, 1, ("give", "words", 2), words="I shall sing for you")
    assert state.pacts[0].words == "I shall sing for you"
    assert no(state, 0, "judge", 1, True) == "S37.9"
    assert ends(play(state, 1, "judge", 1, False)) == [("broken", 0)]
    assert ends(play(state, 1, "judge", 1, True)) == [("kept", NOBODY)]
    assert ends(rounds_later(state, 2)) == [("kept", NOBODY)]
    other = agreed(in_turn("prepare"), 0, 1, ("give", "passage", 2))
    assert no(other, 1, "judge", 1, True) == "S37.9"


# --- How it ends --------------------------------------------------------------------------


@pytest.mark.rule("S37.10", "S4.2")
def test_a_new_round_ends_what_is_due() -> None:
    state = truce(in_turn("prepare"))
    state.stack = [state.stack[0]]
    for _ in range(3):
        assert len(state.pacts) == 1
        del state.stack[1:]
        state.stack[0].go(state)
    assert ends(state) == [("kept", NOBODY)]


@pytest.mark.rule("S37.11")
def test_a_truce_is_broken_by_word_of_mouth_and_a_promise_by_who_gave_it() -> None:
    state = truce(in_turn("prepare"))
    state.pacts.append(Pact(2, "passage", 0, 1, 9))
    assert ends(play(state, 1, "renounce", 1)) == [("broken", 1)]
    assert ends(play(state, 0, "renounce", 2)) == [("broken", 0)]
    assert no(state, 1, "renounce", 2) == "S37.11"
    assert no(state, 2, "renounce", 1) == "S37.11"


@pytest.mark.rule("S37.12")
def test_two_end_it_together_and_who_was_promised_something_alone() -> None:
    state = truce(in_turn("prepare"))
    state.pacts.append(Pact(2, "passage", 0, 1, 9))
    asked = play(state, 1, "dissolve", 1)
    assert waits(asked) == (0,)
    assert ends(play(asked, 0, "accept")) == [("ended", NOBODY)]
    assert play(asked, 0, "decline").bygone == []
    assert ends(play(state, 1, "dissolve", 2)) == [("ended", NOBODY)]
    assert waits(play(state, 0, "dissolve", 2)) == (1,)
    assert no(state, 2, "dissolve", 1) == "S37.12"


@pytest.mark.rule("S33.8", "S33.3", "S9.9")
def test_rim_loosens_an_agreement_and_nobody_has_broken_it() -> None:
    state = truce(in_turn("prepare"))
    put(state, "faron", LAND, 0)
    act = event(state, "rim.oath", 4, LAND)
    assert targets(state, "rim.oath", act) == [(1, 1)]
    work(state, "rim.oath", act, 1, 1)
    assert ends(state) == [("loosed", NOBODY)]
    assert targets(state, "rim.oath", act) == []


@pytest.mark.rule("S33.8")
def test_rim_as_magic_needs_one_of_the_two_at_home() -> None:
    state = truce(in_turn("prepare"))
    put(state, "faron", LAND, 1)
    assert targets(state, "rim.oath", magic("rim.oath", 4, LAND, seat=2)) == [(1, 0), (1, 1)]
    assert targets(state, "rim.oath", magic("rim.oath", 4, 9, seat=2)) == []
    only = magic("rim.oath", 4, LAND, seat=2)._replace(only=2)
    assert targets(state, "rim.oath", only) == []
    assert act_rune(state) == RIM


def act_rune(state: State) -> int:
    """The rune of such magic."""
    return magic("rim.oath", 4, LAND).rune
