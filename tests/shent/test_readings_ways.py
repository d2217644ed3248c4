"""Readings of band and rath (S22, S23)."""

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import (
    BAND,
    HANNAS,
    THURINAS,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.presence import adjacent, held
from cruachan.games.shent.core.state import FOREVER, State, Token, tokens, until_turn
from tests.shent.acting import ANY_STRENGTH, event, magic, targets, work
from tests.shent.play import in_turn
from tests.shent.positions import far, near, put, table

HERE = 0


def bands(state: State, stone: int = BAND) -> State:
    """A band stone was drawn and lies aside."""
    state.aside.append(stone)
    state.bag[stone] -= 1
    return state


# --- band (S22) ---------------------------------------------------------------------------


@pytest.mark.rule("S22.1", "S22.2")
def test_held() -> None:
    key = "band.held"
    state = bands(table())
    one, two = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    put(state, "faron", HERE, 1)
    act = event(state, key, 4, HERE)
    assert targets(state, key, act) == [(one, two), (one,), (two,)]
    work(state, key, act, one)
    assert tokens(state, TokenKind.BAND) == [
        Token(TokenKind.BAND, HERE, 4, 0, pieces=(one,), stone=BAND)
    ]
    assert tokens(state, TokenKind.BAND)[0].until == FOREVER
    assert state.aside == []
    assert held(state, one)
    assert not held(state, two)
    noted = state.domain_events[-1]
    assert (noted.what, noted.seat, noted.other, noted.piece) == ("held", 0, NOBODY, one)
    assert targets(state, key, act) == [(two,)]
    acts.kill(state, one)
    assert state.bag[BAND] == 4


@pytest.mark.rule("S22.1")
def test_a_printed_band_has_no_stone() -> None:
    state = table()
    one = put(state, "faron", HERE, 0)
    work(state, "band.held", event(state, "band.held", 4, HERE, printed=True), one)
    assert tokens(state, TokenKind.BAND)[0].stone == NOWHERE
    assert tokens(state, TokenKind.BAND)[0].until == FOREVER


@pytest.mark.rule("S22.1", "S22.2")
def test_held_as_magic() -> None:
    key = "band.held"
    state = table()
    mine = put(state, "faron", HERE, 0)
    one, two = put(state, "faron", HERE, 1), put(state, "maethor", HERE, 1)
    veiled = put(state, "maethor", HERE, 1, hidden=4)
    assert targets(state, key, magic(key, 1, HERE)) == [(mine,), (one, two)]
    assert targets(state, key, magic(key, 1, HERE, 2, only=1)) == [(one, two)]
    work(state, key, magic(key, 3, HERE), one, two)
    token = tokens(state, TokenKind.BAND)[0]
    assert (token.seat, token.strength, token.until, token.stone) == (1, 3, until_turn(0), NOWHERE)
    assert not held(state, veiled)
    assert state.domain_events[-1].other == 0


@pytest.mark.rule("S22.3")
def test_siege() -> None:
    key = "band.siege"
    state = bands(table())
    assert targets(state, key, event(state, key, 2, HERE)) == []
    house = put(state, "talan", HERE, 0)
    work(state, key, event(state, key, 2, HERE), house)
    assert tokens(state, TokenKind.SIEGE) == [
        Token(TokenKind.SIEGE, HERE, 2, pieces=(house,), stone=BAND)
    ]
    assert targets(state, key, event(state, key, 2, HERE)) == []
    other = near(state, HERE)[0]
    theirs = put(state, "ost", other, 1)
    assert targets(state, key, event(state, key, 2, other)) == []
    assert targets(state, key, magic(key, 2, other, only=2)) == []
    work(state, key, magic(key, 2, other), theirs)
    assert tokens(state, TokenKind.SIEGE, other)[0].until == until_turn(0)


@pytest.mark.rule("S22.4")
def test_tongue() -> None:
    key = "band.tongue"
    state = bands(table())
    saelon = put(state, "saelon", HERE, 0)
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 1, HERE)) == []
    act = event(state, key, 2, HERE)
    assert targets(state, key, act) == [(saelon, THURINAS), (saelon, HANNAS)]
    work(state, key, act, saelon, HANNAS)
    token = tokens(state, TokenKind.TONGUE)[0]
    assert (token.pieces, token.other, token.strength, token.stone) == ((saelon,), HANNAS, 2, BAND)
    assert targets(state, key, act) == [(saelon, THURINAS)]


