"""Elements and sky (S2)."""

from __future__ import annotations

import pytest

from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.gaining import fades, land_yield
from cruachan.games.shent.chapters.movement import steps_of
from cruachan.games.shent.components.material import (
    CAE,
    CALAD,
    ELEMENTS,
    GWELU,
    MOR,
    NAUR,
    NEN,
    fit,
)
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import State, land_sum
from tests.shent.play import fall, in_turn, play, said
from tests.shent.positions import BOARD, put, table

A, B, C = range(3)
FIRE = 3
"""The seat of the element fire on a table of six, where seat n has the element n."""


def land_of(element: int, number: int = 0) -> int:
    """A land of an element."""
    return [index for index, land in enumerate(BOARD.lands) if land.element == element][number]


def with_sum(wanted: int, seat: int = A) -> tuple[State, int]:
    """A table and a land with this sum for a seat."""
    for sky in range(6):
        state = table(sky=sky)
        for land in range(len(BOARD.lands)):
            if land_sum(state, seat, land) == wanted:
                return state, land
    raise AssertionError(f"there is no sum {wanted}")


@pytest.mark.rule("S2.1")
def test_the_ring() -> None:
    assert ELEMENTS == ("nen", "gwelu", "calad", "naur", "cae", "mor")
    across = {(a, b) for a in range(6) for b in range(6) if fit(a, b) == -2}
    assert across == {(a, (a + 3) % 6) for a in range(6)}
    assert {(NEN, NAUR), (GWELU, CAE), (CALAD, MOR)} <= across


@pytest.mark.rule("S2.2")
def test_what_the_elements_are_to_water() -> None:
    assert fit(NEN, NEN) == 2
    assert fit(NEN, MOR) == fit(NEN, GWELU) == 1
    assert fit(NEN, CAE) == fit(NEN, CALAD) == -1
    assert fit(NEN, NAUR) == -2


@pytest.mark.rule("S2.3")
def test_the_sky_moves_forward() -> None:
    state = table(sky=MOR)
    acts.turn_sky(state, 1, A)
    assert state.sky == NEN
    acts.turn_sky(state, 1, A)
    assert state.sky == GWELU


@pytest.mark.rule("S2.4")
@pytest.mark.parametrize(("element", "wanted"), [(CAE, 0), (NEN, -3)])
def test_the_sums_of_the_rulebook(element: int, wanted: int) -> None:
    state = table(6, sky=MOR)
    assert land_sum(state, FIRE, land_of(element)) == wanted


@pytest.mark.rule("S2.4")
def test_sums_lie_between_four_and_four() -> None:
    sums = {
        land_sum(table(sky=sky), A, land) for sky in range(6) for land in range(len(BOARD.lands))
    }
    assert sums == {-4, -3, -2, -1, 0, 1, 2, 3, 4}


@pytest.mark.rule("S2.5")
@pytest.mark.parametrize("wanted", range(-4, 5))
def test_which_markers_fade(wanted: int) -> None:
    state, land = with_sum(wanted)
    state.markers[land] = A
    assert fades(state, A, land) == (wanted < 0)
    put(state, "faron", land, A)
    assert not fades(state, A, land)


def duel(state: State, land: int, mine: str, theirs: str) -> tuple[int, ...]:
    """What the two sides come to in a fight in which both draw a 1 and buy nothing."""
    one, two = put(state, mine, land, A), put(state, theirs, land, B)
    state.stack = [*in_turn("contest").stack, Challenge(land, (A, one), (B, two))]
    state.options = in_turn().options
    state = play(play(state, A, "bid", 0), B, "bid", 0)
    state = fall(state, 1, 1)
    measured = next(
        event for event in state.domain_events if event.what == DomainEventKind.MEASURED
    )
    _, _, _, total, other, *_ = measured.more
    return int(total) - 1, int(other) - 1


@pytest.mark.rule("S2.6")
@pytest.mark.parametrize(
    ("wanted", "more"), [(-4, -1), (-2, -1), (-1, 0), (0, 0), (1, 0), (2, 1), (4, 1)]
)
def test_strength_in_a_fight(wanted: int, more: int) -> None:
    state, land = with_sum(wanted)
    theirs = land_sum(state, B, land)
    other = (theirs >= 2) - (theirs <= -2)
    assert duel(state, land, "maethor", "maethor") == (3 + more, 3 + other)


@pytest.mark.rule("S2.6")
def test_allies_know_no_elements() -> None:
    state, land = with_sum(4)
    put(state, "faron", land, A)
    assert duel(state, land, "adan", "adan") == (4, 4)


@pytest.mark.rule("S2.7")
@pytest.mark.parametrize(("wanted", "brings"), [(-4, 0), (-3, 0), (-2, 1), (0, 1), (2, 1), (3, 2)])
def test_what_a_land_brings(wanted: int, brings: int) -> None:
    state, land = with_sum(wanted)
    state.markers[land] = A
    assert land_yield(state, A, land) == brings


@pytest.mark.rule("S2.8")
@pytest.mark.parametrize(
    ("wanted", "faron", "maethor"), [(4, 3, 2), (3, 2, 1), (-3, 2, 1), (-4, 1, 0)]
)
def test_steps(wanted: int, faron: int, maethor: int) -> None:
    state, land = with_sum(wanted)
    assert steps_of(state, put(state, "faron", land, A)) == faron
    assert steps_of(state, put(state, "maethor", land, A)) == maethor
    assert steps_of(state, put(state, "dru", land, A)) == 1


@pytest.mark.rule("S2.8")
def test_steps_are_measured_when_the_movement_begins() -> None:
    bare, land = with_sum(4)
    state = in_turn()
    state.sky = bare.sky
    one = put(state, "maethor", land, A)
    state = play(state, A, "march")
    state.sky = (state.sky + 3) % 6
    there = BOARD.near[land][0]
    assert (one, there) in said(state, A, "step")
    assert play(state, A, "step", one, there).pieces[one].steps == 1
