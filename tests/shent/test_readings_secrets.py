"""Readings of thurinas and hannas (S26, S27)."""

import pytest

from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.components.material import (
    HANNAS,
    THALION,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import (
    THIS_TURN,
    Aim,
    Token,
    quest_of,
    supply,
    tokens,
    until_turn,
)
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.readings.questions import Avow, Stray
from tests.shent.acting import ANY_STRENGTH, event, magic, targets, work
from tests.shent.play import in_turn, play
from tests.shent.positions import far, near, put, quest, table, whats

HERE = 0


# --- thurinas (S26) -----------------------------------------------------------------------


@pytest.mark.rule("S26.2")
def test_hidden() -> None:
    key = "thurinas.hidden"
    state = table()
    faron, maethor = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    randir = put(state, "randir", HERE, 0)
    act = event(state, key, 3, HERE)
    assert set(targets(state, key, act)) == {
        (faron,),
        (maethor,),
        (randir,),
        (faron, randir),
        (maethor, randir),
    }
    work(state, key, act, faron, randir)
    assert [state.pieces[each].hidden for each in (faron, maethor, randir)] == [3, 0, 3]
    assert whats(state) == ["hid", "hid"]
    assert targets(state, key, act) == [(maethor,)]


@pytest.mark.rule("S26.2")
def test_hidden_as_magic() -> None:
    key = "thurinas.hidden"
    state = table()
    put(state, "faron", HERE, 0)
    mine = put(state, "randir", HERE, 1)
    assert targets(state, key, magic(key, 1, HERE, 1)) == [(mine,)]
    assert targets(state, key, magic(key, ANY_STRENGTH, HERE, 1, only=2)) == []
    assert targets(state, key, magic(key, 1, HERE, 1, only=0)) == [(mine,)]
    work(state, key, magic(key, 1, HERE, 1), mine)
    assert state.pieces[mine].hidden == 1


@pytest.mark.rule("S26.3")
def test_legend() -> None:
    key = "thurinas.legend"
    state = table()
    act = event(state, key, 1, HERE)
    assert targets(state, key, act) == [(land,) for land in sorted((HERE, *near(state, HERE)))]
    assert Reading.ALL[key].chooser == "narrator"
    work(state, key, act, HERE)
    assert tokens(state, TokenKind.LEGEND) == [Token(TokenKind.LEGEND, HERE, 1, other=1)]
    assert state.memory[HERE] == ("legend", -1, 1)
    assert (HERE,) not in targets(state, key, act)
    for land in near(state, HERE)[:2] + tuple(far(state, HERE, steps) for steps in (2, 3, 4)):
        acts.lay(state, Token(TokenKind.LEGEND, land, 3, other=3))
    assert targets(state, key, event(state, key, 8, HERE)) == []


@pytest.mark.rule("S26.3")
def test_legend_as_magic_is_silent_for_a_round() -> None:
    key = "thurinas.legend"
    state = table()
    assert targets(state, key, magic(key, 3, HERE)) == []
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 5, other=5))
    work(state, key, magic(key, 3, HERE), HERE)
    assert tokens(state, TokenKind.SILENCE) == [Token(TokenKind.SILENCE, HERE, until=until_turn(0))]
    assert targets(state, key, magic(key, 3, HERE)) == []
    assert targets(state, "hannas.answer", magic("hannas.answer", 8, HERE)) == []
    acts.lay(state, Token(TokenKind.LEGEND, far(state, HERE, 2), 5, other=5))
    hint = magic("tulu.hint", 8, HERE)
    assert (0,) not in targets(state, "tulu.hint", hint)
    assert targets(state, "rim.layers", event(state, "rim.layers", 8, HERE)) == []
    assert targets(state, "erthad.riddle", event(state, "erthad.riddle", 8, HERE)) == []
    weather.work(state, HANNAS, 3, 0)
    assert [token.strength for token in tokens(state, TokenKind.LEGEND)] == [5, 4]


@pytest.mark.rule("S26.4")
def test_hoard() -> None:
    key = "thurinas.hoard"
    state = table()
    act = event(state, key, 6, HERE)
    first, second = far(state, HERE, 2), far(state, HERE, 4)
    found = {state.board.distance(HERE, land) for (land,) in targets(state, key, act)}
    assert found == {2, 3, 4}
    put(state, "dru", first)
    assert (first,) not in targets(state, key, act)
    work(state, key, act, second)
    assert tokens(state, TokenKind.TREASURE) == [Token(TokenKind.TREASURE, second, 6)]
    assert (second,) not in targets(state, key, act)
    assert targets(state, key, magic(key, 1, HERE)) == []
    work(state, key, magic(key, 1, second), second)
    assert tokens(state, TokenKind.BURIED) == [Token(TokenKind.BURIED, second, until=until_turn(0))]
    assert targets(state, key, magic(key, 1, second)) == []


