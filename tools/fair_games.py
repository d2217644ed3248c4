"""Games whose results docs/fair.md shows: who wins by order of play, by first die, road, element.

Every function plays the games of one line and returns what happened as numbers that can be added
to those of other seeds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any, cast

import numpy as np

from cruachan.arena.levels import (
    LEVEL,
    LevelRules,
    level_player,
    level_rules,
    new_level_memory,
    seated,
)
from cruachan.arena.python_simulator import PythonTally
from cruachan.arena.simulate import in_parallel, simulate
from cruachan.arena.tally import MOST_ROUNDS, BlockTally
from cruachan.bots.network import Net, learned
from cruachan.engine.bits import lowest
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import KernelGame, as_table, dice, record_game
from cruachan.engine.record import Ints, rule
from cruachan.games import game_class, load_game
from cruachan.games.cambria import dispatch as cambria
from cruachan.games.cambria.moves import LOT_START
from cruachan.games.cambria.state import ROADS, SETUP
from cruachan.games.gallia import cards
from cruachan.games.gallia.game import Gallia

BLOCK = 5
"""Games played one after the other by one core."""
NUMBERS = 7
"""A die shows one of them, or none."""
SETS = {
    "thin": [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (3, 4), (4, 2)],
    "richer": [(2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (4, 5)],
    "walls": [(2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 2), (4, 3), (4, 4), (4, 5)],
    "harvest": [(1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6), (3, 4), (3, 5), (3, 6), (4, 5)],
    "fortress": [(4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4), (6, 2), (6, 3), (6, 4), (7, 3)],
}
"""Backs for Gallia Cisalpina that were tried beside those of the box; shields and ears."""


@dataclass(frozen=True)
class Line:
    """Which games a line of a table stands for."""

    game: str
    board: str = ""
    seats: int = 2
    options: Mapping[str, str] = field(default_factory=dict)
    playouts: int = 0
    backs: str = ""
    """Backs of Gallia Cisalpina by their name in SETS; empty for those of the board."""

    @property
    def key(self) -> tuple[object, ...]:
        """What two lines have in common that can be added."""
        options = tuple(sorted(self.options.items()))
        return self.game, self.board, self.seats, options, self.playouts, self.backs


@dataclass
class Found:
    """What happened in the games of a line."""

    line: Line
    games: int = 0
    wins: list[int] = field(default_factory=list)
    """By place in the order of play, the start player first."""
    rounds: Counter[int] = field(default_factory=Counter)
    began: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """By what beginnings differ, and how: how often somebody began so, and won."""
    more: dict[str, Any] = field(default_factory=dict)
    """Whatever else a game counts."""

    def __add__(self, other: Found) -> Found:
        wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        began = {
            what: _added(self.began.get(what, {}), other.began.get(what, {}))
            for what in (*self.began, *(each for each in other.began if each not in self.began))
        }
        rounds = self.rounds + other.rounds
        return Found(self.line, self.games + other.games, wins, rounds, began, self.more)

    def as_data(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return asdict(self) | {"rounds": dict(self.rounds)}


def found_in(data: Mapping[str, Any]) -> Found:
    """Read what `as_data` wrote."""
    rounds = Counter({int(length): number for length, number in data["rounds"].items()})
    line = Line(**data["line"])
    return Found(line, data["games"], data["wins"], rounds, data["began"], data["more"])


def _added(one: Mapping[str, list[int]], two: Mapping[str, list[int]]) -> dict[str, list[int]]:
    names = [*one, *(name for name in two if name not in one)]
    none = [0, 0]
    return {
        name: [a + b for a, b in zip(one.get(name, none), two.get(name, none), strict=True)]
        for name in names
    }


def compiled_game(line: Line) -> KernelGame[Any, Any, Any]:
    """The game of a line, with its board and backs."""
    if line.backs:
        sides = tuple(cards.CardSide(*back) for back in SETS[line.backs])
        return Gallia(replace(cards.load(), backs=sides))
    game = record_game(load_game(line.game, line.board or None))
    assert game is not None
    return game


def order_of_play(line: Line, games: int, seed: int) -> Found:
    """Wins by order of play."""
    game, seats = compiled_game(line), line.seats
    start = as_table(game.setup(seats, dict(line.options)))
    stop, level = np.zeros(1, np.int64), SearchLevel(playouts=line.playouts)
    play = level_player(game, start, [LEVEL] * seats, [level] * seats, stop)

    def play_block(number: int, size: int) -> BlockTally:
        sizes = seats, seats, MOST_ROUNDS, len(game.kernel.ways)
        counts = [np.zeros(each, np.int64) for each in sizes]
        return BlockTally(size, play(size, dice(seed, number), counts), *counts)

    found = Found(line, wins=[0] * seats)
    for block in in_parallel(play_block, games, BLOCK):
        lengths = {n: int(often) for n, often in enumerate(block.lengths) if often}
        found += Found(line, block.games, block.order_wins.tolist(), Counter(lengths))
    return found


# --- Cambria: the first die and the first road ------------------------------------------------


@cache
def _make_starts(levels: LevelRules) -> Any:
    """Compile games of Cambria in which the first seat begins; they tell how each seat began."""
    kernel = cambria.KERNEL
    legal_moves, play, winners = kernel.legal_moves, kernel.play, kernel.winners
    kernel_rounds, choose, new_buffers = kernel.rounds, levels.choose, levels.new_buffers

    @rule
    def starts(
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, memory: Any, games: int,
        bots: Any, dice: Ints, stop: Ints, numbers: Ints, roads: Ints, rounds: Ints,
    ) -> None:  # fmt: skip
        seats = len(net.last)
        table = start.copy()
        buffers = new_buffers(start, scratch, raw, memory, net)
        number, road = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
        for _ in range(games):
            table[0] = start[0]
            play(board, table[0], LOT_START)
            total = legal_moves(board, table[0], buffers.moves)
            while total:
                move = choose(board, table, total, net, bots, buffers, dice, stop)
                if table[0].phase == SETUP:
                    number[table[0].turn] = table[0].first
                    road[table[0].turn] = move
                play(board, table[0], move)
                total = legal_moves(board, table[0], buffers.moves)
            winner = lowest(winners(board, table[0]))
            for seat in range(seats):
                won = int(seat == winner)
                numbers[seat, number[seat], 0] += 1
                numbers[seat, number[seat], 1] += won
                roads[road[seat], 0] += 1
                roads[road[seat], 1] += won
            rounds[kernel_rounds(table[0])] += 1

    return starts


def cambria_starts(line: Line, games: int, seed: int) -> Found:
    """Wins in Cambria by order of play, by the number of the first die and by the first road."""
    game, seats, kernel = compiled_game(line), line.seats, cambria.KERNEL
    run = _make_starts(level_rules("cambria", kernel))
    level = SearchLevel(playouts=line.playouts)
    bots, net = seated([LEVEL] * seats, [level] * seats), learned("cambria", seats)
    start, stop = as_table(game.setup(seats, dict(line.options))), np.zeros(1, np.int64)

    def play(number: int) -> tuple[int, Ints, Ints, Ints]:
        size = min(BLOCK, games - number * BLOCK)
        scratch = start.copy()
        numbers = np.zeros((seats, NUMBERS, 2), np.int64)
        roads, rounds = np.zeros((ROADS, 2), np.int64), np.zeros(MOST_ROUNDS, np.int64)
        memory = new_level_memory(kernel, start, bots)
        run(
            game.board_tables, start, scratch, scratch.view(np.int64), net, memory, size, bots,
            dice(seed, number), stop, numbers, roads, rounds,
        )  # fmt: skip
        return size, numbers, roads, rounds

    found = Found(line, wins=[0] * seats)
    names = _road_names(game.board)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for size, numbers, roads, rounds in pool.map(play, range(-(-games // BLOCK))):
            wins = numbers[:, :, 1].sum(1).tolist()
            began = {
                "die": {
                    str(n): numbers[:, n].sum(0).tolist()
                    for n in range(NUMBERS)
                    if numbers[:, n].any()
                },
                "road": {names[n]: roads[n].tolist() for n in range(ROADS) if roads[n].any()},
            }
            lengths = {n: int(often) for n, often in enumerate(rounds) if often}
            found += Found(line, size, wins, Counter(lengths), began)
    return found


def _road_names(board: Any) -> list[str]:
    """Each road by its two forts and their values."""
    forts = {fort.short: fort for fort in board.forts}
    ends = [[forts[short] for short in road.between] for road in board.roads]
    return [" – ".join(f"{fort.name} {fort.value}" for fort in pair) for pair in ends]


# --- SHENT ------------------------------------------------------------------------------------

STORED = (
    *("aims", "contests", "placed", "voted_down", "votes_against", "did", "turns", "ends"),
    *("quests_per_player", "rounds", "wins", "seconds", "moves"),
)
"""What is kept of a simulation of SHENT beside who wins."""


def shent_games(line: Line, games: int, seed: int, bots: Sequence[str] = ()) -> Found:
    """Wins in SHENT by order of play, element, first figure and the land where it began."""
    game = load_game("shent", line.board or game_class("shent").usual_board(line.seats))
    seated_bots = tuple(bots) or ("strong",) * line.seats
    tally: PythonTally | None = None
    for running in simulate(game, line.seats, games, seed, seated_bots, dict(line.options)):
        tally = cast(PythonTally, running)
    assert tally is not None
    report = tally.report()
    lengths = {n: int(often) for n, often in enumerate(tally.lengths) if often}
    more = {key: report[key] for key in STORED}
    return Found(line, games, tally.order_wins.tolist(), Counter(lengths), report["began"], more)
