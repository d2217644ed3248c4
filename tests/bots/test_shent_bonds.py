"""SHENT's bots among others: what they remember, agree to, keep, and call their figures."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cruachan.games.shent.bots import ShentBot, bonds
from cruachan.games.shent.bots.answers import passage
from cruachan.games.shent.bots.levels import LEVELS
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.bots.names import BEGINNINGS, ENDINGS, new_name
from cruachan.games.shent.bots.quests import bearing
from cruachan.games.shent.bots.tempers import temper_of
from cruachan.games.shent.bots.turns import christen
from cruachan.games.shent.chapters.naming import LONGEST_NAME
from cruachan.games.shent.chapters.peace import Passage
from cruachan.games.shent.components.material import BUILDINGS, RATH
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.acts import remember
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, Deal, Pact, State, Term
from tests.shent.play import in_turn, moves
from tests.shent.positions import put
from tests.shent.tables import by_bots

GENEROUS, DRY, DARK = range(3)
"""The seats of these tempers."""
LAND = 5


def mind_of(state: State, seat: int, offered: list[Move] | None = None) -> ShentMind:
    """A bot's mind in a position."""
    return ShentMind(state, seat, offered or [], Random(1), LEVELS["strong"], temper_of(seat, ()))


def remembered(*dealings: tuple[str, int, int]) -> State:
    """A table at which this was done."""
    state = in_turn("prepare", agreements="yes")
    for dealing in dealings:
        remember(state, *dealing)
    return state


# --- Remembering --------------------------------------------------------------------------


def test_wrongs_and_help_are_remembered_and_fade() -> None:
    state = remembered(("attacked", 1, 0), ("gave", 2, 0))
    regards = mind_of(state, 0).regards
    assert regards[1] < 0 < regards[2]
    state.round += 4
    later = mind_of(state, 0).regards
    assert regards[1] < later[1] < 0 < later[2] < regards[2]


def test_who_saw_a_broken_word_thinks_of_it_but_not_of_other_quarrels() -> None:
    state = remembered(("broke", 1, 0), ("attacked", 1, 0))
    assert mind_of(state, 0).regards[1] < mind_of(state, 2).regards[1] < 0
    assert mind_of(remembered(("attacked", 1, 0)), 2).regards[1] == 0


def test_an_aim_against_who_did_wrong_looks_nearer() -> None:
    ruin, friend = Aim("ruin", 1, seat=1), Aim("help", 1, seat=1)
    wronged = mind_of(remembered(("harmed", 1, 0)), 0)
    calm = mind_of(remembered(), 0)
    assert bearing(wronged, ruin) > bearing(calm, ruin) > 0
    assert bearing(wronged, friend) < bearing(calm, friend)
    assert bearing(calm, Aim("reach", 1)) == 0


def test_passage_is_refused_to_who_did_wrong_and_given_to_a_friend() -> None:
    """Not always where nobody did anything: tempers and fancies decide then."""
    refusals = {}
    for what in ("harmed", "gave"):
        state = remembered((what, 1, 0), (what, 1, 0))
        put(state, "maethor", LAND, 0)
        put(state, "faron", LAND, 1)
        state.markers[LAND] = 0
        state.active = 1
        state.stack.append(Passage(1, ((LAND, 0),)))
        chosen = passage(mind_of(state, 0, moves(state, 0)))
        assert chosen is not None
        refusals[what] = chosen.verb
    assert refusals == {"harmed": "refuse", "gave": "peace"}


# --- Answering proposals ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "answer"),
    [
        (Deal(give=Term("tur", 3)), True),
        (Deal(take=Term("tur", 9)), False),
        (Deal(give=Term("rune", RATH), take=Term("tur", 3)), True),
        (Deal(give=Term("rune", RATH), take=Term("tur", 8)), False),
        (Deal(take=Term("pay", 9, 2)), False),
    ],
)
def test_a_proposal_is_answered_by_what_it_is_worth(deal: Deal, answer: bool) -> None:
    assert bonds.welcome(mind_of(in_turn("prepare", agreements="yes"), DRY), 0, deal) == answer


def test_a_truce_is_welcome_but_not_from_who_broke_the_last() -> None:
    deal = Deal(truce=3)
    assert bonds.welcome(mind_of(remembered(), DRY), 0, deal)
    assert not bonds.welcome(mind_of(remembered(("broke", 0, DRY)), DRY), 0, deal)


def test_the_generous_keep_their_word_and_the_dark_not_always() -> None:
    kept = dict.fromkeys((GENEROUS, DRY, DARK), 0)
    for seat in kept:
        mind = mind_of(in_turn("prepare", agreements="yes"), seat)
        kept[seat] = sum(mind.keeps([Pact(n, "truce", seat, 3, 9)]) for n in range(200))
    assert kept[GENEROUS] == 200
    assert kept[GENEROUS] > kept[DRY] > kept[DARK] > 60


