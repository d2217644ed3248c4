"""Placing figures (S7)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import (
    ADAN,
    DRU,
    FARON,
    GOLLOR,
    IDH,
    MAETHOR,
    MINAS,
    OST,
    PETHDAN,
    RANDIR,
    SAELON,
    TALAGAN,
    TALAN,
    THALION,
    TULU,
    URLUG,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import State, Token, building, mobile, supply, tokens
from tests.shent.play import in_turn, no, play, said
from tests.shent.positions import BOARD, far, put

A, B, C = range(3)
HERE = 0
THERE = BOARD.near[HERE][0]


def rich(phase: str = "prepare", **chosen: Any) -> State:
    """a in a phase of her turn, with plenty of everything."""
    state = in_turn(phase, **chosen)
    acts.change(state, A, tur=99, golu=99, aglar=9)
    return state


def places(state: State, kind: int) -> list[int]:
    """Where a may place a figure of a kind."""
    return [land for other, land in said(state, A, "place") if other == kind]


def home(element: int = A) -> list[int]:
    """The lands of an element."""
    return [index for index, land in enumerate(BOARD.lands) if land.element == element]


# --- One new figure -----------------------------------------------------------------------


@pytest.mark.rule("S7.1")
def test_one_new_figure_for_its_price() -> None:
    state = rich()
    state.markers[HERE] = A
    state = play(state, A, "place", MAETHOR, HERE)
    assert state.players[A].tur == 89
    assert [state.pieces[i].kind for i in mobile(state, HERE)] == [MAETHOR]
    assert no(state, A, "place", FARON, HERE) == "S7.1"
    assert no(state, A, "place", TALAN, HERE) == "S7.1"
    moving = play(state, A, "march")
    (new,) = mobile(moving, HERE)
    assert not moving.turn.entered
    assert no(moving, A, "step", new, THERE) == ""


@pytest.mark.rule("S7.1")
def test_developing_and_winning_do_not_count() -> None:
    state = rich()
    state.markers[HERE] = A
    randir = put(state, "randir", HERE, A)
    acts.change(state, A, heroes=HERE)
    state = play(state, A, "place", FARON, HERE)
    state = play(state, A, "develop", randir, SAELON)
    state = play(state, A, "win")
    assert no(state, A, "place", FARON, HERE) == "S7.1"


@pytest.mark.rule("S7.1")
def test_any_number_by_option() -> None:
    state = rich(placing="any")
    state.markers[HERE] = A
    state = play(play(state, A, "place", FARON, HERE), A, "place", FARON, HERE)
    assert len(list(mobile(state, HERE))) == 2


@pytest.mark.rule("S7.1", "S19.11")
def test_help_of_the_round_makes_placing_cheaper_but_not_developing() -> None:
    state = rich()
    state.weather = (TULU, 8)
    state.markers[HERE] = A
    talan = put(state, "talan", HERE, A)
    assert play(state, A, "place", MAETHOR, HERE).players[A].tur == 99 - 7
    assert play(state, A, "develop", talan, OST).players[A].tur == 99 - 20


@pytest.mark.rule("S29.5")
def test_a_gift_waits_for_something_with_a_price_in_tur() -> None:
    state = rich()
    state.markers[HERE] = A
    randir = put(state, "randir", HERE, A)
    acts.lay(state, Token(TokenKind.GIFT, seat=A, strength=4))
    state = play(state, A, "develop", randir, SAELON)
    assert tokens(state, TokenKind.GIFT, seat=A)
    state = play(state, A, "place", MAETHOR, HERE)
    assert (state.players[A].tur, tokens(state, TokenKind.GIFT)) == (99 - 6, [])


# --- Where --------------------------------------------------------------------------------


@pytest.mark.rule("S7.2")
def test_own_figures_in_own_lands_whoever_stands_there() -> None:
    state = rich()
    state.markers[HERE] = A
    put(state, "maethor", HERE, B)
    assert [places(state, kind) for kind in (FARON, MAETHOR, RANDIR)] == [[HERE]] * 3
    assert no(state, A, "place", FARON, THERE) == "S7.2"


@pytest.mark.rule("S7.3")
def test_without_own_lands_in_the_own_element() -> None:
    state = rich()
    mine = home()
    put(state, "faron", mine[0], B)
    put(state, "dru", mine[1])
    assert places(state, FARON) == mine[1:]
    assert no(state, A, "place", FARON, mine[0]) == "S7.3"
    for land in mine:
        put(state, "maethor" if land in mine[1:4] else "faron", land, B if land != mine[2] else C)
    assert set(places(state, FARON)) == set(range(len(BOARD.lands))) - set(mine)
    put(state, "adan", far(state, mine[0], 1))
    assert far(state, mine[0], 1) not in places(state, FARON)


@pytest.mark.rule("S7.3")
def test_the_first_figure_of_all_takes_its_land_too() -> None:
    state = rich()
    for land in home():
        put(state, "maethor" if land in home()[:3] else "faron", land, B)
    land = next(land for land in range(len(BOARD.lands)) if land not in home())
    assert land in places(state, MAETHOR)
    assert put(state, "faron", land, A) == 0
    assert land not in places(state, MAETHOR)


@pytest.mark.rule("S7.4")
def test_allies_only_beside_an_own_figure() -> None:
    state = rich()
    state.markers[THERE] = A
    put(state, "randir", HERE, A)
    put(state, "dru", THERE, A)
    assert places(state, DRU) == places(state, ADAN) == [HERE]
    assert no(state, A, "place", DRU, THERE) == "S7.4"
    assert no(state, A, "place", URLUG, HERE) == "S7.4"
    after = play(state, A, "place", ADAN, HERE)
    adan = next(i for i in mobile(after, HERE) if after.pieces[i].kind == ADAN)
    assert (after.pieces[adan].leader, after.pieces[adan].owner) == (A, NOBODY)
    assert after.players[A].tur == 99 - 15


@pytest.mark.rule("S7.5")
def test_buildings() -> None:
    state = rich()
    state.markers[HERE] = state.markers[THERE] = A
    put(state, "faron", HERE, A)
    put(state, "faron", THERE, A)
    put(state, "faron", THERE, B)
    assert places(state, TALAN) == sorted((HERE, THERE))
    assert places(state, MINAS) == [HERE]
    assert no(state, A, "place", MINAS, THERE) == "S7.5"
    assert no(state, A, "place", MINAS, far(state, HERE, 3)) == "S7.5"
    assert no(state, A, "place", TALAN, far(state, HERE, 3)) == "S7.2"
    put(state, "talan", HERE, B)
    put(state, "talan", THERE, A)
    assert no(state, A, "place", TALAN, HERE) == "S7.5"
    assert set(places(state, TALAN)) == set(home()) - {HERE, THERE}
    assert no(state, A, "place", OST, HERE) == "S7.6"


# --- Developing ---------------------------------------------------------------------------


@pytest.mark.rule("S7.6")
@pytest.mark.parametrize(
    ("kind", "grown", "paid"),
    [
        ("randir", SAELON, (0, 30, 0)),
        ("randir", PETHDAN, (10, 10, 0)),
        ("saelon", GOLLOR, (0, 50, 0)),
        ("saelon", TALAGAN, (20, 10, 2)),
    ],
)
def test_figures_develop(kind: str, grown: int, paid: tuple[int, ...]) -> None:
    state = rich()
    old = put(state, kind, HERE, A, plus=1)
    assert (old, grown) in said(state, A, "develop")
    after = play(state, A, "develop", old, grown)
    (new,) = mobile(after, HERE)
    assert (after.pieces[new].kind, after.pieces[new].plus) == (grown, 1)
    assert after.pieces[old].land == NOWHERE
    before, player = state.players[A], after.players[A]
    assert tuple(b - p for b, p in zip(before[1:4], player[1:4], strict=True)) == paid
    assert no(play(after, A, "march"), A, "step", new, THERE) == ""


@pytest.mark.rule("S7.6")
@pytest.mark.parametrize("kind", ["talan", "minas"])
def test_buildings_become_an_ost(kind: str) -> None:
    state = rich()
    old = put(state, kind, HERE, A)
    after = play(state, A, "develop", old, OST)
    ost = building(after, HERE)
    assert ost is not None
    assert (after.pieces[ost].kind, after.pieces[ost].leader) == (OST, A)
    assert after.players[A].tur == 79


@pytest.mark.rule("S7.6")
def test_what_does_not_develop() -> None:
    state = rich()
    faron, randir = put(state, "faron", HERE, A), put(state, "randir", HERE, A)
    other, theirs = put(state, "randir", THERE, B), put(state, "talan", THERE, B)
    assert no(state, A, "develop", faron, MAETHOR) == "S7.6"
    assert no(state, A, "develop", randir, GOLLOR) == "S7.6"
    assert no(state, A, "develop", other, SAELON) == "S7.6"
    assert no(state, A, "develop", theirs, OST) == "S7.6"
    put(state, "saelon", HERE, A)
    put(state, "saelon", HERE, A)
    assert no(state, A, "develop", randir, SAELON) == "S1.12"
    acts.change(state, A, golu=9)
    assert no(state, A, "develop", randir, PETHDAN) == "S7.6"


@pytest.mark.rule("S7.7")
def test_what_keeps_figures_from_developing() -> None:
    for token in ("band", "asleep"):
        state = rich()
        randir = put(state, "randir", HERE, A)
        assert no(state, A, "develop", randir, SAELON) == ""
        acts.lay(state, Token(TokenKind(token), HERE, 3, A, pieces=(randir,)))
        assert no(state, A, "develop", randir, SAELON) == "S7.7"
    state = rich()
    randir = put(state, "randir", HERE, A)
    put(state, "faron", HERE, B)
    assert no(state, A, "develop", randir, SAELON) == "S7.7"
    acts.make_peace(state, HERE, A, B)
    assert no(state, A, "develop", randir, SAELON) == ""


@pytest.mark.rule("S7.7")
def test_what_keeps_buildings_from_developing() -> None:
    state = rich()
    talan = put(state, "talan", HERE, A)
    put(state, "dru", HERE)
    assert no(state, A, "develop", talan, OST) == ""
    besieged = state.copy()
    acts.lay(besieged, Token(TokenKind.SIEGE, HERE, 3, pieces=(talan,)))
    assert no(besieged, A, "develop", talan, OST) == "S7.7"
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    assert no(state, A, "develop", talan, OST) == "S7.7"
    state.weather = (IDH, 3)
    assert no(state, A, "develop", talan, OST) == "S7.7"


# --- The hero -----------------------------------------------------------------------------


@pytest.mark.rule("S7.8")
def test_the_thalion_is_won_where_it_waits() -> None:
    state = rich()
    state.markers[HERE] = A
    own = put(state, "faron", HERE, A)
    assert no(state, A, "place", THALION, HERE) == "S7.8"
    assert no(state, A, "win") == "S7.8"
    acts.change(state, A, heroes=THERE)
    assert no(state, A, "win") == "S7.8"
    acts.change_piece(state, own, land=THERE)
    assert list(mobile(state, THERE)) == [own]
    after = play(state, A, "win")
    thalion = next(i for i in mobile(after, THERE) if i != own)
    assert (after.pieces[thalion].kind, after.players[A].heroes) == (THALION, NOWHERE)
    assert (after.players[A].tur, after.players[A].aglar) == (74, 8)
    assert no(play(after, A, "march"), A, "step", thalion, HERE) == ""
    acts.change(state, A, aglar=0)
    assert no(state, A, "win") == "S7.8"


@pytest.mark.rule("S7.8")
def test_won_in_the_second_movement_it_stays() -> None:
    state = rich("move2")
    put(state, "faron", THERE, A)
    acts.change(state, A, heroes=THERE)
    state = play(state, A, "win")
    thalion = next(i for i in mobile(state, THERE) if state.pieces[i].kind == THALION)
    assert top(state).phase == "move2"
    assert no(state, A, "step", thalion, HERE) == "S12.2"
    assert supply(state, THALION, A) is None
    assert no(rich("move"), A, "win") == "not now"
