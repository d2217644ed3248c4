"""Many games of SHENT between bots, in several processes, the same for the same seed."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

from cruachan.arena.simulate import MOST_ROUNDS, Block, Tally
from cruachan.bots.shent import ShentBot
from cruachan.engine.game import CHANCE, Options
from cruachan.games.shent.box.board import Board
from cruachan.games.shent.box.material import RUNES
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.readings import Reading

WAYS = ("goal", "limit")
BOTS_LIMIT = "30"
"""[S3.7] The limit when only bots play and nobody says otherwise."""


@dataclass(frozen=True)
class Told(Block):
    """One game: besides the result what happened in it."""

    counts: Counter[str]
    slowest: float
    """The longest that anybody's legal moves took to list, in seconds."""
    seconds: float


@dataclass
class TaleTally(Tally):
    """The sum of the games played so far, with quests, contests and readings."""

    counts: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    longest: float = 0.0
    """The slowest list of legal moves, and the longest game, in seconds."""

    def add(self, other: Block) -> None:
        super().add(other)
        assert isinstance(other, Told)
        self.counts += other.counts
        self.slowest = max(self.slowest, other.slowest)
        self.longest = max(self.longest, other.seconds)

    def report(self) -> dict[str, Any]:
        """The tally as plain data."""
        return super().report() | {
            "longest_game_seconds": round(self.longest, 2),
            "slowest_legal_moves_ms": round(1000 * self.slowest, 1),
            "goal_share": round(int(self.ends[0]) / max(1, self.games), 4),
            "quests": self._of("quests"),
            "quests_per_player": [
                round(self.counts[f"seat.{seat}"] / max(1, self.games), 3)
                for seat in range(self.seats)
            ],
            "contests": self._of("contest"),
            "readings": {
                rune: {
                    reading.key.split(".")[1]: self.counts[f"reading.{reading.key}"]
                    for reading in Reading.OF[index]
                }
                for index, rune in enumerate(RUNES)
            },
        }

    def _of(self, group: str) -> dict[str, int]:
        head = f"{group}."
        found = {key[len(head) :]: n for key, n in self.counts.items() if key.startswith(head)}
        return dict(sorted(found.items(), key=lambda item: -item[1]))


def play_one(board: Board, seats: int, options: Options, kinds: tuple[str, ...], seed: str) -> Told:
    """One game from the first lot to its end."""
    game, rng = SHENT(board), Random(seed)
    bots = [ShentBot(game, kind) for kind in kinds]
    state = game.setup(seats, options)
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
            move = bots[seat].decide(game.sight(state, seat), seat, legal, rng, [])
        if move.verb in ("read", "choose"):
            counts[f"reading.{move.args[0]}"] += 1
        state = game.apply(state, seat, move)
        moves += 1
        _count(state, counts)
    wins, ends, lengths = (np.zeros(n, np.int64) for n in (seats, len(WAYS), MOST_ROUNDS))
    wins[state.outcome[0]] = 1
    ends[0 if state.won else 1] = 1
    lengths[min(state.round, MOST_ROUNDS - 1)] = 1
    return Told(1, moves, wins, lengths, ends, counts, slowest, perf_counter() - begun)


def _count(state: State, counts: Counter[str]) -> None:
    """What the last move brought about."""
    for deed in state.deeds:
        if deed.what == "fulfilled":
            aim = deed.more[0].aim
            counts[f"quests.{aim.kind if aim else 'free'}"] += 1
            counts[f"seat.{deed.seat}"] += 1
        elif deed.what == "measured":
            counts[f"contest.{deed.more[0]}"] += 1


def simulate(
    game: SHENT, seats: int, games: int, seed: int, bots: tuple[str, ...], options: Options
) -> Generator[TaleTally, None, None]:
    """Play games; yields the running tally until all are played or nobody listens any more."""
    chosen = game.complete(seats, {"limit": BOTS_LIMIT, **options})
    tally = TaleTally(game.name, seats, seed, bots, WAYS)
    begun = perf_counter()
    cores = os.cpu_count() or 1
    numbers = iter(range(games))
    pending: set[Future[Told]] = set()
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                for number in numbers:
                    key = f"{seed} {number}"
                    pending.add(pool.submit(play_one, game.board, seats, chosen, bots, key))
                    if len(pending) >= 2 * cores:
                        break
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    tally.add(future.result())
                    tally.seconds = perf_counter() - begun
                    yield tally
        finally:
            for future in pending:
                future.cancel()
