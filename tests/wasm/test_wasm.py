"""Games as WebAssembly play what they play natively, in Node and in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.bench import wasm as bench
from cruachan.bench.wasm import WasmTask, differing, in_node, task_for_node
from cruachan.bots import GreedyBot, levels_of, load_bot
from cruachan.bots.levels import LevelBot
from cruachan.bots.thinking import Budget, Thinker
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.games import GAMES, load_game
from cruachan.wasm import build as building
from cruachan.wasm.build import LOADERS, build_apart
from cruachan.wasm.exports import module_game
from tests import warm
from tests.bots.test_proof import ENOUGH, POSITIONS
from tests.page.visiting import chromium
from tests.wasm.machine import provided
from tests.wasm.modules import copy_modules

KERNELS = [name for name in GAMES if record_game(load_game(name)) is not None]
LOADER = Path(building.__file__).with_name("kernel.mjs")


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules of all games."""
    folder = tmp_path_factory.mktemp("wasm")
    for loader in LOADERS:
        (folder / loader).write_bytes(LOADER.with_name(loader).read_bytes())
    copy_modules(KERNELS, folder, tmp_path_factory)
    return folder


def test_the_same_games_and_thoughts_in_node(modules: Path) -> None:
    assert len(KERNELS) >= 3
    for name in KERNELS:
        task = WasmTask.of(module_game(name))
        found = in_node(task, modules)
        assert differing(task, found) == [], name
        assert sum(visits for _, visits in found["tried"]) > 0
        found["plies"] += 1
        assert differing(task, found) == ["plies"], "a difference would be noticed"


IN_A_PAGE = """async ([loader, program, code, weights, manifest, task]) => {
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16));
    const module = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const read = (text) => import(module(text));
    const [{ loadKernel, Search }, { play }] = [await read(loader), await read(program)];
    const kernel = await loadKernel(bytes(code), manifest, bytes(weights).buffer);
    let refused = "";
    try { kernel.legalMoves(new Uint8Array(3)); } catch (error) { refused = String(error); }
    return { ...play(kernel, Search, task), refused };
}"""


def test_the_same_games_and_thoughts_in_a_browser(modules: Path) -> None:
    """Random games, what the greedy bot sees, and every visit of a search."""
    program = Path(bench.__file__).with_name("wasm_task.mjs").read_text()
    with chromium() as browser:
        page = browser.new_page()
        for name in KERNELS:
            task = WasmTask.of(module_game(name))
            code, weights = ((modules / f"{name}.{kind}").read_bytes() for kind in ("wasm", "bin"))
            manifest = json.loads((modules / f"{name}.json").read_text())
            asked = task_for_node(task, modules, 0.0)
            given = [LOADER.read_text(), program, code.hex(), weights.hex(), manifest, asked]
            found = page.evaluate(IN_A_PAGE, given)
            assert "bytes, not" in found["refused"]
            assert sum(visits for _, visits in found["tried"]) > 0
            assert differing(task, found) == [], name


def test_a_module_needs_nothing_but_mathematics(modules: Path) -> None:
    """No function of Python's is left in it, so that it runs anywhere."""
    for name in KERNELS:
        code = (modules / f"{name}.wasm").read_bytes()
        assert code[:4] == b"\0asm"
        assert b"PyErr" not in code
        assert b"NRT_" not in code


def test_what_cannot_be_built_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = warm.run("build-wasm", "shent", "--out", str(tmp_path / "out"))
    assert told.returncode != 0
    assert "only games whose rules are machine code" in told.stderr
    assert not (tmp_path / "out").exists()
    monkeypatch.setattr("cruachan.wasm.build.shutil.which", lambda name: None)
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    with pytest.raises(CruachanError, match="lld"):
        next(build_apart(KERNELS[:1], None, tmp_path / "out"))
    assert not (tmp_path / "out").exists()


# Bots that think in WebAssembly think what compiled ones think.

PLAYOUTS = 150


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


def test_a_tree_is_forgotten_as_compiled(modules: Path) -> None:
    """A thought about a decision does not depend on what was thought about before."""
    name = KERNELS[1]
    game = module_game(name)
    decision = next(decisions(game))

    def twice() -> list[Any]:
        thinker, found = Thinker(game, nodes=1 << 14), []
        for _ in range(2):
            found.append(thinker.think(decision, Budget(PLAYOUTS), Random(1)))
            thinker.forget()
        return [*found, Thinker(game, nodes=1 << 14).think(decision, Budget(PLAYOUTS), Random(1))]

    first, second, other = twice()
    assert first == second == other
    with provided(modules, name):
        assert twice() == [first] * 3


def test_the_same_wins_are_proven_as_compiled(modules: Path) -> None:
    for name, position, turns in POSITIONS:
        game = module_game(name)
        thinker, state = Thinker(game, nodes=1 << 14), game.read_position(position)
        seat = game.to_act(state)[0]
        decision = Decision(seat, game.observe(state, seat), game.legal_moves(state, seat))
        sought = decision, decision.moves, ENOUGH
        compiled = thinker.prove(*sought)
        assert compiled is not None
        assert compiled.turns == turns
        alone = [thinker.prove(decision, [move], ENOUGH) for move in decision.moves]
        budget = Budget(PLAYOUTS, proof=ENOUGH)
        thought = thinker.think(decision, budget, Random(1))
        assert thought.wins == turns
        with provided(modules, name):
            assert thinker.prove(*sought) == compiled
            assert [thinker.prove(decision, [move], ENOUGH) for move in decision.moves] == alone
            assert Thinker(game, nodes=1 << 14).think(decision, budget, Random(1)) == thought
            assert thinker.prove(decision, decision.moves, 1) is None


def test_a_board_that_is_not_the_usual_one_needs_no_other_module(modules: Path) -> None:
    game = module_game("cambria", "north")
    compiled = thoughts(game)
    with provided(modules, "cambria"):
        assert thoughts(game) == compiled
        seconds = Budget(seconds=0.01)
        decision = next(decisions(game))
        assert Thinker(game, nodes=1 << 14).think(decision, seconds, Random(0)).playouts > 0
