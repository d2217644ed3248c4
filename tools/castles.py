"""Who wins from which castle of Hibernia, in which place of the order of play: on all cores.

    python -m tools.castles --board ireland --playouts 30 --games 2400

prints shares of wins by castle and by order of play, with intervals of 95 %, for three and four
players, in the usual and in the harder game. Without playouts the bots look one move ahead with
the learned judgement; `--greedy` takes the judgement made by hand.

Each of the 24 lots for the castles is played equally often, the first seat always begins: seats
differ by nothing else.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from cruachan.arena.levels import GREEDY, LEVEL, LevelRules, level_rules, new_level_memory, seated
from cruachan.bots.network import Net, learned
from cruachan.engine.bits import lowest
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import as_table, dice, record_game
from cruachan.engine.record import Ints, rule
from cruachan.games import load_game
from cruachan.games.hibernia.moves import LOT_CASTLES, LOT_START
from cruachan.games.hibernia.rules import KERNEL
from cruachan.games.hibernia.state import PLAYERS, BoardTables

LOTS = 24
SLOW_BLOCK = 4
"""Games of a block, of bots that search."""
SETTINGS = ((4, "no"), (4, "yes"), (3, "no"), (3, "yes"))
"""Players, and whether they play the harder game."""


class Counts(NamedTuple):
    """What happened in many games of one setting."""

    wins: Ints
    """By castle and by place in the order of play."""
    rounds: int
    """Of all games together."""
    games: int

    def __add__(self, other: Any) -> Counts:
        return Counts(self.wins + other.wins, self.rounds + other.rounds, self.games + other.games)


NONE = Counts(np.zeros((PLAYERS, PLAYERS), np.int64), 0, 0)


def castle_of_seat() -> Ints:
    """By lot and seat the place of the seat's castle among the castles (see draw_castles)."""
    found = np.zeros((LOTS, PLAYERS), np.int64)
    for lot in range(LOTS):
        left, rest = list(range(PLAYERS)), lot
        for place in range(PLAYERS):
            choices = PLAYERS - place
            found[lot, left.pop(rest % choices)] = place
            rest //= choices
    return found


def start_table(seats: int, harder: str, fair: str = "no") -> Any:
    """A table before the lots, as an array that holds one state."""
    game = record_game(load_game("hibernia"))
    assert game is not None
    return as_table(game.setup(seats, {"harder": harder, "fair": fair}))


@cache
def make_castle_games(levels: LevelRules) -> Any:
    """Compile games that begin with given lots."""
    legal_moves, play, winners = KERNEL.legal_moves, KERNEL.play, KERNEL.winners
    choose, new_buffers = levels.choose, levels.new_buffers

    @rule
    def castle_games(
        board: Any, start: Any, scratch: Any, raw: Ints, net: Net, memory: Any, first: int,
        games: int, bots: Any, dice: Ints, stop: Ints, castles: Ints, wins: Ints,
    ) -> int:  # fmt: skip
        table = start.copy()
        buffers = new_buffers(start, scratch, raw, memory, net)
        rounds = 0
        for number in range(first, first + games):
            lot = number % LOTS
            table[0] = start[0]
            play(board, table[0], LOT_START)
            play(board, table[0], LOT_CASTLES + lot)
            total = legal_moves(board, table[0], buffers.moves)
            while total:
                play(board, table[0], choose(board, table, total, net, bots, buffers, dice, stop))
                total = legal_moves(board, table[0], buffers.moves)
            winner = lowest(winners(board, table[0]))
            wins[castles[lot, winner], winner] += 1
            rounds += table[0].round_number
        return rounds

    return castle_games


