"""What should be on the backs of Gallia Cisalpina's cards: plays games with several sets of backs.

    .venv/bin/python -m tools.backs [--games 500] [--playouts 200]

Both seats are played by the same Monte Carlo search, which knows of the table what its seat may
know: a few hundred short playouts for every step, judged by the greedy bot's eye. Prints the tables
of docs/backs.md: for each set who wins and how, how many games are drawn, how many oppida are
built; then the strict option, and what becomes of a player who leaves the own capital empty.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import log, sqrt, tanh
from typing import Any

import numpy as np

from cruachan.engine.bits import below, bit, count
from cruachan.engine.kernel import as_table, dice
from cruachan.engine.record import Ints, rule
from cruachan.games.gallia import bots as judge
from cruachan.games.gallia import dispatch, rules
from cruachan.games.gallia.cards import CardSide, load
from cruachan.games.gallia.dice import occupied
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.moves import MARCH, decode
from cruachan.games.gallia.state import AMOUNT, CAPITALS, OVER, TURN, BoardTables, State

MOST = dispatch.KERNEL.most_moves
DEPTH = 12
"""Plies of a playout before the position is judged."""
DRAWN = 0.2
"""What a draw is worth to players who want to win."""
CURIOSITY = 0.3
TASTE = 4
"""Moves a playout chooses from."""
BLOCK = 10


@rule
def judged(board: BoardTables, state: State, seat: int) -> float:
    """From 0 (lost) to 1 (won) for a seat."""
    if state.phase == OVER:
        return DRAWN if state.won == 0 else (1.0 if state.won == seat + 1 else 0.0)
    return 0.5 + 0.48 * tanh(judge.value(board, state, seat) / 5)


@rule
def sensible(
    board: BoardTables, table: Any, moves: Ints, total: int, scratch: Any, dice: Ints
) -> int:
    """The best of a few moves taken at random: quick, and seldom foolish."""
    seat = dispatch.to_act(table[0])
    best = int(moves[below(dice, total)])
    if seat < 0:
        return best
    height = -1e9
    for _ in range(min(total, TASTE)):
        move = int(moves[below(dice, total)])
        scratch[0] = table[0]
        rules.observe(scratch[0], seat)
        dispatch.play(board, scratch[0], move)
        judge.settle(board, scratch[0])
        score = judged(board, scratch[0], seat)
        if score > height:
            best, height = move, score
    return best


@rule
def search(
    board: BoardTables, table: Any, moves: Ints, total: int, playouts: int, spare: Any, dice: Ints
) -> int:
    """The move that short sensible playouts like best (UCB1 at the root).

    They begin with what the seat sees; a back it does not know is drawn anew when a playout turns
    it. Between equal moves the lot decides: they are shuffled.
    """
    seat = dispatch.to_act(table[0])
    shuffle(moves, total, dice)
    visits, sums = np.zeros(MOST), np.zeros(MOST)
    inner = np.zeros(MOST, np.int16)
    line, scratch = spare[:1], spare[1:]
    for number in range(playouts if total > 1 else 0):
        best, height = 0, -1.0
        for index in range(total):
            score = 1e9
            if visits[index] > 0:
                spread = sqrt(log(number + 1) / visits[index])
                score = sums[index] / visits[index] + CURIOSITY * spread
            if score > height:
                best, height = index, score
        line[0] = table[0]
        rules.observe(line[0], seat)
        dispatch.play(board, line[0], moves[best])
        for _ in range(DEPTH):
            open_moves = dispatch.legal_moves(board, line[0], inner)
            if open_moves == 0:
                break
            dispatch.play(board, line[0], sensible(board, line, inner, open_moves, scratch, dice))
        visits[best] += 1
        sums[best] += judged(board, line[0], seat)
    chosen = 0
    for index in range(total):
        if visits[index] > visits[chosen]:
            chosen = index
    return int(moves[chosen])


@rule
def shuffle(moves: Ints, total: int, dice: Ints) -> None:
    """Put the first so many moves into an order by lot."""
    for index in range(total):
        other = index + below(dice, total - index)
        moves[index], moves[other] = moves[other], moves[index]


@rule
def march_out(state: State, moves: Ints, total: int, dice: Ints) -> int:
    """The step of a careless player: everybody leaves the capital; -1 when nobody is there."""
    home = CAPITALS[state.turn]
    if state.phase == AMOUNT and state.source == home:
        return int(moves[total - 1])
    if state.phase == TURN:
        shuffle(moves, total, dice)
        for index in range(total):
            move = int(moves[index])
            decoded = decode(move)
            if decoded.kind == MARCH and decoded.card == home:
                return move
    return -1


@rule
def play_games(
    board: BoardTables,
    start: Any,
    games: int,
    playouts: Ints,
    careless: int,
    dice: Ints,
    tally: Ints,
) -> None:
    """Play and count: wins of beginner and follower by lands and capital, draws, oppida, turns."""
    table = start.copy()
    spare = np.concatenate((start, start))
    moves = np.zeros(MOST, np.int16)
    for _ in range(games):
        table[0] = start[0]
        state = table[0]
        built = 0
        total = dispatch.legal_moves(board, state, moves)
        while total:
            seat = dispatch.to_act(state)
            if seat < 0:
                move = int(moves[below(dice, total)])
            else:
                move = march_out(state, moves, total, dice) if seat == careless else -1
                if move < 0:
                    move = search(board, table, moves, total, playouts[seat], spare, dice)
            before = count(state.oppida)
            dispatch.play(board, state, move)
            built += max(0, count(state.oppida) - before)
            total = dispatch.legal_moves(board, state, moves)
        if state.won == 0:
            tally[4] += 1
        else:
            winner = state.won - 1
            by_capital = (occupied(state, winner) & bit(CAPITALS[1 - winner])) != 0
            tally[2 * (winner != state.start) + by_capital] += 1
        tally[5] += built
        tally[6] += built > 0
        tally[7] += state.turns
        if state.won:
            tally[8 + state.won - 1] += 1


@dataclass(frozen=True)
class Result:
    """The tally of one set of backs."""

    games: int
    tally: Ints

    def row(self, name: str) -> str:
        """A line of the table."""
        t, n = self.tally, self.games
        first, second = t[0] + t[1], t[2] + t[3]
        decided = max(1, first + second)
        return (
            f"| {name} | {first / decided:.1%} | {second / decided:.1%} | {t[4] / n:.1%} "
            f"| {(t[1] + t[3]) / decided:.0%} | {t[6] / n:.0%} | {t[5] / n:.1f} | {t[7] / n:.0f} |"
        )


def run(
    backs: list[tuple[int, int]], strict: str, games: int, playouts: int, careless: int = -1
) -> Result:
    """Play games with one set of backs on all cores."""
    sides = tuple(CardSide(*back) for back in backs)
    game = Gallia(replace(load(), backs=sides))
    start = as_table(game.setup(2, {"strict": strict}))
    strengths = np.array([playouts, playouts], np.int64)

    def block(number: int) -> Ints:
        tally = np.zeros(10, np.int64)
        play_games(game.board_tables, start, BLOCK, strengths, careless, dice(5, number), tally)
        return tally

    with ThreadPoolExecutor() as pool:
        tallies = list(pool.map(block, range(games // BLOCK)))
    return Result(games // BLOCK * BLOCK, sum(tallies[1:], tallies[0]))


SETS = {
    "ours": [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 2), (4, 3)],
    "richer": [(2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (4, 5)],
    "walls": [(2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 2), (4, 3), (4, 4), (4, 5)],
}
HEAD = "| | beginner | follower | drawn | by capital | games with oppida | oppida | turns |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--playouts", type=int, default=200)
    options = parser.parse_args()
    games, playouts = options.games, options.playouts
    print(HEAD + "\n|---|---|---|---|---|---|---|---|")
    for name, backs in SETS.items():
        print(run(backs, "no", games, playouts).row(name), flush=True)
    print(run(SETS["ours"], "yes", games, playouts).row("ours, strict supply"), flush=True)
    for careless in range(2):
        result = run(SETS["ours"], "no", games // 5, playouts, careless)
        lost = result.tally[8 + 1 - careless]
        print(f"A careless player in seat {careless} loses {lost} of {result.games}.", flush=True)


if __name__ == "__main__":
    main()
