"""Kinds of aims (S17)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.foes import (
    BOLD,
    DRAGON,
    ENTER,
    FIGURE,
    FULFIL,
    HOUSE,
    MARK,
    MARKER,
    PLAYER,
    RIDDLE,
    STRONG,
)
from cruachan.games.shent.components.material import (
    ADAN,
    FARON,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    MARKERS,
    OST,
    RATH,
    SAELON,
    TALAN,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HOST, NOWHERE
from cruachan.games.shent.core.state import Aim, State, Token
from tests.shent.aiming import aim, declare, end_turn, met, progress, quest
from tests.shent.positions import far, near, put, table

PAIRS = list(combinations_with_replacement(range(16), 2))


@pytest.mark.rule("S17.1")
def test_an_aim_is_false_when_declared_and_only_later_events_count() -> None:
    state = table()
    put(state, "faron", 0, 0)
    acts.note(state, DomainEventKind.WON, 0, land=0, other=1, more=("fight", 30))
    for runes in PAIRS:
        for what in aims.choices(state, 0, runes):
            sealed = aims.sealed(state, 0, what)
            assert not aims.met(state, 0, sealed)
            assert {what.matter, *what.manners} == set(runes)
    declare(state, aim("win", seat=1, thing=PLAYER))
    assert not met(state)


@pytest.mark.rule("S17.1")
def test_a_second_equal_rune_makes_the_aim_larger() -> None:
    state = table()
    put(state, "faron", 0, 0)
    once = min(a.size for a in aims.choices(state, 0, (HANNAS, GWEND)) if a.kind == "wealth")
    twice = [a for a in aims.choices(state, 0, (HANNAS, HANNAS)) if a.kind == "wealth"]
    assert once == 15
    assert min(a.size for a in twice) == 25
    assert all(a.manners == () for a in twice)


@pytest.mark.rule("S17.2")
def test_reach() -> None:
    state = table()
    hunter = put(state, "faron", 0, 0)
    offered = [a for a in aims.choices(state, 0, (RATH, RATH)) if a.kind == "reach"]
    assert {a.size for a in offered} >= {4}
    land = far(state, 0, 3)
    declare(state, aim("reach", 3, land))
    assert progress(state) == (0, 3)
    acts.change_piece(state, hunter, land=land)
    state.turn = state.turn._replace(entered=(land,))
    assert not met(state)
    state.turn = state.turn._replace(entered=())
    assert met(state)


@pytest.mark.rule("S17.2")
def test_reach_is_not_met_by_an_ally() -> None:
    state = table()
    land = far(state, 0, 3)
    declare(state, aim("reach", 3, land))
    put(state, "dru", land, 0)
    assert not met(state)


@pytest.mark.rule("S17.3")
def test_hold_counts_turn_ends_in_a_row() -> None:
    state = table()
    declare(state, aim("hold", 3, 4))
    acts.mark(state, 4, 0)
    end_turn(state)
    end_turn(state)
    assert progress(state) == (2, 3)
    acts.mark(state, 4, 1)
    end_turn(state)
    acts.mark(state, 4, 0)
    end_turn(state)
    assert progress(state) == (1, 3)
    end_turn(state)
    end_turn(state)
    assert met(state)


@pytest.mark.rule("S17.3")
def test_hold_with_a_guard_who_must_not_leave() -> None:
    state = table()
    guard = put(state, "faron", 4, 0)
    declare(state, aim("hold", 2, 4, thing=guard))
    acts.mark(state, 4, 0)
    end_turn(state)
    acts.relocate(state, guard, near(state, 4)[0])
    end_turn(state)
    assert not met(state)
    acts.relocate(state, guard, 4)
    end_turn(state)
    assert progress(state) == (2, 2)


@pytest.mark.rule("S17.4")
def test_realm_counts_lands_more_than_before() -> None:
    state = table()
    acts.mark(state, 0, 0)
    declare(state, aim("realm", 3))
    for land in (1, 2):
        acts.mark(state, land, 0)
    assert progress(state) == (2, 3)
    acts.mark(state, 3, 0)
    assert met(state)


@pytest.mark.rule("S17.4")
def test_realm_of_an_element_and_within_the_markers() -> None:
    state = table()
    lands = [n for n, land in enumerate(state.board.lands) if land.element == 2]
    declare(state, aim("realm", 3, thing=2))
    for land in lands[:3]:
        acts.mark(state, land, 0)
    assert met(state)
    for land in range(10):
        acts.mark(state, land, 0)
    have = state.markers.count(0)
    offered = [a for a in aims.choices(state, 0, (GALAS, GALU)) if a.kind == "realm"]
    assert all(have + a.size <= MARKERS for a in offered if a.thing < 0)


@pytest.mark.rule("S17.5")
def test_found_counts_only_what_was_built() -> None:
    state = table()
    acts.mark(state, 4, 0)
    declare(state, aim("found", land=4, thing=TALAN))
    house = put(state, "talan", 4, 0)
    assert not met(state)
    acts.note(state, DomainEventKind.FOUNDED, 0, land=4, piece=house)
    assert met(state)
    acts.mark(state, 4, 1)
    assert not met(state)


@pytest.mark.rule("S17.5")
def test_found_needs_the_piece() -> None:
    state = table()
    acts.mark(state, 4, 0)
    assert any(a.thing == OST for a in aims.choices(state, 0, (GALAS, GWEND)))
    for land in range(3):
        put(state, "ost", land, 1)
    assert not any(a.thing == OST for a in aims.choices(state, 0, (GALAS, GWEND)))


@pytest.mark.rule("S17.6")
def test_ruin_of_a_marker_by_an_own_act() -> None:
    state = table()
    acts.mark(state, 4, 1)
    declare(state, aim("ruin", land=4, seat=1, thing=MARKER))
    acts.unmark(state, 4, 2)
    assert not met(state)
    assert aims.hopeless(state, 0, quest(state))
    acts.mark(state, 4, 1)
    acts.mark(state, 4, 0)
    assert met(state)


@pytest.mark.rule("S17.6")
def test_ruin_of_figures_and_buildings() -> None:
    state = table()
    one, two = put(state, "faron", 4, 1), put(state, "faron", 4, 1)
    declare(state, aim("ruin", 2, seat=1, thing=FIGURE))
    acts.kill(state, one, 0)
    acts.kill(state, two)
    assert progress(state) == (1, 2)
    house = put(state, "talan", 5, 1)
    declare(state, aim("ruin", land=5, seat=1, thing=HOUSE))
    assert not met(state)
    acts.raze(state, house, 0)
    assert met(state)


def won(state: State, other: int, amount: int = 3, how: str = "fight", odds: int = 60) -> None:
    acts.note(state, DomainEventKind.WON, 0, land=4, other=other, amount=amount, more=(how, odds))


@pytest.mark.rule("S17.7")
@pytest.mark.parametrize(
    ("what", "wrong", "right"),
    [
        (aim("win", 5, thing=STRONG), (HOST, 4), (NOBODY, 5)),
        (aim("win", seat=1, thing=PLAYER), (2, 8), (1, 1)),
        (aim("win", thing=RIDDLE), (1, 8, "fight"), (1, 1, "song")),
        (aim("win", thing=DRAGON), (HOST, 8), (NOBODY, 8)),
        (aim("win", thing=BOLD), (1, 8, "fight", 41), (1, 8, "fight", 40)),
    ],
)
def test_win(what: Aim, wrong: tuple[Any, ...], right: tuple[Any, ...]) -> None:
    state = table()
    declare(state, what)
    won(state, *wrong)
    assert not met(state)
    won(state, *right)
    assert met(state)


@pytest.mark.rule("S17.8")
def test_hinder_counts_what_the_player_did_to_the_named_one() -> None:
    state = table()
    declare(state, aim("hinder", 3, seat=1))
    acts.note(state, DomainEventKind.TURNED_BACK, 1, land=4, other=0)
    acts.note(state, DomainEventKind.REFUSED, 0, land=4, other=1)
    acts.note(state, DomainEventKind.REFUSED, 1, land=4, other=0)
    acts.note(state, DomainEventKind.HELD, 2, land=4, other=0)
    acts.note(state, DomainEventKind.SLEPT, 1, land=4)
    assert progress(state) == (2, 3)
    acts.note(state, DomainEventKind.COUNTERED, 1, other=0)
    assert met(state)


@pytest.mark.rule("S17.9")
def test_forestall_needs_time_and_a_hindrance() -> None:
    state = table()
    declare(state, aim("forestall", 4, seat=1, thing=FULFIL))
    for _ in range(5):
        end_turn(state)
    assert not met(state)
    acts.note(state, DomainEventKind.HELD, 1, land=4, other=0)
    assert met(state)


@pytest.mark.rule("S17.9")
@pytest.mark.parametrize(
    ("thing", "land", "kind"),
    [(FULFIL, NOWHERE, "fulfilled"), (MARK, 4, "marked"), (ENTER, 4, "entered")],
)
def test_forestall_is_lost_when_it_happens_in_time(thing: int, land: int, kind: str) -> None:
    state = table()
    declare(state, aim("forestall", 4, land, 1, thing=thing))
    acts.note(state, DomainEventKind.HELD, 1, land=9, other=0)
    for _ in range(5):
        end_turn(state)
    acts.note(state, DomainEventKind(kind), 1, land=4)
    assert met(state)
    declare(state, aim("forestall", 4, land, 1, thing=thing))
    acts.note(state, DomainEventKind(kind), 1, land=4)
    assert aims.hopeless(state, 0, quest(state))


@pytest.mark.rule("S17.10")
def test_answer() -> None:
    state = table()
    assert not any(a.kind == "answer" for a in aims.choices(state, 0, (HANNAS, GWEND)))
    state.tokens.append(Token(TokenKind.LEGEND, 4, 3, other=3))
    offered = [a for a in aims.choices(state, 0, (HANNAS, GWEND)) if a.kind == "answer"]
    assert [(a.land, a.size) for a in offered] == [(4, 3)]
    declare(state, aim("answer", 3, 4))
    state.tokens[0] = state.tokens[0]._replace(strength=1)
    assert progress(state) == (2, 3)
    acts.note(state, DomainEventKind.ANSWERED, 0, land=4, amount=3)
    assert met(state)


@pytest.mark.rule("S17.11")
def test_unseen() -> None:
    state = table()
    declare(state, aim("unseen", 2))
    acts.note(state, DomainEventKind.ENTERED, 0, land=4, other=1)
    acts.note(state, DomainEventKind.ENTERED, 0, land=4, other=1)
    acts.note(state, DomainEventKind.ENTERED, 0, land=5)
    acts.note(state, DomainEventKind.ENTERED, 0, land=6, other=2)
    acts.note(state, DomainEventKind.LOST, 0, land=6, other=2, more=("fight", 60))
    assert progress(state) == (1, 2)
    acts.note(state, DomainEventKind.ENTERED, 0, land=7, other=2)
    assert met(state)
    acts.note(state, DomainEventKind.SEEN_THROUGH, 0, other=1, amount=7)
    assert not met(state)
    assert aims.hopeless(state, 0, quest(state))


@pytest.mark.rule("S17.12")
def test_allies_more_than_before() -> None:
    state = table()
    put(state, "dru", 4, 0)
    declare(state, aim("allies", 1))
    put(state, "urlug", 4, 0)
    assert not met(state)
    put(state, "dru", 4, 0)
    assert met(state)
    declare(state, aim("allies", 1, thing=ADAN))
    put(state, "dru", 4, 0)
    assert not met(state)
    put(state, "adan", 4, 0)
    assert met(state)


@pytest.mark.rule("S17.13")
def test_peace_at_turn_ends_and_with_several() -> None:
    state = table()
    for seat in range(3):
        put(state, "faron", 4, seat)
    declare(state, aim("peace", 2, seat=1))
    acts.make_peace(state, 4, 0, 1)
    end_turn(state)
    assert progress(state) == (1, 2)
    end_turn(state)
    assert met(state)
    declare(state, aim("peace", 2, thing=1))
    assert not met(state)
    acts.make_peace(state, 4, 0, 2)
    assert met(state)


@pytest.mark.rule("S17.14")
def test_gather_counts_allies() -> None:
    state = table()
    declare(state, aim("gather", 3, 4))
    put(state, "faron", 4, 0)
    put(state, "dru", 4, 0)
    put(state, "faron", 4, 1)
    assert progress(state) == (2, 3)
    put(state, "maethor", 4, 0)
    assert met(state)


@pytest.mark.rule("S17.15")
def test_wide_at_once_or_visited() -> None:
    state = table()
    of = [
        next(n for n, land in enumerate(state.board.lands) if land.element == e) for e in range(6)
    ]
    declare(state, aim("wide", 3))
    put(state, "faron", of[0], 0)
    put(state, "faron", of[1], 0)
    put(state, "dru", of[2], 0)
    assert progress(state) == (2, 3)
    put(state, "faron", of[3], 0)
    assert met(state)
    declare(state, aim("wide", 6, thing=1))
    for land in of[:5]:
        acts.note(state, DomainEventKind.ENTERED, 0, land=land)
    assert progress(state) == (5, 6)
    acts.note(state, DomainEventKind.ENTERED, 0, land=of[5])
    assert met(state)


@pytest.mark.rule("S17.16")
def test_develop() -> None:
    state = table()
    declare(state, aim("develop", thing=SAELON))
    acts.note(state, DomainEventKind.DEVELOPED, 0, land=4, piece=put(state, "pethdan", 4, 0))
    assert not met(state)
    acts.note(state, DomainEventKind.DEVELOPED, 0, land=4, piece=put(state, "saelon", 4, 0))
    assert met(state)


@pytest.mark.rule("S17.17")
def test_sky_must_have_been_moved_by_the_player() -> None:
    state = table()
    declare(state, aim("sky", 2, thing=2))
    acts.turn_sky(state, 1, 1)
    assert progress(state) == (1, 2)
    acts.turn_sky(state, 1, 1)
    assert not met(state)
    acts.turn_sky(state, 1, 0)
    acts.turn_sky(state, -1, 1)
    assert met(state)


@pytest.mark.rule("S17.18")
def test_lose_a_land_to_a_player() -> None:
    state = table()
    acts.mark(state, 4, 0)
    declare(state, aim("lose", land=4))
    acts.unmark(state, 4)
    assert not met(state)
    acts.mark(state, 4, 0)
    acts.mark(state, 4, 1)
    assert met(state)


@pytest.mark.rule("S17.18")
def test_lose_a_figure_a_building_or_a_contest() -> None:
    state = table()
    own, other = put(state, "faron", 4, 0), put(state, "faron", 4, 0)
    declare(state, aim("lose", thing=FARON))
    acts.kill(state, own, 0)
    assert not met(state)
    acts.kill(state, other)
    assert met(state)
    house = put(state, "talan", 5, 0)
    declare(state, aim("lose", land=5, thing=TALAN))
    acts.raze(state, house, 2)
    assert met(state)
    declare(state, aim("lose"))
    acts.note(state, DomainEventKind.LOST, 0, land=4, other=1, more=("fight", 49))
    assert not met(state)
    acts.note(state, DomainEventKind.LOST, 0, land=4, other=1, more=("fight", 50))
    assert met(state)


@pytest.mark.rule("S17.19")
def test_free_a_held_figure() -> None:
    state = table()
    hunter = put(state, "faron", 4, 0)
    token = Token(TokenKind.BAND, 4, 3, 0, pieces=(hunter,))
    state.tokens.append(token)
    offered = [a for a in aims.choices(state, 0, (RATH, GWEND)) if a.kind == "free"]
    assert [(a.land, a.thing) for a in offered] == [(4, hunter)]
    declare(state, aim("free", land=4, thing=hunter))
    assert not met(state)
    acts.remove(state, token)
    assert met(state)


@pytest.mark.rule("S17.19")
def test_free_a_lost_ally_or_a_tower() -> None:
    state = table()
    lone, tower = put(state, "dru", 4), put(state, "minas", 5)
    declare(state, aim("free", land=4, thing=lone))
    acts.change_piece(state, lone, leader=0)
    assert not met(state)
    acts.join(state, lone, 0)
    assert met(state)
    declare(state, aim("free", land=5, thing=tower))
    assert not met(state)
    acts.change_piece(state, tower, leader=1)
    assert aims.hopeless(state, 0, quest(state))
    acts.change_piece(state, tower, leader=0)
    assert met(state)


@pytest.mark.rule("S17.20")
def test_help_needs_a_part_in_it() -> None:
    state = table()
    declare(state, aim("help", seat=1))
    acts.note(state, DomainEventKind.FULFILLED, 1, amount=3)
    assert not met(state)
    acts.change(state, 0, turns=1)
    acts.note(state, DomainEventKind.CAST, 0, land=4, other=1, more=("maeth.duel",))
    acts.note(state, DomainEventKind.FULFILLED, 1, amount=4)
    assert not met(state)
    acts.note(state, DomainEventKind.CAST, 0, land=4, other=1, more=("tulu.support",))
    assert met(state)
    declare(state, aim("help", seat=1))
    acts.make_peace(state, 4, 0, 1)
    acts.note(state, DomainEventKind.FULFILLED, 1, amount=5)
    assert met(state)


@pytest.mark.rule("S17.21")
def test_wealth_counts_from_the_declaration() -> None:
    state = table()
    declare(state, aim("wealth", 15, thing=0))
    acts.gain(state, 0, tur=14, golu=20)
    assert progress(state) == (14, 15)
    acts.gain(state, 0, tur=1)
    assert met(state)
    declare(state, aim("wealth", 15, thing=1))
    acts.gain(state, 0, tur=40)
    assert not met(state)
