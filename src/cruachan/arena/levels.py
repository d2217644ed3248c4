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
from cruachan.bots.proof import TURNS, ProofMemory, ProofRules, make_proof, new_proof_memory
from cruachan.bots.search import SearchRules, make_search
from cruachan.bots.thinking import HOPE
from cruachan.bots.tree import Tree, by_visits, favourite, new_tree
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
    proofs: Ints
    """At how many positions each looks, for each own turn, to prove a win."""


def seated(kinds: Sequence[int], levels: Sequence[SearchLevel]) -> SeatedBots:
    """Return the bots of a table from their kinds and levels."""
    return SeatedBots(
        np.array(kinds, np.int64),
        np.array([level.slack for level in levels], np.float32),
        np.array([level.playouts for level in levels], np.int64),
        np.array([level.bold for level in levels], np.float32),
        np.array([level.trust for level in levels], np.float32),
        np.array([level.proof for level in levels], np.int64),
    )


class LevelMemory(NamedTuple):
    """What bots that search remember from one decision to the next, and what they prove with."""

    trees: tuple[Tree, Tree]
    proof: ProofMemory


def new_level_memory(kernel: Kernel, start: Any, bots: SeatedBots) -> LevelMemory:
    """Return memory for the bots of a table that begins like this."""
    seats = len(bots.kinds)
    nodes = max(1, int(bots.playouts.max())) * 2 * kernel.most_moves
    trees = new_tree(seats, nodes), new_tree(seats, nodes)
    return LevelMemory(trees, new_proof_memory(kernel, start))


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
    memory: LevelMemory
    latest: Ints
    """Which of the trees is in use."""
    ordered: Ints
    """The moves of a decision, the most visited first."""


class LevelRules(NamedTuple):
    """The compiled play of a game's levels."""

    new_buffers: Callable[..., LevelBuffers]
    """(start, scratch, raw, memory, net)"""
    choose: Callable[..., int]
    """(board, table, total, net, bots, buffers, dice, stop) -> the move of the seat to act, chance
    included; the first `total` moves of the buffers are legal"""
    play_block: Callable[..., int]
    """(board, start, scratch, raw, net, memory, games, bots, dice, stop, wins, order_wins, lengths,
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
    kernel: Kernel, judge: Judgement, network: Network, search: SearchRules, proof: ProofRules
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
    begin, think, first_win = search.begin, search.run, proof.first_win

    @rule
    def new_buffers(
        start: Any, scratch: Any, raw: Ints, memory: LevelMemory, net: Net
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
            memory,
            np.zeros(1, np.int64),
            np.zeros(most_moves, np.int16),
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
    def forced(board: Any, tree: Tree, seat: int, positions: int, buffers: LevelBuffers) -> int:
        """Choose the move that is proven to win soonest; else the most visited."""
        moves, memory = buffers.ordered, buffers.memory.proof
        total = by_visits(tree, seat, moves)
        for turns in range(1, TURNS + 1):
            place = first_win(
                board, buffers.seen, seat, memory, moves, total, turns, positions
            )  # fmt: skip
            if place >= 0:
                return int(moves[place])
        return int(moves[0])

    @rule
    def searched(
        board: Any, table: Any, net: Net, bots: SeatedBots, buffers: LevelBuffers, dice: Ints,
        stop: Ints,
    ) -> int:  # fmt: skip
        """Choose by search; the trees take turns, so that the last search is used again."""
        seen, scratch, raw = buffers.seen, buffers.scratch, buffers.raw
        tree, other = buffers.memory.trees
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
        best = favourite(other, seat)
        hope = HOPE * (other.visits[best] + 1)
        if bots.proofs[seat] and other.worth[best, seat] >= hope:
            return forced(board, other, seat, bots.proofs[seat], buffers)
        return int(other.move[best])

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
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, memory: LevelMemory,
        games: int, bots: SeatedBots, dice: Ints, stop: Ints, wins: Ints, order_wins: Ints,
        lengths: Ints, ends: Ints,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table = start.copy()
        buffers = new_buffers(start, scratch, raw, memory, net)
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


@cache
def level_rules(name: str, kernel: Kernel) -> LevelRules:
    """The compiled games between bots of a game's levels."""
    learns = network(name, kernel)
    search, proof = make_search(kernel, learns), make_proof(kernel)
    return make_levels(kernel, judgement(name, kernel), learns, search, proof)


def level_player(
    game: KernelGame[Any, Any, Any],
    start: Any,
    kinds: Sequence[int],
    levels: Sequence[SearchLevel],
    stop: Ints,
) -> BlockPlayer:
    """Return how bots play a block of games; the level of a random or greedy bot is ignored."""
    run = level_rules(game.name, game.kernel).play_block
    bots = seated(kinds, levels)
    net = learned(game.name, len(levels))

    def play(games: int, lots: Ints, counts: list[Ints]) -> int:
        scratch = start.copy()
        memory = new_level_memory(game.kernel, start, bots)
        return run(
            game.board_tables, start, scratch, scratch.view(np.int64), net, memory, games, bots,
            lots, stop, *counts,
        )  # fmt: skip

    return play
