"""Many games of plain Python between bots, in several processes, the same for the same seed."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Generator, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from cruachan.arena.pending import PendingWork
from cruachan.arena.tally import MOST_ROUNDS, BlockTally, Tally, way_of, ways_of
from cruachan.bots import load_bot, table_options
from cruachan.engine.game import CHANCE, NOBODY, Decision, Game, Options
from cruachan.games import GAMES

if TYPE_CHECKING:
    from cruachan.arena.cluster import ComputeCluster


@dataclass(frozen=True)
class PlayedGame(BlockTally):
    """One game: besides the result what happened in it."""

    counts: Counter[str]
    slowest: float
    """The longest that anybody's legal moves took to list, in seconds."""
    seconds: float


@dataclass
class PythonTally(Tally):
    """The sum of the games played so far, with the time they took."""

    counts: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    longest: float = 0.0
    """The slowest list of legal moves, and the longest game, in seconds."""

    def add(self, other: BlockTally) -> None:
        super().add(other)
        assert isinstance(other, PlayedGame)
        self.counts += other.counts
        self.slowest = max(self.slowest, other.slowest)
        self.longest = max(self.longest, other.seconds)

    def report(self) -> dict[str, Any]:
        """The tally as plain data."""
        return super().report() | {
            "longest_game_seconds": round(self.longest, 2),
            "slowest_legal_moves_ms": round(1000 * self.slowest, 1),
        }


class Watcher:
    """Watches one game and says what is counted; a game's room here may have one of its own."""

    tally: type[PythonTally] = PythonTally

    def seen(self, seat: int, move: Any, after: Any) -> Iterable[str]:
        """What a move is counted as."""
        return ()

    def over(self) -> Iterable[str]:
        """What is counted when the game is over."""
        return ()


def watcher(game: Game[Any, Any]) -> type[Watcher]:
    """Return the statistics that watch a game."""
    own = GAMES[game.name].statistics if game.name in GAMES else None
    return Watcher if own is None else own


def play_one(
    kind: type[Game[Any, Any]],
    board: Any,
    seats: int,
    options: Options,
    kinds: tuple[str, ...],
    seed: str,
    start: Any = None,
) -> PlayedGame:
    """One game from the first lot, or from a position, to its end."""
    game, rng = kind(board), Random(seed)
    bots = [load_bot(each, game) for each in kinds]
    watches = watcher(game)()
    state = game.setup(seats, options) if start is None else start
    counts: Counter[str] = Counter()
    moves = 0
    slowest = 0.0
    begun = perf_counter()
    while waiting := game.to_act(state):
        seat = waiting[0]
        asked = process_time()
        legal = game.legal_moves(state, seat)
        slowest = max(slowest, process_time() - asked)
        if seat == CHANCE:
            move = rng.choices(legal, game.chances(state))[0]
        else:
            move = bots[seat].choose(Decision(seat, game.observe(state, seat), legal), rng)
        state = game.apply(state, seat, move)
        counts.update(watches.seen(seat, move, state))
        moves += 1
    counts.update(watches.over())
    return _result(game, state, seats, moves, counts, slowest, perf_counter() - begun)


def _result(
    game: Game[Any, Any],
    state: Any,
    seats: int,
    moves: int,
    counts: Counter[str],
    slowest: float,
    seconds: float,
) -> PlayedGame:
    ways = ways_of(game)
    sizes = (seats, seats, len(ways), MOST_ROUNDS)
    wins, order_wins, ends, lengths = (np.zeros(size, np.int64) for size in sizes)
    outcome = game.outcome(state)
    assert outcome is not None
    if len(outcome.winners) == 1:
        winner = outcome.winners[0]
        wins[winner] = 1
        starter = game.starter(state)
        if starter != NOBODY:
            order_wins[(winner - starter) % seats] = 1
    ends[ways.index(way_of(game, state, outcome))] = 1
    lengths[min(game.when(state).round, MOST_ROUNDS - 1)] = 1
    return PlayedGame(1, moves, wins, order_wins, lengths, ends, counts, slowest, seconds)


def pool_of(cores: int, cluster: ComputeCluster | None) -> AbstractContextManager[Executor]:
    """Where games are played: in processes of this machine, or on a cluster, which stays."""
    if cluster is not None:
        return nullcontext(cluster)
    return ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"))


def simulate(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int,
    bots: tuple[str, ...],
    options: Options,
    start: Any = None,
    cluster: ComputeCluster | None = None,
) -> Generator[PythonTally, None, None]:
    """Play games; yields the running tally until all are played or nobody listens any more."""
    chosen = game.complete(seats, {**table_options(game), **options})
    tally = watcher(game).tally(game.name, seats, seed, bots, ways_of(game))
    begun = perf_counter()
    cores = cluster.cores if cluster else os.cpu_count() or 1
    numbers = iter(range(games))
    pending = PendingWork[PlayedGame]()
    with pool_of(cores, cluster) as pool:
        try:
            while True:
                for number in numbers:
                    table = type(game), game.board, seats, chosen, bots, f"{seed} {number}", start
                    pending.submit(pool, play_one, *table)
                    if len(pending) >= 2 * cores:
                        break
                if not pending:
                    return
                tally.add(pending.take())
                tally.seconds = perf_counter() - begun
                yield tally
        finally:
            pending.cancel()
