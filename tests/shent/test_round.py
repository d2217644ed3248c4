"""Round and roles, and drawing runes (S4, S5)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang, one_line, paragraphs
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.movement import AskPeace
from cruachan.games.shent.chapters.peace import Passage
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.chapters.rounds import PHASES, Round, TurnFrame
from cruachan.games.shent.components.material import BAND, FARON, GALAS, MAETH, RATH, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HIDDEN, NOWHERE, TRACK
from cruachan.games.shent.core.flow import LONGEST_TEXT, Move, run, top
from cruachan.games.shent.core.state import State, Token, until_turn
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation.position import observe
from tests.shent.play import fall, in_turn, moves, no, play, said, verbs, waits
from tests.shent.positions import far, near, put, quest

A, B, C, D = range(4)
HERE, THERE = 0, 7


def at_round(number: int, seats: int = 3, first: int = 0) -> State:
    """A table on which round `number` is about to begin."""
    state = in_turn(seats=seats)
    state.first = first
    state.round = state.clock = number - 1
    state.stack = [Round()]
    return state


def begins(state: State, seat: int = A) -> State:
    """The turn of a seat begins."""
    state.stack = [Round(), TurnFrame(seat)]
    run(state)
    return state


def told(state: State) -> State:
    """The round event is galas 1, and is told."""
    state = fall(state, GALAS, 1)
    return play(state, top(state).seat, "tell", 0)


# --- The round ----------------------------------------------------------------------------


@pytest.mark.rule("S4.1")
def test_a_turn_for_each_in_the_order_of_seats() -> None:
    state = at_round(1, first=B)
    run(state)
    assert (state.round, state.clock) == (1, 1)
    state = told(state)
    for seat in (B, C, A):
        assert (state.active, waits(state)) == (seat, (seat,))
        state = play(state, seat, "march")
        state = play(play(state, seat, "done"), seat, "done")
    assert (state.round, state.clock) == (2, 2)


@pytest.mark.rule("S4.2")
def test_terms_are_counted_by_the_round_stone() -> None:
    state = at_round(5)
    state.tokens = [Token(TokenKind.WALL, HERE, 3, until=6), Token(TokenKind.MIST, HERE, until=8)]
    run(state)
    assert [token.kind for token in state.tokens] == ["wall", "mist"]
    acts.advance_clock(state, 1)
    assert [token.kind for token in state.tokens] == ["mist"]
    assert (state.round, state.clock) == (5, 6)


@pytest.mark.rule("S4.5")
@pytest.mark.parametrize(("number", "reader"), [(1, B), (2, C), (3, A), (4, B)])
def test_the_reader_of_the_round(number: int, reader: int) -> None:
    state = at_round(number, first=B)
    run(state)
    assert isinstance(top(state), RoundEvent)
    assert top(state).seat == reader


# --- Roles --------------------------------------------------------------------------------


@pytest.mark.rule("S4.3")
@pytest.mark.parametrize(
    ("seats", "narrator", "administrator", "referee"),
    [(2, 1, 1, 1), (3, 1, 2, 2), (4, 1, 3, 2), (6, 1, 5, 2)],
)
def test_roles(seats: int, narrator: int, administrator: int, referee: int) -> None:
    state = in_turn(seats=seats)
    assert role(state, "narrator") == narrator
    assert role(state, "administrator") == administrator
    assert role(state, "referee") == referee


@pytest.mark.rule("S4.4")
def test_a_role_passes_to_the_next_who_is_no_party() -> None:
    state = in_turn(seats=4)
    put(state, "faron", HERE, B)
    assert role(state, "narrator", HERE) == C
    state.markers[HERE] = C
    assert role(state, "narrator", HERE) == D
    assert role(state, "narrator", near(state, HERE)[0]) == B
    assert role(state, "narrator", HERE, D) == B
    assert role(state, "administrator", NOWHERE, D) == B


# --- The turn -----------------------------------------------------------------------------


@pytest.mark.rule("S4.6")
def test_the_phases_of_a_turn() -> None:
    state = in_turn()
    state.markers[HERE] = A
    put(state, "faron", HERE, A)
    foe = put(state, "dru", HERE)
    phases = [top(state).phase]
    state = play(state, A, "march")
    phases.append(top(state).phase)
    state = play(state, A, "done")
    phases.append(top(state).phase)
    assert no(state, A, "done") == "S10.1"
    acts.lay(state, Token(TokenKind.CAPTIVE, HERE, 5, pieces=(foe,)))
    run(state)
    phases.append(top(state).phase)
    assert phases == ["prepare", "move", "contest", "move2"]
    tur = state.players[A].tur
    state = play(state, A, "done")
    assert state.players[A].tur > tur
    assert no(state, A, "march") == "not now"


@pytest.mark.rule("S4.7")
def test_preparations_have_an_order() -> None:
    state = in_turn()
    state.markers[HERE] = A
    acts.change(state, A, tur=30, hand=(GALAS, BAND, RATH, MAETH))
    bought = fall(play(state, A, "buy"), GALAS)
    assert no(bought, A, "buy") == ""
    declared = play(bought, A, "declare", "secret", GALAS, BAND)
    declared = play(declared, A, "free")
    assert no(declared, A, "buy") == "S4.7"
    assert no(declared, A, "declare", "secret", RATH, MAETH) == ""
    placed = play(declared, A, "place", FARON, HERE)
    assert no(placed, A, "buy") == "S4.7"
    assert no(placed, A, "declare", "secret", RATH, MAETH) == "S4.7"
    assert top(play(placed, A, "march")).phase == "move"


@pytest.mark.rule("S4.8")
def test_figures_come_back_into_the_land_they_left() -> None:
    state = in_turn()
    one = put(state, "faron", HERE, A)
    acts.send_off(state, [one], 3)
    assert state.pieces[one].land == TRACK
    state.clock += 2
    assert begins(state.copy()).pieces[one].land == TRACK
    state.clock += 1
    state = begins(state)
    assert (state.pieces[one].land, top(state).phase) == (HERE, "prepare")
    assert not state.turn.entered


@pytest.mark.rule("S4.8")
def test_the_track_has_ten_places() -> None:
    state = in_turn()
    one = put(state, "faron", HERE, A)
    acts.send_off(state, [one], 14)
    assert state.pieces[one].back == state.clock + 10


@pytest.mark.rule("S4.8")
def test_where_others_stand_they_are_placed_together() -> None:
    state = in_turn()
    pair = [put(state, "gollor", HERE, A), put(state, "maethor", HERE, A)]
    third = put(state, "faron", far(state, HERE, 2), A)
    acts.send_off(state, [*pair, third], 1)
    put(state, "faron", HERE, B)
    own = near(state, HERE)[:2]
    for land in own:
        state.markers[land] = A
    state.clock += 1
    state = begins(state)
    assert (waits(state), verbs(state, A)) == ((A,), ("return",))
    assert said(state, A, "return") == [(land,) for land in sorted(own)]
    assert no(state, A, "return", HERE) == "S4.8"
    tur = state.players[A].tur
    state = play(state, A, "return", own[0])
    assert [state.pieces[piece].land for piece in pair] == [own[0]] * 2
    assert state.pieces[third].land == far(state, HERE, 2)
    assert (state.players[A].tur, top(state).phase) == (tur, "prepare")


@pytest.mark.rule("S4.8", "S8.4")
def test_an_ally_that_comes_back_alone_is_a_foe() -> None:
    state = in_turn()
    ally = put(state, "adan", HERE, A)
    acts.send_off(state, [ally], 1)
    state.clock += 1
    state = begins(state)
    assert (state.pieces[ally].land, state.pieces[ally].leader) == (HERE, NOBODY)


@pytest.mark.rule("S4.8")
def test_foes_come_back_when_the_round_begins() -> None:
    state = at_round(5)
    foe = put(state, "dru", HERE)
    acts.send_off(state, [foe], 1)
    run(state)
    assert (state.pieces[foe].land, state.pieces[foe].leader) == (HERE, NOBODY)


@pytest.mark.rule("S4.9")
def test_magic_and_a_hired_dragon_last_until_the_next_turn() -> None:
    state = in_turn()
    dragon = put(state, "urlug", HERE, A, fought=True)
    state.tokens = [
        Token(TokenKind.WALL, HERE, 3, until=until_turn(A)),
        Token(TokenKind.WALL, 1, 3, until=99),
    ]
    other = begins(state.copy(), B)
    assert (other.pieces[dragon].leader, len(other.tokens)) == (A, 2)
    state = begins(state)
    assert state.pieces[dragon].kind == URLUG
    assert (state.pieces[dragon].leader, state.pieces[dragon].fought) == (NOBODY, False)
    assert [token.land for token in state.tokens] == [1]


@pytest.mark.rule("S4.9")
def test_a_hired_dragon_on_the_track_is_a_foe_too() -> None:
    state = in_turn()
    dragon = put(state, "urlug", HERE, A)
    acts.send_off(state, [dragon], 1)
    state.clock += 1
    state = begins(state)
    assert (state.pieces[dragon].leader, state.pieces[dragon].land) == (NOBODY, TRACK)
    assert not isinstance(top(state), Homecoming)


@pytest.mark.rule("S4.10")
@pytest.mark.parametrize("phase", ["prepare", "move", "move2"])
def test_others_may_speak_while_the_active_player_decides(phase: str) -> None:
    state = in_turn(phase)
    number = quest(state, B)
    own = ("claim", "end", "forsake", "wish", "name", "solve", "plan", "tick")
    assert verbs(state, B)[: len(own)] == own
    state = play(state, B, "wish", "always")
    assert state.players[B].wish == "always"
    assert play(state, B, "forsake", number).players[B].quests == ()
    assert waits(state) == (A,)


@pytest.mark.rule("S4.10")
def test_nobody_speaks_in_the_middle_of_something() -> None:
    state = in_turn("events")
    number = quest(state, C)
    state.stack.append(Passage(A, ((HERE, B),)))
    assert verbs(state, C) == ()
    assert no(state, C, "forsake", number) == "not now"


@pytest.mark.rule("S4.11")
def test_answers_lie_sealed_until_all_have_answered() -> None:
    state = in_turn("events", seats=4)
    put(state, "faron", HERE, A)
    for seat in (B, C):
        put(state, "faron", HERE, seat)
    state.markers[HERE] = B
    state.markers[THERE] = C
    put(state, "faron", THERE, A)
    put(state, "faron", THERE, C)
    state.stack.append(Passage(A, ((HERE, B), (THERE, C))))
    state = play(state, B, "refuse", HERE)
    assert waits(state) == (C,)
    assert top(observe(state, A)).answers == ((HERE, B, HIDDEN),)
    assert top(observe(state, B)).answers == ((HERE, B, "refuse"),)
    assert state.markers[HERE] == B
    assert play(state, C, "peace", THERE).markers[HERE] == NOBODY
    state.stack[-1] = AskPeace(A, 0, HERE, (B, C), ((B, False),))
    assert top(observe(state, C)).answers == ((B, HIDDEN),)


@pytest.mark.rule("S8.9")
@pytest.mark.parametrize("lang", LANGS)
def test_a_host_who_comes_home_refuses_those_who_stand_there(lang: Lang) -> None:
    """And it is not told that she refused herself."""
    state = in_turn("events")
    for seat in (A, B):
        put(state, "faron", HERE, seat)
    state.markers[HERE] = A
    state.stack.append(Passage(A, ((HERE, A),)))
    game, move = SHENT(state.board), Move("refuse", (HERE,))
    after = game.apply(state, A, move)
    told = game.presentation.tell(state, A, move, after, None, ("Ana", "Ben", "Cu"), lang)
    assert "Ana" in told
    assert "Ben" in told


@pytest.mark.rule("S4.12")
def test_what_people_write_is_short() -> None:
    assert LONGEST_TEXT == 2000


@pytest.mark.rule("S4.12")
def test_what_people_write_has_paragraphs() -> None:
    assert one_line("ein\tWort \x1b[2J\nund noch eins") == "ein Wort [2J und noch eins"
    state = at_round(1)
    run(state)
    state = fall(state, GALAS, 1)

    def tell(words: str) -> str:
        against = rulings.no(state, A, Move("tell", (0,), words))
        return against.rule if against else ""

    assert tell("Das Korn stand hoch.") == ""
    assert tell("x" * 2000) == ""
    assert tell("x" * 2001) == "S4.12"
    assert tell("eins\nzwei\n\ndrei") == ""
    for wrong in ("eins\n\n\nzwei", "eins \nzwei", "eins\tzwei", "\x1b[2J", "eins¶zwei"):
        assert tell(wrong) == "S4.12"
        assert tell(paragraphs(wrong)) == ""


# --- Drawing runes (S5) -------------------------------------------------------------------


@pytest.mark.rule("S5.1")
def test_runes_for_five_each() -> None:
    state = in_turn()
    state = fall(play(state, A, "buy"), RATH)
    state = fall(play(state, A, "buy"), RATH)
    assert (state.players[A].tur, state.players[A].hand) == (0, (RATH, RATH))
    assert state.bag[RATH] == 2
    assert no(state, A, "buy") == "S5.1"


@pytest.mark.rule("S5.1")
def test_runes_are_bought_only_in_the_preparations() -> None:
    for phase, names in PHASES.items():
        assert ("buy" in names) == (phase == "prepare")


@pytest.mark.rule("S5.2")
def test_how_many_runes_all_know_which_only_the_owner() -> None:
    state = in_turn()
    acts.change(state, A, hand=tuple(rune for rune in range(16)))
    assert len(observe(state, B).players[A].hand) == 16
    assert set(observe(state, B).players[A].hand) == {HIDDEN}
    assert observe(state, A).players[A].hand == tuple(range(16))
    assert {move.verb for move in moves(state, A)} >= {"declare", "cast"}