@pytest.mark.rule("S26.5")
def test_mist() -> None:
    key = "thurinas.mist"
    state = table()
    lands = state.board.lands
    rune = next(index for index, land in enumerate(lands) if land.rune is not None)
    bare = next(land for land in near(state, rune) if lands[land].rune is None)
    assert (rune,) in targets(state, key, event(state, key, 5, bare))
    assert targets(state, key, magic(key, 5, bare)) == []
    work(state, key, event(state, key, 5, rune), rune)
    assert tokens(state, TokenKind.MIST) == [Token(TokenKind.MIST, rune, until=state.clock + 3)]
    assert targets(state, key, magic(key, 5, rune)) == []
    state.tokens.clear()
    work(state, key, magic(key, 5, rune), rune)
    assert tokens(state, TokenKind.MIST)[0].until == until_turn(0)


@pytest.mark.rule("S26.6")
def test_lost() -> None:
    key = "thurinas.lost"
    state = table()
    one, two = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    kept = put(state, "maethor", HERE, 0)
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, 0, pieces=(kept,)))
    act = event(state, key, 1, HERE)
    work(state, key, act, one, two)
    assert state.stack == [Stray(0, (one, two), HERE)]
    assert tokens(state, TokenKind.STILL) == [
        Token(TokenKind.STILL, pieces=(one, two), until=THIS_TURN)
    ]
    for land in near(state, HERE):
        put(state, "faron" if supply(state, 0, 1) is not None else "maethor", land, 1)
    assert targets(state, key, act) == []


@pytest.mark.rule("S26.6")
def test_lost_as_magic() -> None:
    key = "thurinas.lost"
    state = table()
    one, two = put(state, "faron", HERE, 1), put(state, "maethor", HERE, 1)
    put(state, "faron", HERE, 1, hidden=1)
    assert targets(state, key, magic(key, 3, HERE)) == [(one,), (two,)]
    assert targets(state, key, magic(key, 4, HERE)) == [(one, two), (one,), (two,)]
    assert targets(state, key, magic(key, 4, HERE, 0, only=2)) == []
    work(state, key, magic(key, 4, HERE), one, two)
    assert tokens(state, TokenKind.STILL) == [
        Token(TokenKind.STILL, pieces=(one, two), until=until_turn(0))
    ]
    assert state.stack == []


# --- hannas (S27) -------------------------------------------------------------------------


@pytest.mark.rule("S27.2")
def test_insight() -> None:
    state = table()
    work(state, "hannas.insight", event(state, "hannas.insight", 4, HERE))
    assert state.players[0].golu == 14
    assert not Reading.ALL["hannas.insight"].magic


@pytest.mark.rule("S27.3")
def test_answer() -> None:
    key = "hannas.answer"
    state = table()
    away = far(state, HERE, 4)
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 6, other=6))
    acts.lay(state, Token(TokenKind.LEGEND, away, 2, other=7))
    act = event(state, key, 4, HERE)
    assert targets(state, key, act) == [(HERE,)]
    quest(state, 0, Aim("answer", HANNAS, land=away), mode="secret")
    assert targets(state, key, act) == [(HERE,)], "nobody learns of a secret quest by it"
    quest(state, 0, Aim("answer", HANNAS, land=away), mode="open")
    assert targets(state, key, act) == [(HERE,), (away,)]
    work(state, key, act, HERE)
    assert tokens(state, TokenKind.LEGEND, HERE)[0].strength == 2
    assert state.players[0].golu == 10
    work(state, key, act, away)
    assert tokens(state, TokenKind.LEGEND, away) == []
    assert state.players[0].golu == 17
    answered = next(
        noted for noted in state.domain_events if noted.what == DomainEventKind.ANSWERED
    )
    assert (answered.seat, answered.land, answered.amount) == (0, away, 7)


@pytest.mark.rule("S27.3")
def test_answer_as_magic_brings_no_golu() -> None:
    key = "hannas.answer"
    state = table()
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 4, other=6))
    assert targets(state, key, magic(key, 4, near(state, HERE)[0])) == []
    work(state, key, magic(key, 4, HERE, 1), HERE)
    assert whats(state) == ["answered"]
    assert state.players[1].golu == 10


@pytest.mark.rule("S27.4")
def test_unmasked() -> None:
    key = "hannas.unmasked"
    state = table()
    put(state, "faron", HERE, 0, hidden=1)
    one, two = put(state, "faron", HERE, 1, hidden=3), put(state, "faron", HERE, 1, hidden=5)
    assert targets(state, key, event(state, key, 3, HERE)) == []
    assert targets(state, key, event(state, key, 4, HERE)) == [(1,)]
    assert targets(state, key, magic(key, 4, HERE, 2, only=0)) == [(0,)]
    work(state, key, event(state, key, 4, HERE), 1)
    assert [state.pieces[each].hidden for each in (one, two)] == [0, 5]
    work(state, key, magic(key, 6, HERE, 2), 1)
    assert state.pieces[two].hidden == 0
    assert (state.domain_events[-1].what, state.domain_events[-1].other) == ("unmasked", 2)


