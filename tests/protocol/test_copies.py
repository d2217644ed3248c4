"""Environments, bots and games survive pickling, copying and other processes.

All games are loaded: rules that one factory makes for several games must not be mixed up.
"""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from cruachan import CHANCE, Decision, Match, Player
from cruachan.bots import load_bot, repeatable_bots
from cruachan.bots.own import OwnBot
from cruachan.bots.program import Program
from cruachan.engine.game import Game
from cruachan.engine.kernel import record_game
from cruachan.engine.record import MODE, identity, rule
from cruachan.envs.pettingzoo import RecordEnv
from cruachan.envs.table import playable
from cruachan.envs.vector import VectorEnv
from cruachan.games import GAMES, load_game

STEPS = 30


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


class Loaded(NamedTuple):
    """Everything there is, of every game."""

    games: dict[str, Game[Any, Any]]
    tables: dict[str, VectorEnv]
    bots: dict[str, dict[str, Any]]


@cache
def loaded() -> Loaded:
    games = {name: load_game(name) for name in GAMES}
    tables = {name: VectorEnv(name, 3, seats=games[name].players[0]) for name in playable()}
    for each in tables.values():
        each.reset(seed=1)
    bots = {
        name: {bot: load_bot(bot, game) for bot in repeatable_bots(game)}
        for name, game in games.items()
    }
    return Loaded(games, tables, bots)


def stepped(tables: VectorEnv) -> list[Any]:
    """What tables show from where they stand, the lowest legal move made everywhere."""
    seen = []
    for _ in range(STEPS):
        batch = tables.step(tables.batch.masks.argmax(axis=1))
        seen.append([array.copy() for array in batch])
    return seen


def asked(game: Game[Any, Any]) -> Decision[Any, Any]:
    """The first decision with a choice."""
    state, rng = game.setup(game.players[0], {}), Random(1)
    while True:
        seat = game.to_act(state)[0]
        moves = game.legal_moves(state, seat)
        if seat != CHANCE and len(moves) > 1:
            return Decision(seat, game.observe(state, seat), moves)
        state = game.apply(state, seat, rng.choice(moves))


def chosen(bot: Any, decision: Decision[Any, Any]) -> Any:
    return bot.choose(decision, Random(2))


def shown(game: Game[Any, Any]) -> Any:
    """A position as a game writes, shows and goes on with it."""
    state = asked(game).seen
    seat = game.to_act(state)[0]
    assert game.presentation is not None
    view = game.presentation.view(state, seat)
    after = game.apply(state, seat, game.legal_moves(state, seat)[0])
    return game.write_position(state), view, game.write_position(after)


def same(left: list[Any], right: list[Any]) -> bool:
    return all(
        np.array_equal(ours, theirs)
        for one, other in zip(left, right, strict=True)
        for ours, theirs in zip(one, other, strict=True)
    )


COPIES = pytest.mark.parametrize("twin", [pickled, copy.deepcopy], ids=["pickled", "copied"])


@COPIES
@pytest.mark.parametrize("name", playable())
def test_tables_go_on_in_a_copy(name: str, twin: Callable[[Any], Any]) -> None:
    tables = loaded().tables[name]
    tables.reset(seed=3)
    stepped(tables)
    again = twin(tables)
    assert same(stepped(again), stepped(tables))


@COPIES
@pytest.mark.parametrize("name", playable())
def test_an_environment_of_pettingzoo_goes_on_in_a_copy(
    name: str, twin: Callable[[Any], Any]
) -> None:
    loaded()
    table = RecordEnv(name)
    table.reset(seed=3)
    again = twin(table)
    for _ in range(STEPS):
        for each in (table, again):
            each.step(int(each.last()[0]["action_mask"].argmax()))
        assert np.array_equal(table.last()[0]["observation"], again.last()[0]["observation"])


@COPIES
@pytest.mark.parametrize("name", GAMES)
def test_bots_choose_the_same_in_a_copy(name: str, twin: Callable[[Any], Any]) -> None:
    game = loaded().games[name]
    decision = asked(game)
    for kind, bot in loaded().bots[name].items():
        # A search that has thought already knows more than a fresh one or a copy.
        assert chosen(twin(bot), decision) == chosen(load_bot(kind, game), decision)


@COPIES
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_game_is_the_same(name: str, twin: Callable[[Any], Any]) -> None:
    game = loaded().games[name]
    assert shown(twin(game)) == shown(game)


@COPIES
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_match_goes_on(name: str, twin: Callable[[Any], Any]) -> None:
    game = loaded().games[name]
    match = Match(game, [Player("Medb")] * game.players[0])
    again = twin(match)
    for each in (match, again):
        while CHANCE in each.to_act:
            each.roll()
        seat = each.to_act[0]
        each.play(seat, each.legal_moves(seat)[0])
    assert again.game.write_position(again.state) == match.game.write_position(match.state)


def elsewhere(everything: Loaded) -> dict[str, Any]:
    """What comes of all of it in a process that has not loaded anything itself."""
    return {
        name: (
            shown(game),
            stepped(everything.tables[name]) if name in everything.tables else [],
            {bot: chosen(each, asked(game)) for bot, each in everything.bots[name].items()},
        )
        for name, game in everything.games.items()
    }


def test_everything_works_in_a_spawned_process() -> None:
    for each in loaded().tables.values():
        each.reset(seed=4)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(elsewhere, loaded()).result()
    here = elsewhere(loaded())
    for name in GAMES:
        assert there[name][0] == here[name][0]
        assert same(there[name][1], here[name][1])
        assert there[name][2] == here[name][2]


def test_a_copy_of_a_program_starts_its_own() -> None:
    game = load_game(playable()[0])
    code = 'for line in iter(input, ""): print(\'{"move": 0}\', flush=True)'
    bot = OwnBot("first", game, Program("first", ["python3", "-c", code], game))
    decision = asked(game)
    assert chosen(bot, decision) == decision.moves[0]
    assert chosen(pickled(bot), decision) == decision.moves[0]


def adding(number: int) -> Any:
    @rule
    def add(more: int) -> int:
        return more + number

    return add


@pytest.mark.skipif(MODE == "interpreted", reason="plain functions of a factory are not pickled")
def test_two_rules_of_a_factory_over_the_same_types_are_not_mixed_up() -> None:
    one, two = adding(1), adding(2)
    assert (pickled(one)(5), pickled(two)(5)) == (6, 7)
    assert pickled(adding(1))(5) == 6


def test_every_rule_has_an_identity_of_its_own() -> None:
    loaded()
    kernels = [quick.kernel for game in loaded().games.values() if (quick := record_game(game))]
    rules = [each for kernel in kernels for each in kernel if callable(each)]
    known = {identity(getattr(each, "py_func", each)) for each in rules}
    assert len(known) == len({id(each) for each in rules})


def test_a_rule_that_reaches_what_is_not_there_yet_has_none() -> None:
    def first(places: int) -> int:
        return second(places)

    assert identity(first) is None

    def second(places: int) -> int:
        return places

    assert identity(first) is not None
