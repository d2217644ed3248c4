"""Light installs: what the library imports is declared, and extras are asked for in a sentence."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from cruachan.cli.extras import EXTRAS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "cruachan"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OPTIONAL = PROJECT["optional-dependencies"]

OWN_EXTRAS = {
    "server": {"server"},
    "server/api/metrics.py": {"metrics"},
    "terminal": {"terminal"},
    "bench": {"server", "terminal"},
    "envs/pettingzoo.py": {"pettingzoo"},
    "envs/openspiel.py": {"openspiel"},
    "envs/gymnasium.py": {"gymnasium"},
    "envs/sb3.py": {"gymnasium"},
    "games/hibernia/terminal.py": {"terminal"},
    "games/cambria/terminal.py": {"terminal"},
    "games/gallia/terminal.py": {"terminal"},
    "games/shent/terminal": {"terminal"},
}
"""The parts of the package that may import an extra's packages when they are loaded."""
UNIMPORTED = {"httptools"}
"""What works by being there."""
BROUGHT = {"llvmlite": "numba"}
"""Packages that another one brings and shares its types with."""


def normal(name: str) -> str:
    """How names of distributions are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def distributions(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", each)[0]) for each in requirements}


BASE = distributions(PROJECT["dependencies"])
OF_EXTRA = {name: distributions(each) for name, each in OPTIONAL.items()}


@cache
def installed() -> Mapping[str, list[str]]:
    """The distributions of the packages that can be imported here."""
    return packages_distributions()


def imported(tree: ast.AST, top: bool = True) -> Iterator[tuple[str, bool]]:
    """The top-level packages that a module imports, and whether it does when it is loaded."""
    for node in ast.iter_child_nodes(tree):
        inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Try) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        )
        match node:
            case ast.Import():
                yield from ((each.name.partition(".")[0], top) for each in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0], top
        yield from imported(node, top and not inner)


def foreign(path: Path) -> Iterator[tuple[str, bool]]:
    """The distributions of other people that a file imports."""
    for name, top in imported(ast.parse(path.read_text("utf-8"))):
        if name not in sys.stdlib_module_names and name != "cruachan":
            said = normal(BROUGHT.get(name, installed().get(name, [name])[0]))
            yield said, top


def extras_of(path: Path) -> set[str]:
    """The extras whose packages a file may import when it is loaded."""
    inside = path.relative_to(PACKAGE)
    places = [inside.as_posix(), *(each.as_posix() for each in inside.parents)]
    return {extra for place in places for extra in OWN_EXTRAS.get(place, ())}


FILES = sorted(PACKAGE.rglob("*.py"))


def test_every_import_is_declared() -> None:
    """What is imported on loading by the dependencies of its part, what is imported later by any
    extra."""
    wrong = []
    for path in FILES:
        loaded = BASE.union(*(OF_EXTRA[extra] for extra in extras_of(path)))
        later = loaded.union(*OF_EXTRA.values())
        for name, top in foreign(path):
            if name not in (loaded if top else later):
                wrong.append(f"{path.relative_to(PACKAGE)}: {name}")
    assert wrong == []


def test_every_dependency_is_imported() -> None:
    used = {name for path in FILES for name, _ in foreign(path)}
    declared = BASE | OF_EXTRA["server"] | OF_EXTRA["terminal"]
    assert declared - used == UNIMPORTED


def test_all_is_server_and_terminal() -> None:
    assert OPTIONAL["all"] == ["cruachan[server,terminal]"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_command_line_knows_what_an_extra_brings(extra: str) -> None:
    needed = {normal(installed()[name][0]) for name in EXTRAS[extra]}
    unneeded = {"httptools", "uvloop"}
    assert needed == OF_EXTRA[extra] - unneeded


def without(extras: set[str], code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code where the packages of some extras are not installed."""
    gone = set().union(*(OF_EXTRA[extra] for extra in extras)) - BASE
    gone -= set().union(*(OF_EXTRA[each] for each in {"server", "terminal"} - extras))
    names = [name for name, said in installed().items() if normal(said[0]) in gone]
    hidden = f"import sys; sys.modules.update(dict.fromkeys({names!r}))\n"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", hidden + code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


LIBRARY = """
import os, pkgutil, random
os.environ["CRUACHAN_RULES"] = "interpreted"
import cruachan
from cruachan import CHANCE, Match, Player, load_game
from cruachan.bots import load_bot
apart = ("cruachan.server", "cruachan.terminal", "cruachan.bench", "cruachan.cli.opening",
         "cruachan.envs.pettingzoo", "cruachan.envs.openspiel", "cruachan.envs.gymnasium",
         "cruachan.envs.sb3", "cruachan.__main__")
def walk(package):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if not found.name.startswith(apart) and ".terminal" not in found.name:
            module = __import__(found.name, fromlist=["x"])
            if found.ispkg:
                walk(module)
walk(cruachan)
game = load_game("shent", "sirren")
match = Match(game, [Player("A"), Player("B")], {"limit": "15"})
bot = load_bot("wandering", game)
for _ in range(40):
    seat = match.to_act[0]
    if seat == CHANCE:
        match.roll()
    else:
        match.play(seat, bot.choose(match.decision(seat), random.Random(1)))
print(len(match.history))
"""


def test_the_library_and_the_bots_need_no_extra() -> None:
    done = without({*NEEDS}, LIBRARY)
    assert (done.stderr, done.stdout) == ("", "40\n")


COMMAND = 'sys.argv[0] = "cruachan"; from cruachan.cli import main; main()'


def test_simulations_need_no_extra() -> None:
    typed = ["simulate", "shent", "--games", "1", "--bots", "wandering,wandering"]
    done = without({"server", "terminal"}, COMMAND, *typed)
    assert done.returncode == 0, done.stderr
    assert "1 games of shent" in done.stdout


NEEDS = {
    "server": ["serve", "open", "doctor", "backup f", "export t", "bench tables", "bench cluster"],
    "print": ["print hibernia"],
    "terminal": ["play", "learn", "join http://x/t/1", "watch http://x/t/1", "invite gallia"],
}


@pytest.mark.parametrize(
    ("extra", "command"), [(extra, each) for extra, said in NEEDS.items() for each in said]
)
def test_a_missing_extra_is_a_sentence_with_the_pip_command(extra: str, command: str) -> None:
    done = without({*NEEDS}, COMMAND, *command.split(), "--lang", "en")
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("This command needs packages that are not installed (")
    assert done.stderr.endswith(f'pip install "cruachan[{extra}]"\n')
    assert done.stderr.count("\n") == 1


def test_a_missing_extra_is_said_in_german_too() -> None:
    done = without({"server"}, COMMAND, "serve", "--lang", "de")
    assert done.returncode != 0
    assert done.stderr.startswith("Dieser Befehl braucht Pakete, die nicht installiert sind (")
    assert done.stderr.endswith('pip install "cruachan[server]"\n')


def test_the_terminal_needs_nothing_of_the_server() -> None:
    done = without({"server"}, "import cruachan.terminal.join, cruachan.terminal.play; print(1)")
    assert (done.stderr, done.stdout) == ("", "1\n")
