"""The readings of galas, narchad, band and rath."""

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent import acts
from cruachan.games.shent.material import (
    BAND,
    GALAS,
    HANNAS,
    NARCHAD,
    OST,
    RATH,
    TALAN,
    THURINAS,
    temper,
)
from cruachan.games.shent.placing import Homecoming
from cruachan.games.shent.presence import adjacent, held
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.readings.scope import distances, parts
from cruachan.games.shent.state import (
    FOREVER,
    NOWHERE,
    THIS_TURN,
    TRACK,
    State,
    Token,
    building,
    on_piece,
    supply,
    tokens,
    until_turn,
)
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
    acts.lay(state, Token("path", HERE, other=away))
    assert distances(state, HERE)[away] == 1


# --- galas (S20) --------------------------------------------------------------------------


@pytest.mark.rule("S20.1", "S21.1", "S22.1", "S23.1")
def test_tempers() -> None:
    assert [temper(rune) for rune in (GALAS, NARCHAD, BAND, RATH)] == ["good", "bad", "bad", "good"]
    for rune in (GALAS, NARCHAD, BAND, RATH):
        rules = [reading.rule for reading in Reading.OF[rune]]
        assert rules == [f"S{20 + rune}.{number}" for number in range(2, 7)]


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
    token = on_piece(state, "valour", theirs)
    assert token is not None
    assert (token.strength, token.until) == (1, until_turn(2))
    assert (theirs,) not in targets(state, key, magic(key, 4, HERE))
    work(state, key, magic(key, 5, HERE, 0), theirs)
    assert [token.strength for token in tokens(state, "valour")] == [2]
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
    acts.lay(state, Token("siege", HERE, 4, pieces=(tower,)))
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE)) == [()]
    assert targets(state, key, magic(key, 4, HERE)) == []
    assert targets(state, key, magic(key, 8, HERE, only=1)) == []
    work(state, key, magic(key, 6, HERE))
    house = building(state, HERE)
    assert house is not None
    assert (state.pieces[house].kind, state.players[0].tur) == (OST, 2)
    assert on_piece(state, "siege", house)
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
    assert on_piece(state, "still", hurt)
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
    assert tokens(state, "blossom") == [Token("blossom", HERE, 1, 0, until=state.clock + 3)]
    assert targets(state, key, event(state, key, 5, HERE)) == []
    other = near(state, HERE)[0]
    state.markers[other] = 1
    assert targets(state, key, event(state, key, 5, other)) == []
    assert targets(state, key, magic(key, 1, HERE)) == []
    assert targets(state, key, magic(key, 1, other, only=2)) == []
    work(state, key, magic(key, 1, other))
    assert tokens(state, "blossom", other) == [Token("blossom", other, 0, 1, until=until_turn(0))]
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
    assert state.deeds[-1].what == "fell"
    assert state.deeds[-1].other == NOBODY


@pytest.mark.rule("S21.2")
def test_death_as_magic() -> None:
    key = "narchad.death"
    state = table()
    faron, veiled = put(state, "faron", HERE, 1), put(state, "faron", HERE, 1, hidden=2)
    sleeper = put(state, "faron", HERE, 1)
    acts.lay(state, Token("asleep", pieces=(sleeper,), until=until_turn(2)))
    mine = put(state, "gollor", HERE, 0)
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE, 2)) == [(mine,), (faron,)]
    assert targets(state, key, magic(key, 5, HERE)) == [(faron,)]
    assert targets(state, key, magic(key, 5, HERE, 0, only=2)) == []
    work(state, key, magic(key, 2, HERE), faron)
    assert state.deeds[-1].other == 0
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
    assert (state.deeds[-1].what, state.deeds[-1].other) == ("razed", 0)


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
    assert tokens(state, "blight") == [Token("blight", HERE, until=until_turn(0))]
    assert targets(state, key, magic(key, 5, HERE)) == []
    assert state.players[1].tur == 10


@pytest.mark.rule("S21.5")
def test_clearing() -> None:
    key = "narchad.clearing"
    state = bands(table())
    mine, theirs = put(state, "faron", HERE, 0), put(state, "faron", HERE, 1)
    acts.lay(state, Token("band", HERE, 3, 0, pieces=(mine,), stone=BAND))
    acts.lay(state, Token("band", HERE, 3, 1, pieces=(theirs,)))
    acts.lay(state, Token("wall", HERE, 3, until=9))
    acts.lay(state, Token("host", HERE, 3, 0, until=THIS_TURN))
    acts.lay(state, Token("wall", near(state, HERE)[0], 1, until=9))
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
    fallen = [deed for deed in state.deeds if deed.what == "fell"]
    assert [(deed.seat, deed.other) for deed in fallen] == [(1, 0), (1, 0)]


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
    assert tokens(state, "band") == [Token("band", HERE, 4, 0, pieces=(one,), stone=BAND)]
    assert tokens(state, "band")[0].until == FOREVER
    assert state.aside == []
    assert held(state, one)
    assert not held(state, two)
    deed = state.deeds[-1]
    assert (deed.what, deed.seat, deed.other, deed.piece) == ("held", 0, NOBODY, one)
    assert targets(state, key, act) == [(two,)]
    acts.kill(state, one)
    assert state.bag[BAND] == 4


@pytest.mark.rule("S22.1")
def test_a_printed_band_has_no_stone() -> None:
    state = table()
    one = put(state, "faron", HERE, 0)
    work(state, "band.held", event(state, "band.held", 4, HERE, printed=True), one)
    assert tokens(state, "band")[0].stone == NOWHERE
    assert tokens(state, "band")[0].until == FOREVER


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
    token = tokens(state, "band")[0]
    assert (token.seat, token.strength, token.until, token.stone) == (1, 3, until_turn(0), NOWHERE)
    assert not held(state, veiled)
    assert state.deeds[-1].other == 0