@pytest.mark.rule("S22.4")
def test_tongue_as_magic() -> None:
    key = "band.tongue"
    state = table()
    gollor = put(state, "gollor", HERE, 1)
    put(state, "saelon", HERE, 1, hidden=2)
    put(state, "urlug", HERE)
    assert targets(state, key, magic(key, 4, HERE)) == []
    assert targets(state, key, magic(key, 5, HERE, only=2)) == []
    work(state, key, magic(key, 5, HERE), gollor, HANNAS)
    assert tokens(state, TokenKind.TONGUE)[0].until == until_turn(0)


@pytest.mark.rule("S22.5")
def test_captive() -> None:
    key = "band.captive"
    state = bands(table())
    foe = put(state, "adan", HERE)
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 4, HERE)) == []
    work(state, key, event(state, key, 5, HERE), foe)
    assert tokens(state, TokenKind.CAPTIVE) == [
        Token(TokenKind.CAPTIVE, strength=5, pieces=(foe,), stone=BAND)
    ]
    assert targets(state, key, event(state, key, 8, HERE)) == []
    other = near(state, HERE)[0]
    wild = put(state, "urlug", other)
    assert targets(state, key, magic(key, 8, other)) == []
    work(state, key, magic(key, 9, other), wild)
    assert tokens(state, TokenKind.CAPTIVE)[1].until == until_turn(0)


@pytest.mark.rule("S22.6")
def test_gate() -> None:
    key = "band.gate"
    state = bands(table())
    other = near(state, HERE)[0]
    act = event(state, key, 3, HERE)
    assert targets(state, key, act) == [(land,) for land in near(state, HERE)]
    work(state, key, act, other)
    assert tokens(state, TokenKind.GATE) == [Token(TokenKind.GATE, HERE, 3, 0, other, stone=BAND)]
    assert (other,) not in targets(state, key, act)
    assert (other,) in targets(state, key, act._replace(seat=1))
    work(state, key, magic(key, 3, other), HERE)
    assert (tokens(state, TokenKind.GATE)[1].seat, tokens(state, TokenKind.GATE)[1].until) == (
        NOBODY,
        -1,
    )
    assert targets(state, key, magic(key, 3, HERE, only=1)) == []


# --- rath (S23) ---------------------------------------------------------------------------


@pytest.mark.rule("S23.2")
def test_freed_anywhere() -> None:
    key = "rath.freed"
    state = bands(table())
    away = far(state, HERE, 3)
    mine, theirs = put(state, "faron", away, 0), put(state, "faron", away, 1)
    house, foe = put(state, "talan", away, 0), put(state, "dru", away)
    beside = near(state, away)[0]
    for token in (
        Token(TokenKind.BAND, away, 3, 0, pieces=(mine,), stone=BAND),
        Token(TokenKind.BAND, away, 3, 1, pieces=(theirs,)),
        Token(TokenKind.SIEGE, away, 3, pieces=(house,)),
        Token(TokenKind.CAPTIVE, strength=3, pieces=(foe,)),
        Token(TokenKind.GATE, away, 3, NOBODY, beside),
        Token(TokenKind.WALL, beside, 3, until=9),
        Token(TokenKind.TONGUE, strength=5, other=HANNAS, pieces=(mine,)),
    ):
        acts.lay(state, token)
    assert targets(state, key, event(state, key, 3, HERE)) == []
    assert targets(state, key, event(state, key, 4, HERE)) == [(0,), (2,), (4,), (5,)]
    assert (6,) in targets(state, key, event(state, key, 6, HERE))
    work(state, key, event(state, key, 4, HERE), 0)
    assert not held(state, mine)
    assert state.bag[BAND] == 4
    assert state.domain_events[-1].what == DomainEventKind.FREED
    assert state.domain_events[-1].piece == mine


