"""The functions of a record game that its WebAssembly module exports.

They take pointers to records and arrays that the caller owns and allocate nothing. Each carries out
the rule of the same name of the kernel, the greedy bot, the network or the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, cast

from cruachan.bots import proof
from cruachan.bots.judgement import judgement
from cruachan.bots.network import Net, is_learned, network, seen_of
from cruachan.bots.search import DEPTH, SearchBuffers, make_search
from cruachan.bots.tree import Tree, back_up
from cruachan.engine.bits import below
from cruachan.engine.errors import OptionError
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.texts import message
from cruachan.games import load_game

numba: Any = import_module("numba")
carray, types = numba.carray, numba.types
from_dtype: Any = import_module("numba.np.numpy_support").from_dtype

NUMBER = types.int32
"""All single numbers: JavaScript would have to write 64 bits as BigInt."""
MOVES = types.CPointer(types.int16)
DICE = types.CPointer(types.int64)
RAW = types.CPointer(types.int64)
INTS = types.CPointer(types.int32)
FLOATS = types.CPointer(types.float32)
DOUBLES = types.CPointer(types.float64)
TREE = (INTS, FLOATS, FLOATS, MOVES, INTS, MOVES, INTS, RAW, RAW)
"""The arrays of a tree, in the order of its fields."""
NET = (*6 * (FLOATS,), NUMBER)
"""The arrays of a network, in the order of its fields, and its hidden units."""
F = TypeVar("F", bound=Callable[..., Any])


def _inlined(function: F) -> F:
    """Compile a helper into whoever calls it."""
    return cast(F, numba.njit(inline="always")(function))


@_inlined
def tree_at(
    v: Any, w: Any, p: Any, m: Any, f: Any, k: Any, a: Any, h: Any, u: Any, nodes: int, seats: int
) -> Any:
    """A tree in the arrays that the caller owns."""
    return Tree(
        carray(v, nodes), carray(w, (nodes, seats)), carray(p, nodes), carray(m, nodes),
        carray(f, nodes), carray(k, nodes), carray(a, nodes), carray(h, nodes), carray(u, 1),
    )  # fmt: skip


@_inlined
def net_at(
    first: Any, bias: Any, second: Any, last: Any, policy: Any, policy_bias: Any, units: int,
    inputs: int, seats: int,
) -> Any:  # fmt: skip
    """A network in the arrays that the caller owns."""
    return Net(
        carray(first, (inputs, units)), carray(bias, units), carray(second, (units, seats)),
        carray(last, seats), carray(policy, (units, seats)), carray(policy_bias, seats),
    )  # fmt: skip


class Export(NamedTuple):
    """A function of the module."""

    name: str
    signature: Any
    function: Callable[..., Any]


class Pointers(NamedTuple):
    """The types of pointers to the records of a game."""

    board: Any
    state: Any

    @classmethod
    def of(cls, game: KernelGame[Any, Any, Any]) -> Pointers:
        """The pointers to a game's own records."""
        board: Any = game.board_tables
        state: Any = game.setup(game.players[0], {})
        types_of = (from_dtype(each.dtype) for each in (board, state))
        return cls(*map(types.CPointer, types_of))


def module_game(name: str, board: str | None = None) -> KernelGame[Any, Any, Any]:
    """A game that can be built; an OptionError where its rules are no kernel."""
    game = record_game(load_game(name, board))
    if game is None:
        raise OptionError(message(__package__, "wasm.no_kernel", game=name))
    return game


def exports(game: KernelGame[Any, Any, Any]) -> Iterator[Export]:
    """All functions of a game's module; the search only where a network was trained."""
    pointers = Pointers.of(game)
    yield from _rules(game, pointers)
    yield from _greedy(game, pointers)
    if is_learned(game):
        yield from _network(game, pointers)
        yield from _search(game, pointers)
    yield from _proof(game, pointers)


