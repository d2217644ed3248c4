"""docs/api.md is run as it stands: its walk, its curl, its bot; and its tables are whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cruachan.server.api.guard import RATE
from cruachan.server.limits import Limits
from tests.server.running import Running
from tests.server.test_description import refused

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
ADDRESS = "http://127.0.0.1:7370"


def block(language: str, name: str) -> str:
    """All blocks of the page in a language and of a name, as one."""
    found = re.findall(rf"^```{language} {name}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, (language, name)
    return "".join(found)


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_printed(printed: str, name: str) -> None:
    """What was printed is what the page says; … stands for anything on a line."""
    expected = block("text", name).splitlines()
    lines = printed.splitlines()
    assert len(lines) == len(expected), printed
    for line, said in zip(lines, expected, strict=True):
        assert re.fullmatch(re.escape(said).replace("…", ".+"), line), (said, line)


def test_the_walk(server: Running, tmp_path: Path) -> None:
    script = tmp_path / "walk.py"
    code = block("python", "walk")
    assert "cruachan" not in code
    script.write_text(code.replace(ADDRESS, server.address), "utf-8")
    assert_printed(run([sys.executable, str(script)]), "walk")


def test_the_same_in_curl(server: Running) -> None:
    code = block("bash", "curl").replace(ADDRESS, server.address)
    assert_printed(run(["bash", "-c", code]), "curl")


def test_a_bot_in_under_40_lines_plays_a_whole_game(server: Running, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(block("python", "bot"), "utf-8")
    assert len(script.read_text("utf-8").splitlines()) < 40
    printed = run([sys.executable, str(script), server.address])
    assert_printed(printed, "bot")
    moves = re.search(r"(\d+) moves from the rules", printed)
    assert moves is not None
    assert int(moves[1]) > 10


@pytest.fixture(scope="module")
def described(one_server: Running) -> dict[str, Any]:
    found: dict[str, Any] = one_server.client().get("/openapi.json")
    return found


def test_the_page_names_every_path(described: dict[str, Any]) -> None:
    for path in described["paths"]:
        last = path.replace("/{id}", "/ID").replace("/{game}", "/GAME").split("/")
        assert "/".join(last) in PAGE or f"`/{last[-1]}" in PAGE, path


def rows(heading: str) -> list[list[str]]:
    """The rows of the table whose first column has a heading."""
    found = re.search(rf"^\| {heading} \|.*?\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def test_the_page_names_every_act_and_its_fields(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    mapping = schemas["CommandRequest"]["properties"]["act"]["discriminator"]["mapping"]
    told: dict[str, set[str]] = {}
    for kinds, fields, *_ in rows("command"):
        for kind in re.findall(r"`(\w+)`", kinds):
            told[kind] = set(re.findall(r"`(\w+)`", fields))
    assert set(told) == set(mapping)
    for kind, where in mapping.items():
        schema = schemas[where.rpartition("/")[2]]
        assert told[kind] == set(schema["properties"]) - {"kind"}, kind


def test_the_page_names_every_refusal() -> None:
    told = {
        (int(status), key)
        for status, keys, _ in rows("status")
        for key in re.findall(r"`(\w+)`", keys)
    }
    assert told == refused()


def test_the_limits_are_those_of_the_guard() -> None:
    limits = PAGE.partition("## Limits")[2].partition("##")[0]
    usual = Limits()
    assert f"at most {usual.largest} kB and is sent within {usual.slowest:.0f} s" in limits
    assert f"{RATE:.0f} times a second, {RATE * usual.burst:.0f} times at once" in limits
    assert f"hold {usual.lines} connections" in limits
    assert usual.read == 1 / 4
    assert "a question as a quarter" in limits
