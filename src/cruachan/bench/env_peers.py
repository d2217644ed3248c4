"""Environments of other libraries, played by lot as ours are: `cruachan bench envs --peers`.

What is timed is what an environment does for a learner: the step with its chance moves, what the
next player sees, and which moves are legal. Choosing is not. "Rules alone" are whole games, moves
of chance and choosing among them, without what is seen, as `rules_alone` in `envs.py`. Seconds are
those of the processor, so that threads count and other programs do not. A library that is not
installed is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from cruachan.envs.table import playable

ROUNDS = 3
TABLES = 2048


class EnvPeer(NamedTuple):
    """An environment of another library."""

    library: str
    game: str
    packages: tuple[str, ...]
    tables: int
    time: Callable[[float], float]
    """(seconds) -> moves a second"""


class EnvTimer:
    """Counts moves and the seconds of the processor that they took."""

    def __init__(self) -> None:
        self.moves, self.spent = 0, 0.0

    def run(self, step: Callable[..., Any], *arguments: Any, moves: int = 1) -> Any:
        """Do something timed."""
        begun = process_time()
        found = step(*arguments)
        self.spent += process_time() - begun
        self.moves += moves
        return found

    @property
    def pace(self) -> float:
        """Moves a second."""
        return self.moves / self.spent


def openspiel(seconds: float) -> float:
    """Backgammon of OpenSpiel, rules in C++, called from Python."""
    game = import_module("pyspiel").load_game("backgammon")
    lots, clock = random.Random(1), EnvTimer()

    def to_decision(state: Any) -> list[int]:
        while state.is_chance_node():
            moves, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(lots.choices(moves, weights)[0])
        if not state.is_terminal():
            state.observation_tensor(state.current_player())
        return list(state.legal_actions())

    def step(state: Any, move: int) -> list[int]:
        state.apply_action(move)
        return to_decision(state)

    while clock.spent < seconds:
        state = game.new_initial_state()
        moves = to_decision(state)
        while not state.is_terminal():
            moves = clock.run(step, state, lots.choice(moves))
    return clock.pace


def openspiel_rules(name: str, seconds: float) -> float:
    """The rules of a game in OpenSpiel alone, called from Python; ours through our adapter."""
    pyspiel = import_module("pyspiel")
    if name.startswith("cruachan_"):
        import_module("cruachan.envs.openspiel")
    game, lots = pyspiel.load_game(name), random.Random(1)
    moves, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds or not moves:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(lots.choice(state.legal_actions()))
            moves += 1
    return moves / spent


def pettingzoo(seconds: float) -> float:
    """Connect Four of PettingZoo, rules in Python."""
    env = import_module("pettingzoo.classic").connect_four_v3.env()
    lots, clock = random.Random(1), EnvTimer()

    def step(move: int) -> Any:
        env.step(move)
        return env.last()

    while clock.spent < seconds:
        env.reset(seed=1)
        seen, _, over, cut, _ = env.last()
        while not (over or cut):
            moves = np.flatnonzero(seen["action_mask"])
            seen, _, over, cut, _ = clock.run(step, int(lots.choice(moves)))
    return clock.pace


def rlcard(seconds: float) -> float:
    """Uno of RLCard, rules in Python."""
    env = import_module("rlcard").make("uno", config={"seed": 1})
    lots, clock = random.Random(1), EnvTimer()
    while clock.spent < seconds:
        seen, _ = env.reset()
        while not env.is_over():
            seen, _ = clock.run(env.step, lots.choice(list(seen["legal_actions"])))
    return clock.pace


def pgx(seconds: float) -> float:
    """Backgammon of pgx, compiled by JAX for this processor, many tables at once."""
    jax = import_module("jax")
    library = import_module("pgx")
    wrappers = import_module("pgx.experimental.wrappers")
    env = library.make("backgammon")
    step = jax.jit(jax.vmap(wrappers.auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, masks: jax.random.categorical(key, jax.numpy.log(masks.astype(float)), axis=1)
    )
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, TABLES))
    clock = EnvTimer()
    first = True
    while first or clock.spent < seconds:
        key, lot, dice = jax.random.split(key, 3)
        moves = choose(lot, state.legal_action_mask).block_until_ready()
        keys = jax.random.split(dice, TABLES).block_until_ready()

        def advance(state: Any = state, moves: Any = moves, keys: Any = keys) -> Any:
            return jax.block_until_ready(step(state, moves, keys))

        # The first step compiles.
        state = advance() if first else clock.run(advance, moves=TABLES)
        first = False
    return clock.pace


def rules_of(name: str, game_title: str) -> EnvPeer:
    """The rules of a game in OpenSpiel."""
    return EnvPeer("OpenSpiel", game_title, ("pyspiel",), 1, partial(openspiel_rules, name))


PEERS = (
    rules_of("backgammon", "backgammon, rules alone"),
    *(rules_of(f"cruachan_{name}", f"{name} (ours), rules alone") for name in playable()),
    EnvPeer("OpenSpiel", "backgammon", ("pyspiel",), 1, openspiel),
    EnvPeer("PettingZoo", "Connect Four", ("pettingzoo", "pygame"), 1, pettingzoo),
    EnvPeer("RLCard", "Uno", ("rlcard",), 1, rlcard),
    EnvPeer("pgx", "backgammon", ("jax", "pgx"), TABLES, pgx),
)


def bench(seconds: float) -> Iterator[tuple[EnvPeer, float | None]]:
    """Each of them and its moves a second, the median of several rounds; None: not installed."""
    for peer in PEERS:
        if any(find_spec(package) is None for package in peer.packages):
            yield peer, None
        else:
            yield peer, median(peer.time(seconds) for _ in range(ROUNDS))