@pytest.mark.rule("S27.5")
@pytest.mark.parametrize(
    ("mode", "strength", "after"),
    [
        ("silent", 2, "silent"),
        ("silent", 3, "open"),
        ("secret", 4, "secret"),
        ("secret", 5, "silent"),
        ("secret", 6, "silent"),
        ("secret", 7, "open"),
        ("open", 8, "open"),
    ],
)
def test_seen_through(mode: str, strength: int, after: str) -> None:
    key = "hannas.seen"
    state = table()
    number = quest(state, 1, mode=mode, accepted=False)
    quest(state, 0, mode=mode)
    for act in (event(state, key, strength, HERE), magic(key, strength, HERE)):
        again = state.copy()
        found = targets(again, key, act)
        assert found == ([] if mode == after else [(number,)])
        if found:
            work(again, key, act, number)
            assert (again.domain_events[-1].what, again.domain_events[-1].seat) == (
                "seen_through",
                1,
            )
        seen = quest_of(again, number)
        assert seen is not None
        assert (seen[1].mode, seen[1].accepted) == (after, False)
    assert targets(state, key, magic(key, strength, HERE, only=2)) == []


@pytest.mark.rule("S27.6")
def test_hero() -> None:
    key = "hannas.hero"
    state = table()
    assert targets(state, key, event(state, key, 8, HERE)) == []
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 4, HERE)) == []
    assert Reading.ALL[key].chooser == "narrator"
    for strength, most in ((6, 4), (8, 2), (ANY_STRENGTH, 2)):
        found = targets(state, key, magic(key, strength, HERE))
        assert max(state.board.distance(HERE, land) for (land,) in found) == most
    work(state, key, event(state, key, 7, HERE), far(state, HERE, 3))
    assert state.players[0].heroes == far(state, HERE, 3)
    assert targets(state, key, event(state, key, 8, HERE)) == []
    acts.change(state, 0, heroes=NOWHERE)
    put(state, "thalion", HERE, 0)
    assert supply(state, THALION, 0) is None
    assert targets(state, key, event(state, key, 8, HERE)) == []


@pytest.mark.rule("S27.7")
def test_find() -> None:
    key = "hannas.find"
    state = table()
    away = far(state, HERE, 3)
    acts.lay(state, Token(TokenKind.TREASURE, HERE, 5))
    acts.lay(state, Token(TokenKind.TREASURE, away, 4))
    assert targets(state, key, event(state, key, 2, HERE)) == [(HERE, 0), (HERE, 1)]
    act = event(state, key, 3, HERE)
    assert targets(state, key, act) == [(HERE, 0), (HERE, 1), (away,)]
    work(state, key, act, away)
    assert tokens(state, TokenKind.TREASURE, away)[0].other == 1
    assert targets(state, key, act) == [(HERE, 0), (HERE, 1)]
    rich = state.copy()
    work(rich, key, act, HERE, 0)
    assert (rich.players[0].tur, rich.players[0].golu) == (20, 10)
    assert tokens(rich, TokenKind.TREASURE, HERE) == []
    work(state, key, act, HERE, 1)
    assert (state.players[0].tur, state.players[0].golu) == (10, 15)
    assert "treasure" in whats(state)


@pytest.mark.rule("S26.4", "S27.7")
def test_find_as_magic_only_shows() -> None:
    key = "hannas.find"
    state = table()
    acts.lay(state, Token(TokenKind.TREASURE, HERE, 5))
    assert targets(state, key, magic(key, 1, HERE)) == [(HERE,)]
    acts.lay(state, Token(TokenKind.BURIED, HERE, until=until_turn(1)))
    assert targets(state, key, magic(key, 1, HERE)) == []
    assert targets(state, key, event(state, key, 1, HERE)) == []
    acts.end_tokens(state, until_turn(1))
    work(state, key, magic(key, 1, HERE), HERE)
    assert tokens(state, TokenKind.TREASURE)[0].other == 1
    assert targets(state, key, magic(key, 1, HERE)) == []


@pytest.mark.rule("S27.5")
@pytest.mark.parametrize(("mode", "strength", "asked"), [("silent", 3, True), ("secret", 5, False)])
def test_what_was_not_sealed_is_said_when_it_is_seen_through(
    mode: str, strength: int, asked: bool
) -> None:
    state = in_turn()
    number = quest(state, 1, mode=mode, accepted=False)
    sealed = quest(state, 2, mode=mode, words="To the sea.")
    act = magic("hannas.seen", strength, HERE)
    work(state, "hannas.seen", act, sealed)
    assert not isinstance(top(state), Avow)
    work(state, "hannas.seen", act, number)
    assert isinstance(top(state), Avow) is asked
    if asked:
        state = play(state, 1, "free", words="To find the sword.")
        found = quest_of(state, number)
        assert found is not None
        assert (found[1].words, found[1].accepted) == ("To find the sword.", False)


@pytest.mark.rule("S24.6", "S25.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_lusts_for_battle_takes_no_peace(seat: int) -> None:
    key = "gwend.passage"
    state = table()
    put(state, "faron", HERE, 0)
    put(state, "faron", HERE, 1)
    assert targets(state, key, event(state, key, 1, HERE)) == [()]
    acts.lay(state, Token(TokenKind.LUST, HERE, 1, seat, until=THIS_TURN))
    assert targets(state, key, event(state, key, 1, HERE)) == []
