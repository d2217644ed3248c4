"""Tree search for any record game with a learned judgement, in machine code.

The tree holds decisions and what chance made of them. Each playout walks down from the position at
hand: where somebody decides, to the move that promises that seat most (PUCT, each for herself:
max^n), where chance decides, to what the dice show. The first decision met for the first time has
all its moves judged; the best of them is what the playout is worth, to every seat, and is added up
on the way back.

A node holds no position: the walk plays the moves again. So a tree can be shared by all positions
that fit what a seat knows. Where something is hidden each playout deals it anew, and only moves
that are legal in that deal are followed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.network import HIDDEN, Floats, Net, Network
from cruachan.engine.bits import below
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.kernel import Kernel, all_open
from cruachan.engine.record import Ints, rule

NODES = 1 << 18
"""Nodes of a tree: some 50 bytes each."""
DEPTH = 400
"""No playout walks further down."""
NONE = -1


class Tree(NamedTuple):
    """The nodes, each a row in every array; 0 is the position at hand."""

    visits: Ints
    worth: Floats
    """For each seat the sum over the playouts, and before them the judgement, as if it were one."""
    prior: Floats
    """How likely a move seemed before any playout."""
    move: Ints
    """The move that leads here."""
    first: Ints
    """The first child, or NONE."""
    kids: Ints
    """How many follow it in a row, below a decision."""
    after: Ints
    """The next child of the same roll, or NONE."""
    mark: Ints
    """What the seat that thinks would know the position by."""
    used: Ints
    """How many nodes there are."""


def new_tree(seats: int, nodes: int = NODES) -> Tree:
    """A tree without any node."""
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros((nodes, seats), np.float32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int64),
        np.zeros(1, np.int64),
    )


@rule
def add_node(tree: Tree, move: int) -> int:
    """A new node, or NONE when the tree is full."""
    node = int(tree.used[0])
    if node >= len(tree.visits):
        return NONE
    tree.used[0] += 1
    tree.visits[node] = 0
    tree.worth[node, :] = 0.0
    tree.prior[node] = 0.0
    tree.move[node] = move
    tree.first[node] = NONE
    tree.kids[node] = 0
    tree.after[node] = NONE
    tree.mark[node] = 0
    return node


@rule
def of_roll(tree: Tree, node: int, move: int) -> int:
    """The child that what chance decided leads to, made if it is not there."""
    child = tree.first[node]
    while child != NONE:
        if tree.move[child] == move:
            return int(child)
        child = tree.after[child]
    fresh = add_node(tree, move)
    if fresh != NONE:
        tree.after[fresh] = tree.first[node]
        tree.first[node] = fresh
    return fresh


@rule
def mark_of(words: Ints) -> int:
    """A number for a position; different ones have different numbers, as good as always."""
    mark = words[0]
    for at in range(1, len(words)):
        mark ^= mark << 13
        mark ^= (mark >> 7) & 0x01FFFFFFFFFFFFFF
        mark ^= mark << 17
        mark ^= words[at]
    return int(mark)


@rule
def find(tree: Tree, mark: int) -> int:
    """The node of a position that was marked, the one most visited; or NONE."""
    best = NONE
    for node in range(tree.used[0]):
        if tree.mark[node] == mark and (best == NONE or tree.visits[node] > tree.visits[best]):
            best = node
    return best


@rule
def copy_node(tree: Tree, node: int, other: Tree, to: int) -> None:
    """The same numbers in another tree; its children come later."""
    other.visits[to] = tree.visits[node]
    other.worth[to, :] = tree.worth[node, :]
    other.prior[to] = tree.prior[node]
    other.move[to] = tree.move[node]
    other.kids[to] = tree.kids[node]
    other.first[to] = tree.first[node]
    other.after[to] = NONE
    other.mark[to] = tree.mark[node]


@rule
def keep(tree: Tree, node: int, other: Tree) -> None:
    """Copy a node and all below it into another tree, as its root."""
    other.used[0] = 1
    copy_node(tree, node, other, 0)
    to = 0
    while to < other.used[0]:
        old = other.first[to]
        if old != NONE:
            other.first[to] = other.used[0]
            if other.kids[to]:
                for kid in range(other.kids[to]):
                    copy_node(tree, old + kid, other, other.used[0])
                    other.used[0] += 1
            else:
                while old != NONE:
                    fresh = other.used[0]
                    copy_node(tree, old, other, fresh)
                    old = tree.after[old]
                    other.after[fresh] = fresh + 1 if old != NONE else NONE
                    other.used[0] += 1
        to += 1


@rule
def favourite(tree: Tree, seat: int) -> int:
    """The child of the root that was visited most; among equals the one worth most."""
    first = tree.first[0]
    best = first
    for child in range(first + 1, first + tree.kids[0]):
        more = int(tree.visits[child]) - int(tree.visits[best])
        if more > 0 or (more == 0 and tree.worth[child, seat] > tree.worth[best, seat]):
            best = child
    return int(best)


class Search(NamedTuple):
    """The rules of the search of a game."""

    begin: Callable[..., int]
    """(table, scratch, words, seat, tree, other) -> playouts that can be used again: looks for the
    position at hand in the tree, and puts it and all below it into the other one, or begins there
    with nothing; `words` are the numbers that `scratch` consists of"""
    run: Callable[..., int]
    """(box, root, scratch, words, seat, tree, net, dice, playouts, bold, trust, stop) -> playouts
    made; ends early once `stop` holds something; `bold` is how much is tried, `trust` how much the
    first judgement says about what to try"""


@cache
def make_search(kernel: Kernel, network: Network) -> Search:
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
    def known_by(table: Any, scratch: Any, words: Ints, seat: int) -> int:
        scratch[0] = table[0]
        observe(scratch[0], seat)
        return mark_of(words)

    @rule
    def begin(table: Any, scratch: Any, words: Ints, seat: int, tree: Tree, other: Tree) -> int:
        mark = known_by(table, scratch, words, seat)
        known = find(tree, mark)
        if known == NONE:
            other.used[0] = 0
            add_node(other, 0)
            other.mark[0] = mark
            return 0
        keep(tree, known, other)
        return int(other.visits[0])

    @rule
    def expand(
        box: Any, table: Any, seat: int, node: int, tree: Tree, net: Net, moves: Ints, total: int,
        scratch: Any, x: Floats, layer: Floats, judged: Floats, trust: float, value: Floats,
    ) -> None:  # fmt: skip
        """Judge all moves of a decision; what the best is worth is what the position is worth."""
        seats = len(net.last)
        room = tree.used[0] + total <= len(tree.visits)
        best = 0
        for index in range(total):
            scratch[0] = table[0]
            play(box, scratch[0], moves[index])
            look(box, scratch, net, x, layer, judged[index])
            if judged[index, seat] > judged[best, seat]:
                best = index
        for each in range(seats):
            value[each] = judged[best, each]
        if not room:
            return
        tree.first[node] = tree.used[0]
        tree.kids[node] = total
        weights = 0.0
        for index in range(total):
            child = add_node(tree, moves[index])
            for each in range(seats):
                tree.worth[child, each] = judged[index, each]
            prior = exp(trust * (judged[index, seat] - judged[best, seat]))
            tree.prior[child] = prior
            weights += prior
        for child in range(tree.first[node], tree.first[node] + total):
            tree.prior[child] /= weights

    @rule
    def is_among(moves: Ints, total: int, move: int) -> bool:
        at = 0
        while at < total and moves[at] != move:
            at += 1
        return at < total

    @rule
    def select(tree: Tree, node: int, seat: int, bold: float, moves: Ints, total: int) -> int:
        """The child that is tried next; NONE where none is legal in this deal."""
        first = tree.first[node]
        wide = bold * sqrt(tree.visits[node] + 1.0)
        best = NONE
        most = -1.0
        for child in range(first, first + tree.kids[node]):
            tried = tree.visits[child] + 1
            promise = tree.worth[child, seat] / tried + wide * tree.prior[child] / tried
            if promise > most and (not hidden_cards or is_among(moves, total, tree.move[child])):
                most = promise
                best = child
        return best

    @rule
    def run(
        box: Any, root: Any, scratch: Any, words: Ints, thinker: int, tree: Tree, net: Net,
        dice: Ints, playouts: int, bold: float, trust: float, stop: Ints,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table = root.copy()
        moves = np.zeros(most_moves, np.int16)
        x, layer = np.zeros(inputs, np.float32), np.zeros(HIDDEN, np.float32)
        judged = np.zeros((most_moves, 2 * seats), np.float32)
        value = np.zeros(2 * seats, np.float32)
        path = np.zeros(DEPTH + 1, np.int32)
        made = 0
        while made < playouts and not stop[0]:
            table[0] = root[0]
            deal(table[0], dice)
            node = 0
            depth = 0
            path[0] = 0
            while True:
                seat = to_act(table[0])
                if seat == NOBODY or depth == DEPTH:
                    look(box, table, net, x, layer, value)
                    break
                total = 0
                if seat == CHANCE or hidden_cards or tree.first[node] == NONE:
                    total = legal_moves(box, table[0], moves)
                if seat == CHANCE:
                    move = int(moves[below(dice, total)])
                    child = of_roll(tree, node, move)
                elif tree.first[node] == NONE:
                    if seat == thinker and tree.mark[node] == 0:
                        tree.mark[node] = known_by(table, scratch, words, seat)
                    expand(
                        box, table, seat, node, tree, net, moves, total, scratch, x, layer, judged,
                        trust, value,
                    )  # fmt: skip
                    break
                else:
                    child = select(tree, node, seat, bold, moves, total)
                    move = int(tree.move[child])
                if child == NONE:
                    look(box, table, net, x, layer, value)
                    break
                play(box, table[0], move)
                node = child
                depth += 1
                path[depth] = node
            for step in range(depth + 1):
                visited = path[step]
                tree.visits[visited] += 1
                for each in range(seats):
                    tree.worth[visited, each] += value[each]
            made += 1
        return made

    return Search(begin, run)
