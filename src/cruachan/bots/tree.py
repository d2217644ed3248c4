"""The tree of a search: its nodes, and the steps of a playout that need no rules of a game."""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

from cruachan.bots.network import Floats
from cruachan.engine.arrays import np
from cruachan.engine.record import Ints, rule

NODES = 1 << 18
"""Nodes of a tree: some 50 bytes each."""
NONE = -1


class Tree(NamedTuple):
    """The nodes, each a row in every array; node 0 is the root."""

    visits: Ints
    worth: Floats
    """By seat the sum of the values of all playouts, the first evaluation counted as one."""
    prior: Floats
    """The prior probability of the move."""
    move: Ints
    """The move that leads here."""
    first: Ints
    """The first child, or NONE."""
    kids: Ints
    """How many children follow the first in a row; 0 below a chance node."""
    after: Ints
    """The next sibling below a chance node, or NONE."""
    mark: Ints
    """A hash of the position as the searching seat knows it; 0 for none."""
    used: Ints
    """How many nodes are in use."""


def new_tree(seats: int, nodes: int = NODES) -> Tree:
    """Return a tree without nodes."""
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
    """Add a node; NONE when the tree is full."""
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
def child_of_roll(tree: Tree, node: int, move: int) -> int:
    """Return the child of a chance move, added if it is not there; NONE when the tree is full."""
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
def hash_of(raw: Ints) -> int:
    """Hash the raw numbers of a position."""
    mark = raw[0]
    for at in range(1, len(raw)):
        mark ^= mark << 13
        mark ^= (mark >> 7) & 0x01FFFFFFFFFFFFFF
        mark ^= mark << 17
        mark ^= raw[at]
    return int(mark)


@rule
def find(tree: Tree, mark: int) -> int:
    """Return the most visited node with this mark, or NONE."""
    best = NONE
    for node in range(tree.used[0]):
        if tree.mark[node] == mark and (best == NONE or tree.visits[node] > tree.visits[best]):
            best = node
    return best


@rule
def copy_node(tree: Tree, node: int, other: Tree, to: int) -> None:
    """Copy a node into another tree; `first` still points into the old one."""
    other.visits[to] = tree.visits[node]
    other.worth[to, :] = tree.worth[node, :]
    other.prior[to] = tree.prior[node]
    other.move[to] = tree.move[node]
    other.kids[to] = tree.kids[node]
    other.first[to] = tree.first[node]
    other.after[to] = NONE
    other.mark[to] = tree.mark[node]


@rule
def copy_children(tree: Tree, old: int, other: Tree, to: int) -> None:
    """Copy the children of a node to the end of another tree; `old` is the first of them."""
    other.first[to] = other.used[0]
    if other.kids[to]:
        for kid in range(other.kids[to]):
            copy_node(tree, old + kid, other, other.used[0])
            other.used[0] += 1
        return
    while old != NONE:
        fresh = other.used[0]
        copy_node(tree, old, other, fresh)
        old = tree.after[old]
        other.after[fresh] = fresh + 1 if old != NONE else NONE
        other.used[0] += 1


@rule
def copy_branch(tree: Tree, node: int, other: Tree) -> None:
    """Copy a node and all below it into another tree, as its root."""
    other.used[0] = 1
    copy_node(tree, node, other, 0)
    to = 0
    while to < other.used[0]:
        old = other.first[to]
        if old != NONE:
            copy_children(tree, old, other, to)
        to += 1


@rule(inline=True)
def add_children(
    tree: Tree, node: int, moves: Ints, total: int, judged: Floats, seat: int, best: int,
    trust: float,
) -> None:  # fmt: skip
    """Add a child for each move of a decision, unless the tree would overflow.

    The priors are a softmax of what the moves are worth to the seat, `trust` times, and of the
    seat's policy.
    """
    if tree.used[0] + total > len(tree.visits):
        return
    tree.first[node] = tree.used[0]
    tree.kids[node] = total
    weights = 0.0
    policy = tree.worth.shape[1] + seat
    for index in range(total):
        child = add_node(tree, moves[index])
        for each in range(tree.worth.shape[1]):
            tree.worth[child, each] = judged[index, each]
        more = trust * (judged[index, seat] - judged[best, seat])
        prior = exp(more + judged[index, policy] - judged[best, policy])
        tree.prior[child] = prior
        weights += prior
    for child in range(tree.first[node], tree.first[node] + total):
        tree.prior[child] /= weights


@rule
def is_among(moves: Ints, total: int, move: int) -> bool:
    """Whether a move is one of the first `total` moves."""
    at = 0
    while at < total and moves[at] != move:
        at += 1
    return at < total


@rule(inline=True)
def select(
    tree: Tree, node: int, seat: int, bold: float, moves: Ints, total: int, filtered: bool
) -> int:
    """Return the child of a decision to visit next by PUCT.

    Where `filtered`, only children whose move is legal now are considered; NONE if there is none.
    """
    first = tree.first[node]
    wide = bold * sqrt(tree.visits[node] + 1.0)
    best = NONE
    most = -1.0
    for child in range(first, first + tree.kids[node]):
        tried = tree.visits[child] + 1
        promise = tree.worth[child, seat] / tried + wide * tree.prior[child] / tried
        if promise > most and (not filtered or is_among(moves, total, tree.move[child])):
            most = promise
            best = child
    return best


@rule(inline=True)
def back_up(tree: Tree, path: Ints, depth: int, value: Floats) -> None:
    """Add the value of a playout to all nodes on its path."""
    for step in range(depth + 1):
        visited = path[step]
        tree.visits[visited] += 1
        for each in range(tree.worth.shape[1]):
            tree.worth[visited, each] += value[each]


@rule
def favourite(tree: Tree, seat: int) -> int:
    """Return the most visited child of the root; among equals the one worth most to the seat."""
    first = tree.first[0]
    best = first
    for child in range(first + 1, first + tree.kids[0]):
        more = int(tree.visits[child]) - int(tree.visits[best])
        if more > 0 or (more == 0 and tree.worth[child, seat] > tree.worth[best, seat]):
            best = child
    return int(best)


@rule
def by_visits(tree: Tree, seat: int, moves: Ints) -> int:
    """Write the moves of the root, the most visited first, as `favourite` has it; how many."""
    first = tree.first[0]
    total = int(tree.kids[0])
    for place in range(total):
        child = first + place
        at = place
        while at > 0 and less_visited(tree, seat, first + moves[at - 1], child):
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = place
    for place in range(total):
        moves[place] = tree.move[first + moves[place]]
    return total


@rule
def less_visited(tree: Tree, seat: int, child: int, other: int) -> bool:
    """Whether another child was visited more often, or as often and is worth more to the seat."""
    if tree.visits[child] != tree.visits[other]:
        return bool(tree.visits[child] < tree.visits[other])
    return bool(tree.worth[child, seat] < tree.worth[other, seat])
