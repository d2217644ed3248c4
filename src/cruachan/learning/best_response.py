"""A best response by training: how much of a bot can be won by whoever learns to play against it.

A network sits at one seat, in turn at each, and bots that learn nothing at all others. It learns by
TD(lambda) as in self-play, but only from the positions after its own moves: a position does not say
who the bots are, so after the moves of all it would learn how anybody fares on average. What it
wins in the end is a lower bound of how much the bots can be exploited: more learning, or a larger
network, can only find more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cruachan.arena.levels import (
    LEVEL,
    LevelBuffers,
    LevelMemory,
    LevelRules,
    SeatedBots,
    level_rules,
    new_level_memory,
    seated,
)
from cruachan.arena.simulate import COMPILED
from cruachan.bots import levels_of, thinks_by_clock
from cruachan.bots.judgement import judgement
from cruachan.bots.network import Net, learned, learned_numbers, network
from cruachan.engine.bits import count, lowest
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import Kernel, KernelGame, as_table, dice
from cruachan.engine.record import Ints, rule
from cruachan.learning.learner import STREAMS, Learner, Learning, TrainingSchedule, TrainingTable
from cruachan.learning.selfplay import (
    MOST,
    PARTS,
    SelfPlay,
    SelfPlayBuffers,
    learn,
    make_self_play,
)

RATE, LAST_RATE = 2e-4, 2e-5
"""Smaller corrections than of a network that knows nothing."""


class Frozen(NamedTuple):
    """Bots that learn nothing, as compiled games need them."""

    net: Net
    bots: SeatedBots
    memory: LevelMemory
    stop: Ints


class BestResponseRules(NamedTuple):
    """Compiled games of a network against bots."""

    play_game: Callable[..., int]
    """(board, seat, net, buffers, frozen, others, dice, stray) -> decisions: plays the game on the
    table of the buffers to its end; leaves the decisions of the seat and the result there"""
    play: Callable[..., int]
    """(board, start, scratch, raw, seat, net, error, frozen, games, dice, stray, trace) ->
    decisions: plays games and adds the errors up"""
    contest: Callable[..., None]
    """(board, start, scratch, raw, seat, net, frozen, games, dice, wins): plays games and counts
    wins by seat, draws last"""


def can_be_exploited(game: KernelGame[Any, Any, Any]) -> tuple[str, ...]:
    """The bots against which a network can learn: those that play in machine code."""
    levels = (name for name in levels_of(game) if not thinks_by_clock(name, game))
    return *levels, *reversed(COMPILED)


def freeze(game: KernelGame[Any, Any, Any], bot: str, seats: int) -> Frozen:
    """A bot for all seats, with memory of its own."""
    kind = COMPILED.index(bot) if bot in COMPILED else LEVEL
    level = levels_of(game).get(bot, SearchLevel())
    bots = seated((kind,) * seats, (level,) * seats)
    memory = new_level_memory(game.kernel, as_table(game.setup(seats, {})), bots)
    return Frozen(learned(game.name, seats), bots, memory, np.zeros(1, np.int64))


@cache
def best_response_rules(name: str, kernel: Kernel) -> BestResponseRules:
    """The compiled games of a game's networks against its bots."""
    hand, learns = judgement(name, kernel), network(name, kernel)
    own = make_self_play(kernel, hand, learns)
    return make_best_response(kernel, own, level_rules(name, kernel))


