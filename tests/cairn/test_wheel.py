"""A game and a bot of another distribution play wherever games and bots do, by entry points."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tools import static_site

import cruachan
from cruachan import Match, Player, load_game
from cruachan.arena.simulate import simulate
from cruachan.bench.wasm import WasmTask, differing, in_node
from cruachan.bots import bots_of, load_bot, plugins
from cruachan.engine.errors import BotError, OptionError
from cruachan.engine.game import CHANCE
from cruachan.envs.table import playable
from cruachan.envs.vector import VectorEnv
from cruachan.games import BUILT_IN, GAMES, default_game, game_class, load_for_transcript
from cruachan.terminal.boards import renderer
from cruachan.wasm import build as building
from cruachan.wasm.build import LOADERS, build, write_module
from cruachan.wasm.exports import module_game
from tests.conftest import installed_plugins
from tests.server.running import Running

SOURCES = Path(cruachan.__path__[0]).parent


def command(site: Path, *words: str) -> str:
    """What a command says in a process that has Cruachan and the wheel, and nothing of this one."""
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(site), str(SOURCES)]),
        "CRUACHAN_RULES": "interpreted",
    }
    done = subprocess.run(
        [sys.executable, "-P", *words], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_alone_brings_the_game(site: Path) -> None:
    """The installed files are used, not those of the repository."""
    code = "from cruachan.games import GAMES; import cruachan_cairn as c; print(*GAMES, c.__file__)"
    *names, file = command(site, "-c", code).split()
    assert names == [*BUILT_IN, "cairn"]
    assert Path(file).is_relative_to(site)


def test_a_list_of_games_imports_no_game(site: Path) -> None:
    """Only descriptions: no rules, no drawings, no NumPy-heavy parts."""
    code = (
        "import sys; from cruachan.games import GAMES; [GAMES[each].title for each in GAMES];"
        "print(*(name for name in sys.modules if name.startswith('cruachan')))"
    )
    loaded = command(site, "-c", code).split()
    assert "cruachan_cairn" in loaded
    assert not [name for name in loaded if name.startswith(("cruachan_cairn.", "numba"))]
    assert not [
        name for name in loaded if name.startswith("cruachan.games.") and name[-5:] == ".game"
    ]


def test_the_commands_play_it(site: Path, tmp_path: Path) -> None:
    run = ("-m", "cruachan")
    report = command(
        site, *run, "simulate", "cairn", "--games", "40", "--bots", "mason,random", "--json"
    )
    assert json.loads(report)["games"] == 40
    out = tmp_path / "moor.svg"
    command(site, *run, "draw", "cairn", "--out", str(out))
    assert "Knocknarea" in out.read_text("utf-8")
    file = tmp_path / "a.game"
    players = [word for kind in ("mason:Anu", "greedy:Ben") for word in ("--player", kind)]
    command(site, *run, "play", "cairn", *players, "--seed", "x", "--plain", "--out", str(file))
    assert "moves are legal" in command(site, *run, "verify", str(file), "--lang", "en")


def test_a_server_has_a_table_of_it() -> None:
    """As the page asks: the catalogue, a table with both bots, views, pieces and a drawing."""
    with Running() as server:
        anna = server.client()
        (game,) = [each for each in anna.get("/games") if each["name"] == "cairn"]
        assert (game["title"], game["minutes"]) == ("Cairn", [2, 5])
        bots = {each["kind"]: each for each in game["bots"]}
        assert bots["mason"]["title"] == "Mason"
        assert bots["mason"]["about"]
        assert anna.get("/games/cairn/chapters")
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "mason", "name": "Ben"}]
        table = anna.create("cairn", seats, bot_pace=0)["table"]
        anna.act(table, "start")
        seen = anna.get(f"/tables/{table}/view", seat=0, pieces=True)
        assert len(seen["view"]["cairns"]) == 3
        assert seen["pieces"]
        assert anna.http.get(f"/tables/{table}/drawing").text.startswith("<svg")


def test_its_rules_become_webassembly(tmp_path: Path) -> None:
    """The same random games as here, and the same in the eyes of the greedy bot."""
    game = module_game("cairn")
    write_module(build(game), tmp_path)
    for loader in LOADERS:
        shutil.copy(Path(building.__file__).with_name(loader), tmp_path)
    task = WasmTask.of(game)
    found = in_node(task, tmp_path)
    assert found["plies"] > 0
    assert differing(task, found) == []


def test_a_site_without_a_server_packs_it() -> None:
    packed = {name for name, _ in static_site.sources()}
    assert {"cruachan_cairn/rules.py", "cruachan_cairn/texts/en.toml"} <= packed
    assert any(re.fullmatch(r"cruachan_cairn-.*\.dist-info/entry_points.txt", n) for n in packed)


def test_bots_of_both_kinds_play_and_one_is_better() -> None:
    game = load_game("cairn")
    *_, tally = simulate(game, 2, 60, 1, ("mason", "random"), {})
    won, lost = tally.report()["wins"]
    assert won > 2 * lost
    greedy = load_bot("greedy", game)
    match = Match(game, [Player("a"), Player("b")], seed=bytes(32))
    match.roll()
    seat = match.to_act[0]
    decision = match.decision(seat)
    assert greedy.choose(decision, Random(1)) in decision.moves


def test_environments_play_it() -> None:
    assert playable()[-1] == "cairn"
    env = VectorEnv("cairn", 4, seats=2)
    batch = env.reset(seed=1)
    assert batch.observations.shape == (4, 5)
    ended = 0
    for _ in range(40):
        batch = env.step([int(np.flatnonzero(mask)[0]) for mask in batch.masks])
        ended += int(batch.done.sum())
    assert ended >= 4


def test_the_terminal_has_its_board() -> None:
    module, game = renderer("cairn"), load_game("cairn")
    assert module is not None
    assert game.presentation is not None
    view = game.presentation.view(game.setup(2, {}), None)
    assert "Knocknarea     ooo" in str(module.render(view, game.board, 80, 20, "en"))


def test_transcripts_find_it_by_its_name() -> None:
    game = load_game("cairn")
    assert type(load_for_transcript("cairn", game.board_name, game.board_digest)) is type(game)


def test_the_bot_plays_its_game_alone() -> None:
    """Its class says which; a bot that says nothing plays every game."""
    assert "mason" not in bots_of(load_game(default_game()))
    with pytest.raises(OptionError, match="no bot"):
        load_bot("mason", load_game(default_game()))


# --- Plugins that cannot be used ----------------------------------------------------------


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Install a distribution with a module and an entry point."""

    def installed(group: str, name: str, code: str, dist: str = "rowdy") -> None:
        folder = tmp_path / dist
        info = folder / f"{dist}-1.0.dist-info"
        info.mkdir(parents=True)
        module = f"plugin_{abs(hash(tmp_path))}"
        (folder / f"{module}.py").write_text(code, "utf-8")
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}:VALUE\n")
        monkeypatch.syspath_prepend(str(folder))
        GAMES.reload()
        plugins.reload()

    return installed


