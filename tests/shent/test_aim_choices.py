"""Which aims there are, how hard they are, and what is said of them (S17.1, S17.22)."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import in_vain
from cruachan.games.shent.bots.plans import plan_for
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    GALAS,
    GALU,
    HANNAS,
    IDH,
    MAETH,
    MARKERS,
    NUTHAD,
    RATH,
    RHACH,
    RUNES,
    THURINAS,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.state import State, Token
from tests.shent.aiming import aim, declare, progress
from tests.shent.positions import far, near, put, table

PAIRS = list(combinations_with_replacement(range(16), 2))
NAMES = ("Ada", "Bela", "Cora", "Dana", "Ebba", "Finn")


@pytest.mark.rule("S17.22")
def test_difficulty() -> None:
    state = table()
    put(state, "faron", 0, 0)
    light = aim("wealth", 15, thing=0)
    assert aims.difficulty(state, 0, light) == 4
    assert aims.difficulty(state, 0, light._replace(manners=(MAETH,))) == 7
    assert [aims.level(n) for n in (4, 5, 9, 10)] == ["light", "fair", "fair", "hard"]
    hinder = aim("hinder", 2, seat=1)
    put(state, "faron", far(state, 0, 4), 1)
    before = aims.difficulty(state, 0, hinder)
    put(state, "faron", near(state, 0)[0], 1)
    assert aims.difficulty(state, 0, hinder) == before - 2
    declare(state, aim("wealth", 40, thing=0))
    assert aims.difficulty(state, 0, aim("wealth", 55, thing=0)) < 13


@pytest.mark.rule("S17.22")
def test_goals_are_hard() -> None:
    state = table()
    put(state, "faron", 0, 0)
    acts.mark(state, 0, 0)
    for runes in PAIRS:
        offered = aims.goal_choices(state, 0, runes)
        assert len(offered) >= 2, runes
        hard = [a for a in offered if aims.difficulty(state, 0, a) >= aims.GOAL]
        assert hard or RHACH in runes, runes


def test_what_galu_and_rhach_change_keeps_one_step() -> None:
    state = table()
    declare(state, aim("hinder", 2, seat=1))
    acts.change_quest(state, 0, 7, lighter=5)
    assert progress(state) == (0, 1)
    acts.change_quest(state, 0, 7, lighter=-1)
    assert progress(state) == (0, 3)
    assert "wealth" in aims.COUNTED
    assert "reach" not in aims.COUNTED


def scattered(dice: random.Random) -> State:
    """A position by chance: from an empty board to a crowded one."""
    seats = dice.choice((2, 3))
    state = table(seats, sky=dice.randrange(6))
    lands = range(len(state.board.lands))
    marked, peopled = dice.choice((0, 0.3, 0.9)), dice.choice((0, 0.2, 0.6))
    for land in lands:
        seat = dice.randrange(seats)
        if dice.random() < marked and state.markers.count(seat) < MARKERS:
            state.markers[land] = seat
    for index, piece in enumerate(state.pieces):
        if dice.random() < peopled:
            land = dice.choice(lands)
            state.pieces[index] = piece._replace(land=land, leader=piece.owner)
    if dice.random() < 0.5:
        state.tokens.append(Token(TokenKind.LEGEND, dice.choice(lands), 4, other=4))
    return state


@pytest.mark.parametrize("seed", range(12))
def test_any_two_runes_can_be_said_in_two_ways(seed: int) -> None:
    state = scattered(random.Random(seed))
    for runes in PAIRS:
        offered = aims.choices(state, 0, runes)
        assert len({a.kind for a in offered}) >= 2, [RUNES[rune] for rune in runes]
        assert len(offered) <= 60
        assert offered == aims.choices(state, 0, runes)


def test_bots_know_what_to_do_for_every_aim() -> None:
    state = scattered(random.Random(4))
    for runes in PAIRS:
        for what in aims.choices(state, 0, runes):
            plan = plan_for(state, 0, aims.sealed(state, 0, what))
            assert plan.go or plan.stay or plan.tur or plan.golu or plan.verbs, what


@pytest.mark.parametrize("lang", LANGS)
def test_every_aim_has_words(lang: Lang) -> None:
    state = scattered(random.Random(4))
    for runes in [*PAIRS, (BREGED, GALU, THURINAS), (RHACH, MAETH, GALAS)]:
        for what in [*aims.choices(state, 0, runes), *aims.goal_choices(state, 0, runes)]:
            for key in ("title", "text", "story", "fulfilled"):
                said = aims.describe(what, state.board, NAMES[: state.seats], lang, key, "Ada")
                assert "{" not in said
                assert "  " not in said
                assert said[0] == said[0].upper()
            assert not in_vain(what) or RHACH in what.manners


def test_the_lands_an_aim_names() -> None:
    assert aims.lands_named(aim("reach", 3, 4)) == {4}
    assert aims.lands_named(aim("wealth", 15)) == set()


@pytest.mark.rule("S6.8", "S17.1", "S18.1")
@pytest.mark.parametrize(
    ("runes", "kind"),
    [
        ((RATH, HANNAS), "reach"),
        ((GALAS, MAETH), "found"),
        ((NUTHAD, IDH), "hinder"),
        ((MAETH, BAND), "hinder"),
        ((MAETH, RHACH), "ruin"),
        ((RHACH, NUTHAD), "hinder"),
    ],
)
def test_the_quests_told_in_the_rulebook_can_be_said(runes: tuple[int, ...], kind: str) -> None:
    """A hidden way, a settlement held, a delay, every step met, to conquer and fail, to fail."""
    state = table()
    put(state, "faron", 0, 0)
    put(state, "faron", far(state, 0, 3), 1)
    state.markers[far(state, 0, 3)] = 1
    found = aims.choices(state, 0, tuple(sorted(runes)))
    assert kind in {aim.kind for aim in found}
