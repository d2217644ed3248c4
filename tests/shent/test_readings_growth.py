"""Readings of galas and narchad (S20, S21)."""

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.components.material import (
    BAND,
    OST,
    TALAN,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK
from cruachan.games.shent.core.presence import distances, held
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    building,
    on_piece,
    supply,
    tokens,
    until_turn,
)
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.readings.several import parts
from tests.shent.acting import ANY_STRENGTH, event, magic, targets, work
from tests.shent.positions import far, near, put, table, whats

HERE = 0


def bands(state: State, stone: int = BAND) -> State:
    """A band stone was drawn and lies aside."""
    state.aside.append(stone)
    state.bag[stone] -= 1
    return state


# --- What they have in common -------------------------------------------------------------


def test_parts_offered_for_any_strength_are_offered_for_the_one_drawn() -> None:
    pieces = list(range(7))
    for most in range(1, 8):
        drawn = parts(pieces, lambda part, most=most: len(part) <= most)  # type: ignore[misc]
        assert all(part in drawn for part in parts(pieces, bool) if len(part) <= most)
        assert len(drawn) <= 20


def test_distances_count_paths() -> None:
    state = table()
    away = far(state, HERE, 4)
    assert distances(state, HERE)[away] == 4
    acts.lay(state, Token(TokenKind.PATH, HERE, other=away))
    assert distances(state, HERE)[away] == 1


# --- galas (S20) --------------------------------------------------------------------------


@pytest.mark.rule("S20.2")
def test_harvest() -> None:
    state = table()
    work(state, "galas.harvest", event(state, "galas.harvest", 4, HERE))
    assert state.players[0].tur == 14
    assert not Reading.ALL["galas.harvest"].magic
    assert Reading.ALL["galas.harvest"].gains


@pytest.mark.rule("S20.3")
def test_experience() -> None:
    state = table()
    faron, ally = put(state, "faron", HERE, 0), put(state, "dru", HERE, 0)
    put(state, "randir", HERE, 0)
    put(state, "maethor", near(state, HERE)[0], 0)
    key = "galas.experience"
    assert targets(state, key, event(state, key, 2, HERE)) == []
    assert targets(state, key, event(state, key, 3, HERE)) == [(faron,)]
    work(state, key, event(state, key, 3, HERE), faron)
    assert state.pieces[faron].plus == 1
    assert targets(state, key, event(state, key, 8, HERE)) == []
    assert state.pieces[ally].plus == 0


@pytest.mark.rule("S20.3")
def test_experience_as_magic_lasts_a_round() -> None:
    state = table()
    mine, theirs = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 1)
    veiled = put(state, "maethor", HERE, 1, hidden=3)
    key = "galas.experience"
    assert targets(state, key, magic(key, 1, HERE)) == [(mine,), (theirs,)]
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE, 2, only=1)) == [(theirs,)]
    work(state, key, magic(key, 4, HERE, 2), theirs)
    token = on_piece(state, TokenKind.VALOUR, theirs)
    assert token is not None
    assert (token.strength, token.until) == (1, until_turn(2))
    assert (theirs,) not in targets(state, key, magic(key, 4, HERE))
    work(state, key, magic(key, 5, HERE, 0), theirs)
    assert [token.strength for token in tokens(state, TokenKind.VALOUR)] == [2]
    assert state.pieces[theirs].plus == state.pieces[veiled].plus == 0


@pytest.mark.rule("S20.4")
def test_founding() -> None:
    key = "galas.founding"
    state = table()
    put(state, "faron", HERE, 0)
    work(state, key, event(state, key, 3, HERE))
    house = building(state, HERE)
    assert house is not None
    assert (state.pieces[house].kind, state.pieces[house].leader) == (TALAN, 0)
    assert state.players[0].tur == 6
    assert "founded" in whats(state)
    assert state.memory[HERE] == ("founded", TALAN, 1)
    assert targets(state, key, event(state, key, 8, HERE)) == []


@pytest.mark.rule("S20.4")
def test_founding_does_not_apply() -> None:
    key = "galas.founding"
    poor = table()
    acts.change(poor, 0, tur=3)
    assert targets(poor, key, event(poor, key, 3, HERE)) == []
    assert targets(poor, key, event(poor, key, 5, HERE)) == [()]
    marked = table()
    marked.markers[HERE] = 1
    assert targets(marked, key, event(marked, key, 8, HERE)) == []
    for kind, seat in (("faron", 1), ("dru", NOBODY)):
        held_by = table()
        put(held_by, kind, HERE, seat)
        assert targets(held_by, key, event(held_by, key, 8, HERE)) == []
    empty = table()
    while supply(empty, TALAN) is not None:
        put(empty, "talan", far(empty, HERE, 3), 1)
    assert targets(empty, key, event(empty, key, 8, HERE)) == []


