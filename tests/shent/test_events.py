"""Events (S9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.chapters.events import Event, active_chooses, applicable
from cruachan.games.shent.chapters.gaining import may_mark
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.chapters.trials import SHOWN
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
    TALAN,
    THURINAS,
    half,
    temper,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import Verb, run, top
from cruachan.games.shent.core.presence import locked, may_meet, opponents
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
from cruachan.games.shent.readings.questions import Avow
from cruachan.games.shent.view.prompts import Prompts
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, far, near, put, quest

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


# --- Treasures ----------------------------------------------------------------------------


def treasure(worth: int = 4, **values: Any) -> State:
    """a chooses contests, with a saelon beside a treasure."""
    state = in_turn("contest")
    put(state, "saelon", HERE, A)
    state.tokens.append(Token(TokenKind.TREASURE, HERE, worth, **values))
    return state


@pytest.mark.rule("S9.14")
@pytest.mark.parametrize(("spoils", "gained"), [("tur", (8, 0)), ("golu", (0, 4))])
def test_a_treasure_is_found(spoils: str, gained: tuple[int, int]) -> None:
    state = play(play(treasure(), A, "search", HERE), A, "bid", 0)
    state = fall(state, 3)
    assert verbs(state, A) == ("spoils",)
    before = state.players[A]
    state = play(state, A, "spoils", spoils)
    after = state.players[A]
    assert (after.tur - before.tur, after.golu - before.golu) == gained
    assert not tokens(state, TokenKind.TREASURE)


@pytest.mark.rule("S9.14")
def test_a_treasure_is_not_found() -> None:
    state = play(play(treasure(), A, "search", HERE), A, "bid", 0)
    state = fall(state, 2)
    assert tokens(state, TokenKind.TREASURE)
    assert top(state).phase == "move2"


@pytest.mark.rule("S9.14")
def test_who_may_search() -> None:
    state = treasure()
    put(state, "faron", HERE, B)
    acts.make_peace(state, HERE, A, B)
    assert no(state, A, "search", HERE) in ("S9.14", "not now")
    foe = treasure()
    put(foe, "dru", HERE)
    assert no(foe, A, "search", HERE) == "S9.14"
    nobody = treasure()
    acts.to_supply(nobody, figures(nobody, A, HERE)[0])
    assert no(nobody, A, "search", HERE) in ("S9.14", "not now")


@pytest.mark.rule("S9.14", "S27.7")
def test_a_treasure_that_was_shown_needs_no_draw() -> None:
    state = play(treasure(other=SHOWN), A, "search", HERE)
    assert verbs(state, A) == ("spoils",)


# --- Hidden figures -----------------------------------------------------------------------


@pytest.mark.rule("S9.15")
def test_hidden_figures_are_left_alone() -> None:
    state = in_turn("contest")
    mine = put(state, "maethor", HERE, A)
    theirs = put(state, "maethor", HERE, B, hidden=3)
    assert opponents(state, A, HERE) == opponents(state, B, HERE) == []
    assert may_meet(state, A, HERE) == []
    assert not locked(state, mine)
    assert may_mark(state, A, HERE)
    assert not may_mark(state, B, HERE)
    acts.change_piece(state, theirs, hidden=0)
    assert opponents(state, A, HERE) == [B]
    assert not may_mark(state, A, HERE)


@pytest.mark.rule("S9.15")
@pytest.mark.parametrize("phase", ["prepare", "move", "move2"])
def test_hidden_figures_may_show_themselves(phase: str) -> None:
    state = in_turn(phase)
    mine, theirs = put(state, "faron", HERE, A, hidden=3), put(state, "faron", HERE, B, hidden=3)
    assert said(state, A, "emerge") == [(mine,)]
    assert no(state, A, "emerge", theirs) == "S9.15"
    state = play(state, A, "emerge", mine)
    assert state.pieces[mine].hidden == 0
    assert no(state, A, "emerge", mine) == "S9.15"


@pytest.mark.rule("S9.15")
def test_hiding_ends_when_the_own_turn_begins() -> None:
    state = in_turn()
    mine, theirs = put(state, "faron", HERE, A, hidden=3), put(state, "faron", HERE, B, hidden=3)
    state.stack = [Round(), TurnFrame(A)]
    run(state)
    assert (state.pieces[mine].hidden, state.pieces[theirs].hidden) == (0, 3)


# --- The question for a hero (S27.1) ------------------------------------------------------


def drawn_hannas(number: int, **values: Any) -> State:
    """a's faron has entered a land, and hannas is drawn with a number."""
    state = in_turn("events")
    put(state, "faron", HERE, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE,))
    acts.change(state, A, **values)
    run(state)
    return fall(state, HANNAS, number)


