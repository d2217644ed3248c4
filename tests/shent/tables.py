"""Games of SHENT between bots or by lot, for tests that look at many positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random

from cruachan.engine.game import CHANCE, Decision
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.components.board import board_for, load
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT

Step = tuple[State, int, Move, State]
RARE = {
    **{"forsake": 0.02, "wish": 0.02, "cast": 0.3, "emerge": 0.2, "honour": 0.1},
    **{"treat": 0.3, "judge": 0.2, "dissolve": 0.2, "renounce": 0.1},
}


@cache
def game_for(seats: int) -> SHENT:
    """The game on the board for so many players."""
    return SHENT(load(board_for(seats)))


def any_options(rng: Random, limit: str = "15") -> dict[str, str]:
    """All options by lot, but for the limit."""
    chosen = {option.name: rng.choice(option.choices) for option in SHENT.options}
    return chosen | {"limit": limit}


def chance_move(game: SHENT, state: State, rng: Random) -> Move:
    """What chance says."""
    return rng.choices(game.legal_moves(state, CHANCE), game.chances(state))[0]


def choose(moves: list[Move], rng: Random) -> Move:
    """A move: each verb alike, but some that lead nowhere seldom."""
    verbs: dict[str, list[Move]] = {}
    for move in moves:
        verbs.setdefault(move.verb, []).append(move)
    verb = rng.choices(list(verbs), [RARE.get(name, 1) for name in verbs])[0]
    return rng.choice(verbs[verb])


def walk(seed: int, seats: int, steps: int, **options: str) -> Iterator[tuple[State, int, Move]]:
    """The first positions of such a game, each with who moves next and how."""
    game = by_lot(seats, seed, options)
    return ((before, seat, move) for before, seat, move, _ in islice(game, steps))


def by_lot(
    seats: int, seed: int, options: Mapping[str, str], start: State | None = None
) -> Iterator[Step]:
    """A game whose players make any legal move, from its beginning or from a position."""
    game, rng = game_for(seats), Random(seed)
    state = start or game.setup(seats, options)
    while waiting := game.to_act(state):
        seat = rng.choice(waiting)
        if seat == CHANCE:
            move = chance_move(game, state, rng)
        else:
            move = choose(game.legal_moves(state, seat), rng)
        after = game.apply(state, seat, move)
        yield state, seat, move, after
        state = after


def by_bots(
    seats: int, seed: int, options: Mapping[str, str], kind: str = "purposeful"
) -> Iterator[Step]:
    """A game between bots."""
    game, rng = game_for(seats), Random(seed)
    bot = ShentBot(kind)
    state = game.setup(seats, options)
    while waiting := game.to_act(state):
        seat = waiting[0]
        if seat == CHANCE:
            move = chance_move(game, state, rng)
        else:
            legal = game.legal_moves(state, seat)
            move = bot.choose(Decision(seat, game.observe(state, seat), legal), rng)
        after = game.apply(state, seat, move)
        yield state, seat, move, after
        state = after
