"""Forced wins are proven as a plain look at everything would, and bots are asked about them."""

from __future__ import annotations

from typing import Any

from tools.endgames import WinningMoves, decisions, measure

from cruachan import CHANCE, load_game
from cruachan.engine.game import Decision
from cruachan.engine.kernel import KernelGame, record_game

WINNING = "4 a 9 d:red:w a@30=9+3:Air1 b@30=10+2:Lui1 c@30=11+1:Osr1 d@43=11+0:Tua1,Con1"
ENOUGH = 200
"""Positions that a plain look takes in."""


class TooLarge(Exception):
    """More than a test should look at."""


def quick(name: str) -> KernelGame[Any, Any, Any]:
    game = record_game(load_game(name))
    assert game is not None
    return game


def wins(
    game: KernelGame[Any, Any, Any], state: Any, seat: int, left: int, mover: int, looked: list[int]
) -> bool:
    """Whether a seat wins for certain: one of its moves, all of the others', all of chance."""
    looked[0] += 1
    if looked[0] > ENOUGH:
        raise TooLarge
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.winners == (seat,)
    acting = game.to_act(state)[0]
    if acting != CHANCE:
        left -= acting != seat and mover == seat
        if left < 0:
            return False
        mover = acting
    after = (
        wins(game, game.apply(state, acting, move), seat, left, mover, looked)
        for move in game.legal_moves(state, acting)
    )
    return any(after) if acting == seat else all(after)


def plainly(game: KernelGame[Any, Any, Any], decision: Decision[Any, Any], turns: int) -> list[Any]:
    looked, seat = [0], decision.seat
    return [
        move
        for move in decision.moves
        if wins(game, game.apply(decision.seen, seat, move), seat, turns - 1, seat, looked)
    ]


def test_what_is_proven_is_what_a_plain_look_finds() -> None:
    game, compared, won = quick("cambria"), 0, 0
    prover = WinningMoves(game, 1, 100_000)
    for decision in decisions(game, 2, 4, 2):
        try:
            expected = plainly(game, decision, 1)
        except TooLarge:
            continue
        assert prover.winning(decision) == expected
        compared += 1
        won += bool(expected)
    assert compared > 20
    assert won > 0


def test_a_win_is_proven_and_played() -> None:
    game = quick("hibernia")
    state = game.read_position(WINNING)
    decision = Decision(3, game.observe(state, 3), game.legal_moves(state, 3))
    winning = WinningMoves(game, 1, 10_000).winning(decision)
    assert winning == plainly(game, decision, 1) != []


def test_what_is_too_large_is_said() -> None:
    game = quick("cambria")
    decision = next(decisions(game, 2, 1, 1))
    assert WinningMoves(game, 2, 50).winning(decision) is None


def test_every_bot_is_asked_about_every_position_that_is_proven() -> None:
    found = measure(quick("cambria"), 2, 4, 1, 20_000, 3)
    assert found["proven"] > 0
    assert set(found["right"]) == {"learner", "steady", "strong", "expert", "greedy", "random"}
    assert all(0 <= right <= found["proven"] for right in found["right"].values())
    assert found["right"]["expert"] > found["right"]["random"]