@pytest.mark.rule("S23.2")
def test_freed_as_magic_only_there() -> None:
    key = "rath.freed"
    state = table()
    theirs = put(state, "faron", HERE, 1)
    away = far(state, HERE, 3)
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 1, pieces=(theirs,)))
    acts.lay(state, Token(TokenKind.WALL, away, 3, until=9))
    assert targets(state, key, magic(key, 4, HERE)) == [(0,)]
    assert targets(state, key, magic(key, 4, HERE, only=2)) == []
    assert targets(state, key, magic(key, 4, away)) == [(1,)]
    work(state, key, magic(key, 4, HERE), 0)
    assert not held(state, theirs)


@pytest.mark.rule("S23.3")
def test_road() -> None:
    key = "rath.road"
    state = table()
    one, two, three = (put(state, "maethor", HERE, 0) for _ in range(3))
    put(state, "faron", HERE, 0, steps=1)
    assert targets(state, key, event(state, key, 3, HERE)) == [(one, two, three)]
    assert targets(state, key, event(state, key, 2, HERE)) == [
        (one, two),
        (one, three),
        (two, three),
    ]
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 0, pieces=(one,)))
    work(state, key, event(state, key, 2, HERE), two, three)
    assert [state.pieces[each].steps for each in (one, two, three)] == [0, 1, 1]


@pytest.mark.rule("S23.3", "S12.2")
@pytest.mark.parametrize(
    ("phase", "maethor", "faron"),
    [
        ("prepare", True, False),
        ("move", True, False),
        ("contest", True, True),
        ("move2", True, True),
    ],
)
def test_road_is_for_those_who_would_have_no_second_movement(
    phase: str, maethor: bool, faron: bool
) -> None:
    key = "rath.road"
    state = in_turn(phase)
    state.sky = 1
    steps = {"prepare": (0, 0), "move": (1, 2)}.get(phase, (0, 0))
    slow = put(state, "maethor", HERE, 0, steps=steps[0])
    quick = put(state, "faron", HERE, 0, steps=steps[1])
    helped = {piece for target in targets(state, key, magic(key, 2, HERE)) for piece in target}
    assert (slow in helped, quick in helped) == (maethor, faron)
    acts.change_piece(state, slow, moved=True)
    acts.change_piece(state, quick, steps=0, moved=True)
    gone = {piece for target in targets(state, key, magic(key, 2, HERE)) for piece in target}
    assert (quick in gone) is (phase in ("move", "contest"))


@pytest.mark.rule("S23.3")
def test_road_as_magic_helps_the_active_player() -> None:
    key = "rath.road"
    state = table()
    one = put(state, "faron", HERE, 0)
    put(state, "faron", HERE, 1)
    assert targets(state, key, magic(key, 2, HERE, 1, only=0)) == [(one,)]
    work(state, key, magic(key, 2, HERE, 1, only=0), one)
    assert state.pieces[one].steps == 1
    acts.change_piece(state, one, hidden=2)
    assert targets(state, key, magic(key, 2, HERE)) == []


@pytest.mark.rule("S23.4")
def test_moved_house() -> None:
    key = "rath.house"
    state = bands(table())
    house, faron = put(state, "talan", HERE, 0), put(state, "faron", HERE, 0)
    put(state, "maethor", HERE, 0)
    state.markers[HERE] = 0
    acts.lay(state, Token(TokenKind.BAND, HERE, 7, 0, pieces=(faron,), stone=BAND))
    acts.lay(state, Token(TokenKind.SIEGE, HERE, 7, pieces=(house,)))
    first, second, *rest = near(state, HERE)
    put(state, "faron", first, 1)
    put(state, "minas", second)
    act = event(state, key, 6, HERE)
    assert targets(state, key, event(state, key, 5, HERE)) == []
    assert targets(state, key, act) == [
        *((faron, land) for land in (second, *rest)),
        *((house, land) for land in rest),
    ]
    work(state, key, act, house, rest[0])
    work(state, key, act, faron, second)
    assert (state.pieces[house].land, state.pieces[faron].land) == (rest[0], second)
    assert state.tokens == []
    assert state.bag[BAND] == 4
    assert state.markers[HERE] == 0
    assert targets(state, key, act) == []