@pytest.mark.rule("S27.1", "S27.6")
def test_she_may_always_ask_where_a_hero_is_to_be_found() -> None:
    state = drawn_hannas(5)
    assert (waits(state), verbs(state, A)) == ((A,), ("accept", "decline"))
    asked = play(state, A, "accept")
    assert waits(asked) == (B,)
    assert {key for key, _ in said(asked, B, "read")} == {"hannas.hero"}
    assert no(asked, B, "read", "hannas.insight", ()) == "S27.1"
    assert no(asked, B, "read", STORY, ()) == "S9.7"
    land = said(asked, B, "read")[-1][1]
    told = play(asked, B, "read", "hannas.hero", land)
    assert no(told, A, "appeal") == "S9.10"
    told = play(told, A, "target", land)
    assert (told.players[A].heroes,) == land
    free = play(state, A, "decline")
    assert ("hannas.insight", ()) in said(free, B, "read")


@pytest.mark.rule("S27.1", "S27.6")
@pytest.mark.parametrize(("number", "values"), [(4, {}), (5, {"heroes": 3})])
def test_without_a_hero_to_be_found_the_narrator_reads_at_once(
    number: int, values: dict[str, int]
) -> None:
    assert waits(drawn_hannas(number, **values)) == (B,)


@pytest.mark.rule("S27.1", "S9.1")
@pytest.mark.parametrize(("strength", "step"), [(4, "read"), (5, "ask")])
def test_a_printed_hannas_lets_her_ask_too(strength: int, step: str) -> None:
    state = in_turn("events")
    lands = [*BOARD.lands]
    lands[HERE] = replace(lands[HERE], rune=HANNAS, strength=strength)
    state.board = replace(BOARD, lands=tuple(lands))
    put(state, "faron", HERE, A, moved=True)
    state.turn = state.turn._replace(entered=(HERE,))
    run(state)
    assert (top(state).printed, top(state).step) == (True, step)


@pytest.mark.rule("S27.1", "S27.5")
@pytest.mark.parametrize("lang", LANGS)
def test_both_questions_of_hannas_are_asked_in_words(lang: Lang) -> None:
    state = drawn_hannas(5)
    for frame, key in ((top(state), "event_ask"), (Avow(A, 1), "avow")):
        state.stack.append(frame)
        speech = ShentSpeech(state, ("Medb", "Fand", "Nest"), lang, A)
        found, text = Prompts(state, speech).text((A,), A)
        assert found == key
        assert text.startswith("Medb: ")
        assert "{" not in text


@pytest.mark.rule("S9.11")
def test_the_only_reading_of_a_printed_rune_comes_again() -> None:
    state = happening(GALAS, 4, printed=True)
    acts.change(state, A, gains=(HERE,))
    act = top(state).act
    assert [key for key, _ in applicable(state, act)] == ["galas.blossom"]
    top(state)._replace(reading="galas.blossom")._remember(state)
    assert [key for key, _ in applicable(state, act)] == ["galas.blossom"]
    acts.change(state, A, gains=())
    assert "galas.blossom" not in dict(applicable(state, act))


# --- What is gone when it works -----------------------------------------------------------


def task_with_a_rune_played_meanwhile(number: int) -> State:
    """a names a rune of her hand for another task, and plays it against the same event."""
    state = happening(BREGED, 8)
    found = quest(state, A, runes=(GALAS, RATH))
    acts.change(state, A, hand=(NARCHAD,))
    state = play(state, B, "read", "breged.task", ())
    state = play(state, A, "target", (found, 0, NARCHAD))
    state = play(state, A, "counter", HAND, NARCHAD)
    state = play(state, C, "accept")
    return fall(play(state, A, "points", 0, 0), number)


@pytest.mark.rule("S9.7", "S31.7")
@pytest.mark.parametrize("number", range(1, 9))
def test_a_rune_that_was_played_meanwhile_makes_no_task(number: int) -> None:
    state = task_with_a_rune_played_meanwhile(number)
    assert [quest.runes for quest in state.players[A].quests] == [(GALAS, RATH)]
    assert NARCHAD not in state.players[A].hand
    assert not any(isinstance(frame, Event) for frame in state.stack)


@pytest.mark.rule("S9.7", "S20.4")
def test_no_talan_is_founded_with_what_was_spent_meanwhile() -> None:
    state = happening(GALAS, 1)
    state.stack[-1] = state.stack[-1]._replace(step="work", reading="galas.founding", target=())
    acts.change(state, A, tur=7)
    run(state)
    assert state.players[A].tur == 7
    assert not [piece for piece in state.pieces if piece.land == HERE and piece.kind == TALAN]


def test_a_position_whose_target_is_gone_can_be_kept() -> None:
    state = happening(GALAS, 1)
    event = state.stack[-1]._replace(step="work", reading="galas.founding", target=())
    acts.change(state, A, tur=7)
    assert event.sound(state, None)
    assert not event._replace(target=(3,)).sound(state, None)
    assert not event._replace(reading="rath.road").sound(state, None)
