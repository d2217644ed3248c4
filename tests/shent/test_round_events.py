"""Round events in play: drawn, told, and felt in the turns of the round (S19)."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    CALAD,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RATH,
    RHACH,
    RIM,
    THURINAS,
    TULU,
    half,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import Move, run, top
from cruachan.games.shent.core.presence import locked, must_fight
from cruachan.games.shent.core.state import Quest, State, Token, in_peace, tokens
from cruachan.games.shent.game import SHENT
from tests.shent.arena import bids, field, fight, find, give, lands, pair
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, quest

A, B, C = range(3)
SKY = lands(0)
HERE = SKY[0]
BESIDE = BOARD.near[HERE][0]


def dawn(rune: int, *drawn: int) -> State:
    """A round begins; its event is drawn and told."""
    state = in_turn()
    state.stack = [Round()]
    run(state)
    state = fall(state, rune, *drawn)
    (reader,) = waits(state)
    return play(state, reader, "tell", 0)


def under(rune: int, strength: int, phase: str = "prepare") -> State:
    """a's turn in a round with this event; a is of light, so that the sky gives her no steps."""
    state = in_turn(phase)
    state.weather = (rune, strength)
    acts.change(state, A, element=CALAD)
    return state


@pytest.mark.rule("S19.1", "S1.5", "S4.5")
def test_a_rune_and_a_number_are_drawn_and_told_by_the_reader() -> None:
    state = in_turn()
    state.stack = [Round()]
    acts.change(state, C, wish="always")
    give(state, C, NARCHAD, wish="always")
    run(state)
    assert (waits(state), verbs(state, CHANCE)) == ((CHANCE,), ("rune",))
    state = fall(state, GALAS, 5)
    assert verbs(state, waits(state)[0]) == ("tell", "soften")
    assert sum(state.bag) == 63
    state = play(state, waits(state)[0], "tell", 0)
    assert state.weather == (GALAS, 5)
    assert [player.tur for player in state.players] == [12, 12, 12]
    assert isinstance(top(state), TurnFrame)


@pytest.mark.rule("S19.1")
def test_it_lasts_until_the_next_round_begins() -> None:
    state = dawn(IDH, 3)
    for _ in range(3):
        assert state.weather == (IDH, 3)
        seat = state.active
        for verb in ("march", "done", "done"):
            if verb in verbs(state, seat):
                state = play(state, seat, verb)
    assert (waits(state), state.round) == ((CHANCE,), 3)
    assert state.weather[0] < 0


@pytest.mark.rule("S19.2", "S19.3", "S19.13", "S19.17")
def test_what_happens_at_once() -> None:
    assert [player.tur for player in dawn(NARCHAD, 8).players] == [7, 7, 7]
    assert (dawn(BREGED, 6).sky, dawn(RHACH, 6).sky) == (1, 5)


@pytest.mark.rule("S19.4", "S12.2")
def test_band_closes_lands_for_the_first_movement_only() -> None:
    state = under(BAND, 4)
    maethor = put(state, "maethor", HERE, A)
    free = put(state, "maethor", next(n for n in BOARD.near[HERE] if n not in SKY), A)
    state = play(state, A, "march")
    assert no(state, A, "step", maethor, BESIDE) == "S19.4"
    assert any(piece == free for piece, _ in said(state, A, "step"))
    state = play(state, A, "done")
    assert top(state).phase == "move2"
    assert {piece for piece, _ in said(state, A, "step")} == {maethor}


@pytest.mark.rule("S19.5")
def test_rath_gives_a_step_to_all_figures_under_the_sky() -> None:
    state = under(RATH, 4)
    other = next(n for n in range(len(BOARD.lands)) if n not in SKY)
    pieces = [put(state, kind, HERE, A) for kind in ("faron", "maethor", "dru")]
    pieces.append(put(state, "maethor", other, A))
    state = play(state, A, "march")
    assert [state.pieces[piece].steps for piece in pieces] == [3, 2, 2, 1]


def entering(state: State) -> State:
    """a's faron enters a land of b in which b stands."""
    state.markers[BESIDE] = B
    put(state, "faron", BESIDE, B)
    faron = put(state, "faron", HERE, A)
    state = play(play(state, A, "march"), A, "step", faron, BESIDE)
    return play(state, A, "done")


@pytest.mark.rule("S19.6")
def test_maeth_lets_nobody_grant_or_offer_peace() -> None:
    state = entering(under(MAETH, 3))
    assert no(state, B, "peace", BESIDE) == "S19.6"
    assert no(state, B, "refuse", BESIDE) == ""
    second = under(MAETH, 3, "move2")
    faron = put(second, "faron", HERE, A, steps=1)
    put(second, "faron", BESIDE, B)
    assert no(second, A, "step", faron, BESIDE) in ("S12.4", "S19.6")
    acts.make_peace(second, BESIDE, A, B)
    assert no(second, A, "step", faron, BESIDE) == ""


