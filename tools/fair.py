"""What the order of play is worth between bots that play alike: docs/fair.md is made with it.

    python tools/fair.py cambria --seats 3 --board north --playouts 30 --option fair=yes

Without playouts the bots look one move ahead and always play what the network likes best.
"""

from __future__ import annotations

import argparse

import numpy as np

from cruachan.arena.levels import LEVEL, level_player
from cruachan.arena.simulate import in_parallel
from cruachan.arena.tally import MOST_ROUNDS, BlockTally, wilson
from cruachan.engine.capabilities import SearchLevel
from cruachan.engine.kernel import as_table, dice, record_game
from cruachan.games import load_game

BLOCK = 20
"""Games played one after the other by one core."""


def read() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=("hibernia", "cambria", "gallia"))
    parser.add_argument("--board")
    parser.add_argument("--seats", type=int, help="else as many as can play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--playouts", type=int, default=0)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Play the games and print one line of the table."""
    asked = read()
    game = record_game(load_game(asked.game, asked.board))
    assert game
    seats = asked.seats or max(game.players)
    start = as_table(game.setup(seats, dict(each.split("=") for each in asked.option)))
    stop, level = np.zeros(1, np.int64), SearchLevel(playouts=asked.playouts)
    play = level_player(game, start, [LEVEL] * seats, [level] * seats, stop)

    def play_block(number: int, size: int) -> BlockTally:
        counts = [
            np.zeros(each, np.int64) for each in (seats, seats, MOST_ROUNDS, len(game.kernel.ways))
        ]
        return BlockTally(size, play(size, dice(asked.seed, number), counts), *counts)

    games, wins, lengths = 0, np.zeros(seats, np.int64), np.zeros(MOST_ROUNDS, np.int64)
    for block in in_parallel(play_block, asked.games, BLOCK):
        games += block.games
        wins += block.order_wins
        lengths += block.lengths
    shares = []
    for won in wins.tolist():
        low, high = wilson(won, games)
        shares.append(f"{100 * won / games:.1f} ({100 * low:.1f} to {100 * high:.1f})")
    median = int(np.searchsorted(np.cumsum(lengths), (games + 1) // 2))
    print(f"| {games} | {' / '.join(shares)} | {games - wins.sum()} | {median} |")


if __name__ == "__main__":
    main()
