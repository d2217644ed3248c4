"""Bots that think in WebAssembly think what compiled ones think."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.bots import GreedyBot, levels_of, load_bot
from cruachan.bots.levels import LevelBot
from cruachan.bots.thinking import Budget, Thinker
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.kernel import KernelGame
from cruachan.games import GAMES, game_class
from cruachan.wasm.build import LOADERS, build, write_module
from cruachan.wasm.exports import module_game
from tests.browser.machine import provided

KERNELS = [name for name in GAMES if game_class(name).kernel]
PLAYOUTS = 150


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules of all games and what runs them."""
    from cruachan.wasm import build as building

    folder = tmp_path_factory.mktemp("modules")
    for loader in LOADERS:
        source = Path(building.__file__).with_name(loader)
        (folder / loader).write_bytes(source.read_bytes())
    for name in KERNELS:
        write_module(build(module_game(name)), folder)
    return folder


def decisions(game: KernelGame[Any, Any, Any]) -> Iterator[Decision[Any, Any]]:
    """Some decisions of a game by lot, most of them with something to decide."""
    rng, state = Random(game.name), game.setup(game.players[0], {})
    for ply in range(60):
        seat = game.to_act(state)[0]
        moves = game.legal_moves(state, seat)
        if seat != CHANCE and len(moves) > 1 and ply % 6 == 0:
            yield Decision(seat, game.observe(state, seat), moves)
        state = game.apply(state, seat, rng.choice(moves))


def thoughts(game: KernelGame[Any, Any, Any]) -> list[Any]:
    """What bots make of them; one tree is kept over all decisions."""
    greedy, strong = GreedyBot(game), load_bot("strong", game)
    assert isinstance(strong, LevelBot)
    thinker = Thinker(game, nodes=1 << 14)
    said: list[Any] = []
    for number, decision in enumerate(decisions(game)):
        said += [greedy.rate(decision), strong.rate(decision)]
        said.append(thinker.think(decision, Budget(PLAYOUTS), Random(number)))
    return said


def test_the_same_thoughts_as_compiled(modules: Path) -> None:
    for name in KERNELS:
        game = module_game(name)
        assert levels_of(game)
        compiled = thoughts(game)
        with provided(modules, name):
            by_machine = thoughts(game)
        assert len(compiled) > 9
        assert by_machine == compiled, name


def test_a_board_that_is_not_the_usual_one_needs_no_other_module(modules: Path) -> None:
    game = module_game("cambria", "north")
    compiled = thoughts(game)
    with provided(modules, "cambria"):
        assert thoughts(game) == compiled
        seconds = Budget(seconds=0.01)
        decision = next(decisions(game))
        assert Thinker(game, nodes=1 << 14).think(decision, seconds, Random(0)).playouts > 0
