"""Monte Carlo tree search for any record game with a learned evaluation, in machine code.

The tree holds decisions and chance nodes. Each playout descends from the root: at a decision to the
child with the best PUCT score for the seat to act (max^n), at a chance node to what the dice show.
The first decision without children is expanded: all its moves are evaluated, and the best of them
is the value of the playout, by seat, which is backed up along the path.

A node holds no position: the descent plays the moves again. So one tree serves all positions that
fit what a seat knows. Where something is hidden each playout determinizes it anew, and only moves
that are legal in that determinization are followed.

The steps of a playout are separate rules and inlined: called, they would hand on some ten arrays
each, which costs a tenth of the speed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from cruachan.bots.network import Floats, Net, Network
from cruachan.bots.tree import (
    NONE,
    Tree,
    add_children,
    add_node,
    back_up,
    child_of_roll,
    copy_branch,
    find,
    hash_of,
    select,
)
from cruachan.engine.arrays import np
from cruachan.engine.bits import below
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, all_open
from cruachan.engine.record import Ints, rule

DEPTH = 400
"""No playout descends further."""


class SearchBuffers(NamedTuple):
    """The memory of a search, used again in every playout."""

    table: Any
    """The position of the playout."""
    scratch: Any
    raw: Ints
    """The numbers that `scratch` consists of."""
    moves: Ints
    x: Floats
    layer: Floats
    judged: Floats
    """By move what it is worth to each seat, and each seat's policy."""
    value: Floats
    """What the playout is worth to each seat."""
    path: Ints


class SearchRules(NamedTuple):
    """The compiled search of a game."""

    begin: Callable[..., int]
    """(table, scratch, raw, seat, tree, other) -> playouts that can be used again: looks for the
    position in the tree and copies it and all below it into the other tree, or begins an empty
    one there; `raw` are the numbers that `scratch` consists of"""
    run: Callable[..., int]
    """(board, root, scratch, raw, seat, tree, net, dice, playouts, bold, trust, stop) -> playouts
    made; ends early once `stop` holds something; `bold` is how much is explored, `trust` how much
    the first evaluation says about what to explore"""
    new_buffers: Callable[..., SearchBuffers]
    """(root, scratch, raw, net)"""
    descend: Callable[..., int]
    """(board, buffers, seat, tree, net, dice, bold, trust) -> depth: one playout from the position
    in the buffers; leaves its path and its value there"""


@cache
def make_search(kernel: Kernel, network: Network) -> SearchRules:
    """Compile the search of a game."""
    to_act, legal_moves, play, observe = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.observe,
    )
    deal, most_moves = kernel.deal, kernel.most_moves
    look, inputs = network.look, network.inputs
    hidden_cards = observe is not all_open

    @rule
    def known_by(table: Any, scratch: Any, raw: Ints, seat: int) -> int:
        """Hash a position as a seat knows it."""
        scratch[0] = table[0]
        observe(scratch[0], seat)
        return hash_of(raw)

    @rule
    def begin(table: Any, scratch: Any, raw: Ints, seat: int, tree: Tree, other: Tree) -> int:
        mark = known_by(table, scratch, raw, seat)
        known = find(tree, mark)
        if known == NONE:
            other.used[0] = 0
            add_node(other, 0)
            other.mark[0] = mark
            return 0
        copy_branch(tree, known, other)
        return int(other.visits[0])

    @rule
    def new_buffers(root: Any, scratch: Any, raw: Ints, net: Net) -> SearchBuffers:
        seats = len(net.last)
        return SearchBuffers(
            root.copy(),
            scratch,
            raw,
            np.zeros(most_moves, np.int16),
            np.zeros(inputs, np.float32),
            np.zeros(len(net.bias), np.float32),
            np.zeros((most_moves, 2 * seats), np.float32),
            np.zeros(2 * seats, np.float32),
            np.zeros(DEPTH + 1, np.int32),
        )

    @rule(inline=True)
    def judge(board: Any, buffers: SearchBuffers, seat: int, total: int, net: Net) -> int:
        """Evaluate the positions after all moves; the place of the move best for the seat."""
        table, scratch, moves, judged = (
            buffers.table, buffers.scratch, buffers.moves, buffers.judged,
        )  # fmt: skip
        best = 0
        for index in range(total):
            scratch[0] = table[0]
            play(board, scratch[0], moves[index])
            look(board, scratch, net, buffers.x, buffers.layer, judged[index])
            if judged[index, seat] > judged[best, seat]:
                best = index
        return best

    @rule(inline=True)
    def expand(
        board: Any, buffers: SearchBuffers, seat: int, node: int, total: int, tree: Tree, net: Net,
        trust: float,
    ) -> None:  # fmt: skip
        """Add the moves of a decision to the tree; their best is the value of the playout."""
        best = judge(board, buffers, seat, total, net)
        for each in range(len(net.last)):
            buffers.value[each] = buffers.judged[best, each]
        add_children(tree, node, buffers.moves, total, buffers.judged, seat, best, trust)

    @rule(inline=True)
    def descend(
        board: Any, buffers: SearchBuffers, thinker: int, tree: Tree, net: Net, dice: Ints,
        bold: float, trust: float,
    ) -> int:  # fmt: skip
        table, moves, path = buffers.table, buffers.moves, buffers.path
        node = 0
        depth = 0
        path[0] = 0
        while True:
            seat = to_act(table[0])
            if seat == NOBODY or depth == DEPTH:
                break
            leaf = tree.first[node] == NONE
            total = 0
            if seat == CHANCE or hidden_cards or leaf:
                total = legal_moves(board, table[0], moves)
            if seat == CHANCE:
                child = child_of_roll(tree, node, int(moves[below(dice, total)]))
            elif leaf:
                if seat == thinker and tree.mark[node] == 0:
                    tree.mark[node] = known_by(table, buffers.scratch, buffers.raw, seat)
                expand(board, buffers, seat, node, total, tree, net, trust)
                return depth
            else:
                child = select(tree, node, seat, bold, moves, total, hidden_cards)
            if child == NONE:
                break
            play(board, table[0], int(tree.move[child]))
            node = child
            depth += 1
            path[depth] = node
        look(board, table, net, buffers.x, buffers.layer, buffers.value)
        return depth

    @rule
    def run(
        board: Any, root: Any, scratch: Any, raw: Ints, thinker: int, tree: Tree, net: Net,
        dice: Ints, playouts: int, bold: float, trust: float, stop: Ints,
    ) -> int:  # fmt: skip
        buffers = new_buffers(root, scratch, raw, net)
        made = 0
        while made < playouts and not stop[0]:
            buffers.table[0] = root[0]
            deal(buffers.table[0], dice)
            depth = descend(board, buffers, thinker, tree, net, dice, bold, trust)
            back_up(tree, buffers.path, depth, buffers.value)
            made += 1
        return made

    return SearchRules(begin, run, new_buffers, descend)
