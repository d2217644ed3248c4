"""How many playouts a second the search makes, beside another program's.

`cruachan bench search`: from the opening, on one core, in one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from cruachan.bench.openspiel import openspiel_simulations_per_second
from cruachan.bots.thinking import Budget, Thinker
from cruachan.engine.errors import OptionError
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.kernel import record_game
from cruachan.engine.texts import message
from cruachan.games import GAMES, load_game

WARMING = Budget(playouts=200)


def playouts_per_second(name: str, seats: int, seconds: float) -> float:
    """Playouts a second of the search in the opening of a game, on one core."""
    game = record_game(load_game(name))
    if game is None:
        raise OptionError(message(__package__, "search.none", game=name))
    rng, state = Random(1), game.setup(seats, {})
    while game.to_act(state) == (CHANCE,):
        state = game.apply(state, CHANCE, rng.choice(game.legal_moves(state, CHANCE)))
    seat = game.to_act(state)[0]
    decision = Decision(seat, game.observe(state, seat), game.legal_moves(state, seat))
    Thinker(game).think(decision, WARMING, rng)
    fresh = Thinker(game, nodes=1 << 22)
    begun = perf_counter()
    made = fresh.think(decision, Budget(seconds=seconds), rng).playouts
    return made / (perf_counter() - begun)


def bench(names: tuple[str, ...], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """For each game our playouts a second, the other program's simulations, and the ratio."""
    known = [name for name in GAMES if record_game(load_game(name)) is not None]
    theirs = openspiel_simulations_per_second(seconds)
    for name in names or known:
        game = load_game(name)
        ours = playouts_per_second(name, game.usual_seats(), seconds)
        yield name, {"ours": ours, "theirs": theirs, "ratio": ours / theirs}