def test_what_was_promised_is_paid() -> None:
    state = in_turn("prepare", agreements="yes")
    state.pacts.append(Pact(1, "pay", 0, 1, 9, amount=4))
    assert bonds.settle_debts(mind_of(state, 0, moves(state, 0))) == Move("pay", (1,))


def renounced(seat: int, fulfilled: int) -> int:
    """How many of 50 truces are ended with one who has fulfilled so much and stands in reach."""
    ended = 0
    for number in range(1, 51):
        state = in_turn("prepare", seats=4, seat=seat, agreements="yes")
        for each in (seat, 3):
            put(state, "faron", LAND, each)
        acts.change(state, 3, fulfilled=fulfilled)
        state.pacts.append(Pact(number, "truce", seat, 3, 9))
        said = bonds.settle_debts(mind_of(state, seat, moves(state, seat)))
        assert said in (None, Move("renounce", (number,)))
        ended += said is not None
    return ended


def test_the_dark_end_a_truce_with_who_is_ahead_and_the_generous_do_not() -> None:
    assert renounced(DARK, 2) > 20
    assert renounced(DARK, 0) == renounced(GENEROUS, 2) == 0


# --- Games --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def steps() -> list[tuple[State, int, Move, State]]:
    """Two games of four."""
    options = {"limit": "15", "agreements": "yes"}
    return [step for seed in (2, 7) for step in by_bots(4, seed, options, "strong")]


def test_bots_agree_on_things_and_do_not_pester(steps: list[Any]) -> None:
    """At most one proposal in a turn, and pauses between them but for lands to be shared."""
    asked = Counter((before.turns, seat) for before, seat, move, _ in steps if move.verb == "treat")
    assert asked
    assert max(asked.values()) <= 2
    ended = [pact for *_, after in steps for pact in after.bygone]
    assert {pact.end for pact in ended} & {"kept", "broken"}
    verbs = {move.verb for _, _, move, _ in steps}
    assert {"truce", "offer", "name"} <= verbs


def test_figures_that_live_for_three_rounds_have_names_no_two_alike(steps: list[Any]) -> None:
    for _, _, _, after in steps:
        assert len({name.casefold() for name in after.names.values()}) == len(after.names)
    since: dict[int, int] = {}
    for before, seat, move, after in steps:
        for index, piece in enumerate(after.pieces):
            if piece.land < 0:
                since.pop(index, None)
        if move.verb == "march":
            for index, piece in enumerate(before.pieces):
                if piece.owner == seat and piece.land >= 0 and piece.kind not in BUILDINGS:
                    since[index] = min(before.round, since.get(index, before.round))
                    assert before.round - since[index] < 3 or index in before.names


def test_a_bot_names_no_figure_of_others() -> None:
    state = in_turn("prepare", agreements="yes")
    put(state, "faron", LAND, 1)
    assert christen(mind_of(state, 0)) is None


KNOWN = frozenset(
    (
        *("aragorn", "arwen", "beren", "boromir", "celeborn", "denethor", "earendil", "elendil"),
        *("elrohir", "elrond", "elwing", "eomer", "eowyn", "faramir", "feanor", "finrod", "haldir"),
        *("galadriel", "gandalf", "glorfindel", "idril", "isildur", "legolas", "lindir", "luthien"),
        *("maeglin", "melian", "nimrodel", "saruman", "thingol", "thranduil", "turgon", "turin"),
        *("arya", "daenerys", "eragon", "drizzt", "geralt", "elric"),
    )
)


def test_the_names_are_our_own_and_fit() -> None:
    every = [first + last for first in BEGINNINGS for house in ENDINGS for last in house]
    assert len(set(every)) == len(every)
    assert not {name.casefold() for name in every} & KNOWN
    assert all(4 <= len(name) <= min(12, LONGEST_NAME) for name in every)


def test_a_name_that_is_taken_is_not_given_again() -> None:
    house = [first + last for first in BEGINNINGS for last in ENDINGS[0]]
    assert new_name(0, [name.upper() for name in house[1:]], Random(1)) == house[0]
    assert new_name(0, house, Random(1)) == ""


def test_the_same_lot_brings_the_same_names() -> None:
    assert ShentBot("strong").name == "strong"
    assert new_name(2, (), Random(5)) == new_name(2, (), Random(5)) != new_name(2, (), Random(6))


def test_no_name_comes_again_in_a_later_round() -> None:
    """The fallen are no longer on the board, and still nobody is called like them."""
    rng = Random(3)
    given = [new_name(1, (), rng, now) for now in range(38)]
    assert len(set(given)) == len(given)
    assert new_name(1, given[:1], rng, 0) not in given
