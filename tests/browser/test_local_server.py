"""The server without threads, processes, NumPy and Numba: whole games, and what is kept of them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cruachan.games import GAMES, game_class
from cruachan.server.browser.local_server import Cookies, LocalServer, Request

KERNELS = [name for name in GAMES if game_class(name).kernel]
QUICK = dict.fromkeys(KERNELS, "greedy")
"""The bot that needs no search."""
SOME = 8
"""So many moves are made where games take long."""


def in_one_thread(module: str, *arguments: str) -> Any:
    """What a module prints, run in a Python as in a browser."""
    command = [sys.executable, "-m", "tests.browser.single_thread", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_bots(game: str) -> None:
    """It is played, to its end where that is soon, verified, opened as a file, and is still there
    after the server was closed."""
    bot = QUICK.get(game, "wandering")
    found = in_one_thread("tests.browser.playing", game, bot, str(999 if game in KERNELS else SOME))
    assert found["over"] == (game in KERNELS)
    assert found["made"] > 3
    assert found["fits"]
    assert found["opened"]
    assert found["changed"], "whoever keeps the folder is told"
    assert found["kept"], "the second server has the same game"
    assert bot in found["bots"]
    if game in KERNELS:
        assert found["bots"] == ["greedy", "random"], "nothing searches without WebAssembly"


def test_answers_are_those_of_the_server(tmp_path: Path) -> None:
    async def ask() -> None:
        server = LocalServer(tmp_path / "data")
        await server.start()
        kind = (("content-type", "application/json"), ("accept-language", "de"))
        missing = await server.request(Request("GET", "/api/tables/none/view", "", kind))
        assert missing.status == 404
        assert json.loads(missing.body)["error"] == "no_table"
        wrong = await server.request(Request("POST", "/api/tables", "", kind, b'{"game": 3}'))
        assert wrong.status == 422
        first = await server.request(Request("POST", "/api/device", "", kind))
        again = await server.request(Request("POST", "/api/device", "", kind))
        assert [json.loads(each.body)["new"] for each in (first, again)] == [True, False]
        assert "set-cookie" not in dict(first.headers), "the key stays here"
        heard: list[dict[str, Any]] = []
        socket = server.open(Request("GET", "/api/tables/none/listen"), heard.append)
        await socket.task
        assert [each["kind"] for each in heard] == ["open", "message", "close"]
        assert heard[-1]["code"] == 4404
        server.close()

    asyncio.run(ask())


def test_cookies_are_kept_until_they_are_taken_away(tmp_path: Path) -> None:
    cookies = Cookies(tmp_path / "cookies.json")
    assert cookies.header == ""
    assert cookies.keep([("set-cookie", "cruachan=abc; Max-Age=99; HttpOnly"), ("etag", "x")])
    assert not cookies.keep([("set-cookie", "cruachan=abc; Max-Age=99")])
    assert Cookies(tmp_path / "cookies.json").header == "cruachan=abc"
    assert cookies.keep([("set-cookie", "cruachan=; Max-Age=0")])
    assert Cookies(tmp_path / "cookies.json").header == ""
