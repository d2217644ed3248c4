"""Many games between bots of the levels, in machine code from the first move to the last.

The clock is not looked at: bots that think for so many seconds play in `python_simulator`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cruachan.arena.scoring import add_score, make_score
from cruachan.bots.judgement import Judgement, judgement
from cruachan.bots.network import Floats, Net, Network, learned, network
from cruachan.bots.search import SearchRules, make_search
from cruachan.bots.tree import Tree, favourite, new_tree
from cruachan.engine.bits import below
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import Kernel, KernelGame
from cruachan.engine.record import Ints, rule

RANDOM, GREEDY, LEVEL = range(3)
BlockPlayer = Callable[[int, Ints, list[Ints]], int]
"""(games, dice, counts) -> plies"""


class SeatedBots(NamedTuple):
    """The bots of a table, each a place in every array."""

    kinds: Ints
    slacks: Floats
    playouts: Ints
    bold: Floats
    trust: Floats


def seated(kinds: Sequence[int], levels: Sequence[SearchLevel]) -> SeatedBots:
    """Return the bots of a table from their kinds and levels."""
    return SeatedBots(
        np.array(kinds, np.int64),
        np.array([level.slack for level in levels], np.float32),
        np.array([level.playouts for level in levels], np.int64),
        np.array([level.bold for level in levels], np.float32),
        np.array([level.trust for level in levels], np.float32),
    )


class LevelBuffers(NamedTuple):
    """The memory of a block of games, used again in every decision."""

    seen: Any
    """The position as the seat to act knows it."""
    scratch: Any
    raw: Ints
    """The numbers that `scratch` consists of."""
    moves: Ints
    rated: Floats
    x: Floats
    layer: Floats
    trees: tuple[Tree, Tree]
    latest: Ints
    """Which of the trees is in use."""


class LevelRules(NamedTuple):
    """The compiled play of a game's levels."""

    new_buffers: Callable[..., LevelBuffers]
    """(start, scratch, raw, trees, net)"""
    choose: Callable[..., int]
    """(board, table, total, net, bots, buffers, dice, stop) -> the move of the seat to act, chance
    included; the first `total` moves of the buffers are legal"""
    play_block: Callable[..., int]
    """(board, start, scratch, raw, net, trees, games, bots, dice, stop, wins, order_wins, lengths,
    ends) -> plies: adds the games to the counts; ends early once `stop` holds something"""


@rule
def within_slack(rated: Floats, total: int, seat: int, slack: float, dice: Ints) -> int:
    """Draw one of the moves that cost the seat no more than the slack."""
    best = np.float32(0.0)
    for index in range(total):
        best = max(best, rated[index, seat])
    chosen = -1
    equals = 0
    for index in range(total):
        if rated[index, seat] >= best - slack:
            equals += 1
            if below(dice, equals) == 0:
                chosen = index
    return chosen


