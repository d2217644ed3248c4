"""What the dice owed a player.

For every roll, each face is judged by what a greedy turn makes of it. The luck of a roll is the
worth of the face that fell less the mean over all faces, in the game's own unit (steps or
points); that of a game is their sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from cruachan.bots.judgement import Judgement, judgement
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame, as_table
from cruachan.engine.match import Match


@dataclass(frozen=True)
class SeatLuck:
    """The rolls of one seat, and how much more than the average they were worth to it."""

    seat: int
    rolls: int
    worth: float


def luck(match: Match[Any, Any]) -> list[SeatLuck]:
    """The luck of each seat's dice so far."""
    game = cast(KernelGame[Any, Any, Any], match.game)
    judge = judgement(game.name, game.kernel)
    rolls = [0] * len(match.players)
    total = [0.0] * len(match.players)
    for number, ply in enumerate(match.history):
        if ply.seat != CHANCE or not game.rolls:
            continue
        seat = game.kernel.to_act(match.state_at(number + 1))
        if seat >= 0:
            rolls[seat] += 1
            total[seat] += _roll_luck(game, judge, match.state_at(number), seat, ply.move)
    return [SeatLuck(seat, rolls[seat], total[seat]) for seat in range(len(match.players))]


def _roll_luck(
    game: KernelGame[Any, Any, Any], judge: Judgement, state: Any, seat: int, fell: int
) -> float:
    faces = game.legal_moves(state, CHANCE)
    weights = game.chances(state)
    worth = {
        face: judge.turn_worth(game.board_tables, as_table(game.apply(state, CHANCE, face)), seat)
        for face in faces
    }
    mean = sum(worth[f] * w for f, w in zip(faces, weights, strict=True)) / sum(weights)
    return float(worth[fell] - mean)