@pytest.mark.rule("S19.7")
def test_gwend_lets_nobody_refuse() -> None:
    state = entering(under(GWEND, 3))
    assert in_peace(state, BESIDE, A, B)
    assert state.markers[BESIDE] == B


@pytest.mark.rule("S19.8")
def test_thurinas_lays_a_legend_by_lot() -> None:
    state = dawn(THURINAS, 4, 7)
    assert [(token.land, token.strength) for token in tokens(state, TokenKind.LEGEND)] == [(7, 4)]
    full = in_turn()
    full.stack = [Round()]
    full.tokens = [Token(TokenKind.LEGEND, land, 1, other=1) for land in range(6)]
    run(full)
    full = fall(full, THURINAS, 4)
    assert verbs(full, waits(full)[0]) == ("tell", "soften")
    assert len(tokens(play(full, waits(full)[0], "tell", 0), TokenKind.LEGEND)) == 6


@pytest.mark.rule("S19.10")
def test_nuthad_takes_a_toll_for_each_second_step() -> None:
    state = under(NUTHAD, 5, "move2")
    faron = put(state, "faron", HERE, A, steps=1)
    after = play(state, A, "step", faron, BESIDE)
    assert after.players[A].tur == 9
    acts.change(state, A, tur=0)
    assert no(state, A, "step", faron, BESIDE) == "S19.10"


@pytest.mark.rule("S19.10", "S12.4")
def test_a_step_that_does_not_happen_costs_no_toll() -> None:
    state = under(NUTHAD, 5, "move2")
    faron = put(state, "faron", HERE, A, steps=1)
    put(state, "faron", BESIDE, B)
    state = play(state, A, "step", faron, BESIDE)
    assert play(state, B, "accept").players[A].tur == 9
    assert play(state, B, "decline").players[A].tur == 10


@pytest.mark.rule("S19.11")
def test_tulu_makes_placing_cheaper_developing_not() -> None:
    state = under(TULU, 7)
    state.markers[HERE] = A
    randir = put(state, "randir", HERE, A)
    assert play(state, A, "place", FARON, HERE).players[A].tur == 10 - (5 - 3)
    assert play(state, A, "develop", randir, PETHDAN).players[A].tur == 0


@pytest.mark.rule("S19.12")
def test_idh_brings_neither_contests_nor_locks() -> None:
    state = under(IDH, 4, "move")
    maethor = put(state, "maethor", HERE, A, steps=1)
    put(state, "maethor", HERE, B)
    put(state, "dru", BESIDE)
    put(state, "faron", BESIDE, A)
    assert not locked(state, maethor)
    assert no(state, A, "step", maethor, BESIDE) == ""
    assert [land for land, _ in must_fight(state, A)] == [BESIDE]
    state.weather = (GALAS, 1)
    assert no(state, A, "step", maethor, BESIDE) == "S8.2"


@pytest.mark.rule("S19.12")
@pytest.mark.parametrize(("strength", "rule"), [(4, ""), (5, "S19.12")])
def test_idh_of_5_allows_no_second_movement(strength: int, rule: str) -> None:
    state = under(IDH, strength, "contest")
    faron = put(state, "faron", HERE, A, steps=1)
    run(state)
    assert top(state).phase == "move2"
    assert no(state, A, "step", faron, BESIDE) == rule


@pytest.mark.rule("S19.14")
def test_erthad_lets_each_join_two_figures() -> None:
    state = in_turn()
    state.stack = [Round()]
    one, two = put(state, "faron", HERE, B), put(state, "maethor", BESIDE, B)
    put(state, "dru", HERE, B)
    run(state)
    state = fall(state, ERTHAD, 3)
    state = play(state, waits(state)[0], "tell", 0)
    assert waits(state) == (B,)
    assert set(said(state, B, "gather")) == {(one, BESIDE), (two, HERE)}
    assert no(state, B, "gather", one, HERE) == "S19.14"
    moved = play(state, B, "gather", one, BESIDE)
    assert moved.pieces[one].land == BESIDE
    assert isinstance(top(moved), TurnFrame)
    assert isinstance(top(play(state, B, "pass")), TurnFrame)


@pytest.mark.rule("S19.14", "S8.2")
def test_who_is_hindered_does_not_gather() -> None:
    from cruachan.games.shent.chapters.round_events import Gather

    state = in_turn()
    state.stack.append(Gather(B))
    one, two = put(state, "faron", HERE, B), put(state, "maethor", BESIDE, B)
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, pieces=(one,), until=9))
    assert said(state, B, "gather") == [(two, HERE)]
    acts.lay(state, Token(TokenKind.GATE, HERE, other=BESIDE))
    assert waits(state) == ()


