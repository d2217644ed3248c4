"""The notebooks of examples/notebooks run from top to bottom, and show what they say."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def run(name: str) -> list[Any]:
    """The values of the last expressions of all cells, as a notebook would show them."""
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    space: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [], "notebooks are kept without what they showed"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
            shown += [] if value is None else [value]
    return shown


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setattr(sys, "path", list(sys.path))


def test_play_and_draw(capsys: pytest.CaptureFixture[str]) -> None:
    game, match, seen, moves, early = run("play_and_draw")
    for each in (game, match, seen, early):
        assert "<svg" in each._repr_html_()
        assert each._repr_svg_().startswith("<svg")
    assert len(moves) > 1
    assert "Brennus" in capsys.readouterr().out


def test_train_ppo(capsys: pytest.CaptureFixture[str]) -> None:
    run("train_ppo")
    first, last, random, greedy = map(int, re.findall(r"(\d+)%", capsys.readouterr().out))
    assert last >= first + 5, "it has learned"
    assert random > greedy


def test_bots_and_arena(capsys: pytest.CaptureFixture[str]) -> None:
    run("bots_and_arena")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["steps", "random"]


def test_no_notebook_is_left_out() -> None:
    tried = {"play_and_draw", "train_ppo", "bots_and_arena"}
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == tried
