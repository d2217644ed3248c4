"""One name for one thing: a class is found by its name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import cruachan

ROOT = Path(cruachan.__file__).parent
POSITIONS = {"Player"}
"""Positions of SHENT write the names of its records, so these stay what they were."""


def classes() -> dict[str, list[str]]:
    """Where each class of a module is defined, by its name."""
    found = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(ROOT).as_posix())
    return found


def owner(path: str) -> str:
    """The game that a module belongs to; nothing for a module of a framework."""
    first, _, rest = path.partition("/")
    return rest.partition("/")[0] if first == "games" and "/" in rest else ""


def doubled(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """The names with two meanings: each game may have its own State, a framework shares none."""
    return {
        name: paths
        for name, paths in found.items()
        if len(paths) > 1
        and name not in POSITIONS
        and (len({owner(path) for path in paths}) < len(paths) or "" in map(owner, paths))
    }


def test_every_class_has_a_name_of_its_own() -> None:
    found = classes()
    assert len(found) > 500
    assert not doubled(found)


def test_what_counts_as_doubled() -> None:
    assert not doubled({"State": ["games/hibernia/state.py", "games/cambria/state.py"]})
    assert doubled({"State": ["games/hibernia/state.py", "games/hibernia/rules.py"]})
    assert doubled({"Piece": ["engine/view.py", "games/shent/core/state.py"]})
    assert doubled({"Table": ["server/tables/table.py", "terminal/table.py"]})