def make_best_response(kernel: Kernel, own: SelfPlay, levels: LevelRules) -> BestResponseRules:
    """Compile games between a network and bots that learn nothing."""
    to_act, legal_moves, play_move = kernel.to_act, kernel.legal_moves, kernel.play
    winners, decide, record, evaluate = kernel.winners, own.decide, own.record, own.evaluate
    choose, new_buffers, new_level_buffers = levels.choose, own.new_buffers, levels.new_buffers

    @rule
    def one_move(
        board: Any, seat: int, total: int, at: int, net: Net, buffers: SelfPlayBuffers,
        frozen: Frozen, others: LevelBuffers, dice: Ints, stray: int,
    ) -> int:  # fmt: skip
        """Choose a move: the network at its seat, the bots elsewhere, chance for itself."""
        if to_act(buffers.table[0]) != seat:
            return int(
                choose(
                    board, buffers.table, total, frozen.net, frozen.bots, others, dice, frozen.stop
                )
            )
        legal_moves(board, buffers.table[0], buffers.moves)
        return int(buffers.moves[decide(board, net, buffers, at, total, dice, 0, stray)])

    @rule
    def play_game(
        board: Any, seat: int, net: Net, buffers: SelfPlayBuffers, frozen: Frozen,
        others: LevelBuffers, dice: Ints, stray: int,
    ) -> int:  # fmt: skip
        table = buffers.table
        decisions = 0
        total = legal_moves(board, table[0], others.moves)
        while total:
            acting, at = to_act(table[0]), min(decisions, MOST - 1)
            move = one_move(
                board, seat, total, at, net, buffers, frozen, others, dice, stray
            )  # fmt: skip
            play_move(board, table[0], move)
            if acting == seat:
                record(board, net, buffers, at)
                decisions = at + 1
            total = legal_moves(board, table[0], others.moves)
        evaluate(board, net, buffers, MOST - 1, buffers.result)
        return decisions

    @rule
    def play(
        board: Any, start: Any, scratch: Any, raw: Ints, seat: int, net: Net, error: Net,
        frozen: Frozen, games: int, dice: Ints, stray: int, trace: float,
    ) -> int:  # fmt: skip
        buffers = new_buffers(start, net)
        others = new_level_buffers(start, scratch, raw, frozen.memory, frozen.net)
        decisions = 0
        for _ in range(games):
            buffers.table[0] = start[0]
            made = play_game(board, seat, net, buffers, frozen, others, dice, stray)
            learn(net, error, buffers.episode, made, buffers.result, trace)
            decisions += made
        return decisions

    @rule
    def contest(
        board: Any, start: Any, scratch: Any, raw: Ints, seat: int, net: Net, frozen: Frozen,
        games: int, dice: Ints, wins: Ints,
    ) -> None:  # fmt: skip
        buffers = new_buffers(start, net)
        others = new_level_buffers(start, scratch, raw, frozen.memory, frozen.net)
        for _ in range(games):
            buffers.table[0] = start[0]
            play_game(board, seat, net, buffers, frozen, others, dice, 0)
            first = winners(board, buffers.table[0])
            wins[lowest(first) if count(first) == 1 else len(net.last)] += 1

    return BestResponseRules(play_game, play, contest)


def begin(course: TrainingSchedule, name: str, seats: int) -> Learning:
    """The network that comes with the game, about to learn."""
    numbers = learned_numbers(name, seats).copy()
    return Learning(course, numbers, np.zeros_like(numbers), np.zeros_like(numbers))


def schedule(bot: str, steps: int, seed: int) -> TrainingSchedule:
    """The schedule by which a network learns to beat a bot, without lessons."""
    return TrainingSchedule(
        steps, taught=0, rate=RATE, last_rate=LAST_RATE, trials=4, seed=seed, against=bot
    )


class BestResponse(Learner):
    """Learns to win against a bot, for one number of seats."""

    def __init__(
        self, tables: list[TrainingTable], seats: int, bot: str, cores: int | None = None
    ) -> None:
        game = tables[0].game
        super().__init__(tables, seats, cores, len(learned(game.name, seats).bias))
        self.bot, self.against = bot, best_response_rules(game.name, game.kernel)

    def play(
        self, course: TrainingSchedule, step: int, stream: int, net: Net, taught: float
    ) -> int:
        """Games of a stream; the network's seat changes from step to step."""
        table, scratch, frozen = self._seated(step)
        seat = (step + stream) % self.seats
        return self.against.play(
            table.board_tables, table.start, scratch, scratch.view(np.int64), seat, net,
            self.net(self.errors[stream]), frozen, course.games,
            dice(course.seed, step * STREAMS + stream), int(course.stray * PARTS), course.trace,
        )  # fmt: skip

    def contest(self, number: int, net: Net, games: int, lots: Any, seat: int, wins: Any) -> None:
        """Games of the network among the bots, one move ahead."""
        table, scratch, frozen = self._seated(number)
        self.against.contest(
            table.board_tables, table.start, scratch, scratch.view(np.int64), seat, net, frozen,
            games, lots, wins,
        )  # fmt: skip

    def _seated(self, number: int) -> tuple[TrainingTable, Any, Frozen]:
        table = self.tables[number % len(self.tables)]
        return table, table.start.copy(), freeze(table.game, self.bot, self.seats)
