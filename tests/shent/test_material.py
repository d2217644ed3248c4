"""Material (S1)."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import PositionError
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.games.shent.chapters.events import draw_event
from cruachan.games.shent.chapters.gaining import end_turn
from cruachan.games.shent.chapters.placing import price_of
from cruachan.games.shent.chapters.quests import fail
from cruachan.games.shent.components.board import BOARDS, board_for, load
from cruachan.games.shent.components.material import (
    ADAN,
    BAND,
    DRU,
    FARON,
    GALAS,
    HANNAS,
    KIND,
    KINDS,
    MARKERS,
    MINAS,
    NARCHAD,
    NUMBERS,
    OST,
    RATH,
    RESERVE,
    RUNES,
    TALAN,
    Price,
    opposite,
)
from cruachan.games.shent.components.tokens import Shown, TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.chance import number_falls
from cruachan.games.shent.core.presence import adjacent, distances
from cruachan.games.shent.core.state import FOREVER, State, Token, foes, supply
from cruachan.games.shent.core.wood import make_pieces
from cruachan.games.shent.game import SHENT
from tests.shent.play import fall, in_turn, no, play, said, waits
from tests.shent.positions import far, put, quest, table

A, B = range(2)
HERE = 0


def bag(state: State, stones: int) -> State:
    """A bag with so many stones of galas, the others gone with a quest nobody counts."""
    state.bag = [0] * 16
    state.bag[GALAS] = stones
    return state


@pytest.mark.rule("S1.1", "S1.3")
def test_the_boards_of_the_game() -> None:
    assert [len(load(board_for(seats)).lands) for seats in range(2, 7)] == [24, 36, 36, 48, 48]
    for name in BOARDS:
        lands = load(name).lands
        elements = [land.element for land in lands]
        assert len({elements.count(element) for element in range(6)}) == 1
        runes = [land for land in lands if land.rune is not None]
        assert len(lands) / 5 < len(runes) < len(lands) / 3
        assert all(1 <= land.strength <= (4 if land.rune == NARCHAD else 8) for land in runes)


@pytest.mark.rule("S1.2")
def test_a_path_makes_lands_adjacent() -> None:
    state = table()
    there = far(state, HERE, 2)
    assert there not in adjacent(state, HERE)
    acts.lay(state, Token(TokenKind.PATH, HERE, other=there))
    assert there in adjacent(state, HERE)
    assert HERE in adjacent(state, there)
    assert distances(state, HERE)[there] == 1


@pytest.mark.rule("S1.4")
def test_runes_and_their_opposites() -> None:
    assert table().bag == [4] * 16
    pairs = [(RUNES[rune], RUNES[opposite(rune)]) for rune in range(0, 16, 2)]
    assert pairs == [
        ("galas", "narchad"),
        ("band", "rath"),
        ("maeth", "gwend"),
        ("thurinas", "hannas"),
        ("nuthad", "tulu"),
        ("idh", "breged"),
        ("erthad", "rim"),
        ("galu", "rhach"),
    ]
    assert all(opposite(opposite(rune)) == rune for rune in range(16))


@pytest.mark.rule("S1.5")
def test_where_stones_go_and_when() -> None:
    state = in_turn()
    state.aside = [RATH, BAND]
    state.bag[RATH] -= 1
    state.bag[BAND] -= 1
    number = quest(state, A, runes=(GALAS, HANNAS))
    state.bag[GALAS] -= 1
    state.bag[HANNAS] -= 1
    fail(state, A, number)
    assert (state.bag[GALAS], state.bag[HANNAS]) == (4, 4)
    held = put(state, "faron", HERE, A)
    band = Token(TokenKind.BAND, HERE, 5, A, pieces=(held,), until=FOREVER, stone=BAND)
    acts.lay(state, band)
    end_turn(state, A)
    assert (state.bag[RATH], state.bag[BAND], state.aside) == (4, 3, [])
    acts.remove(state, band)
    assert state.bag == [4] * 16


@pytest.mark.rule("S1.5")
def test_the_stone_stays_while_the_band_still_holds_somebody() -> None:
    state = table()
    one, two = put(state, "faron", HERE, A), put(state, "maethor", HERE, A)
    state.bag[BAND] -= 1
    state.tokens.append(Token(TokenKind.BAND, HERE, 5, A, pieces=(one, two), stone=BAND))
    acts.kill(state, one)
    assert (state.bag[BAND], [token.pieces for token in state.tokens]) == (3, [(two,)])
    acts.kill(state, two)
    assert (state.bag[BAND], state.tokens) == (4, [])


@pytest.mark.rule("S1.6")
def test_the_last_eight_stones_are_not_sold() -> None:
    state = bag(in_turn(), 9)
    state = fall(play(state, A, "buy"), GALAS)
    assert state.players[A].hand == (GALAS,)
    assert no(state, A, "buy") == "S1.6"


@pytest.mark.rule("S1.6")
def test_an_event_that_finds_the_bag_empty() -> None:
    state = bag(in_turn("events"), 0)
    put(state, "faron", HERE, A)
    state.aside = [RATH]
    draw_event(state, A, HERE, (), False)
    assert (state.bag[RATH], state.aside) == (1, [])
    assert said(state, CHANCE, "rune") == [(RATH,)]
    none = bag(in_turn("events"), 0)
    before = list(none.stack)
    draw_event(none, A, HERE, (), False)
    assert none.stack == before
    assert (none.turn.golu, none.turn.events) == (0, 0)


@pytest.mark.rule("S1.7")
def test_the_number_bag() -> None:
    assert NUMBERS == (8, 7, 6, 5, 4, 3, 2, 1)
    assert sum(NUMBERS) == 36
    assert RESERVE == (0, 0, 0, 0, 0, 1, 2, 3)
    state = table()
    assert (tuple(state.numbers), tuple(state.reserve)) == (NUMBERS, RESERVE)


@pytest.mark.rule("S1.8")
def test_numbers_that_are_compared_are_out_of_the_bag_together() -> None:
    state = table()
    assert dict(number_falls(state))[8] == 1
    assert 8 not in dict(number_falls(state, (8,)))
    assert dict(number_falls(state, (7,)))[7] == 1
    assert state.numbers == list(NUMBERS)


FIGURES = {
    "faron": (4, 1, 0, 2, (5, 0, 0), (), {}),
    "maethor": (3, 3, 0, 1, (10, 0, 0), (), {}),
    "thalion": (1, 5, 0, 1, (25, 0, 1), (), {}),
    "randir": (2, 0, 0, 1, (3, 2, 0), (), {"thurinas": 1}),
    "saelon": (2, 0, 2, 1, (0, 30, 0), ("randir",), {"thurinas": 2, "hannas": 2}),
    "gollor": (1, 0, 5, 1, (0, 50, 0), ("saelon",), {"hannas": 5}),
    "pethdan": (2, 2, 1, 1, (10, 10, 0), ("randir",), {"gwend": 1}),
    "talagan": (1, 2, 2, 1, (20, 10, 2), ("saelon",), {"gwend": 4, "hannas": 2}),
}
"""Number, strength, wisdom, steps, price, from what, runes borne."""


@pytest.mark.rule("S1.9")
@pytest.mark.parametrize("key", FIGURES)
def test_own_figures(key: str) -> None:
    kind = KINDS[KIND[key]]
    bears = {RUNES[rune]: strength for rune, strength in kind.bears}
    known = (kind.number, kind.strength, kind.wisdom, kind.steps, tuple(kind.price))
    assert (*known, kind.grows_from, bears) == FIGURES[key]
    for seat in range(3):
        own = [p for p in make_pieces(3) if p.kind == KIND[key] and p.owner == seat]
        assert len(own) == kind.number


@pytest.mark.rule("S1.10")
def test_common_allies() -> None:
    dru, adan, urlug = (KINDS[KIND[key]] for key in ("dru", "adan", "urlug"))
    assert (dru.number, dru.strength, dru.steps, dru.price) == (6, 2, 1, Price(6))
    assert (adan.number, adan.strength, adan.steps, adan.price) == (4, 4, 1, Price(15))
    assert (urlug.number, urlug.strength, urlug.bears) == (2, 8, ((NARCHAD, 2),))


@pytest.mark.rule("S1.11")
def test_common_buildings() -> None:
    talan, minas, ost = (KINDS[kind] for kind in (TALAN, MINAS, OST))
    assert (talan.number, talan.price) == (6, Price(10))
    assert (minas.number, minas.price) == (6, Price(15))
    assert (ost.number, ost.price, ost.grows_from) == (3, Price(20), ("talan", "minas"))
    assert all(not kind.strength + kind.wisdom + kind.steps for kind in (talan, minas, ost))


@pytest.mark.rule("S1.11")
def test_one_building_in_a_land() -> None:
    state = in_turn()
    state.markers[HERE] = A
    acts.change(state, A, tur=30)
    put(state, "faron", HERE, A)
    assert (TALAN, HERE) in said(state, A, "place")
    put(state, "minas", HERE, A)
    assert no(state, A, "place", TALAN, HERE) == "S7.5"
    assert no(state, A, "place", MINAS, HERE) == "S7.5"


@pytest.mark.rule("S1.12")
def test_pieces_are_a_limit_and_come_back() -> None:
    state = in_turn()
    state.markers[HERE] = A
    farons = [put(state, "faron", HERE, A) for _ in range(4)]
    assert no(state, A, "place", FARON, HERE) == "S1.12"
    for land in range(6):
        put(state, "dru", land)
    assert no(state, A, "place", DRU, HERE) == "S1.12"
    acts.kill(state, farons[0])
    assert supply(state, FARON, A) == farons[0]
    assert no(state, A, "place", FARON, HERE) == ""
    assert MARKERS == 12


@pytest.mark.rule("S1.13")
def test_who_leads_what() -> None:
    state = table()
    own, ally = put(state, "faron", HERE, A), put(state, "adan", HERE, A)
    assert foes(state, HERE) == []
    acts.change_piece(state, own, land=far(state, HERE, 1))
    acts.settle(state)
    assert foes(state, HERE) == [ally]
    assert (state.pieces[ally].leader, state.pieces[own].leader) == (NOBODY, A)


@pytest.mark.rule("S1.14")
def test_nothing_falls_below_nothing() -> None:
    state = in_turn()
    state.markers[HERE] = A
    acts.gain(state, A, tur=-99, golu=-3, aglar=-1)
    assert state.players[A][1:4] == (0, 7, 0)
    assert no(state, A, "place", FARON, HERE) == "S7.1"
    assert no(state, A, "buy") == "S5.1"
    acts.gain(state, A, tur=4)
    assert no(state, A, "place", FARON, HERE) == "S7.1"
    acts.gain(state, A, tur=1)
    after = play(state, A, "place", FARON, HERE)
    assert (after.players[A].tur, waits(after)) == (0, (A,))


@pytest.mark.rule("S1.14", "S28.4", "S29.5")
def test_what_makes_a_price() -> None:
    state = table()
    assert price_of(state, A, ADAN) == Price(15)
    acts.lay(state, Token(TokenKind.GIFT, seat=A, strength=20))
    assert price_of(state, A, ADAN) == Price(1)
    assert price_of(state, A, KIND["saelon"]) == Price(0, 30)
    acts.lay(state, Token(TokenKind.DEARTH, seat=A, strength=3))
    assert price_of(state, A, ADAN) == Price(4)
    assert price_of(state, A, KIND["saelon"]) == Price(3, 30)
    assert price_of(state, B, ADAN) == Price(15)


# --- Tokens -------------------------------------------------------------------------------


def test_what_is_drawn_on_the_map_has_a_sign_and_nothing_else() -> None:
    for kind in TokenKind:
        assert bool(kind.sign) == (kind.shown == Shown.MAP), kind


def test_no_token_of_an_unknown_kind_is_laid_or_read() -> None:
    state = in_turn()
    with pytest.raises(
        ValueError, match=r"There is no token 'hat'; components/tokens.py lists them\."
    ):
        TokenKind("hat")
    acts.lay(state, Token(TokenKind.WALL, 3))
    game = SHENT(state.board)
    line = game.write_position(state)
    assert game.read_position(line).tokens == state.tokens
    with pytest.raises(PositionError):
        game.read_position(line.replace('"wall"', '"hat"'))
