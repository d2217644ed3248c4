"""Many games between bots of the four levels, in machine code from the first move to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

import numpy as np

from cruachan.bots.judgement import Judgement, judgement
from cruachan.bots.network import HIDDEN, Floats, Net, Network, learned, network
from cruachan.bots.search import Search, Tree, favourite, make_search, new_tree
from cruachan.engine.bits import below, count, lowest
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import Kernel, KernelGame
from cruachan.engine.record import Ints, rule

RANDOM, GREEDY, LEVEL = range(3)
Player = Callable[[int, Ints, list[Ints]], int]
"""(games, dice, counts) -> plies"""


@cache
def make_level_block(
    kernel: Kernel, judge: Judgement, network: Network, search: Search
) -> Callable[..., int]:
    """A rule that plays a block of games and adds up who won, how long they took, all plies."""
    to_act, legal_moves, play = kernel.to_act, kernel.legal_moves, kernel.play
    winners, rounds, way, starter = kernel.winners, kernel.rounds, kernel.way, kernel.starter
    observe, most_moves = kernel.observe, kernel.most_moves
    advise, rate, inputs = judge.choose, network.rate, network.inputs
    begin, think = search.begin, search.run

    @rule
    def one_ahead(
        box: Any, table: Any, net: Net, moves: Ints, total: int, scratch: Any, x: Floats,
        layer: Floats, rated: Floats, slack: float, dice: Ints,
    ) -> int:  # fmt: skip
        """Any of the moves that cost no more than the slack."""
        seat = to_act(table[0])
        rate(box, table, net, moves, total, scratch, x, layer, rated)
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
        return int(moves[chosen])

    @rule
    def run(
        box: Any, start: Any, scratch: Any, words: Ints, net: Net, trees: tuple[Tree, Tree],
        games: int, kinds: Ints, slacks: Floats, playouts: Ints, bold: Floats, trust: Floats,
        dice: Ints, stop: Ints, wins: Ints, order_wins: Ints, lengths: Ints, ends: Ints,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table, seen = start.copy(), start.copy()
        moves = np.zeros(most_moves, np.int16)
        rated = np.zeros((most_moves, 2 * seats), np.float32)
        x, layer = np.zeros(inputs, np.float32), np.zeros(HIDDEN, np.float32)
        tree, other = trees
        plies = 0
        for _ in range(games):
            table[0] = start[0]
            total = legal_moves(box, table[0], moves)
            while total:
                if stop[0]:
                    return plies
                seat = to_act(table[0])
                move = int(moves[0])
                if seat < 0 or kinds[seat] == RANDOM:
                    move = int(moves[below(dice, total)])
                elif total > 1 and kinds[seat] == GREEDY:
                    move = advise(box, table, moves, total, scratch, dice)
                elif total > 1 and playouts[seat] == 0:
                    move = one_ahead(
                        box, table, net, moves, total, scratch, x, layer, rated, slacks[seat], dice
                    )
                elif total > 1:
                    seen[0] = table[0]
                    observe(seen[0], seat)
                    used = begin(seen, scratch, words, seat, tree, other)
                    tree, other = other, tree
                    wanted = max(playouts[seat] - used, playouts[seat] // 4)
                    think(
                        box, seen, scratch, words, seat, tree, net, dice, wanted, bold[seat],
                        trust[seat], stop,
                    )  # fmt: skip
                    move = int(tree.move[favourite(tree, seat)])
                play(box, table[0], move)
                plies += 1
                total = legal_moves(box, table[0], moves)
            first = winners(box, table[0])
            if count(first) == 1:
                winner = lowest(first)
                wins[winner] += 1
                begun_by = starter(table[0])
                if begun_by >= 0:
                    order_wins[(winner - begun_by) % seats] += 1
            lengths[min(rounds(table[0]), len(lengths) - 1)] += 1
            ends[way(box, table[0])] += 1
        return plies

    return cast(Callable[..., int], run)


def level_player(
    game: KernelGame[Any, Any, Any],
    start: Any,
    kinds: Sequence[int],
    levels: Sequence[SearchLevel],
    stop: Ints,
) -> Player:
    """How bots play a block of games; the level of one that has none counts for nothing."""
    kernel, learns = game.kernel, network(game.name, game.kernel)
    hand = judgement(game.name, kernel)
    run = make_level_block(kernel, hand, learns, make_search(kernel, learns))
    bots = np.array(kinds, np.int64)
    playouts = np.array([level.playouts for level in levels], np.int64)
    slacks, bold, trust = (
        np.array([getattr(level, name) for level in levels], np.float32)
        for name in ("slack", "bold", "trust")
    )
    seats, net = len(levels), learned(game.name, len(levels))
    nodes = max(1, int(playouts.max())) * 2 * kernel.most_moves

    def play(games: int, lots: Ints, counts: list[Ints]) -> int:
        scratch = start.copy()
        trees = new_tree(seats, nodes), new_tree(seats, nodes)
        return run(
            game.box, start, scratch, scratch.view(np.int64), net, trees, games, bots, slacks,
            playouts, bold, trust, lots, stop, *counts,
        )  # fmt: skip

    return play