@cache
def make_levels(
    kernel: Kernel, judge: Judgement, network: Network, search: SearchRules
) -> LevelRules:
    """Compile games between bots of the levels."""
    to_act, legal_moves, play, observe = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.observe,
    )
    score, most_moves = make_score(kernel), kernel.most_moves
    advise, rate, inputs = judge.choose, network.rate, network.inputs
    begin, think = search.begin, search.run

    @rule
    def new_buffers(
        start: Any, scratch: Any, raw: Ints, trees: tuple[Tree, Tree], net: Net
    ) -> LevelBuffers:
        seats = len(net.last)
        return LevelBuffers(
            start.copy(),
            scratch,
            raw,
            np.zeros(most_moves, np.int16),
            np.zeros((most_moves, 2 * seats), np.float32),
            np.zeros(inputs, np.float32),
            np.zeros(len(net.bias), np.float32),
            trees,
            np.zeros(1, np.int64),
        )

    @rule
    def one_ahead(
        board: Any,
        table: Any,
        total: int,
        net: Net,
        slack: float,
        buffers: LevelBuffers,
        dice: Ints,
    ) -> int:
        """Choose by the learned evaluation alone, one move ahead."""
        moves, rated = buffers.moves, buffers.rated
        rate(
            board, table, net, moves, total, buffers.scratch, buffers.x, buffers.layer, rated
        )  # fmt: skip
        return int(moves[within_slack(rated, total, to_act(table[0]), slack, dice)])

    @rule
    def searched(
        board: Any, table: Any, net: Net, bots: SeatedBots, buffers: LevelBuffers, dice: Ints,
        stop: Ints,
    ) -> int:  # fmt: skip
        """Choose by search; the trees take turns, so that the last search is used again."""
        seen, scratch, raw = buffers.seen, buffers.scratch, buffers.raw
        tree, other = buffers.trees
        if buffers.latest[0]:
            tree, other = other, tree
        buffers.latest[0] = 1 - buffers.latest[0]
        seat = to_act(table[0])
        seen[0] = table[0]
        observe(seen[0], seat)
        used = begin(seen, scratch, raw, seat, tree, other)
        wanted = max(bots.playouts[seat] - used, bots.playouts[seat] // 4)
        think(
            board, seen, scratch, raw, seat, other, net, dice, wanted, bots.bold[seat],
            bots.trust[seat], stop,
        )  # fmt: skip
        return int(other.move[favourite(other, seat)])

    @rule
    def choose(
        board: Any, table: Any, total: int, net: Net, bots: SeatedBots, buffers: LevelBuffers,
        dice: Ints, stop: Ints,
    ) -> int:  # fmt: skip
        seat, moves = to_act(table[0]), buffers.moves
        if seat < 0 or bots.kinds[seat] == RANDOM:
            return int(moves[below(dice, total)])
        if total == 1:
            return int(moves[0])
        if bots.kinds[seat] == GREEDY:
            return int(advise(board, table, moves, total, buffers.scratch, dice))
        if bots.playouts[seat] == 0:
            return one_ahead(board, table, total, net, bots.slacks[seat], buffers, dice)
        return searched(board, table, net, bots, buffers, dice, stop)

    @rule
    def play_game(
        board: Any, table: Any, net: Net, bots: SeatedBots, buffers: LevelBuffers, dice: Ints,
        stop: Ints,
    ) -> int:  # fmt: skip
        """Play the game on a table to its end, or until `stop`; its plies."""
        plies = 0
        total = legal_moves(board, table[0], buffers.moves)
        while total and not stop[0]:
            play(board, table[0], choose(board, table, total, net, bots, buffers, dice, stop))
            plies += 1
            total = legal_moves(board, table[0], buffers.moves)
        return plies

    @rule
    def play_block(
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, trees: tuple[Tree, Tree],
        games: int, bots: SeatedBots, dice: Ints, stop: Ints, wins: Ints, order_wins: Ints,
        lengths: Ints, ends: Ints,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table = start.copy()
        buffers = new_buffers(start, scratch, raw, trees, net)
        plies = 0
        for _ in range(games):
            table[0] = start[0]
            plies += play_game(board, table, net, bots, buffers, dice, stop)
            if stop[0]:
                return plies
            winner, order, rounds, way = score(board, table[0], seats)
            add_score(winner, order, rounds, way, wins, order_wins, lengths, ends)
        return plies

    return LevelRules(new_buffers, choose, play_block)


def level_player(
    game: KernelGame[Any, Any, Any],
    start: Any,
    kinds: Sequence[int],
    levels: Sequence[SearchLevel],
    stop: Ints,
) -> BlockPlayer:
    """Return how bots play a block of games; the level of a random or greedy bot is ignored."""
    kernel, learns = game.kernel, network(game.name, game.kernel)
    hand = judgement(game.name, kernel)
    run = make_levels(kernel, hand, learns, make_search(kernel, learns)).play_block
    bots = seated(kinds, levels)
    seats, net = len(levels), learned(game.name, len(levels))
    nodes = max(1, int(bots.playouts.max())) * 2 * kernel.most_moves

    def play(games: int, lots: Ints, counts: list[Ints]) -> int:
        scratch = start.copy()
        trees = new_tree(seats, nodes), new_tree(seats, nodes)
        return run(
            game.board_tables, start, scratch, scratch.view(np.int64), net, trees, games, bots,
            lots, stop, *counts,
        )  # fmt: skip

    return play
