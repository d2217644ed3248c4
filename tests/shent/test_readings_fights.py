"""Readings of maeth and gwend (S24, S25), and the tempers of four runes."""

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.contests import Contest
from cruachan.games.shent.components.material import (
    ADAN,
    DRU,
    MARKERS,
    URLUG,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.presence import opponents
from cruachan.games.shent.core.state import (
    THIS_TURN,
    Token,
    foes,
    in_peace,
    on_piece,
    supply,
    tokens,
    until_turn,
)
from cruachan.games.shent.readings import Reading
from tests.shent.acting import event, magic, targets, work
from tests.shent.positions import far, near, put, table, whats

HERE = 0


# --- maeth (S24) --------------------------------------------------------------------------


@pytest.mark.rule("S24.1", "S24.2")
def test_raid() -> None:
    key = "maeth.raid"
    state = table()
    assert targets(state, key, event(state, key, 5, HERE)) == []
    faron = put(state, "faron", HERE, 0, hidden=2)
    assert targets(state, key, event(state, key, 5, HERE)) == []
    acts.change_piece(state, faron, hidden=0)
    work(state, key, event(state, key, 5, HERE), 0)
    assert tokens(state, TokenKind.HOST) == [Token(TokenKind.HOST, HERE, 5, 0, until=THIS_TURN)]
    assert opponents(state, 0, HERE) == [HOST]
    assert state.memory[HERE] == ("fought", -1, 1)


@pytest.mark.rule("S24.2")
def test_raid_as_magic() -> None:
    key = "maeth.raid"
    state = table()
    put(state, "faron", HERE, 0)
    put(state, "faron", HERE, 1)
    put(state, "faron", HERE, 2, hidden=3)
    assert targets(state, key, magic(key, 3, HERE, 2)) == [(0,), (1,)]
    assert targets(state, key, magic(key, 3, HERE, 2, only=0)) == [(0,)]
    work(state, key, magic(key, 3, HERE, 2, only=0), 0)
    assert tokens(state, TokenKind.HOST, HERE, 0)[0].strength == 3
    assert state.domain_events[-1].other == 2
    assert state.stack == []


@pytest.mark.rule("S24.2")
def test_raid_as_magic_on_one_who_is_not_on_turn_is_fought_at_once() -> None:
    key = "maeth.raid"
    state = table()
    put(state, "faron", HERE, 1)
    work(state, key, magic(key, 3, HERE, 2), 1)
    assert state.stack == [Contest(HERE, 1, HOST)]


@pytest.mark.rule("S24.3")
def test_duel() -> None:
    key = "maeth.duel"
    state = table()
    one, two = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    put(state, "maethor", HERE, 0, fought=True)
    act = event(state, key, 5, HERE)
    assert Reading.ALL[key].chooser == "active"
    assert targets(state, key, act) == [(one,), (two,)]
    work(state, key, act, two)
    assert tokens(state, TokenKind.HOST) == [
        Token(TokenKind.HOST, HERE, 5, 0, 3, (two,), THIS_TURN)
    ]


@pytest.mark.rule("S24.3")
def test_duel_as_magic_breaks_peace() -> None:
    key = "maeth.duel"
    state = table()
    mine, theirs = put(state, "maethor", HERE, 0), put(state, "faron", HERE, 1)
    put(state, "dru", HERE, 0)
    put(state, "faron", HERE, 1, hidden=2)
    state.markers[HERE] = 1
    acts.make_peace(state, HERE, 0, 1)
    assert targets(state, key, magic(key, 1, HERE, 0)) == [(mine, theirs)]
    assert targets(state, key, magic(key, 1, HERE, 2)) == []
    assert targets(state, key, magic(key, 1, HERE, 0, only=2)) == []
    work(state, key, magic(key, 1, HERE, 0), mine, theirs)
    assert state.stack == [Challenge(HERE, (0, mine), (1, theirs))]
    assert state.peace == []
    assert state.markers[HERE] == NOBODY
    assert state.players[0].tur == 10


@pytest.mark.rule("S24.4")
@pytest.mark.parametrize(
    ("strength", "kind"), [(2, DRU), (3, DRU), (4, ADAN), (7, ADAN), (8, URLUG)]
)
def test_camp(strength: int, kind: int) -> None:
    key = "maeth.camp"
    state = table()
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 1, HERE)) == []
    work(state, key, event(state, key, strength, HERE))
    assert [state.pieces[each].kind for each in foes(state, HERE)] == [kind]
    assert opponents(state, 0, HERE) == [FOES]
    assert not Reading.ALL[key].magic