SHADOW = "from cruachan_cairn import DESCRIPTION as VALUE"
FAULTS = {
    "import": ("broken", "import nothing_of_this_name", "cannot be loaded"),
    "no value": ("broken", "OTHER = 1", "cannot be loaded"),
    "no description": ("broken", "VALUE = 'cairn'", "no GameDescription"),
    "other name": ("broken", SHADOW, "calls it 'cairn'"),
    "duplicate": ("cairn", SHADOW, "name is taken"),
    "built in": (BUILT_IN[0], SHADOW, "name is taken"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_cannot_be_used_is_left_out_with_a_sentence(
    add: object, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    """It names the distribution; all other games play on."""
    name, code, said = FAULTS[fault]
    assert callable(add)
    add("cruachan.games", name, code)
    assert list(GAMES) == [*BUILT_IN, "cairn"]
    (told,) = [each.getMessage() for each in caplog.records]
    assert said in told
    assert "rowdy" in told
    assert "Traceback" not in told
    if name == "broken":
        with pytest.raises(OptionError, match="rowdy"):
            game_class("broken")
    else:
        assert game_class(name).name == name


UNPLAYABLE = {
    "no module": ("nothing_here:Game", "", "cannot be loaded"),
    "no class": ("game:Cairn.name", "", "cannot be loaded"),
    "another class": ("view:CairnView", "", "no class of a Game"),
    "abstract": ("game:KernelGame", "", "lacks"),
    "no texts": ("game:Cairn", "cruachan.engine", "game.sentence"),
}


@pytest.mark.parametrize("fault", UNPLAYABLE)
def test_a_game_whose_class_cannot_play_takes_no_other_down(
    add: object, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    """Its description can be imported, so the fault shows when games are looked at."""
    part, texts, said = UNPLAYABLE[fault]
    assert callable(add)
    code = f"""
from dataclasses import replace
from cruachan_cairn import DESCRIPTION
from cruachan.engine.description import GameDescription
class Broken(GameDescription):
    game_class = property(lambda self: DESCRIPTION.load({part!r}))
VALUE = Broken("broken", "Broken", {texts!r} or DESCRIPTION.package, {part!r})
"""
    add("cruachan.games", "broken", code)
    with ThreadPoolExecutor(8) as pool:
        assert not any(pool.map(GAMES.check, ["broken"] * 32))
    assert GAMES.playable() == [*BUILT_IN, "cairn"]
    assert list(GAMES) == [*BUILT_IN, "cairn"]
    (told,) = [each.getMessage() for each in caplog.records]
    assert said in told
    assert "rowdy" in told
    with pytest.raises(OptionError, match="rowdy"):
        game_class("broken")


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("broken", "import nothing_of_this_name", "cannot be loaded"),
        ("broken", "VALUE = 7", "cannot be called"),
        ("Broken", "VALUE = print", "lower-case"),
        ("person", "VALUE = print", "name is taken"),
    ],
)
def test_a_bot_that_cannot_be_used_is_left_out_with_a_sentence(
    add: object, caplog: pytest.LogCaptureFixture, name: str, code: str, said: str
) -> None:
    assert callable(add)
    add("cruachan.bots", name, code)
    game = load_game("cairn")
    assert bots_of(game) == ("greedy", "random", "mason")
    (told,) = [each.getMessage() for each in caplog.records]
    assert said in told
    assert "rowdy" in told
    with pytest.raises(OptionError, match="rowdy" if name != "person" else "no bot"):
        load_bot(name, game)


CHEAT = """
class VALUE:
    def __init__(self, game):
        if game.name == "cairn":
            raise RuntimeError("not here")
    def choose(self, decision, rng):
        return 4711
"""


def test_a_bot_that_fails_or_cheats_is_told_from_the_rest(add: object) -> None:
    """A BotError says which; an illegal move is never played."""
    assert callable(add)
    add("cruachan.bots", "cheat", CHEAT)
    with pytest.raises(BotError, match="cheat"):
        load_bot("cheat", load_game("cairn"))
    game = load_game(default_game())
    match = Match(game, [Player(name) for name in "abc"], seed=bytes(32))
    while match.to_act[0] == CHANCE:
        match.roll()
    with pytest.raises(BotError, match="cheat"):
        load_bot("cheat", game).choose(match.decision(match.to_act[0]), Random(1))


def test_a_plugin_cannot_take_the_place_of_a_games_own_bot(add: object) -> None:
    assert callable(add)
    add("cruachan.bots", "greedy", CHEAT)
    assert bots_of(load_game("cairn")).count("greedy") == 1
    assert load_bot("greedy", load_game("cairn")).name == "greedy"
    assert type(load_bot("greedy", load_game("cairn"))).__name__ == "GreedyBot"


def test_the_tests_notice_an_installed_plugin() -> None:
    """`pytest_configure` refuses to run beside one: it would be among all games."""
    assert installed_plugins() == ["cruachan-cairn"]
