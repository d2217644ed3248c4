"""The positions of seeded random games: in every mode of the rules they must be the same."""

from collections.abc import Iterator
from itertools import count, product
from random import Random

from cruachan.games import game_class, load_game

EACH = 3
"""Games at each table, at least."""
ENOUGH = 1200
"""Positions; where games are short there are more of them."""


def walk(name: str) -> Iterator[str]:
    """Games over all boards, numbers of players and options."""
    boards = [load_game(name, board) for board in game_class(name).boards]
    choices = [[(option.name, value) for value in option.choices] for option in boards[0].options]
    tables = list(product(boards, boards[0].players, product(*choices)))
    walked = 0
    for number in count():
        if number >= EACH * len(tables) and walked > ENOUGH:
            return
        game, seats, options = tables[number % len(tables)]
        rng = Random(number)
        state = game.setup(seats, dict(options))
        while acting := game.to_act(state):
            moves = game.legal_moves(state, acting[0])
            state = game.apply(state, acting[0], rng.choice(moves))
            walked += 1
            yield f"{game.write_position(state)} {state.tobytes().hex()} {len(moves)}"