@pytest.mark.rule("S24.4")
def test_camp_needs_the_piece() -> None:
    state = table()
    while supply(state, ADAN) is not None:
        put(state, "adan", far(state, HERE, 3))
    assert targets(state, "maeth.camp", event(state, "maeth.camp", 5, HERE)) == []
    assert targets(state, "maeth.camp", event(state, "maeth.camp", 3, HERE)) == [()]


@pytest.mark.rule("S24.5")
def test_hunted() -> None:
    key = "maeth.hunted"
    state = table()
    put(state, "faron", HERE, 0)
    away = far(state, HERE, 3)
    foe, bound, here = put(state, "dru", away), put(state, "dru", away), put(state, "dru", HERE)
    acts.lay(state, Token(TokenKind.CAPTIVE, strength=5, pieces=(bound,)))
    assert targets(state, key, event(state, key, 2, HERE)) == []
    assert targets(state, key, event(state, key, 3, HERE)) == [(foe,)]
    assert targets(state, key, magic(key, 3, HERE, 1, only=2)) == []
    assert targets(state, key, magic(key, 3, HERE, 1, only=0)) == [(foe,)]
    work(state, key, event(state, key, 3, HERE), foe)
    assert foes(state, HERE) == sorted((foe, here))


@pytest.mark.rule("S24.6")
def test_lust() -> None:
    key = "maeth.lust"
    state = table()
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 5, HERE)) == []
    put(state, "faron", HERE, 1)
    put(state, "dru", HERE)
    work(state, key, event(state, key, 4, HERE), 0)
    assert tokens(state, TokenKind.LUST) == [Token(TokenKind.LUST, HERE, 1, 0, until=THIS_TURN)]
    assert targets(state, key, event(state, key, 4, HERE)) == []
    assert targets(state, key, magic(key, 4, HERE)) == [(1,), (FOES,)]
    assert targets(state, key, magic(key, 5, HERE)) == [(0,), (1,), (FOES,)]
    work(state, key, magic(key, 5, HERE), 0)
    assert [token.strength for token in tokens(state, TokenKind.LUST)] == [2]


@pytest.mark.rule("S24.7")
def test_feud() -> None:
    key = "maeth.feud"
    state = table()
    put(state, "faron", HERE, 0)
    put(state, "faron", HERE, 1)
    assert targets(state, key, magic(key, 1, HERE, 2)) == []
    acts.make_peace(state, HERE, 0, 1)
    state.markers[HERE] = 1
    assert not Reading.ALL[key].event
    assert targets(state, key, magic(key, 1, near(state, HERE)[0], 2)) == []
    work(state, key, magic(key, 1, HERE, 2, only=0), 0, 1)
    assert not in_peace(state, HERE, 0, 1)
    assert state.markers[HERE] == NOBODY
    assert opponents(state, 0, HERE) == [1]


# --- gwend (S25) --------------------------------------------------------------------------


@pytest.mark.rule("S25.2")
def test_truce() -> None:
    key = "gwend.truce"
    state = table()
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 8, HERE)) == []
    put(state, "faron", HERE, 1)
    assert targets(state, key, event(state, key, 1, HERE)) == [()]
    put(state, "dru", HERE)
    acts.lay(state, Token(TokenKind.HOST, HERE, 4, 0, until=THIS_TURN))
    assert targets(state, key, event(state, key, 4, HERE)) == []
    assert targets(state, key, magic(key, 5, HERE, 1, only=0)) == [()]
    work(state, key, event(state, key, 5, HERE))
    assert tokens(state, TokenKind.HOST) == []
    assert opponents(state, 0, HERE) == []
    assert targets(state, key, event(state, key, 8, HERE)) == []


@pytest.mark.rule("S25.3")
def test_passage() -> None:
    key = "gwend.passage"
    state = table()
    put(state, "faron", HERE, 1)
    put(state, "faron", HERE, 2)
    assert targets(state, key, event(state, key, 1, HERE)) == []
    put(state, "faron", HERE, 0)
    acts.lay(state, Token(TokenKind.REFUSED, HERE, seat=1, until=THIS_TURN))
    work(state, key, event(state, key, 1, HERE))
    assert in_peace(state, HERE, 0, 1)
    assert in_peace(state, HERE, 0, 2)
    assert state.markers[HERE] == 1
    assert tokens(state, TokenKind.PASSAGE) == [
        Token(TokenKind.PASSAGE, HERE, seat=0, until=THIS_TURN)
    ]
    assert targets(state, key, event(state, key, 1, HERE)) == []


