"""The greedy bot of Gallia Cisalpina sees what its seat sees, and both ends of the table alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from cruachan.bots import GreedyBot
from cruachan.bots.judgement import judgement
from cruachan.engine import record
from cruachan.engine.bits import bit
from cruachan.engine.game import Decision
from cruachan.engine.kernel import as_table, dice
from cruachan.games.gallia import moves
from cruachan.games.gallia.cards import load
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.moves import decode, marching, taking_off
from cruachan.games.gallia.state import CARDS, DICE, NOWHERE, State

GAME = Gallia(load())
BOT = GreedyBot(GAME)
JUDGE = judgement(GAME.name, GAME.kernel)
GAMES = 4


def tables() -> Iterator[tuple[State, int]]:
    """The positions of games by lot in which a player decides between several moves."""
    rng = Random(8)
    for number in range(GAMES):
        state = GAME.setup(2, {"strict": ("no", "yes")[number % 2]})
        while acting := GAME.to_act(state):
            legal = GAME.legal_moves(state, acting[0])
            if acting[0] >= 0 and len(legal) > 1:
                yield state, acting[0]
            state = GAME.apply(state, acting[0], rng.choice(legal))


def rated(state: State, seat: int) -> dict[int, float]:
    """What the moves are worth in a simulation, which holds the true table."""
    legal = np.array(GAME.legal_moves(state, seat), np.int16)
    table, worth = as_table(state), np.zeros(len(legal), np.float64)
    JUDGE.rate(GAME.board_tables, table, legal, len(legal), table.copy(), worth)
    return dict(zip(legal.tolist(), worth.tolist(), strict=True))


def asked(state: State, seat: int) -> Decision[State, int]:
    """What a bot at the table is given."""
    return Decision(seat, GAME.observe(state, seat), GAME.legal_moves(state, seat))


def redealt(state: State, seat: int, rng: Random) -> State:
    """The same table to this seat, with other backs where it has not looked."""
    other = GAME.determinize(GAME.observe(state, seat), rng)
    assert record.same(GAME.observe(other, seat), GAME.observe(state, seat))
    return other


def test_a_simulation_rates_as_the_bot_at_the_table_does() -> None:
    """From the true table what that one makes of what it sees."""
    for state, seat in tables():
        assert dict(BOT.rate(asked(state, seat))) == rated(state, seat)


@pytest.mark.rule("G10.1")
def test_backs_that_a_seat_has_not_seen_change_nothing() -> None:
    """Whatever lies there; it would matter to one who could look, where an oppidum is built."""
    rng = Random(9)
    redeals = 0
    for state, seat in tables():
        other = redealt(state, seat, rng)
        redeals += not record.same(other, state)
        assert rated(other, seat) == rated(state, seat)
    assert redeals > 50


@pytest.mark.rule("G10.1")
def test_a_land_only_the_other_has_scouted_is_built_on_in_hope() -> None:
    """The richest back under it is worth no more than the poorest."""
    best = []
    for back in ("2-5", "4-2"):
        state = GAME.read_position(f"n a 12 a:turn Med4,Ins5 Ari5 Ins={back}b")
        worth = rated(state, 0)
        best.append(worth[GAME.read_move(state, 0, "build Ins")])
        known = GAME.read_position(f"n a 12 a:turn Med4,Ins5 Ari5 Ins={back}a")
        assert rated(known, 0) != worth
    assert best[0] == best[1]


def half_turn(state: State) -> State:
    """The table seen from the other end, where the players have changed places."""
    other = record.copy(state)
    other.past_a[:] = other.past_b[:] = 0
    for die in range(2 * DICE):
        there = (die + DICE) % (2 * DICE)
        other.card[there] = NOWHERE if state.card[die] == NOWHERE else across(state.card[die])
        other.pips[there], other.done[there] = state.pips[die], state.done[die]
    for card in range(CARDS):
        other.back[across(card)] = state.back[card]
    for name in ("oppida", "turned", "shown"):
        setattr(other, name, mirrored(getattr(state, name)))
    other.knows[0], other.knows[1] = mirrored(state.knows[1]), mirrored(state.knows[0])
    other.turn, other.start = 1 - state.turn, 1 - state.start
    for name in ("source", "target", "look"):
        setattr(other, name, across(getattr(state, name)))
    return other


def across(card: int) -> int:
    """The card in its place at the other end."""
    return CARDS - 1 - int(card)


def mirrored(cards: int) -> int:
    """A set of cards at the other end."""
    return sum(bit(across(card)) for card in range(CARDS) if int(cards) & bit(card))


def same_move(move: int) -> int:
    """A move as it is made at the other end."""
    moved = decode(move)
    if moved.kind == moves.MARCH:
        return marching(across(moved.card), moved.pips, (moved.number + 2) % 4)
    if moved.kind == moves.TAKE_OFF:
        return taking_off(across(moved.card), moved.pips, moved.number)
    if moved.kind in (moves.LOOK, moves.TURN_CARD):
        return moved.kind + across(moved.card)
    return move


def test_both_ends_of_the_table_are_the_same_to_it() -> None:
    """To the last digit, else the lot would not decide between equal moves."""
    rng = Random(10)
    for state, seat in tables():
        here = record.copy(state)
        here.past_a[:] = here.past_b[:] = 0
        order = rng.sample(range(DICE), DICE)
        there = half_turn(here)
        for field in (there.card, there.pips, there.done):
            field[:DICE] = field[:DICE][order]
        worth = {same_move(move): rate for move, rate in rated(here, seat).items()}
        assert rated(there, 1 - seat) == worth, GAME.write_position(state)


def test_the_lot_decides_between_equal_moves() -> None:
    """To the east or to the south out of the corner: each about as often, in both ways to play."""
    state = GAME.read_position("n a 0 a:turn Med4 Ari5 -")
    worth = rated(state, 0)
    equals = [move for move, rate in worth.items() if rate == max(worth.values())]
    assert len(equals) > 1
    rng, table, source = Random(3), as_table(state), dice(3)
    legal = np.array(list(worth), np.int16)
    at_the_table = [BOT.choose(asked(state, 0), rng) for _ in range(400)]
    simulated = [
        JUDGE.choose(GAME.board_tables, table, legal, len(legal), table.copy(), source)
        for _ in range(400)
    ]
    for chosen in (at_the_table, simulated):
        assert all(chosen.count(move) > 250 / len(equals) for move in equals)
        assert set(chosen) == set(equals)