def _rules(game: KernelGame[Any, Any, Any], pointers: Pointers) -> Iterator[Export]:
    """The kernel, and random games from a state."""
    board, state = pointers
    to_act, legal, refuse, carry_out, first, begun, ended, look, start, fill = (
        game.kernel.to_act, game.kernel.legal_moves, game.kernel.refuses, game.kernel.play,
        game.kernel.winners, game.kernel.rounds, game.kernel.way, game.kernel.observe,
        game.kernel.starter, game.kernel.deal,
    )  # fmt: skip
    most = game.kernel.most_moves

    def acting(s: Any) -> int:
        return to_act(carray(s, 1)[0])

    def legal_moves(b: Any, s: Any, moves: Any) -> int:
        return legal(carray(b, 1)[0], carray(s, 1)[0], carray(moves, most))

    def refuses(b: Any, s: Any, seat: int, move: int) -> int:
        return refuse(carray(b, 1)[0], carray(s, 1)[0], seat, move)

    def play(b: Any, s: Any, move: int) -> None:
        carry_out(carray(b, 1)[0], carray(s, 1)[0], move)

    def winners(b: Any, s: Any) -> int:
        return first(carray(b, 1)[0], carray(s, 1)[0])

    def rounds(s: Any) -> int:
        return begun(carray(s, 1)[0])

    def way(b: Any, s: Any) -> int:
        return ended(carray(b, 1)[0], carray(s, 1)[0])

    def observe(s: Any, seat: int) -> None:
        look(carray(s, 1)[0], seat)

    def starter(s: Any) -> int:
        return start(carray(s, 1)[0])

    def deal(s: Any, dice: Any) -> None:
        fill(carray(s, 1)[0], carray(dice, 1))

    def playouts(b: Any, s: Any, scratch: Any, moves: Any, dice: Any, games: int) -> int:
        box, starts, table = carray(b, 1)[0], carray(s, 1), carray(scratch, 1)
        written, lots = carray(moves, most), carray(dice, 1)
        plies = 0
        for _ in range(games):
            table[0] = starts[0]
            total = legal(box, table[0], written)
            while total:
                carry_out(box, table[0], written[below(lots, total)])
                plies += 1
                total = legal(box, table[0], written)
        return plies

    yield Export("to_act", NUMBER(state), acting)
    yield Export("legal_moves", NUMBER(board, state, MOVES), legal_moves)
    yield Export("refuses", NUMBER(board, state, NUMBER, NUMBER), refuses)
    yield Export("play", types.void(board, state, NUMBER), play)
    yield Export("winners", NUMBER(board, state), winners)
    yield Export("rounds", NUMBER(state), rounds)
    yield Export("way", NUMBER(board, state), way)
    yield Export("observe", types.void(state, NUMBER), observe)
    yield Export("starter", NUMBER(state), starter)
    yield Export("deal", types.void(state, DICE), deal)
    yield Export("playouts", NUMBER(board, state, state, MOVES, DICE, NUMBER), playouts)


def _greedy(game: KernelGame[Any, Any, Any], pointers: Pointers) -> Iterator[Export]:
    """What each move is worth to the greedy bot."""
    board, state = pointers
    rate = judgement(game.name, game.kernel).rate

    def greedy_rate(b: Any, s: Any, moves: Any, total: int, scratch: Any, worth: Any) -> None:
        rate(
            carray(b, 1)[0], carray(s, 1), carray(moves, total), total, carray(scratch, 1),
            carray(worth, total),
        )  # fmt: skip

    yield Export(
        "greedy_rate", types.void(board, state, MOVES, NUMBER, state, DOUBLES), greedy_rate
    )


def _network(game: KernelGame[Any, Any, Any], pointers: Pointers) -> Iterator[Export]:
    """What each move is worth by the trained network."""
    board, state = pointers
    rate, inputs = network(game.name, game.kernel).rate, seen_of(game.name).INPUTS

    def network_rate(
        b: Any, s: Any, first: Any, bias: Any, second: Any, last: Any, policy: Any,
        policy_bias: Any, units: int, seats: int, moves: Any, total: int, scratch: Any,
        x: Any, hidden: Any, worth: Any,
    ) -> None:  # fmt: skip
        net = net_at(first, bias, second, last, policy, policy_bias, units, inputs, seats)
        rate(
            carray(b, 1)[0], carray(s, 1), net, carray(moves, total), total, carray(scratch, 1),
            carray(x, inputs), carray(hidden, units), carray(worth, (total, 2 * seats)),
        )  # fmt: skip

    yield Export(
        "network_rate",
        types.void(board, state, *NET, NUMBER, MOVES, NUMBER, state, FLOATS, FLOATS, FLOATS),
        network_rate,
    )


