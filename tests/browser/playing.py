"""A game through a local server: `python -m tests.browser.playing GAME BOT MOVES`.

A person plays by lot against bots, as a page would: she opens a table, listens, and moves when the
view offers something, until the game is over or she has made so many moves. Then the game is looked
at as the page does, the server is closed, and another one opens the same folder.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cruachan.server.browser.local_server import LocalServer, Request, SocketEvent

TRIES = 50
LONGEST = 500.0
"""Seconds for a whole game on a machine that has much else to do."""


class Page:
    """What a page does with the server."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.heard: asyncio.Queue[SocketEvent] = asyncio.Queue()

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: str = "lang=en",
        good: tuple[int, ...] = (200, 201),
    ) -> Any:
        """The answer to a request, which must be a good one."""
        sent = b"" if body is None else json.dumps(body).encode()
        kind = (("content-type", "application/json"),)
        answer = await self.server.request(Request(method, f"/api{path}", query, kind, sent))
        assert answer.status in good, (path, answer.status, answer.body[:300])
        is_json = dict(answer.headers).get("content-type", "").startswith("application/json")
        return json.loads(answer.body) if is_json else answer.body.decode()

    async def play(self, table: str, rng: Random, most: int) -> tuple[int, bool]:
        """Play seat 0; how many moves were made, and whether the game is over."""
        query = "seat=0&since=0&pieces=true&shows=true&lang=en"
        listen = Request("GET", f"/api/tables/{table}/listen", query)
        socket = self.server.open(listen, self.heard.put_nowait)
        made = 0
        while True:
            said = await self.heard.get()
            assert said["kind"] != "close", said
            if said["kind"] != "message":
                continue
            message = json.loads(said["data"])
            socket.say(json.dumps({"shown": message["seq"]}))
            over = message["table"]["status"] == "over"
            if over or made >= most:
                socket.close(1000)
                await socket.task
                return made, over
            made += await self._move(table, message, rng)

    async def _move(self, table: str, seen: dict[str, Any], rng: Random) -> int:
        """Make a move if one is due; how many were made."""
        for _ in range(TRIES):
            points = (seen.get("view") or {}).get("points", ())
            choices = [each for point in points for each in point["moves"]]
            if not choices or "asked" not in seen:
                return 0
            chosen = rng.choice(choices)
            act = {"kind": "move", "seat": 0, "answers": seen["asked"], "move": chosen["move"]}
            if chosen.get("tell"):
                act["words"] = f"Told by lot {rng.getrandbits(24)}"
            body = {"id": f"move-{rng.getrandbits(60)}", "act": act}
            answer = await self.ask("POST", f"/tables/{table}/acts", body, good=(200, 409, 422))
            if "error" not in answer:
                return 1
            # The others have gone on meanwhile.
            seen = await self.ask("GET", f"/tables/{table}/view", None, "seat=0&lang=en")
        raise AssertionError(answer)


async def play(game: str, bot: str, most: int, folder: Path) -> dict[str, Any]:
    """Play, look back, close, open again."""
    server = LocalServer(folder)
    await server.start()
    page = Page(server)
    boxed = {each["name"]: each for each in await page.ask("GET", "/games")}[game]
    seats = [{"kind": "me", "name": "Anna"}] + [{"kind": bot}] * (boxed["players"][0] - 1)
    table = (await page.ask("POST", "/tables", {"game": game, "seats": seats, "bot_pace": 0}))[
        "table"
    ]
    await page.ask("POST", f"/tables/{table}/acts", {"id": "start-it", "act": {"kind": "start"}})
    made, over = await asyncio.wait_for(page.play(table, Random(game), most), LONGEST)
    told = await page.ask("GET", f"/tables/{table}/transcript")
    checked = await page.ask("GET", f"/tables/{table}/verify") if over else {"fits": True}
    opened = {"table": ""}
    if over:
        opened = await page.ask("POST", "/files", {"name": "again.game", "text": told})
    server.close()

    second = LocalServer(folder)
    await second.start()
    later = Page(second)
    again = await later.ask("GET", f"/tables/{table}/transcript")
    second.close()
    return {
        "made": made,
        "over": over,
        "bots": [each["kind"] for each in boxed["bots"]],
        "fits": checked["fits"],
        "changed": server.changed,
        "opened": opened["table"] != table,
        "kept": again == told if over else len(again) >= len(told),
    }


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        playing = play(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(temporary) / "data")
        print(json.dumps(asyncio.run(playing)))
