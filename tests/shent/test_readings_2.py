"""The readings of maeth, gwend, thurinas and hannas."""

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent import acts, weather
from cruachan.games.shent.asks import Stray
from cruachan.games.shent.contest import Contest
from cruachan.games.shent.flow import top
from cruachan.games.shent.material import (
    ADAN,
    DRU,
    GWEND,
    HANNAS,
    MAETH,
    MARKERS,
    THALION,
    THURINAS,
    URLUG,
    temper,
)
from cruachan.games.shent.presence import FOES, HOST, opponents
from cruachan.games.shent.quests import Avow
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.state import (
    NOWHERE,
    THIS_TURN,
    Aim,
    Token,
    foes,
    in_peace,
    on_piece,
    quest_of,
    supply,
    tokens,
    until_turn,
)
from cruachan.games.shent.units import Challenge
from tests.shent.acting import ANY_STRENGTH, event, magic, targets, work
from tests.shent.play import in_turn, play
from tests.shent.positions import far, near, put, quest, table, whats

HERE = 0


@pytest.mark.rule("S24.1", "S25.1", "S26.1", "S27.1")
def test_tempers() -> None:
    runes = (MAETH, GWEND, THURINAS, HANNAS)
    assert [temper(rune) for rune in runes] == ["bad", "good", "open", "good"]
    for rune in runes:
        rules = [reading.rule for reading in Reading.OF[rune]]
        assert rules == [f"S{20 + rune}.{number}" for number in range(2, 2 + len(rules))]


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
    assert tokens(state, "host") == [Token("host", HERE, 5, 0, until=THIS_TURN)]
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
    assert tokens(state, "host", HERE, 0)[0].strength == 3
    assert state.deeds[-1].other == 2
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
    assert tokens(state, "host") == [Token("host", HERE, 5, 0, 3, (two,), THIS_TURN)]


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
    acts.lay(state, Token("captive", strength=5, pieces=(bound,)))
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
    assert tokens(state, "lust") == [Token("lust", HERE, 1, 0, until=THIS_TURN)]
    assert targets(state, key, event(state, key, 4, HERE)) == []
    assert targets(state, key, magic(key, 4, HERE)) == [(1,), (FOES,)]
    assert targets(state, key, magic(key, 5, HERE)) == [(0,), (1,), (FOES,)]
    work(state, key, magic(key, 5, HERE), 0)
    assert [token.strength for token in tokens(state, "lust")] == [2]


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
    acts.lay(state, Token("host", HERE, 4, 0, until=THIS_TURN))
    assert targets(state, key, event(state, key, 4, HERE)) == []
    assert targets(state, key, magic(key, 5, HERE, 1, only=0)) == [()]
    work(state, key, event(state, key, 5, HERE))
    assert tokens(state, "host") == []
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
    acts.lay(state, Token("refused", HERE, seat=1, until=THIS_TURN))
    work(state, key, event(state, key, 1, HERE))
    assert in_peace(state, HERE, 0, 1)
    assert in_peace(state, HERE, 0, 2)
    assert state.markers[HERE] == 1
    assert tokens(state, "passage") == [Token("passage", HERE, seat=0, until=THIS_TURN)]
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
    assert tokens(state, "passage")[0].until == until_turn(1)


@pytest.mark.rule("S25.4")
def test_won() -> None:
    key = "gwend.won"
    state = table()
    dru, adan, urlug = (put(state, kind, HERE) for kind in ("dru", "adan", "urlug"))
    acts.lay(state, Token("captive", strength=5, pieces=(adan,)))
    assert targets(state, key, event(state, key, 8, HERE)) == []
    put(state, "faron", HERE, 0)
    assert targets(state, key, event(state, key, 2, HERE)) == []
    assert targets(state, key, event(state, key, 3, HERE)) == [(dru,)]
    assert targets(state, key, event(state, key, 9, HERE)) == [(dru,), (adan,)]
    work(state, key, event(state, key, 5, HERE), adan)
    assert state.pieces[adan].leader == 0
    assert on_piece(state, "captive", adan) is None
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
    assert tokens(state, "welcome") == [Token("welcome", HERE, seat=0, until=state.clock + 3)]
    assert targets(state, key, event(state, key, 3, HERE)) == []
    other = near(state, HERE)[0]
    state.markers[other] = 1
    assert targets(state, key, magic(key, 3, other, only=2)) == []
    work(state, key, magic(key, 3, other))
    assert tokens(state, "welcome", other) == [Token("welcome", other, seat=1, until=-1)]


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
    assert tokens(state, "legend") == [Token("legend", HERE, 1, other=1)]
    assert state.memory[HERE] == ("legend", -1, 1)
    assert (HERE,) not in targets(state, key, act)
    for land in near(state, HERE)[:2] + tuple(far(state, HERE, steps) for steps in (2, 3, 4)):
        acts.lay(state, Token("legend", land, 3, other=3))
    assert targets(state, key, event(state, key, 8, HERE)) == []