def _search(game: KernelGame[Any, Any, Any], pointers: Pointers) -> Iterator[Export]:
    """The tree search; the caller owns two trees and changes between them."""
    board, state = pointers
    search = make_search(game.kernel, network(game.name, game.kernel))
    start, descend, fill = search.begin, search.descend, game.kernel.deal
    inputs, most = seen_of(game.name).INPUTS, game.kernel.most_moves
    words = game.setup(game.players[0], {}).dtype.itemsize // 8

    def search_begin(
        s: Any, scratch: Any, raw: Any, seat: int, seats: int, nodes: int,
        v1: Any, w1: Any, p1: Any, m1: Any, f1: Any, k1: Any, a1: Any, h1: Any, u1: Any,
        v2: Any, w2: Any, p2: Any, m2: Any, f2: Any, k2: Any, a2: Any, h2: Any, u2: Any,
    ) -> int:  # fmt: skip
        tree = tree_at(v1, w1, p1, m1, f1, k1, a1, h1, u1, nodes, seats)
        other = tree_at(v2, w2, p2, m2, f2, k2, a2, h2, u2, nodes, seats)
        return start(carray(s, 1), carray(scratch, 1), carray(raw, words), seat, tree, other)

    def search_run(
        b: Any, s: Any, table: Any, scratch: Any, raw: Any, seat: int, seats: int, nodes: int,
        v1: Any, w1: Any, p1: Any, m1: Any, f1: Any, k1: Any, a1: Any, h1: Any, u1: Any,
        first: Any, bias: Any, second: Any, last: Any, policy: Any, policy_bias: Any, units: int,
        moves: Any, x: Any, hidden: Any, judged: Any, value: Any, path: Any,
        dice: Any, playouts: int, bold: float, trust: float,
    ) -> int:  # fmt: skip
        tree = tree_at(v1, w1, p1, m1, f1, k1, a1, h1, u1, nodes, seats)
        net = net_at(first, bias, second, last, policy, policy_bias, units, inputs, seats)
        buffers = SearchBuffers(
            carray(table, 1), carray(scratch, 1), carray(raw, words), carray(moves, most),
            carray(x, inputs), carray(hidden, units), carray(judged, (most, 2 * seats)),
            carray(value, 2 * seats), carray(path, DEPTH + 1),
        )  # fmt: skip
        box, root, lots = carray(b, 1)[0], carray(s, 1), carray(dice, 1)
        for _ in range(playouts):
            buffers.table[0] = root[0]
            fill(buffers.table[0], lots)
            depth = descend(box, buffers, seat, tree, net, lots, bold, trust)
            back_up(tree, buffers.path, depth, buffers.value)
        return playouts

    sizes = (NUMBER, NUMBER, NUMBER)
    yield Export("search_begin", NUMBER(state, state, RAW, *sizes, *TREE, *TREE), search_begin)
    floats = (types.float64, types.float64)
    yield Export(
        "search_run",
        NUMBER(
            board, state, state, state, RAW, *sizes, *TREE, *NET,
            MOVES, FLOATS, FLOATS, FLOATS, FLOATS, INTS, DICE, NUMBER, *floats,
        ),
        search_run,
    )  # fmt: skip


def _proof(game: KernelGame[Any, Any, Any], pointers: Pointers) -> Iterator[Export]:
    """The proof of a win that can be forced."""
    board, state = pointers
    prove, most = proof.make_proof(game.kernel).first_win, game.kernel.most_moves
    words, lines = game.setup(game.players[0], {}).dtype.itemsize // 8, proof.DEPTH

    def first_win(
        b: Any, s: Any, tables: Any, raw: Any, rows: Any, numbers: Any, marks: Any, found: Any,
        counts: Any, known: int, seat: int, moves: Any, total: int, turns: int, positions: int,
    ) -> int:  # fmt: skip
        by_depth, more = carray(numbers, (5, lines)), carray(counts, 4)
        memory = proof.ProofMemory(
            carray(tables, lines), carray(raw, (lines, words)), carray(rows, (lines, most)),
            by_depth[0], by_depth[1], by_depth[2], by_depth[3], by_depth[4],
            carray(marks, known), carray(found, known), more[:1], more[1:2],
            more[2:],
        )  # fmt: skip
        return prove(
            carray(b, 1)[0], carray(s, 1), seat, memory, carray(moves, total), total, turns,
            positions,
        )  # fmt: skip

    numbers = (NUMBER, NUMBER, MOVES, NUMBER, NUMBER, NUMBER)
    arrays = (state, RAW, MOVES, RAW, RAW, RAW, RAW)
    yield Export("first_win", NUMBER(board, state, *arrays, *numbers), first_win)
