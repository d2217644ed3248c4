"""Prints the positions of seeded random games, one a line: `python -m tests.walk GAME GAMES`.

Run in different modes of the rules it must print the same.
"""

import sys
from itertools import product
from random import Random

from cruachan.games import game_class, load_game


def walk(name: str, games: int) -> None:
    """Play games over all boards, numbers of players and options."""
    boards = [load_game(name, board) for board in game_class(name).boards]
    choices = [[(option.name, value) for value in option.choices] for option in boards[0].options]
    tables = list(product(boards, boards[0].players, product(*choices)))
    for number in range(games):
        rng = Random(number)
        game, seats, options = tables[number % len(tables)]
        state = game.setup(seats, dict(options))
        while acting := game.to_act(state):
            moves = game.legal_moves(state, acting[0])
            state = game.apply(state, acting[0], rng.choice(moves))
            print(game.write_position(state), state.tobytes().hex(), len(moves))


if __name__ == "__main__":
    walk(sys.argv[1], int(sys.argv[2]))