@pytest.mark.rule("S23.4")
def test_moved_house_as_magic() -> None:
    key = "rath.house"
    state = table()
    tower = put(state, "talan", HERE, 1)
    assert targets(state, key, magic(key, 6, HERE)) == []
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE, 1, only=0)) == []
    work(state, key, magic(key, 6, HERE, 1), tower, near(state, HERE)[0])
    assert state.pieces[tower].land == near(state, HERE)[0]


@pytest.mark.rule("S23.5")
def test_great_ride() -> None:
    key = "rath.ride"
    state = table()
    faron, ally = put(state, "faron", HERE, 0), put(state, "dru", HERE, 0)
    taken = near(state, HERE)[0]
    put(state, "faron", taken, 1)
    act = event(state, key, 4, HERE)
    found = targets(state, key, act)
    assert {target[1:] for target in found} == {(faron,)}
    assert {state.board.distance(HERE, target[0]) for target in found} == {1, 2}
    assert (taken, faron) not in found
    away = far(state, HERE, 3)
    act = event(state, key, 5, HERE)
    assert {target[1:] for target in targets(state, key, act)} == {(faron, ally), (faron,)}
    work(state, key, act, away, faron, ally)
    assert state.pieces[ally].land == state.pieces[faron].land == away
    assert state.pieces[ally].leader == 0


@pytest.mark.rule("S23.5")
def test_great_ride_needs_a_free_figure() -> None:
    key = "rath.ride"
    state = table()
    faron = put(state, "faron", HERE, 0)
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 0, pieces=(faron,)))
    assert targets(state, key, event(state, key, 8, HERE)) == []
    mine = put(state, "faron", HERE, 1)
    assert targets(state, key, magic(key, 1, HERE, 1, only=2)) == []
    assert targets(state, key, magic(key, 1, HERE, 1, only=0))
    work(state, key, magic(key, 1, HERE, 1), near(state, HERE)[0], mine)
    assert state.pieces[mine].land == near(state, HERE)[0]


@pytest.mark.rule("S23.6")
def test_hidden_path() -> None:
    key = "rath.path"
    state = table()
    there, other = far(state, HERE, 2), far(state, HERE, 3)
    assert targets(state, key, event(state, key, 3, HERE)) == []
    act = event(state, key, 4, HERE)
    assert (other,) not in targets(state, key, act)
    work(state, key, act, there)
    assert there in adjacent(state, HERE)
    assert HERE in adjacent(state, there)
    assert tokens(state, TokenKind.PATH)[0].until == FOREVER
    assert (there,) not in targets(state, key, act)
    last = targets(state, key, magic(key, 4, HERE, 1))[0][0]
    work(state, key, magic(key, 4, HERE, 1), last)
    assert tokens(state, TokenKind.PATH)[1].until == until_turn(1)
    assert targets(state, key, magic(key, 4, HERE, 1, only=0)) == []


@pytest.mark.rule("S14.5")
def test_magic_on_things_of_nobody_must_concern_the_active_player() -> None:
    state = table()
    acts.lay(state, Token(TokenKind.WALL, HERE, 1, until=9))
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 5, other=5))
    acts.lay(state, Token(TokenKind.TREASURE, HERE, 5))
    put(state, "dru", HERE)
    put(state, "faron", HERE, 1)
    keys = ("rath.freed", "narchad.clearing", "band.captive", "band.gate", "gwend.won")
    more = ("narchad.death", "thurinas.legend", "thurinas.hoard", "hannas.answer", "hannas.find")
    skies = ("breged.sky", "breged.time", "rhach.against", "breged.heart", "idh.slumber")
    rest = ("galu.off", "tulu.hint", "tulu.loosened", "erthad.cause")
    for key in (*keys, *more, *skies, *rest):
        act = magic(key, 8, HERE, 1, only=0)
        assert targets(state, key, act._replace(only=-1))
        assert targets(state, key, act) == []
    state.markers[HERE] = 0
    for key in (*keys, *more, *skies, *rest):
        assert targets(state, key, magic(key, 8, HERE, 1, only=0))