@pytest.mark.rule("S25.3")
def test_passage_as_magic() -> None:
    key = "gwend.passage"
    state = table()
    put(state, "pethdan", HERE, 1)
    assert targets(state, key, magic(key, 1, HERE, 1)) == []
    put(state, "faron", HERE, 0)
    assert targets(state, key, magic(key, 1, HERE, 2)) == []
    assert targets(state, key, magic(key, 1, HERE, 1, only=2)) == []
    work(state, key, magic(key, 1, HERE, 1, only=0))
    assert in_peace(state, HERE, 0, 1)
    assert tokens(state, TokenKind.PASSAGE)[0].until == until_turn(1)


@pytest.mark.rule("S25.4")
def test_won() -> None:
    key = "gwend.won"
    state = table()
    dru, adan, urlug = (put(state, kind, HERE) for kind in ("dru", "adan", "urlug"))
    acts.lay(state, Token(TokenKind.CAPTIVE, strength=5, pieces=(adan,)))
    assert targets(state, key, event(state, key, 8, HERE)) == []
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 2, HERE)) == []
    assert targets(state, key, event(state, key, 3, HERE)) == [(dru,)]
    assert targets(state, key, event(state, key, 9, HERE)) == [(dru,), (adan,)]
    work(state, key, event(state, key, 5, HERE), adan)
    assert state.pieces[adan].leader == 0
    assert on_piece(state, TokenKind.CAPTIVE, adan) is None
    assert targets(state, key, magic(key, 9, HERE, 1)) == []
    work(state, key, magic(key, 9, HERE), urlug)
    assert state.pieces[urlug].leader == 0


@pytest.mark.rule("S25.5")
def test_welcome() -> None:
    key = "gwend.welcome"
    state = table()
    assert targets(state, key, magic(key, 3, HERE)) == []
    work(state, key, event(state, key, 3, HERE))
    assert state.markers[HERE] == 0
    assert tokens(state, TokenKind.WELCOME) == [
        Token(TokenKind.WELCOME, HERE, seat=0, until=state.clock + 3)
    ]
    assert targets(state, key, event(state, key, 3, HERE)) == []
    other = near(state, HERE)[0]
    state.markers[other] = 1
    assert targets(state, key, magic(key, 3, other, only=2)) == []
    work(state, key, magic(key, 3, other))
    assert tokens(state, TokenKind.WELCOME, other) == [
        Token(TokenKind.WELCOME, other, seat=1, until=-1)
    ]


@pytest.mark.rule("S25.5")
def test_welcome_does_not_apply() -> None:
    key = "gwend.welcome"
    for kind, seat in (("dru", NOBODY), ("faron", 1), ("talan", 1)):
        state = table()
        put(state, kind, HERE, seat)
        assert targets(state, key, event(state, key, 3, HERE)) == []
    state = table()
    for land in range(1, 1 + MARKERS):
        state.markers[land] = 0
    assert targets(state, key, event(state, key, 3, HERE)) == []


@pytest.mark.rule("S25.6")
@pytest.mark.parametrize(("strength", "kind"), [(3, DRU), (5, DRU), (6, ADAN), (8, ADAN)])
def test_friends(strength: int, kind: int) -> None:
    key = "gwend.friends"
    state = table()
    assert targets(state, key, event(state, key, strength, HERE)) == []
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 2, HERE)) == []
    work(state, key, event(state, key, strength, HERE))
    assert [p.kind for p in state.pieces if p.land == HERE and p.owner == NOBODY] == [kind]
    assert whats(state) == ["joined"]
    while supply(state, kind) is not None:
        put(state, {DRU: "dru", ADAN: "adan"}[kind], far(state, HERE, 3))
    assert targets(state, key, event(state, key, strength, HERE)) == []
    assert not Reading.ALL[key].magic


@pytest.mark.rule("S25.7")
def test_gifts() -> None:
    key = "gwend.gifts"
    state = table()
    state.markers[far(state, HERE, 2)] = 2
    state.markers[HERE] = 0
    assert targets(state, key, event(state, key, 4, HERE)) == []
    state.markers[near(state, HERE)[0]] = 1
    act = event(state, key, 4, HERE)
    assert targets(state, key, act) == [(1,)]
    assert Reading.ALL[key].asks(state, act, (1,)) == 1
    work(state, key, act, 1)
    assert [player.tur for player in state.players] == [12, 12, 10]
    assert not Reading.ALL[key].magic
