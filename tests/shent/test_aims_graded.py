"""Aims that are offered: none contradicts itself, and a larger one is rated harder (S17.22)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import Look, in_vain
from cruachan.games.shent.aims.manners import term
from cruachan.games.shent.components.material import GALAS, GWEND, IDH, MAETH, RHACH
from cruachan.games.shent.core.state import Aim, State
from tests.shent.tables import by_bots

ENOUGH = 100
"""Positions; how many a game has changes with the aims that there are."""
FOURTH_TURN = 4
"""[S18.12] When îdh lets a quest be claimed at the earliest."""


def positions() -> Iterator[tuple[State, int, Random]]:
    """Positions of games between two, three and four bots, each with somebody to move."""
    found = 0
    for seed in count():
        if seed > 2 and found > ENOUGH:
            return
        lot = Random(seed)
        for state, seat, _, _ in by_bots(2 + seed % 3, seed, {"limit": "10"}):
            if seat >= 0 and state.round and lot.random() < 0.08:
                found += 1
                yield state, seat, lot


@pytest.mark.rule("S17.22")
def test_a_larger_aim_is_rated_harder_and_none_contradicts_itself() -> None:
    """With any runes, for quests and for goals, in a hundred positions and more."""
    seen, in_vain_too = 0, 0
    for state, seat, lot in positions():
        look = Look(state, seat)
        for runes in (lot.sample(range(16), 3), [RHACH, lot.randrange(15)]):
            for offered in (aims.choices, aims.goal_choices):
                found = offered(state, seat, tuple(sorted(runes)))
                assert_graded(look, found)
                for aim in found:
                    assert not contradicts(aim), aim
                    in_vain_too += in_vain(aim)
        seen += 1
    assert seen > ENOUGH
    assert in_vain_too


def assert_graded(look: Look, found: list[Aim]) -> None:
    """The same aim in several sizes is rated by them."""
    sizes: dict[Aim, dict[int, int]] = defaultdict(dict)
    for aim in found:
        sizes[aim._replace(size=0)][aim.size] = aims.turns_for(look, aim)
    for aim, rated in sizes.items():
        turns = [rated[size] for size in sorted(rated)]
        assert turns == sorted(set(turns)), (aim, rated)


def contradicts(aim: Aim) -> bool:
    """A fight without a contest, and a term that ends before the claim may be made."""
    if {GWEND, MAETH} <= {*aim.manners} or (aim.kind == "win" and GWEND in aim.manners):
        return True
    return IDH in aim.manners and term(aim) < FOURTH_TURN


@pytest.mark.rule("S18.6", "S18.7")
def test_of_three_runes_peace_and_fight_are_no_manners_together() -> None:
    """Each of them is one with any other rune."""
    state, seat, _ = next(positions())
    both = aims.choices(state, seat, tuple(sorted((GALAS, GWEND, MAETH))))
    assert both
    assert all(not {GWEND, MAETH} <= {*aim.manners} for aim in both)
    state.rules = 3
    former = aims.choices(state, seat, tuple(sorted((GALAS, GWEND, MAETH))))
    assert any({GWEND, MAETH} <= {*aim.manners} for aim in former), "older games go on by theirs"