@pytest.mark.rule("S20.4")
def test_founding_as_magic_makes_an_ost() -> None:
    key = "galas.founding"
    state = table()
    tower = put(state, "minas", HERE, 0)
    acts.lay(state, Token(TokenKind.SIEGE, HERE, 4, pieces=(tower,)))
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE)) == [()]
    assert targets(state, key, magic(key, 4, HERE)) == []
    assert targets(state, key, magic(key, 8, HERE, only=1)) == []
    work(state, key, magic(key, 6, HERE))
    house = building(state, HERE)
    assert house is not None
    assert (state.pieces[house].kind, state.players[0].tur) == (OST, 2)
    assert on_piece(state, TokenKind.SIEGE, house)
    assert state.pieces[tower].land == NOWHERE
    assert targets(state, key, magic(key, 99, HERE)) == []


@pytest.mark.rule("S20.5")
def test_healing() -> None:
    key = "galas.healing"
    state = table()
    hurt = put(state, "maethor", HERE, 0)
    put(state, "faron", HERE, 0)
    acts.send_off(state, [hurt], 5)
    act = event(state, key, 3, far(state, HERE, 3))
    assert targets(state, key, act) == [(hurt,)]
    work(state, key, act, hurt)
    assert (state.pieces[hurt].back, state.pieces[hurt].land, state.stack) == (3, TRACK, [])
    work(state, key, act, hurt)
    assert state.pieces[hurt].back == state.clock
    assert state.stack == [Homecoming(0, hurt)]
    assert on_piece(state, TokenKind.STILL, hurt)
    assert targets(state, key, act._replace(seat=1)) == []


@pytest.mark.rule("S20.5")
def test_healing_as_magic() -> None:
    key = "galas.healing"
    state = table()
    hurt = put(state, "maethor", HERE, 0)
    acts.send_off(state, [hurt], 9)
    assert targets(state, key, magic(key, 3, near(state, HERE)[0])) == []
    assert targets(state, key, magic(key, 3, HERE, 1)) == []
    assert targets(state, key, magic(key, 3, HERE, only=1)) == []
    work(state, key, magic(key, 3, HERE), hurt)
    assert state.pieces[hurt].back == 7


@pytest.mark.rule("S20.6")
def test_blossom() -> None:
    key = "galas.blossom"
    state = table()
    work(state, key, event(state, key, 5, HERE))
    assert tokens(state, TokenKind.BLOSSOM) == [
        Token(TokenKind.BLOSSOM, HERE, 1, 0, until=state.clock + 3)
    ]
    assert targets(state, key, event(state, key, 5, HERE)) == []
    other = near(state, HERE)[0]
    state.markers[other] = 1
    assert targets(state, key, event(state, key, 5, other)) == []
    assert targets(state, key, magic(key, 1, HERE)) == []
    assert targets(state, key, magic(key, 1, other, only=2)) == []
    work(state, key, magic(key, 1, other))
    assert tokens(state, TokenKind.BLOSSOM, other) == [
        Token(TokenKind.BLOSSOM, other, 0, 1, until=until_turn(0))
    ]
    assert targets(state, key, magic(key, 1, other)) == []


# --- narchad (S21) ------------------------------------------------------------------------


@pytest.mark.rule("S21.2")
def test_death() -> None:
    key = "narchad.death"
    state = table()
    faron, maethor = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    foe = put(state, "dru", HERE)
    put(state, "faron", HERE, 1)
    put(state, "talan", HERE, 0)
    assert targets(state, key, event(state, key, 1, HERE)) == []
    assert targets(state, key, event(state, key, 3, HERE)) == [(faron,), (foe,)]
    assert (maethor,) in targets(state, key, event(state, key, 4, HERE))
    work(state, key, event(state, key, 2, HERE), faron)
    assert state.pieces[faron].land == NOWHERE
    assert state.domain_events[-1].what == DomainEventKind.FELL
    assert state.domain_events[-1].other == NOBODY


@pytest.mark.rule("S21.2")
def test_death_as_magic() -> None:
    key = "narchad.death"
    state = table()
    faron, veiled = put(state, "faron", HERE, 1), put(state, "faron", HERE, 1, hidden=2)
    sleeper = put(state, "faron", HERE, 1)
    acts.lay(state, Token(TokenKind.ASLEEP, pieces=(sleeper,), until=until_turn(2)))
    mine = put(state, "gollor", HERE, 0)
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE, 2)) == [(mine,), (faron,)]
    assert targets(state, key, magic(key, 5, HERE)) == [(faron,)]
    assert targets(state, key, magic(key, 5, HERE, 0, only=2)) == []
    work(state, key, magic(key, 2, HERE), faron)
    assert state.domain_events[-1].other == 0
    assert state.pieces[veiled].land == HERE


