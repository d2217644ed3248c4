"""The smallest game of docs/add-a-game.md, taken from the page, keeps the protocol."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from cruachan.conformance import check_game
from cruachan.engine.errors import CapabilityError
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import _flat, own_tables, tables
from cruachan.games import GAMES, load_game
from tests.server.running import Running
from tests.terminal.conftest import Play, play  # noqa: F401 (a fixture)

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the page, installed."""
    files = dict(FILE.findall(PAGE.read_text("utf-8")))
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    info = tmp_path / "cruachan_heap-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cruachan-heap\nVersion: 1.0\n")
    ((group, points),) = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    _forget(monkeypatch)
    return "heap"


def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the game anew: another test may have imported it from another folder."""
    for name in [each for each in sys.modules if each.startswith("cruachan_heap")]:
        monkeypatch.delitem(sys.modules, name)
    for cached in (tables, own_tables, _flat):
        cached.cache_clear()
    GAMES.reload()


def test_the_smallest_game_keeps_the_protocol(heap: str) -> None:
    report = check_game(heap)
    assert [str(fault) for fault in report.faults] == []
    assert report.played == 2
    missing = {each.key for each in report.missing}
    assert missing >= {"missing.picture", "missing.bots", "missing.language"}


def test_it_keeps_the_protocol_with_a_die(
    heap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = tmp_path / "cruachan_heap" / "__init__.py"
    text = described.read_text("utf-8")
    described.write_text(text.replace("game:Heap", "dice:DiceHeap"), "utf-8")
    _forget(monkeypatch)
    report = check_game(heap)
    assert [str(fault) for fault in report.faults] == []
    assert load_game(heap).rolls


def test_a_page_shows_a_card_in_place_of_its_board(heap: str) -> None:
    """A game without a picture is offered beside the others, and played by its buttons."""
    with Running() as server:
        anna = server.client()
        assert heap in [each["name"] for each in anna.get("/games")]
        look = next(each for each in anna.get("/games") if each["name"] == heap)["identity"]
        assert look["wordmark"] is None
        assert anna.http.get(f"/games/{heap}/wordmark").status_code == 404
        for kind in ("board", "still", "cover"):
            card = anna.http.get(f"/games/{heap}/{kind}").text
            assert card.startswith("<svg")
            assert "Take the last stone." in card
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "random", "name": "Ben"}]
        table = anna.create(heap, seats, bot_pace=0)["table"]
        anna.act(table, "start")
        seen = anna.get(f"/tables/{table}/view", seat=0, pieces=True)
        assert seen["pieces"] == []
        (point,) = seen["view"]["points"]
        assert [move["label"] for move in point["moves"]] == ["take 1", "take 2", "take 3"]
        assert "Heap has no picture." in anna.http.get(f"/tables/{table}/drawing").text


def test_what_the_game_lacks_is_not_offered(heap: str, play: Play) -> None:  # noqa: F811
    """Neither hints, since only the random bot plays it, nor a picture of the end."""
    players = ("person:Anna", "random:Ben")
    evening = play(["help", *["1", ""] * 21], game=heap, players=players, seed="t", lang="en")
    assert evening.code == 0
    assert "verify" in evening.text
    assert "hint" not in evening.text
    assert "draw" not in evening.text
    with Running() as server:
        anna = server.client()
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "random", "name": "Ben"}]
        table = anna.create(heap, seats, bot_pace=0)["table"]
        anna.act(table, "start")
        assert not anna.get(f"/tables/{table}")["table"]["hints"]


def test_a_game_without_a_picture_is_not_drawn(heap: str) -> None:
    with pytest.raises(CapabilityError, match=r"Heap has no picture\."):
        presentation_of(load_game(heap)).draw(None)


def test_a_game_that_cannot_be_offered_is_left_out(
    heap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the title of its board it would take the list of all games with it."""
    texts = tmp_path / "cruachan_heap" / "texts" / "en.toml"
    texts.write_text(texts.read_text("utf-8").replace("[board]", "[other]"), "utf-8")
    _forget(monkeypatch)
    assert heap not in GAMES.playable()
    assert "its texts lack board.heap, board.heap_about." in str(GAMES.known.faults[heap])
