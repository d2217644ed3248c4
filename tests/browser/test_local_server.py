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
from cruachan.server.browser.guests import LONGEST_BODY, MOST_KEYS, MOST_SOCKETS, may_ask
from cruachan.server.browser.local_server import Cookies, LocalServer, Request, SocketEvent

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


def test_a_view_is_answered_while_a_bot_thinks() -> None:
    """The bot searches for as long as it takes, and the view waits for no more than a slice."""
    found = in_one_thread("tests.browser.thinking")
    assert found["status"] == 200
    assert found["thinks"]
    assert found["slices"] <= 1
    assert found["moves"]


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
        heard: list[SocketEvent] = []
        socket = server.open(Request("GET", "/api/tables/none/listen"), heard.append)
        await socket.task
        assert [each["kind"] for each in heard] == ["open", "message", "close"]
        assert heard[-1]["code"] == 4404
        server.close()

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/tables/abc"),
        ("POST", "/api/tables/abc/acts"),
        ("POST", "/api/keys"),
    ],
)
def test_a_guest_asks_about_her_table(method: str, path: str) -> None:
    assert may_ask("abc", method, path)
    assert not may_ask("", method, path.replace("abc", "")) or path == "/api/keys"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/tables"),
        ("GET", "/api/tables/mine"),
        ("GET", "/api/tables/abcd"),
        ("GET", "/api/tables/abc/../other"),
        ("POST", "/api/tables"),
        ("POST", "/api/files"),
        ("POST", "/api/device"),
        ("GET", "/api/me"),
        ("GET", "/api/keys"),
    ],
)
def test_a_guest_asks_about_nothing_else(method: str, path: str) -> None:
    assert not may_ask("abc", method, path)


def test_a_guest_has_no_rights_of_the_device(tmp_path: Path) -> None:
    """Another device that was invited to a table plays the seat she took, and nothing else."""

    async def ask(server: LocalServer) -> None:
        kind = (("content-type", "application/json"),)

        async def said(request: Request) -> tuple[int, Any]:
            answer = await server.request(request)
            assert "set-cookie" not in dict(answer.headers)
            return answer.status, json.loads(answer.body)

        wish = {"game": "gallia", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "free"}]}
        made = Request("POST", "/api/tables", "", kind, json.dumps(wish).encode())
        table = (await said(made))[1]["table"]
        at = f"/api/tables/{table}"

        async def act(guest: str, key: str, **doing: Any) -> tuple[int, Any]:
            body = json.dumps({"id": f"by-{guest}-{doing['kind']}", "act": doing}).encode()
            sent = (*kind, ("authorization", f"Bearer {key}")) if key else kind
            return await said(Request("POST", f"{at}/acts", "", sent, body, guest))

        key = (await said(Request("POST", "/api/keys", "", kind, b"", table)))[1]["key"]
        assert (await said(Request("GET", at, "", kind, b"", table)))[1]["seats"] == []
        assert sorted((await said(Request("GET", at, "", kind)))[1]["seats"]) == [-1, 0]
        assert (await act(table, key, kind="start"))[0] == 403
        assert (await act(table, key, kind="word", seat=0, word="aaaaaaaa"))[0] == 403
        assert (await act(table, key, kind="sit", seat=1, name="Ben"))[0] == 200
        assert (await act(table, key, kind="word", seat=1, word="bbbbbbbb"))[0] == 200
        for other in ("/api/tables/mine", "/api/me", f"{at}x"):
            assert (await said(Request("GET", other, "", kind, b"", table)))[0] == 403
        long = Request("POST", f"{at}/acts", "", kind, bytes(LONGEST_BODY + 1), table)
        assert (await said(long))[0] == 413
        heard: list[SocketEvent] = []
        sent = (("authorization", f"Bearer {key}"),)
        for path, seat in ((f"{at}/listen", 1), (f"{at}/listen", 0), ("/api/me/events", 1)):
            socket = server.open(
                Request("GET", path, f"seat={seat}", sent, b"", table), heard.append
            )
            if seat == 1 and path.startswith(at):
                while not any(each["kind"] == "message" for each in heard):
                    await asyncio.sleep(0.01)
                assert json.loads(heard[-1]["data"])["seq"] > 0
                socket.close(1000)
            await socket.task
            if seat == 0 or not path.startswith(at):
                assert heard[-1]["kind"] == "close"
                assert not any('"seq"' in each.get("data", "") for each in heard)
            heard.clear()
        await flood(server, table)

    async def flood(server: LocalServer, table: str) -> None:
        """Keys are kept here, and sockets cost something: there are not any number of them."""
        keys = [Request("POST", "/api/keys", "", (), b"", table) for _ in range(MOST_KEYS + 1)]
        assert [(await server.request(each)).status for each in keys][-2:] == [429, 429]
        heard: list[list[SocketEvent]] = [[] for _ in range(MOST_SOCKETS + 1)]
        asked = Request("GET", f"/api/tables/{table}/listen", "lang=en", (), b"", table)
        sockets = [server.open(asked, each.append) for each in heard]
        await sockets[-1].task
        assert [each["kind"] for each in heard[-1]] == ["close"]
        for socket in sockets[:-1]:
            socket.close(1000)
            await socket.task
        again = server.open(asked, heard[0].append)
        while heard[0][-1]["kind"] != "message":
            await asyncio.sleep(0.01)
        again.close(1000)
        await again.task

    server = LocalServer(tmp_path)

    async def whole() -> None:
        await server.start()
        await ask(server)
        server.close()

    asyncio.run(whole())


def test_cookies_are_kept_until_they_are_taken_away(tmp_path: Path) -> None:
    cookies = Cookies(tmp_path / "cookies.json")
    assert cookies.header == ""
    assert cookies.keep([("set-cookie", "cruachan=abc; Max-Age=99; HttpOnly"), ("etag", "x")])
    assert not cookies.keep([("set-cookie", "cruachan=abc; Max-Age=99")])
    assert Cookies(tmp_path / "cookies.json").header == "cruachan=abc"
    assert cookies.keep([("set-cookie", "cruachan=; Max-Age=0")])
    assert Cookies(tmp_path / "cookies.json").header == ""