@pytest.mark.rule("S26.3")
def test_legend_as_magic_is_silent_for_a_round() -> None:
    key = "thurinas.legend"
    state = table()
    assert targets(state, key, magic(key, 3, HERE)) == []
    acts.lay(state, Token("legend", HERE, 5, other=5))
    work(state, key, magic(key, 3, HERE), HERE)
    assert tokens(state, "silence") == [Token("silence", HERE, until=until_turn(0))]
    assert targets(state, key, magic(key, 3, HERE)) == []
    assert targets(state, "hannas.answer", magic("hannas.answer", 8, HERE)) == []
    acts.lay(state, Token("legend", far(state, HERE, 2), 5, other=5))
    hint = magic("tulu.hint", 8, HERE)
    assert (0,) not in targets(state, "tulu.hint", hint)
    assert targets(state, "rim.layers", event(state, "rim.layers", 8, HERE)) == []
    assert targets(state, "erthad.riddle", event(state, "erthad.riddle", 8, HERE)) == []
    weather.work(state, HANNAS, 3, 0)
    assert [token.strength for token in tokens(state, "legend")] == [5, 4]


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
    assert tokens(state, "treasure") == [Token("treasure", second, 6)]
    assert (second,) not in targets(state, key, act)
    assert targets(state, key, magic(key, 1, HERE)) == []
    work(state, key, magic(key, 1, second), second)
    assert tokens(state, "buried") == [Token("buried", second, until=until_turn(0))]
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
    assert tokens(state, "mist") == [Token("mist", rune, until=state.clock + 3)]
    assert targets(state, key, magic(key, 5, rune)) == []
    state.tokens.clear()
    work(state, key, magic(key, 5, rune), rune)
    assert tokens(state, "mist")[0].until == until_turn(0)


@pytest.mark.rule("S26.6")
def test_lost() -> None:
    key = "thurinas.lost"
    state = table()
    one, two = put(state, "faron", HERE, 0), put(state, "maethor", HERE, 0)
    kept = put(state, "maethor", HERE, 0)
    acts.lay(state, Token("band", HERE, 3, 0, pieces=(kept,)))
    act = event(state, key, 1, HERE)
    work(state, key, act, one, two)
    assert state.stack == [Stray(0, (one, two), HERE)]
    assert tokens(state, "still") == [Token("still", pieces=(one, two), until=THIS_TURN)]
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
    assert tokens(state, "still") == [Token("still", pieces=(one, two), until=until_turn(0))]
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
    acts.lay(state, Token("legend", HERE, 6, other=6))
    acts.lay(state, Token("legend", away, 2, other=7))
    act = event(state, key, 4, HERE)
    assert targets(state, key, act) == [(HERE,)]
    quest(state, 0, Aim("answer", HANNAS, land=away), mode="secret")
    assert targets(state, key, act) == [(HERE,)], "nobody learns of a secret quest by it"
    quest(state, 0, Aim("answer", HANNAS, land=away), mode="open")
    assert targets(state, key, act) == [(HERE,), (away,)]
    work(state, key, act, HERE)
    assert tokens(state, "legend", HERE)[0].strength == 2
    assert state.players[0].golu == 10
    work(state, key, act, away)
    assert tokens(state, "legend", away) == []
    assert state.players[0].golu == 17
    answered = next(deed for deed in state.deeds if deed.what == "answered")
    assert (answered.seat, answered.land, answered.amount) == (0, away, 7)


@pytest.mark.rule("S27.3")
def test_answer_as_magic_brings_no_golu() -> None:
    key = "hannas.answer"
    state = table()
    acts.lay(state, Token("legend", HERE, 4, other=6))
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
    assert (state.deeds[-1].what, state.deeds[-1].other) == ("unmasked", 2)


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
            assert (again.deeds[-1].what, again.deeds[-1].seat) == ("seen_through", 1)
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
    acts.lay(state, Token("treasure", HERE, 5))
    acts.lay(state, Token("treasure", away, 4))
    assert targets(state, key, event(state, key, 2, HERE)) == [(HERE, 0), (HERE, 1)]
    act = event(state, key, 3, HERE)
    assert targets(state, key, act) == [(HERE, 0), (HERE, 1), (away,)]
    work(state, key, act, away)
    assert tokens(state, "treasure", away)[0].other == 1
    assert targets(state, key, act) == [(HERE, 0), (HERE, 1)]
    rich = state.copy()
    work(rich, key, act, HERE, 0)
    assert (rich.players[0].tur, rich.players[0].golu) == (20, 10)
    assert tokens(rich, "treasure", HERE) == []
    work(state, key, act, HERE, 1)
    assert (state.players[0].tur, state.players[0].golu) == (10, 15)
    assert "treasure" in whats(state)


@pytest.mark.rule("S26.4", "S27.7")
def test_find_as_magic_only_shows() -> None:
    key = "hannas.find"
    state = table()
    acts.lay(state, Token("treasure", HERE, 5))
    assert targets(state, key, magic(key, 1, HERE)) == [(HERE,)]
    acts.lay(state, Token("buried", HERE, until=until_turn(1)))
    assert targets(state, key, magic(key, 1, HERE)) == []
    assert targets(state, key, event(state, key, 1, HERE)) == []
    acts.end_tokens(state, until_turn(1))
    work(state, key, magic(key, 1, HERE), HERE)
    assert tokens(state, "treasure")[0].other == 1
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
    acts.lay(state, Token("lust", HERE, 1, seat, until=THIS_TURN))
    assert targets(state, key, event(state, key, 1, HERE)) == []