def evaluate(
    board: BoardTables,
    games: int,
    level: SearchLevel | None,
    seed: int,
    pool: ThreadPoolExecutor,
    fair: str = "no",
) -> list[Counts]:
    """Play so many games in each setting on a board; without a level the bots are greedy."""
    settings = range(len(SETTINGS))
    players = [block_player(board, setting, level, seed, fair) for setting in SETTINGS]
    size = SLOW_BLOCK if level is not None and level.playouts else LOTS

    def play(which: tuple[int, int]) -> Counts:
        number, setting = which
        first = number * size
        return players[setting](first, min(size, games - first))

    counts = [NONE for _ in settings]
    numbers = list(product(range(-(-games // size)), settings))
    for (_, setting), block in zip(numbers, pool.map(play, numbers), strict=True):
        counts[setting] += block
    return counts


def block_player(
    board: BoardTables, setting: tuple[int, str], level: SearchLevel | None, seed: int, fair: str
) -> Callable[[int, int], Counts]:
    """Return how to play some games, from a number on: (first, games) -> what happened."""
    seats, harder = setting
    run = make_castle_games(level_rules("hibernia", KERNEL))
    kind, level = (GREEDY, SearchLevel()) if level is None else (LEVEL, level)
    bots, net = seated([kind] * seats, [level] * seats), learned("hibernia", seats)
    start, castles, stop = start_table(seats, harder, fair), castle_of_seat(), np.zeros(1, np.int64)

    def play(first: int, games: int) -> Counts:
        scratch, wins = start.copy(), np.zeros((PLAYERS, PLAYERS), np.int64)
        memory = new_level_memory(KERNEL, start, bots)
        rounds = run(
            board, start, scratch, scratch.view(np.int64), net, memory, first, games, bots,
            dice(seed, first), stop, castles, wins,
        )  # fmt: skip
        return Counts(wins, int(rounds), games)

    return play


# --- Tables ---------------------------------------------------------------------------------


def wilson_half(share: float, games: int) -> float:
    """Half of the interval of 95 %, in per cent."""
    return 100 * 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)


def castle_shares(counts: Counts, seats: int) -> tuple[list[float], float]:
    """Shares of wins of whoever has a castle, in per cent, and half of their interval.

    With three players a castle is somebody's in three of four games.
    """
    owned = counts.games * seats / PLAYERS
    shares = [100 * float(each) / owned for each in counts.wins.sum(1)]
    return shares, wilson_half(1 / seats, int(owned))


def order_shares(counts: Counts, seats: int) -> tuple[list[float], float]:
    """Shares of wins by place in the order of play, in per cent, and half of their interval."""
    shares = [100 * float(each) / counts.games for each in counts.wins.sum(0)[:seats]]
    return shares, wilson_half(1 / seats, counts.games)


def table_line(setting: tuple[int, str], counts: Counts) -> str:
    """A line of the tables of docs/fair.md."""
    seats, harder = setting
    castles, castle_half = castle_shares(counts, seats)
    order, order_half = order_shares(counts, seats)
    return "| {}{} | {:,} | {} | ±{:.1f} | {} | ±{:.1f} | {:.1f} |".format(
        seats,
        ", harder" if harder == "yes" else "",
        counts.games,
        " | ".join(f"{each:.1f}" for each in castles),
        castle_half,
        " / ".join(f"{each:.1f}" for each in order),
        order_half,
        counts.rounds / counts.games,
    )


def header(castles: Sequence[str]) -> list[str]:
    """The first two lines of a table."""
    names = " | ".join(castles)
    return [
        f"| players | games | {names} | 95 % | order of play | 95 % | rounds |",
        "|---|--:|" + "--:|" * (len(castles) + 1) + "---|--:|--:|",
    ]


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--board", help="a board of the box or a file")
    parser.add_argument("--playouts", type=int, default=0)
    parser.add_argument("--greedy", action="store_true")
    parser.add_argument("--games", type=int, default=4800, help="of each line")
    parser.add_argument("--fair", choices=("no", "yes"), default="no")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = record_game(load_game("hibernia", asked.board))
    assert game is not None
    level = None if asked.greedy else SearchLevel(playouts=asked.playouts)
    print(*header([each.name for each in game.board.counties if each.castle]), sep="\n")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = evaluate(game.board_tables, asked.games, level, asked.seed, pool, asked.fair)
    for setting, counts in zip(SETTINGS, found, strict=True):
        print(table_line(setting, counts))


if __name__ == "__main__":
    main()
