"""Events (S9)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters.events import Event, active_chooses, applicable
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    GALAS,
    HANNAS,
    IDH,
    NARCHAD,
    NUTHAD,
    RATH,
    RUNES,
    THURINAS,
    half,
    temper,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import Verb, run, top
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import (
    State,
    Token,
    figures,
    strength,
    tokens,
    value,
    wisdom,
)
from cruachan.games.shent.readings import Reading
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, far, near, put

A, B, C = range(3)
HERE = next(n for n, land in enumerate(BOARD.lands) if land.rune is None and land.element)
PRINTED = next(n for n, land in enumerate(BOARD.lands) if land.rune is not None)


def happening(rune: int, number: int, land: int = HERE, seats: int = 3, **values: Any) -> State:
    """An event of a, about to be read; her faron is the group unless somebody is there."""
    state = in_turn("events", seats=seats)
    return read_in(state, rune, number, land, **values)


def read_in(state: State, rune: int, number: int, land: int, **values: Any) -> State:
    """An event is about to be read in a position."""
    if not figures(state, A, land):
        put(state, "faron", land, A)
    group = tuple(figures(state, A, land))
    event = Event(A, land, group, rune=rune, strength=number, step="read")
    state.stack.append(event._replace(**values))
    if not event._replace(**values).printed:
        state.bag[rune] -= 1
        state.aside.append(rune)
    return state


# --- Where events come from ---------------------------------------------------------------


@pytest.mark.rule("S9.1")
def test_a_rune_and_a_number_are_drawn() -> None:
    state = in_turn("events")
    put(state, "faron", HERE, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE,))
    run(state)
    assert verbs(state, CHANCE) == ("rune",)
    state = fall(state, GALAS)
    assert verbs(state, CHANCE) == ("number",)
    state = fall(state, 4)
    assert (top(state).rune, top(state).strength, waits(state)) == (GALAS, 4, (B,))
    assert (state.bag[GALAS], state.aside) == (3, [GALAS])


@pytest.mark.rule("S9.1")
@pytest.mark.parametrize("marker", [A, B])
def test_a_printed_rune_and_one_more_if_she_likes(marker: int) -> None:
    state = in_turn("events")
    state.markers[PRINTED] = marker
    put(state, "faron", PRINTED, A, moved=True)
    state.turn = state.turn._replace(entered=(PRINTED,))
    run(state)
    rune, number = BOARD.lands[PRINTED].rune, BOARD.lands[PRINTED].strength
    narrator = C if marker == B else B
    assert (top(state).rune, top(state).strength, waits(state)) == (rune, number, (narrator,))
    assert (state.aside, state.turn.golu) == ([], 0)
    state = play(play(state, narrator, "read", STORY, ()), A, "accept")
    assert verbs(state, A) == ("draw", "pass")
    assert top(play(state, A, "pass")) != top(state)
    state = fall(play(state, A, "draw"), RATH)
    assert (state.aside, state.turn.golu) == ([RATH], 1)


@pytest.mark.rule("S9.1", "S30.3")
def test_where_time_stands_still_nothing_more_is_drawn() -> None:
    state = happening(IDH, 3, PRINTED, printed=True)
    state = play(state, B, "read", "idh.standstill", ())
    state = play(state, A, "target", ()) if "target" in verbs(state, A) else state
    assert tokens(state, TokenKind.STANDSTILL, PRINTED)
    assert not any(isinstance(frame, Event) for frame in state.stack)


@pytest.mark.rule("S9.2")
def test_the_active_player_chooses_the_order() -> None:
    state = in_turn("events")
    other = near(state, HERE)[0]
    for land in (HERE, other):
        put(state, "faron", land, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE, other))
    assert said(state, A, "event") == [(HERE,), (other,)]
    assert no(state, A, "event", far(state, HERE, 2)) == "S9.2"
    state = play(state, A, "event", other)
    assert (top(state).land, state.turn.entered) == (other, (HERE,))


@pytest.mark.rule("S13.9")
def test_only_who_entered_learns() -> None:
    for moved, golu in ((True, 3), (False, 1)):
        state = in_turn("events")
        put(state, "faron", HERE, A, moved=True)
        put(state, "gollor", HERE, A, moved=moved)
        state.turn = state.turn._replace(entered=(HERE,))
        run(state)
        assert state.turn.golu == golu


@pytest.mark.rule("S9.3")
def test_half_third_and_value() -> None:
    assert [half(n) for n in range(1, 9)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [third(n) for n in range(1, 9)] == [1, 1, 1, 2, 2, 2, 3, 3]
    state = in_turn()
    maethor = state.pieces[put(state, "maethor", HERE, A, plus=1)]
    gollor = state.pieces[put(state, "gollor", HERE, A, plus=2)]
    assert (value(maethor), strength(maethor), wisdom(maethor)) == (4, 4, 0)
    assert (value(gollor), strength(gollor), wisdom(gollor)) == (7, 0, 7)


# --- Reading ------------------------------------------------------------------------------


@pytest.mark.rule("S9.4")
def test_the_narrator_chooses_among_readings_that_apply() -> None:
    state = happening(NARCHAD, 1)
    keys = {args[0] for args in said(state, B, "read")}
    assert "narchad.death" not in keys
    assert no(state, B, "read", "narchad.death", (0,)) == Reading.ALL["narchad.death"].rule
    assert no(state, B, "read", "galas.harvest", ()) == "S9.4"
    assert no(state, B, "read", "nothing", ()) == "S9.4"
    state = happening(NARCHAD, 3)
    assert "narchad.death" in {args[0] for args in said(state, B, "read")}
    assert len(Reading.ALL) == sum(len(readings) for readings in Reading.OF.values())


@pytest.mark.rule("S9.5")
def test_good_runes() -> None:
    good = {RUNES[rune] for rune in range(16) if temper(rune) == "good"}
    assert good == {"galas", "rath", "gwend", "hannas", "tulu", "erthad", "galu"}
    state = happening(HANNAS, 4)
    assert no(state, B, "read", "hannas.insight", (0,)) == "S27.2"
    state = play(state, B, "read", "hannas.insight", ())
    assert (waits(state), top(state).step) == ((A,), "answer")
    golu = state.players[A].golu
    assert no(state, A, "target", (7,)) == "S9.5"
    assert play(state, A, "target", ()).players[A].golu == golu + 4
    assert play(state, A, "waive").players[A].golu == golu


@pytest.mark.rule("S9.6")
def test_bad_runes() -> None:
    bad = {RUNES[rune] for rune in range(16) if temper(rune) == "bad"}
    assert bad == {"narchad", "band", "maeth", "nuthad", "rim", "rhach"}
    state = in_turn("events")
    one, two = put(state, "faron", HERE, A), put(state, "faron", HERE, A)
    state = read_in(state, NARCHAD, 3, HERE)
    assert {("narchad.death", (one,)), ("narchad.death", (two,))} <= set(said(state, B, "read"))
    assert no(state, B, "read", "narchad.death", ()) == "S21.2"
    state = play(state, B, "read", "narchad.death", (two,))
    if waits(state) == (A,):
        assert no(state, A, "waive") == "S9.5"
        assert said(state, A, "target") == [((two,),)]
        state = play(state, A, "target", (two,))
    assert state.pieces[two].land < 0 <= state.pieces[one].land


@pytest.mark.rule("S9.6")
def test_open_runes_and_readings_that_say_otherwise() -> None:
    opened = {rune for rune in range(16) if temper(rune) == "open"}
    assert opened == {THURINAS, IDH, BREGED}
    assert active_chooses(IDH, "idh.rest")
    assert not active_chooses(IDH, "idh.sleep")
    assert not active_chooses(NARCHAD, "narchad.death")
    assert active_chooses(GALAS, "galas.experience")
    state = happening(IDH, 3)
    state = play(state, B, "read", "idh.rest", ())
    assert no(state, A, "target", (99,)) == "S9.6"
    assert no(state, A, "waive") == "S9.5"


@pytest.mark.rule("S9.7")
def test_only_a_story_if_the_active_player_agrees() -> None:
    state = happening(HANNAS, 4)
    state = play(state, B, "read", STORY, ())
    assert (waits(state), verbs(state, A)) == ((A,), ("accept", "decline"))
    agreed = play(state, A, "accept")
    assert agreed.players == state.players
    assert not isinstance(top(agreed), Event)
    state = play(state, A, "decline")
    assert waits(state) == (B,)
    assert no(state, B, "read", STORY, ()) == "S9.7"
    assert play(state, B, "read", "hannas.insight", ()).stack


@pytest.mark.rule("S9.7")
def test_only_a_story_when_nothing_applies() -> None:
    state = happening(NARCHAD, 1)
    while figures(state, A, HERE):
        acts.to_supply(state, figures(state, A, HERE)[0])
    acts.change(state, A, tur=0)
    assert applicable(state, top(state).act) == []
    assert said(state, B, "read") == [(STORY, ())]
    state = play(state, B, "read", STORY, ())
    assert not isinstance(top(state), Event)


@pytest.mark.rule("S9.8")
def test_words_and_the_manner_of_telling() -> None:
    state = happening(HANNAS, 4)
    refuse = Verb.ALL["read"].refuse
    assert refuse(state, B, ("hannas.insight", (), 3)) is None
    against = refuse(state, B, ("hannas.insight", (), 4))
    assert against is not None
    assert against.rule == "S9.8"
    told = play(state, B, "read", "hannas.insight", (), words="Der Fels sprach.")
    assert told.told["hannas.insight"] == 1


@pytest.mark.rule("S9.9")
def test_an_event_touches_nobody_else() -> None:
    """Whatever is read for a, nothing of b changes, but for what the rule excepts."""
    excepted = {"gwend.passage", "hannas.unmasked", "hannas.seen", "rim.word"}
    for rune in range(16):
        state = in_turn("events")
        put(state, "maethor", HERE, A)
        theirs = [put(state, kind, HERE, B) for kind in ("faron", "randir", "adan")]
        state.markers[HERE] = B
        state = read_in(state, rune, 8, HERE)
        for key, found in applicable(state, top(state).act):
            asked = Reading.ALL[key].asks(state, top(state).act, found[0])
            if key in excepted or asked is not None:
                continue
            after = state.copy()
            Reading.ALL[key].work(after, top(after).act, found[0])
            assert after.players[B] == state.players[B], key
            assert [after.pieces[i] for i in theirs] == [state.pieces[i] for i in theirs], key


# --- Appeal -------------------------------------------------------------------------------


@pytest.mark.rule("S9.10")
def test_an_appeal_to_the_referee() -> None:
    state = happening(HANNAS, 6, seats=4)
    state = play(state, B, "read", "hannas.insight", ())
    state = play(state, A, "appeal")
    assert waits(state) == (C,)
    keys = {args[0] for args in said(state, C, "read")}
    assert {"hannas.insight", "hannas.hero"} <= keys
    assert no(state, C, "read", STORY, ()) == "S9.7"
    land = next(args[1] for args in said(state, C, "read") if args[0] == "hannas.hero")
    state = play(state, C, "read", "hannas.hero", land)
    assert no(state, A, "appeal") == "S9.10"
    state = play(state, A, "target", land)
    assert state.players[A].heroes == land[0]


@pytest.mark.rule("S9.10")
@pytest.mark.parametrize("seats", [2, 3])
def test_where_referee_and_narrator_are_one_the_lot_chooses(seats: int) -> None:
    state = in_turn("events", seats=seats)
    if seats == 3:
        put(state, "faron", HERE, B)
        acts.make_peace(state, HERE, A, B)
    state = read_in(state, NARCHAD, 3, HERE)
    for _ in range(2):
        put(state, "faron", HERE, A)
    state.stack[-1] = top(state)._replace(group=tuple(figures(state, A, HERE)))
    (narrator,) = waits(state)
    state = play(state, narrator, "read", *said(state, narrator, "read")[0])
    state = play(state, A, "appeal")
    assert waits(state) == (CHANCE,)
    shares: dict[str, int] = {}
    for args in said(state, CHANCE, "read"):
        weight = Verb.ALL["read"].weight(state, args)
        shares[args[0]] = shares.get(args[0], 0) + weight
    assert set(shares) == {key for key, _ in applicable(state, top(state).act)}
    assert len(shares) > 1
    assert len(set(shares.values())) == 1


@pytest.mark.rule("S9.10")
def test_no_appeal_where_nothing_else_applies() -> None:
    state = happening(HANNAS, 2)
    assert [key for key, _ in applicable(state, top(state).act)] == ["hannas.insight"]
    state = play(state, B, "read", "hannas.insight", ())
    assert no(state, A, "appeal") == "S9.10"


# --- Printed runes ------------------------------------------------------------------------


@pytest.mark.rule("S9.11")
def test_a_printed_rune_gives_something_once() -> None:
    state = happening(HANNAS, 5, PRINTED, printed=True)
    state = play(play(state, B, "read", "hannas.insight", ()), A, "target", ())
    assert state.players[A].gains == (PRINTED,)
    state = play(state, A, "pass")
    state = read_in(state, HANNAS, 5, PRINTED, printed=True)
    assert no(state, B, "read", "hannas.insight", ()) == "S27.2"
    other = read_in(state.copy(), HANNAS, 5, HERE, printed=True)
    assert no(other, B, "read", "hannas.insight", ()) == ""


@pytest.mark.rule("S9.11", "S9.10")
def test_the_same_reading_not_twice_running() -> None:
    state = happening(NUTHAD, 3, PRINTED, printed=True)
    keys = [key for key, _ in applicable(state, top(state).act)]
    assert len(keys) > 1
    key, target = said(state, B, "read")[0][:2]
    state = play(state, B, "read", key, target)
    assert key in dict(applicable(state, top(state).act)), "it can be confirmed on appeal"
    if waits(state) == (A,):
        state = play(state, A, "target", target)
    state.tokens = []
    again = read_in(state, NUTHAD, 3, PRINTED, printed=True)
    assert key not in dict(applicable(again, top(again).act))


# --- What events leave --------------------------------------------------------------------


@pytest.mark.rule("S9.12")
def test_tokens_go_when_their_term_is_over() -> None:
    state = in_turn()
    acts.lay(state, Token(TokenKind.WALL, HERE, 4, until=state.clock + 2))
    acts.lay(state, Token(TokenKind.LEGEND, HERE, 4))
    acts.advance_clock(state, 1)
    assert len(state.tokens) == 2
    acts.advance_clock(state, 1)
    assert [token.kind for token in state.tokens] == ["legend"]


def bound(kind: str = "band", number: int = 5, who: str = "maethor") -> tuple[State, int]:
    """a chooses contests, and a band lies on a figure of hers."""
    state = in_turn("contest")
    piece = put(state, who, HERE, A)
    state.bag[BAND] -= 1
    state.tokens.append(Token(TokenKind(kind), HERE, number, A, pieces=(piece,), stone=BAND))
    return state, piece


@pytest.mark.rule("S9.13")
@pytest.mark.parametrize(("drawn", "free"), [(2, False), (3, True)])
def test_breaking_out(drawn: int, free: bool) -> None:
    state, _ = bound()
    state = play(play(state, A, "break", HERE), A, "bid", 0)
    state = fall(state, drawn)
    assert (not tokens(state, TokenKind.BAND)) == free
    assert state.bag[BAND] == (4 if free else 3)
    if not free:
        assert top(state).phase == "move2"


@pytest.mark.rule("S9.13")
@pytest.mark.parametrize(("who", "paid"), [("maethor", (3, 0)), ("gollor", (0, 3))])
def test_strength_costs_tur_and_wisdom_golu(who: str, paid: tuple[int, int]) -> None:
    state, _ = bound(who=who)
    before = state.players[A]
    state = play(play(state, A, "break", HERE), A, "bid", 2)
    after = state.players[A]
    assert (before.tur - after.tur, before.golu - after.golu) == paid


@pytest.mark.rule("S9.13")
def test_once_a_turn_for_each_band() -> None:
    state, piece = bound(number=8)
    second = put(state, "faron", HERE, A)
    state.tokens.append(Token(TokenKind.BAND, HERE, 7, A, pieces=(second,)))
    for _ in range(2):
        state = fall(play(play(state, A, "break", HERE), A, "bid", 0), 1)
    assert top(state).phase == "move2"
    assert no(state, A, "step", piece, near(state, HERE)[0]) in ("S8.2", "S12.2")
    other = in_turn("contest")
    put(other, "dru", HERE)
    put(other, "faron", HERE, A)
    assert no(other, A, "break", HERE) == "S9.13"


@pytest.mark.rule("S9.13", "S22.3", "S22.4", "S22.6")
def test_siege_tongue_and_gate_are_broken_too() -> None:
    state = in_turn("contest")
    there = near(state, HERE)[0]
    put(state, "maethor", HERE, A)
    talan, saelon = put(state, "talan", HERE, A), put(state, "saelon", there, A)
    for token in (
        Token(TokenKind.SIEGE, HERE, 3, pieces=(talan,)),
        Token(TokenKind.TONGUE, strength=2, other=THURINAS, pieces=(saelon,)),
        Token(TokenKind.GATE, HERE, 3, A, there),
    ):
        held = state.copy()
        held.tokens = [token]
        land = there if token.kind == TokenKind.TONGUE else HERE
        assert said(held, A, "break") == [(land,)]
        held = fall(play(play(held, A, "break", land), A, "bid", 0), 1)
        assert held.tokens == []