@pytest.mark.rule("S21.3")
def test_ruin() -> None:
    key = "narchad.ruin"
    state = table()
    ost = put(state, "ost", HERE, 0)
    assert targets(state, key, event(state, key, 5, HERE)) == []
    work(state, key, event(state, key, 6, HERE), ost)
    house = building(state, HERE)
    assert house is not None
    assert state.pieces[house].kind == TALAN
    work(state, key, event(state, key, 3, HERE), house)
    assert building(state, HERE) is None
    tower = put(state, "minas", HERE, 1)
    assert targets(state, key, event(state, key, 8, HERE)) == []
    assert targets(state, key, magic(key, 4, HERE, only=2)) == []
    work(state, key, magic(key, 4, HERE), tower)
    assert (state.domain_events[-1].what, state.domain_events[-1].other) == ("razed", 0)


@pytest.mark.rule("S21.4")
def test_blight() -> None:
    key = "narchad.blight"
    state = table()
    work(state, key, event(state, key, 5, HERE))
    assert state.players[0].tur == 7
    acts.change(state, 0, tur=0)
    assert targets(state, key, event(state, key, 5, HERE)) == []
    assert targets(state, key, magic(key, 5, HERE)) == []
    state.markers[HERE] = 1
    assert targets(state, key, magic(key, 5, HERE, only=2)) == []
    work(state, key, magic(key, 5, HERE))
    assert tokens(state, TokenKind.BLIGHT) == [Token(TokenKind.BLIGHT, HERE, until=until_turn(0))]
    assert targets(state, key, magic(key, 5, HERE)) == []
    assert state.players[1].tur == 10


@pytest.mark.rule("S21.5")
def test_clearing() -> None:
    key = "narchad.clearing"
    state = bands(table())
    mine, theirs = put(state, "faron", HERE, 0), put(state, "faron", HERE, 1)
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 0, pieces=(mine,), stone=BAND))
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 1, pieces=(theirs,)))
    acts.lay(state, Token(TokenKind.WALL, HERE, 3, until=9))
    acts.lay(state, Token(TokenKind.HOST, HERE, 3, 0, until=THIS_TURN))
    acts.lay(state, Token(TokenKind.WALL, near(state, HERE)[0], 1, until=9))
    assert targets(state, key, event(state, key, 3, HERE)) == []
    assert targets(state, key, event(state, key, 4, HERE)) == [(0,), (2,), (3,)]
    assert targets(state, key, magic(key, 4, HERE)) == [(0,), (1,), (2,), (3,)]
    assert targets(state, key, magic(key, 4, HERE, 2, only=1)) == [(1,), (2,)]
    work(state, key, event(state, key, 4, HERE), 0)
    assert state.bag[BAND] == 4
    assert not held(state, mine)
    assert "freed" in whats(state)


@pytest.mark.rule("S21.6")
def test_plague() -> None:
    key = "narchad.plague"
    state = table()
    faron, ally, other = (
        put(state, "faron", HERE, 0),
        put(state, "dru", HERE, 0),
        put(state, "maethor", HERE, 0),
    )
    assert targets(state, key, event(state, key, 5, HERE)) == []
    pairs = targets(state, key, event(state, key, 6, HERE))
    assert pairs == [(faron, other), (faron, ally), (other, ally)]
    acts.change_piece(state, other, plus=1)
    assert (other, ally) not in targets(state, key, event(state, key, 6, HERE))
    work(state, key, event(state, key, 6, HERE), faron, ally)
    assert [state.pieces[each].land for each in (faron, ally, other)] == [NOWHERE, NOWHERE, HERE]


@pytest.mark.rule("S21.6")
def test_plague_as_magic_takes_two_of_one_player() -> None:
    key = "narchad.plague"
    state = table()
    put(state, "faron", HERE, 0)
    one, ally = put(state, "faron", HERE, 1), put(state, "dru", HERE, 1)
    put(state, "faron", HERE, 1, hidden=1)
    put(state, "dru", HERE)
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE)) == [(one, ally)]
    assert targets(state, key, magic(key, 8, HERE, 0, only=2)) == []
    work(state, key, magic(key, 6, HERE), one, ally)
    fallen = [noted for noted in state.domain_events if noted.what == DomainEventKind.FELL]
    assert [(noted.seat, noted.other) for noted in fallen] == [(1, 0), (1, 0)]
