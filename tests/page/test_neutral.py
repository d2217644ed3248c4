"""The page knows no game: a fifth one needs no line in it."""

from __future__ import annotations

import re
from pathlib import Path

from cruachan.games import GAMES, game_class

SOURCES = Path(__file__).parents[2] / "web" / "src"
DESCRIBED = SOURCES / "api" / "server.d.ts"


def test_no_file_of_the_page_names_a_game() -> None:
    names = {*GAMES, *(game_class(name).title for name in GAMES)}
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
    files = [path for path in SOURCES.rglob("*") if path.is_file() and path != DESCRIBED]
    assert len(files) > 50
    named = {path.name: pattern.findall(path.read_text("utf-8")) for path in files}
    assert {name: found for name, found in named.items() if found} == {}