@pytest.mark.rule("S22.3")
def test_siege() -> None:
    key = "band.siege"
    state = bands(table())
    assert targets(state, key, event(state, key, 2, HERE)) == []
    house = put(state, "talan", HERE, 0)
    work(state, key, event(state, key, 2, HERE), house)
    assert tokens(state, "siege") == [Token("siege", HERE, 2, pieces=(house,), stone=BAND)]
    assert targets(state, key, event(state, key, 2, HERE)) == []
    other = near(state, HERE)[0]
    theirs = put(state, "ost", other, 1)
    assert targets(state, key, event(state, key, 2, other)) == []
    assert targets(state, key, magic(key, 2, other, only=2)) == []
    work(state, key, magic(key, 2, other), theirs)
    assert tokens(state, "siege", other)[0].until == until_turn(0)


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
    token = tokens(state, "tongue")[0]
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
    assert tokens(state, "tongue")[0].until == until_turn(0)


@pytest.mark.rule("S22.5")
def test_captive() -> None:
    key = "band.captive"
    state = bands(table())
    foe = put(state, "adan", HERE)
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 4, HERE)) == []
    work(state, key, event(state, key, 5, HERE), foe)
    assert tokens(state, "captive") == [Token("captive", strength=5, pieces=(foe,), stone=BAND)]
    assert targets(state, key, event(state, key, 8, HERE)) == []
    other = near(state, HERE)[0]
    wild = put(state, "urlug", other)
    assert targets(state, key, magic(key, 8, other)) == []
    work(state, key, magic(key, 9, other), wild)
    assert tokens(state, "captive")[1].until == until_turn(0)


@pytest.mark.rule("S22.6")
def test_gate() -> None:
    key = "band.gate"
    state = bands(table())
    other = near(state, HERE)[0]
    act = event(state, key, 3, HERE)
    assert targets(state, key, act) == [(land,) for land in near(state, HERE)]
    work(state, key, act, other)
    assert tokens(state, "gate") == [Token("gate", HERE, 3, 0, other, stone=BAND)]
    assert (other,) not in targets(state, key, act)
    assert (other,) in targets(state, key, act._replace(seat=1))
    work(state, key, magic(key, 3, other), HERE)
    assert (tokens(state, "gate")[1].seat, tokens(state, "gate")[1].until) == (NOBODY, -1)
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
        Token("band", away, 3, 0, pieces=(mine,), stone=BAND),
        Token("band", away, 3, 1, pieces=(theirs,)),
        Token("siege", away, 3, pieces=(house,)),
        Token("captive", strength=3, pieces=(foe,)),
        Token("gate", away, 3, NOBODY, beside),
        Token("wall", beside, 3, until=9),
        Token("tongue", strength=5, other=HANNAS, pieces=(mine,)),
    ):
        acts.lay(state, token)
    assert targets(state, key, event(state, key, 3, HERE)) == []
    assert targets(state, key, event(state, key, 4, HERE)) == [(0,), (2,), (4,), (5,)]
    assert (6,) in targets(state, key, event(state, key, 6, HERE))
    work(state, key, event(state, key, 4, HERE), 0)
    assert not held(state, mine)
    assert state.bag[BAND] == 4
    assert state.deeds[-1].what == "freed"
    assert state.deeds[-1].piece == mine


@pytest.mark.rule("S23.2")
def test_freed_as_magic_only_there() -> None:
    key = "rath.freed"
    state = table()
    theirs = put(state, "faron", HERE, 1)
    away = far(state, HERE, 3)
    acts.lay(state, Token("band", HERE, 3, 1, pieces=(theirs,)))
    acts.lay(state, Token("wall", away, 3, until=9))
    assert targets(state, key, magic(key, 4, HERE)) == [(0,)]
    assert targets(state, key, magic(key, 4, HERE, only=2)) == []
    assert targets(state, key, magic(key, 4, away)) == [(1,)]
    work(state, key, magic(key, 4, HERE), 0)
    assert not held(state, theirs)


@pytest.mark.rule("S23.3")
def test_road() -> None:
    key = "rath.road"
    state = table()
    one, two, three = (put(state, "faron", HERE, 0, steps=1) for _ in range(3))
    assert targets(state, key, event(state, key, 3, HERE)) == [(one, two, three)]
    assert targets(state, key, event(state, key, 2, HERE)) == [
        (one, two),
        (one, three),
        (two, three),
    ]
    acts.lay(state, Token("band", HERE, 3, 0, pieces=(one,)))
    work(state, key, event(state, key, 2, HERE), two, three)
    assert [state.pieces[each].steps for each in (one, two, three)] == [1, 2, 2]


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
    acts.lay(state, Token("band", HERE, 7, 0, pieces=(faron,), stone=BAND))
    acts.lay(state, Token("siege", HERE, 7, pieces=(house,)))
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
    acts.lay(state, Token("band", HERE, 3, 0, pieces=(faron,)))
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
    assert tokens(state, "path")[0].until == FOREVER
    assert (there,) not in targets(state, key, act)
    last = targets(state, key, magic(key, 4, HERE, 1))[0][0]
    work(state, key, magic(key, 4, HERE, 1), last)
    assert tokens(state, "path")[1].until == until_turn(1)
    assert targets(state, key, magic(key, 4, HERE, 1, only=0)) == []


@pytest.mark.rule("S14.5")
def test_magic_on_things_of_nobody_must_concern_the_active_player() -> None:
    state = table()
    acts.lay(state, Token("wall", HERE, 1, until=9))
    acts.lay(state, Token("legend", HERE, 5, other=5))
    acts.lay(state, Token("treasure", HERE, 5))
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