@pytest.mark.rule("S19.15")
def test_rim_takes_a_marker_off_a_bare_land() -> None:
    state = in_turn()
    state.stack = [Round()]
    for land in range(4):
        state.markers[land] = B
    put(state, "faron", 0, B)
    run(state)
    state = fall(state, RIM, 3)
    state = play(state, waits(state)[0], "tell", 0)
    assert (waits(state), said(state, B, "release")) == ((B,), [(1,), (2,), (3,)])
    assert no(state, B, "release", 0) == "S19.15"
    state = play(state, B, "release", 2)
    assert [land for land in range(6) if state.markers[land] == B] == [0, 1, 3]
    assert isinstance(top(state), TurnFrame)


@pytest.mark.rule("S19.16", "S10.9")
def test_galu_lets_each_redraw_once() -> None:
    state = field("maethor", "maethor")
    state.tokens += tokens(dawn(GALU, 2), TokenKind.LUCK)
    state = bids(pair(fight(state, B), find(state, "maethor", A), find(state, "maethor", B)))
    state = fall(state, 1, 8)
    assert waits(state) == (A,)
    state = fall(play(state, A, "redraw", 0), 7)
    assert waits(state) == (B,)
    assert not tokens(state, TokenKind.LUCK, seat=A)


@pytest.mark.rule("S19.17")
@pytest.mark.parametrize(("strength", "rule"), [(5, ""), (6, "S19.17")])
def test_rhach_of_6_allows_no_claim_but_of_the_goal(strength: int, rule: str) -> None:
    state = under(RHACH, strength)
    number = quest(state, B)
    assert no(state, B, "claim", number) == rule
    acts.change(state, B, aim=Quest(0, "secret", ()))
    assert no(state, B, "end") == ""


# --- Read otherwise (S19.18) --------------------------------------------------------------


def drawn(rune: int, *numbers: int, seats: int = 3) -> State:
    """A round event is drawn; a is to tell it."""
    state = in_turn(seats=seats)
    state.stack, state.round = [Round()], 0
    run(state)
    return fall(state, rune, *numbers)


@pytest.mark.rule("S19.18")
@pytest.mark.parametrize("rune", range(16))
@pytest.mark.parametrize("number", range(1, 9))
def test_a_round_event_may_be_milder_where_that_makes_a_difference(rune: int, number: int) -> None:
    lot = [HERE] if rune == THURINAS else []
    state = drawn(rune, number, *lot)
    thirds = {GALAS, NARCHAD, TULU}
    least = {MAETH: 5, HANNAS: 5, IDH: 5, BREGED: 6, RHACH: 6}
    differs = rune == THURINAS and number > 1
    differs |= rune in thirds and third(number) != third(half(number))
    differs |= rune in least and number >= least[rune]
    ways = [("mild",), ("story",)] if differs else [("story",)]
    assert said(state, A, "soften") == ways
    assert (no(state, A, "soften", "mild") == "") == differs


@pytest.mark.rule("S19.18")
def test_the_table_agrees_to_a_milder_round_event_or_refuses() -> None:
    state = play(drawn(NARCHAD, 8, seats=5), A, "soften", "mild")
    assert waits(state) == (1, 2, 3, 4)
    for votes, lost in (((0, 0, 1, 1), 2), ((0, 0, 0, 1), 3)):
        after = state
        for seat, vote in enumerate(votes, 1):
            after = play(after, seat, "vote", bool(vote))
        assert waits(after) == (A,)
        assert no(after, A, "soften", "story") == "not now", "once in a round"
        after = play(after, A, "tell", 0)
        assert {player.tur for player in after.players} == {10 - lost}
        assert after.weather == (NARCHAD, 4 if lost == 2 else 8)


@pytest.mark.rule("S19.18")
@pytest.mark.parametrize("lang", LANGS)
def test_a_round_event_may_be_only_a_story(lang: Lang) -> None:
    state = play(drawn(NARCHAD, 8), A, "soften", "story")
    game = SHENT(state.board)
    asked = game.presentation.view(state, B, ("Ann", "Bea", "Cid"), lang)["prompt"]
    assert "Ann" in asked
    assert "{" not in asked
    line = game.write_position(state)
    assert game.write_position(game.read_position(line)) == line
    state = play(play(state, B, "vote", True), C, "vote", False)
    after = play(state, A, "tell", 0)
    assert after.weather == (-1, 0)
    assert {player.tur for player in after.players} == {10}
    told = game.presentation.tell(
        state, A, Move("tell", (0,)), after, None, ("Ann", "Bea", "Cid"), lang
    )
    assert "narchad" in told
    said_so = game.presentation.tell(
        state, A, Move("tell", (0,), "A lean year."), after, None, (), lang
    )
    assert "A lean year." in said_so


@pytest.mark.rule("S19.18", "S4.11")
def test_bots_would_rather_not_suffer_a_bad_round_event() -> None:
    for rune, yes in ((NARCHAD, True), (GALAS, False)):
        state = play(drawn(rune, 8), A, "soften", "story")
        game = SHENT(state.board)
        decision = Decision(B, game.observe(state, B), game.legal_moves(state, B))
        assert ShentBot("strong").choose(decision, Random(1)).args == (yes,)
