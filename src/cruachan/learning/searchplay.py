"""Games of bots that search, and what their searches teach, in machine code.

Each decision is searched from the beginning. What a move is worth, the search says; of the move
that was made, what came of it (TD(lambda) over the searches of a game). What the policy should say
is what it said, corrected by what the search found (Danihelka and others, Policy improvement by
planning with Gumbel, 2022).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.network import Floats, Net, Network
from cruachan.bots.search import SearchRules
from cruachan.bots.tree import Tree, add_node, favourite
from cruachan.engine.bits import below, count, lowest
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import Kernel
from cruachan.engine.record import Ints, rule
from cruachan.learning.lessons import Lessons, add_move, end_decision, has_room, softmax
from cruachan.learning.selfplay import MOST, PARTS

OPENING = 10
"""In so many first decisions of a game the policy draws the move."""
BELIEVED = 8
"""What a move is worth is believed fully after so many visits."""
VISITS = 50.0
SCALE = 0.1
"""How much the policy follows a search: this, times its most visits and VISITS more."""


class PlayStyle(NamedTuple):
    """How games are played to learn from."""

    playouts: int
    stray: int
    """The share of moves by lot, in millionths."""
    trace: float
    """How far the end of a game reaches back (lambda)."""
    bold: float
    trust: float


class GameRecord(NamedTuple):
    """The decisions of a game, each a row in every array."""

    rows: Ints
    """Where the move that was made is kept among the lessons; -1 if it is not."""
    worth: Floats
    """What the search expected for each seat."""
    strayed: Ints
    """Whether another move was made than the search would have made."""


class SearchPlay(NamedTuple):
    """The compiled play of bots that search."""

    play: Callable[..., int]
    """(board, start, scratch, raw, net, tree, lessons, decisions, dice, course, stop) -> games:
    plays until there are so many decisions"""
    contest: Callable[..., int]
    """(board, start, scratch, raw, net, others, tree, seat, games, dice, playouts, rivals, bold,
    trust, wins, stop) -> decisions: plays games of a network at a seat against other networks, each
    with its playouts, and counts wins by seat, draws last"""


@rule
def improved_policy(tree: Tree, seat: int, wanted: Floats) -> None:
    """Write the policy that a search recommends at its root: what was thought first, corrected by
    what the moves turned out to be worth.
    """
    first, total = tree.first[0], tree.kids[0]
    most = 0
    for child in range(first, first + total):
        most = max(most, tree.visits[child])
    for index in range(total):
        child = first + index
        worth = tree.worth[child, seat] / (tree.visits[child] + 1)
        wanted[index] = log(tree.prior[child] + 1e-9) + SCALE * (VISITS + most) * worth
    softmax(wanted, total)


@rule
def drawn_by(wanted: Floats, total: int, dice: Ints) -> int:
    """Draw a place by its probability."""
    left = below(dice, PARTS) / PARTS
    for index in range(total - 1):
        left -= wanted[index]
        if left < 0.0:
            return index
    return total - 1


@rule
def reach_back(
    lessons: Lessons, game: GameRecord, decisions: int, result: Floats, trace: float
) -> None:
    """Tell each move that was made what came of it, last first."""
    seats = lessons.worth.shape[1]
    target = result.copy()
    for at in range(decisions - 1, -1, -1):
        row = game.rows[at]
        for seat in range(seats):
            if row >= 0:
                lessons.worth[row, seat] = target[seat]
            expected = game.worth[at, seat]
            if game.strayed[at]:
                target[seat] = expected
            else:
                target[seat] = (1.0 - trace) * expected + trace * target[seat]
        if row >= 0:
            lessons.weight[row] = 1.0


@cache
def make_search_play(kernel: Kernel, network: Network, search: SearchRules) -> SearchPlay:
    """Compile games of bots that search."""
    to_act, legal_moves, play_move, observe = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.observe,
    )
    winners, most_moves = kernel.winners, kernel.most_moves
    look, inputs, think = network.look, network.inputs, search.run

    @rule
    def searched(
        board: Any, table: Any, seen: Any, scratch: Any, raw: Ints, net: Net, tree: Tree,
        dice: Ints, playouts: int, bold: float, trust: float, stop: Ints,
    ) -> None:  # fmt: skip
        """Search what the seat to act knows of a position, with an empty tree."""
        seat = to_act(table[0])
        seen[0] = table[0]
        observe(seen[0], seat)
        tree.used[0] = 0
        add_node(tree, 0)
        think(board, seen, scratch, raw, seat, tree, net, dice, playouts, bold, trust, stop)

    @rule
    def note(
        board: Any, table: Any, scratch: Any, net: Net, tree: Tree, lessons: Lessons,
        wanted: Floats, x: Floats, layer: Floats, out: Floats,
    ) -> int:  # fmt: skip
        """Keep a decision that was searched; where its first move is kept."""
        seat = to_act(table[0])
        begin = lessons.used[1]
        for index in range(tree.kids[0]):
            child = tree.first[0] + index
            scratch[0] = table[0]
            play_move(board, scratch[0], tree.move[child])
            look(board, scratch, net, x, layer, out)
            turn = -1 if to_act(scratch[0]) == NOBODY else int(scratch[0].turn)
            row = add_move(lessons, x, turn)
            tried = tree.visits[child] + 1
            for each in range(tree.worth.shape[1]):
                lessons.worth[row, each] = tree.worth[child, each] / tried
            lessons.weight[row] = min(1.0, tree.visits[child] / BELIEVED)
            lessons.wanted[row] = wanted[index]
        end_decision(lessons, seat)
        return int(begin)

    @rule
    def chosen_by(
        tree: Tree, seat: int, number: int, wanted: Floats, dice: Ints, stray: int
    ) -> int:
        """Choose the move of a decision in self-play; its place among the children of the root."""
        total = int(tree.kids[0])
        if below(dice, PARTS) < stray:
            return below(dice, total)
        if number < OPENING:
            return drawn_by(wanted, total, dice)
        return favourite(tree, seat) - int(tree.first[0])

    @rule
    def play_game(
        board: Any, table: Any, seen: Any, scratch: Any, raw: Ints, net: Net, tree: Tree,
        lessons: Lessons, record: GameRecord, dice: Ints, course: PlayStyle, moves: Ints,
        wanted: Floats, x: Floats, layer: Floats, out: Floats, stop: Ints,
    ) -> int:  # fmt: skip
        """Play the game on a table to its end; the decisions that were searched."""
        decisions = 0
        total = legal_moves(board, table[0], moves)
        while total and not stop[0]:
            seat = to_act(table[0])
            if seat < 0 or total == 1 or decisions >= MOST:
                play_move(board, table[0], moves[below(dice, total)])
                total = legal_moves(board, table[0], moves)
                continue
            searched(
                board, table, seen, scratch, raw, net, tree, dice, course.playouts, course.bold,
                course.trust, stop,
            )  # fmt: skip
            improved_policy(tree, seat, wanted)
            best = favourite(tree, seat)
            index = chosen_by(tree, seat, decisions, wanted, dice, course.stray)
            for each in range(tree.worth.shape[1]):
                record.worth[decisions, each] = tree.worth[best, each] / (tree.visits[best] + 1)
            record.strayed[decisions] = tree.first[0] + index != best
            record.rows[decisions] = -1
            if has_room(lessons, total, inputs):
                begin = note(board, table, scratch, net, tree, lessons, wanted, x, layer, out)
                record.rows[decisions] = begin + index
            decisions += 1
            play_move(board, table[0], tree.move[tree.first[0] + index])
            total = legal_moves(board, table[0], moves)
        return decisions

    @rule
    def play(
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, tree: Tree, lessons: Lessons,
        decisions: int, dice: Ints, course: PlayStyle, stop: Ints,
    ) -> int:  # fmt: skip
        seats = len(net.last)
        table, seen = start.copy(), start.copy()
        record = GameRecord(
            np.zeros(MOST, np.int64), np.zeros((MOST, seats), np.float32), np.zeros(MOST, np.int64)
        )
        moves, wanted = np.zeros(most_moves, np.int16), np.zeros(most_moves, np.float32)
        x, layer = np.zeros(inputs, np.float32), np.zeros(len(net.bias), np.float32)
        out = np.zeros(2 * seats, np.float32)
        games = 0
        while lessons.used[2] < decisions and has_room(lessons, most_moves, inputs) and not stop[0]:
            table[0] = start[0]
            made = play_game(
                board, table, seen, scratch, raw, net, tree, lessons, record, dice, course, moves,
                wanted, x, layer, out, stop,
            )  # fmt: skip
            look(board, table, net, x, layer, out)
            reach_back(lessons, record, made, out[:seats], course.trace)
            games += 1
        return games

    @rule
    def contest(
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, others: Net, tree: Tree,
        seat: int, games: int, dice: Ints, playouts: int, rivals: int, bold: float, trust: float,
        wins: Ints, stop: Ints,
    ) -> int:  # fmt: skip
        table, seen, decisions = start.copy(), start.copy(), 0
        moves = np.zeros(most_moves, np.int16)
        for _ in range(games):
            table[0] = start[0]
            total = legal_moves(board, table[0], moves)
            while total:
                acting = to_act(table[0])
                move = moves[below(dice, total)]
                if acting >= 0 and total > 1:
                    mine = acting == seat
                    searched(
                        board, table, seen, scratch, raw, net if mine else others, tree, dice,
                        playouts if mine else rivals, bold, trust, stop,
                    )  # fmt: skip
                    move = tree.move[favourite(tree, acting)]
                    decisions += 1
                play_move(board, table[0], move)
                total = legal_moves(board, table[0], moves)
            first = winners(board, table[0])
            wins[lowest(first) if count(first) == 1 else len(wins) - 1] += 1
        return decisions

    return SearchPlay(play, contest)
