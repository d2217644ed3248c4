"""Prints the positions of seeded random games, one a line: `python -m tests.walk GAME GAMES`.

Run in different modes of the rules it must print the same.
"""

import sys
from itertools import product
from random import Random

from cruachan.games import load_game


def walk(name: str, games: int) -> None:
    """Play games over all numbers of players and all options."""
    game = load_game(name)
    choices = [[(option.name, value) for value in option.choices] for option in game.options]
    tables = list(product(game.players, product(*choices)))
    for number in range(games):
        rng = Random(number)
        seats, options = tables[number % len(tables)]
        state = game.setup(seats, dict(options))
        while acting := game.to_act(state):
            moves = game.legal_moves(state, acting[0])
            state = game.apply(state, acting[0], rng.choice(moves))
            print(game.write_position(state), state.tobytes().hex(), len(moves))


if __name__ == "__main__":
    walk(sys.argv[1], int(sys.argv[2]))
