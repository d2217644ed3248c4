"""Wins of a network against another, or against itself, each with so many playouts a move.

    python -m tools.thinking_time gallia --playouts 1000 --against 300 --games 200
    python -m tools.thinking_time gallia --rivals OLD.npz --playouts 300 --games 200
    python -m tools.thinking_time gallia --rivals OLD.npz --playouts 300 --against equal

prints a row for docs/bots.md: games, and the share that was won with its interval of 95 %. The
first network sits at one seat, in turn at each, the other one at all other seats. `equal` gives the
rivals as many playouts as they make in the same time, measured on positions of games between bots.
Every decision is searched with an empty tree and without proofs, so a bot of as many playouts is a
little stronger. Ctrl-C and `--minutes` end it with what was played so far.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, thread_time
from typing import Any

from tools.endgames import decisions

from cruachan.arena.tally import wilson
from cruachan.bots.network import learned
from cruachan.bots.thinking import Budget, Thinker
from cruachan.bots.weights import Weights, load_weights
from cruachan.engine.kernel import KernelGame, as_table, record_game
from cruachan.games import load_game
from cruachan.learning.iteration import SearchLearner
from cruachan.learning.learner import TrainingTable, tables

Game = KernelGame[Any, Any, Any]
EQUAL = "equal"
TIMED = 24
"""On so many positions the time of a playout is measured, every `BETWEEN`th of a game."""
BETWEEN = 7


@dataclass
class PlayoutContest:
    """A network with so many playouts against another one with its own, and what came of it."""

    game: Game
    seats: int
    playouts: int
    against: int
    games: int = 0
    won: int = 0
    drawn: int = 0

    def row(self) -> str:
        """A row of a table; a draw counts as half a win."""
        wins = self.won + self.drawn / 2
        low, high = wilson(wins, self.games)
        players = "two" if self.seats == 2 else f"one of {self.seats}"
        share = f"{100 * wins / max(1, self.games):.1f} % ({100 * low:.0f} to {100 * high:.0f})"
        pair = f"{self.playouts:,} against {self.against:,}"
        return (
            f"| {self.game.title}, {players} | {pair} | {self.games:,} | {share} | {self.drawn} |"
        )


def usual_table(game: Game, seats: int) -> TrainingTable:
    """The usual board without options."""
    return TrainingTable(game, game.board_tables, as_table(game.setup(seats, {})))


def seconds_per_playout(game: Game, seats: int, weights: list[Weights | None]) -> list[float]:
    """The processor time of a playout with each network, searched in turn on the same positions."""
    spent = [0.0] * len(weights)
    thinkers = [Thinker(game, weights=each) for each in weights]
    budget = Budget(playouts=400)
    for number, decision in enumerate(
        islice(decisions(game, seats, TIMED, 1), 0, TIMED * BETWEEN, BETWEEN)
    ):
        for which, thinker in enumerate(thinkers):
            thinker.forget()
            if number == 0:
                thinker.think(decision, budget, Random(1))
                thinker.forget()
            begun = thread_time()
            thinker.think(decision, budget, Random(number))
            spent[which] += thread_time() - begun
    return [each / TIMED / 400 for each in spent]


def played(
    contest: PlayoutContest,
    learner: SearchLearner,
    weights: list[Weights | None],
    games: int,
    seed: int,
) -> Iterator[PlayoutContest]:
    """Play games, all seats and tables in turn; yields after every few of them."""
    seats = contest.seats
    ours, theirs = (
        each.net(seats) if each else learned(contest.game.name, seats) for each in weights
    )
    each = seats * len(learner.tables)
    each *= max(1, -(-2 * (os.cpu_count() or 1) // each))
    while contest.games < games:
        won, drawn, number = learner.contest(
            ours, theirs, each, contest.playouts, contest.against, seed, contest.games
        )
        contest.won, contest.drawn = contest.won + won, contest.drawn + drawn
        contest.games += number
        yield contest


def read() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="else as many as usually play")
    parser.add_argument("--playouts", type=int, required=True, help="of the first network")
    parser.add_argument("--against", help=f"playouts of the other one, or {EQUAL}; else as many")
    parser.add_argument("--weights", type=Path, help="the first network; else the one of the game")
    parser.add_argument("--rivals", type=Path, help="the other network; else the one of the game")
    parser.add_argument("--all-tables", action="store_true", help="all boards and options in turn")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0, help="ends with what was played")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Play the contest and print its row."""
    asked = read()
    game = record_game(load_game(asked.game))
    assert game is not None
    seats, end = asked.seats or game.usual_seats(), monotonic() + 60 * asked.minutes
    files = (asked.weights, asked.rivals)
    weights = [load_weights(file, game) if file else None for file in files]
    against = asked.playouts
    if asked.against == EQUAL:
        ours, theirs = seconds_per_playout(game, seats, weights)
        against = round(asked.playouts * ours / theirs)
        print(f"{1e6 * ours:.1f} and {1e6 * theirs:.1f} µs a playout", flush=True)
    elif asked.against:
        against = int(asked.against)
    where = tables(game, seats) if asked.all_tables else [usual_table(game, seats)]
    contest = PlayoutContest(game, seats, asked.playouts, against)
    try:
        for _ in played(contest, SearchLearner(where, seats), weights, asked.games, asked.seed):
            if monotonic() > end:
                break
    except KeyboardInterrupt:
        pass
    print(contest.row())


if __name__ == "__main__":
    main()
