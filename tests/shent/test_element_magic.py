"""Magic with element stones, and counters to it (S14.14, S14.15)."""

from __future__ import annotations

import pytest

from cruachan.games.shent.components.material import GALAS, GWEND, MAETH, NARCHAD
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.state import State, tokens
from tests.shent.arena import A, B, C, give, lands
from tests.shent.play import fall, in_turn, no, play, said
from tests.shent.positions import put, whats

WATER = lands(0)


def flood() -> tuple[State, list[int]]:
    """a has a stone of water and narchad; b has a faron in three lands of water."""
    state = give(in_turn(), A, NARCHAD)
    acts.change(state, A, stones=(0,), tur=20, golu=20)
    state.elements[0] -= 1
    farons = [put(state, "faron", land, B) for land in WATER[:3]]
    put(state, "faron", lands(1)[0], B)
    return state, farons


def pour(state: State, *numbers: int, points: tuple[int, ...] = (0, 0, 0)) -> State:
    """narchad falls on all lands of water."""
    state = play(state, A, "cast", HAND, NARCHAD)
    state = play(state, A, "choose", "narchad.death", NOWHERE, 0)
    for bought in points:
        state = play(state, A, "points", bought, 0)
    return fall(state, *numbers)


@pytest.mark.rule("S14.14")
def test_magic_in_all_lands_of_an_element() -> None:
    state, farons = flood()
    before = play(state, A, "cast", HAND, NARCHAD)
    assert no(before, A, "choose", "narchad.death", NOWHERE, 1) == "S14.14"
    for faron in farons:
        acts.change_piece(state, faron, plus=2)
    state = pour(state, 2, points=(0, 1, 2))
    assert [state.pieces[faron].land >= 0 for faron in farons] == [True, True, False]
    assert state.players[A].tur == 20 - 1 - 3
    assert (state.players[A].hand, state.players[A].stones) == ((), ())
    assert sum(piece.land >= 0 for piece in state.pieces) == 3


@pytest.mark.rule("S14.14")
def test_an_element_stone_goes_with_a_stone_of_the_hand_only() -> None:
    state = in_turn()
    acts.change(state, A, stones=(0,))
    dragon = put(state, "urlug", WATER[0], A)
    put(state, "randir", WATER[0], B)
    state = play(state, A, "cast", dragon, NARCHAD)
    assert no(state, A, "choose", "narchad.death", NOWHERE, 0) == "S14.14"


@pytest.mark.rule("S14.15")
def test_a_played_element_stone_goes_back_to_the_supply() -> None:
    state, _ = flood()
    assert state.elements[0] == 1
    state = play(state, A, "cast", HAND, NARCHAD)
    state = play(state, A, "choose", "narchad.death", NOWHERE, 0)
    assert state.elements == [2] * 6


@pytest.mark.rule("S14.15")
def test_a_counter_saves_the_land_it_is_worked_in() -> None:
    state, farons = flood()
    give(state, B, GALAS)
    state = play(pour(state, 4), B, "counter", HAND, GALAS)
    assert said(state, B, "ward") == [(land,) for land in WATER[:3]]
    assert no(state, B, "ward", lands(1)[0]) == "S14.15"
    assert no(state, B, "wardall") == "S14.15"
    state = fall(play(play(state, B, "ward", WATER[1]), B, "points", 0, 0), 4)
    assert [state.pieces[faron].land for faron in farons] == [NOWHERE, WATER[1], NOWHERE]


@pytest.mark.rule("S14.15")
def test_with_a_stone_of_the_same_element_it_saves_all_where_it_is_strong_enough() -> None:
    state, farons = flood()
    give(state, B, GALAS)
    acts.change(state, B, stones=(0,))
    state.elements[0] -= 1
    state = play(pour(state, 4, points=(0, 2, 0)), B, "counter", HAND, GALAS)
    state = play(state, B, "wardall")
    assert (state.players[B].stones, state.elements[0]) == ((), 2)
    state = play(state, B, "points", 1, 0)
    some = fall(state, 4)
    assert [some.pieces[faron].land >= 0 for faron in farons] == [True, False, True]
    every = fall(state, 5)
    assert all(every.pieces[faron].land >= 0 for faron in farons)


@pytest.mark.rule("S14.15", "S14.7")
def test_a_second_counter_saves_another_land() -> None:
    state, farons = flood()
    put(state, "randir", WATER[0], C)
    acts.change_piece(state, farons[0], hidden=0)
    give(give(state, B, GALAS), C, GALAS)
    state = play(state, A, "cast", HAND, NARCHAD)
    state = play(state, A, "choose", "narchad.death", NOWHERE, 0)
    state = play(state, A, "aimat", (farons[0],))
    for _ in range(3):
        state = play(state, A, "points", 0, 0)
    state = fall(state, 4)
    state = play(play(state, B, "counter", HAND, GALAS), C, "counter", HAND, GALAS)
    state = fall(play(play(state, B, "ward", WATER[1]), B, "points", 0, 0), 8)
    assert said(state, C, "ward") == [(WATER[0],), (WATER[2],)]
    state = fall(play(play(state, C, "ward", WATER[0]), C, "points", 0, 0), 8)
    assert [state.pieces[faron].land >= 0 for faron in farons] == [True, True, False]


@pytest.mark.rule("S14.15", "S14.13")
def test_a_borne_counter_saves_the_land_of_its_bearer() -> None:
    state = give(in_turn(), A, MAETH)
    acts.change(state, A, stones=(0,))
    state.elements[0] -= 1
    talagan = put(state, "talagan", WATER[0], B)
    put(state, "maethor", WATER[1], B)
    state = play(state, A, "cast", HAND, MAETH)
    state = play(state, A, "choose", "maeth.raid", NOWHERE, 0)
    for _ in range(2):
        state = play(state, A, "points", 0, 0)
    state = play(fall(state, 4), B, "counter", talagan, GWEND)
    assert whats(state).count("cancelled") == 1
    assert [token.land for token in tokens(state, TokenKind.HOST)] == [WATER[1]]
