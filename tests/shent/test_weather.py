"""Round events (S19)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    ERTHAD,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    RATH,
    RHACH,
    RIM,
    THURINAS,
    TULU,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.presence import at_odds
from cruachan.games.shent.core.state import THIS_ROUND, State, Token
from tests.shent.positions import BOARD, far, near, put, table

A, B, C = range(3)
HERE = 12


def under(rune: int, strength: int) -> State:
    """A table in a round with this event, which has happened."""
    state = table()
    state.weather = (rune, strength)
    weather.work(state, rune, strength, A)
    return state


def lands(element: int) -> set[int]:
    """The lands of an element."""
    return {number for number, land in enumerate(BOARD.lands) if land.element == element}


@pytest.mark.rule("S19.1")
def test_without_an_event_nothing_holds() -> None:
    state = table()
    assert not any(weather.closed(state, land) for land in range(len(BOARD.lands)))
    assert not any(weather.swift(state, land) for land in range(len(BOARD.lands)))
    assert (weather.toll(state), weather.discount(state)) == (0, 0)
    for holds in (
        weather.no_peace,
        weather.no_refusal,
        weather.no_second,
        weather.no_claims,
    ):
        assert not holds(state)


@pytest.mark.rule("S19.2")
@pytest.mark.parametrize(("strength", "more"), [(3, 1), (4, 2), (8, 3)])
def test_growth_for_all(strength: int, more: int) -> None:
    state = under(GALAS, strength)
    assert [player.tur for player in state.players] == [10 + more] * 3


@pytest.mark.rule("S19.3")
def test_ruin_for_all_who_have_something() -> None:
    state = table()
    acts.change(state, B, tur=1)
    weather.work(state, NARCHAD, 8, A)
    assert [player.tur for player in state.players] == [7, 0, 7]
    assert state.domain_events[1].more == (-1, 0, 0)


@pytest.mark.rule("S19.4")
def test_band_closes_the_lands_of_the_sky() -> None:
    state = under(BAND, 1)
    closed = {land for land in range(len(BOARD.lands)) if weather.closed(state, land)}
    assert closed == lands(state.sky)


@pytest.mark.rule("S19.5")
def test_rath_speeds_those_in_the_lands_of_the_sky() -> None:
    state = under(RATH, 1)
    swift = {land for land in range(len(BOARD.lands)) if weather.swift(state, land)}
    assert swift == lands(state.sky)


@pytest.mark.rule("S19.6")
def test_maeth_allows_no_peace() -> None:
    assert weather.no_peace(under(MAETH, 1))


@pytest.mark.rule("S19.6")
def test_foes_march_from_5_on() -> None:
    state = table()
    put(state, "faron", HERE, A)
    away, beside = far(state, HERE, 3), near(state, HERE)[0]
    adan, dru = put(state, "adan", away), put(state, "dru", beside)
    met, urlug = put(state, "dru", HERE), put(state, "urlug", away)
    captive = put(state, "dru", away)
    acts.lay(state, Token(TokenKind.CAPTIVE, away, 3, pieces=(captive,)))
    march(state, 4)
    assert state.pieces[adan].land == away
    march(state, 5)
    assert BOARD.distance(state.pieces[adan].land, HERE) == 2
    assert state.pieces[dru].land == HERE
    assert state.pieces[met].land == HERE
    assert {state.pieces[urlug].land, state.pieces[captive].land} == {away}
    assert [
        event.piece for event in state.domain_events if event.what == DomainEventKind.MOVED
    ].count(met) == 0


def march(state: State, strength: int) -> None:
    """maeth, with the first lot wherever one is drawn."""
    weather.work(state, MAETH, strength, A)
    run(state)
    while state.stack:
        assert top(state).waits(state) == (CHANCE,)
        top(state).fell(state, top(state).falls(state)[0][0])
        run(state)


@pytest.mark.rule("S19.6")
def test_the_lot_chooses_among_ways_as_short() -> None:
    state = table()
    put(state, "faron", 0, A)
    put(state, "dru", 7)
    weather.work(state, MAETH, 8, A)
    assert top(state).falls(state) == [(3, 1), (4, 1)]


@pytest.mark.rule("S19.6")
def test_foes_stay_when_nobody_is_on_the_board() -> None:
    state = table()
    dru = put(state, "dru", HERE)
    march(state, 8)
    assert state.pieces[dru].land == HERE
    assert not state.domain_events


@pytest.mark.rule("S19.7")
def test_gwend_allows_no_refusal() -> None:
    assert weather.no_refusal(under(GWEND, 1))


@pytest.mark.rule("S19.8")
def test_a_legend_arises_by_lot() -> None:
    state = table()
    weather.work(state, THURINAS, 4, A, HERE)
    assert state.tokens == [Token(TokenKind.LEGEND, HERE, 4, other=4)]
    weather.work(state, THURINAS, 6, A, HERE)
    weather.work(state, THURINAS, 6, A)
    assert len(state.tokens) == 1


@pytest.mark.rule("S19.9")
@pytest.mark.parametrize(("strength", "more"), [(4, 1), (5, 2)])
def test_understanding_for_all(strength: int, more: int) -> None:
    state = table()
    state.tokens = [Token(TokenKind.LEGEND, 3, 4, other=4), Token(TokenKind.LEGEND, 4, 1, other=2)]
    weather.work(state, HANNAS, strength, A)
    assert [player.golu for player in state.players] == [10 + more] * 3
    assert [token.strength for token in state.tokens] == [3, 1]


@pytest.mark.rule("S19.10")
def test_nuthad_asks_a_toll() -> None:
    assert weather.toll(under(NUTHAD, 8)) == 1


@pytest.mark.rule("S19.11")
@pytest.mark.parametrize(("strength", "less"), [(3, 1), (7, 3)])
def test_tulu_makes_placing_cheaper(strength: int, less: int) -> None:
    assert weather.discount(under(TULU, strength)) == less


@pytest.mark.rule("S19.12")
def test_idh_brings_rest_from_contests_and_from_5_on_from_walking() -> None:
    assert at_odds(table(), A, B, HERE)
    assert not at_odds(under(IDH, 1), A, B, HERE)
    assert not weather.no_second(under(IDH, 4))
    assert weather.no_second(under(IDH, 5))


@pytest.mark.rule("S19.13")
def test_breged_turns_the_sky_and_from_6_on_the_round_stone() -> None:
    state = under(BREGED, 5)
    assert (state.sky, state.clock) == (1, 1)
    later = table()
    put(later, "faron", TRACK, A, back=3)
    weather.work(later, BREGED, 6, A)
    assert (later.sky, later.clock, later.round) == (1, 2, 1)


@pytest.mark.rule("S19.14")
def test_erthad_asks_all_from_the_reader_on() -> None:
    from cruachan.games.shent.chapters.round_events import Gather

    state = table()
    weather.work(state, ERTHAD, 3, B)
    assert state.stack == [Gather(A), Gather(C), Gather(B)]


@pytest.mark.rule("S19.15")
def test_rim_thins_who_has_more_than_three_lands() -> None:
    from cruachan.games.shent.chapters.round_events import Thin

    state = table()
    for land in (0, 1, 2, 3):
        state.markers[land] = A
    for land in (4, 5, 6):
        state.markers[land] = B
    for land in (8, 9, 10, 11):
        state.markers[land] = C
        put(state, "talan", land, C)
    put(state, "faron", 0, A)
    assert weather.thinned(state, A) == [1, 2, 3]
    weather.work(state, RIM, 3, A)
    assert state.stack == [Thin(A)]


@pytest.mark.rule("S19.16")
def test_galu_gives_each_one_redraw_for_the_round() -> None:
    state = under(GALU, 8)
    assert state.tokens == [
        Token(TokenKind.LUCK, strength=1, seat=seat, until=THIS_ROUND) for seat in range(3)
    ]
    acts.advance_clock(state, 1)
    assert state.tokens, "the round stone moves on, the round lasts"
    acts.end_tokens(state, THIS_ROUND)
    assert not state.tokens


@pytest.mark.rule("S19.17")
def test_rhach_turns_the_sky_back_and_from_6_on_allows_no_claim() -> None:
    state = under(RHACH, 5)
    assert state.sky == 5
    assert not weather.no_claims(state)
    assert weather.no_claims(under(RHACH, 6))
