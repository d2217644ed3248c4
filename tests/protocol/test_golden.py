"""Stored games replay to the exact result, and counts of positions reached stay what they are."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from cruachan.engine import transcript
from cruachan.engine.verify import verify
from cruachan.games import GAMES, load_for_transcript, load_game
from tests.golden import Table, perft
from tests.protocol.book import Book
from tests.protocol.shelf import cases

TABLES: dict[str, dict[str, Table]] = {
    name: import_module(f"tests.{name}.golden.make").TABLES for name in GAMES
}
"""docs/add-a-game.md says what belongs into tests/<name>/golden."""


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in TABLES for name in TABLES[game]]
)
def test_a_golden_game_replays_to_the_byte(game: str, name: str) -> None:
    """Every roll follows from the seed, every move is legal, and the result is the one stored."""
    table = TABLES[game][name]
    path = Path(__file__).parents[1] / game / "golden" / f"{name}.game"
    found = verify(path, load_for_transcript)
    assert transcript.write(found.match) == path.read_text("utf-8")
    assert len(found.match.players) == len(table.bots)
    assert found.match.options | dict(table.options) == found.match.options
    assert found.rolls > 0
    assert found.moves > 0
    if table.board:
        assert found.match.game.board_name == load_game(game, table.board).board_name


@pytest.mark.parametrize("game", GAMES)
def test_every_stored_game_has_its_table(game: str) -> None:
    """So that none is left over."""
    stored = (Path(__file__).parents[1] / game / "golden").glob("*.game")
    assert {path.stem for path in stored} == set(TABLES[game])


@pytest.mark.parametrize(("book", "name"), cases(lambda book: book.counts))
def test_counts_of_positions_reached(book: Book, name: str) -> None:
    """Counted once; a change of rules that nobody meant changes them."""
    game, text, counts = book.counts[name]
    state = game.read_position(text)
    depths = range(1, len(counts) + 1)
    assert tuple(perft(game, state, depth) for depth in depths) == counts
