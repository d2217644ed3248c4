"""Views while a bot thinks on the thread of the server: `python -m tests.browser.thinking`.

`master` thinks by the clock, and the clock stands still until a view was answered. In place of the
WebAssembly module of the game is a function that counts the slices.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cruachan.bots import machine
from cruachan.engine.game import CHANCE, Decision
from cruachan.games import load_game
from cruachan.server.bots.worker import BotTask
from cruachan.server.browser.local_server import LocalServer, Request
from tests.browser.playing import Page

GAME = "gallia"
ENOUGH = 10_000
"""Slices after which the bot is stopped, whatever was answered."""


class CountingMachine:
    """Searches nothing; counts the slices, and tells the time."""

    def __init__(self) -> None:
        self.slices = 0
        self.answered = False

    def answer(self, question: str) -> str:
        """What `machine.mjs` would answer, of any move the same."""
        asked = json.loads(question)["ask"]
        if asked == "run":
            self.slices += 1
        if asked != "found":
            return "0" if asked == "begin" else "null"
        moves = [{"move": move, "visits": 1, "worth": [0.0, 0.0]} for move in range(1 << 15)]
        return json.dumps({"moves": moves, "visits": 1, "worth": [0.0, 0.0], "line": []})

    def time(self) -> float:
        """Seconds, which do not pass before a view was answered."""
        return 1e6 if self.answered or self.slices > ENOUGH else 0.0


def decision() -> Decision[Any, Any]:
    """The first choice of a game."""
    game = load_game(GAME)
    state = game.setup(game.players[0], {})
    while True:
        (seat, *_) = game.to_act(state)
        moves = game.legal_moves(state, seat)
        if seat != CHANCE and len(moves) > 1:
            return Decision(seat, game.observe(state, seat), moves)
        state = game.apply(state, seat, moves[0])


async def look_while_it_thinks(folder: Path) -> dict[str, Any]:
    """Ask for a view once the bot thinks: the slices made meanwhile, and what came of both."""
    counting = CountingMachine()
    server = LocalServer(folder)
    await server.start()
    page = Page(server)
    wish = {"game": GAME, "seats": [{"kind": "me", "name": "Anna"}, {"kind": "greedy"}]}
    table = (await page.ask("POST", "/tables", wish))["table"]
    start = {"id": "start-it", "act": {"kind": "start"}}
    await page.ask("POST", f"/tables/{table}/acts", start)
    machine.provide(counting.answer)
    vars(machine)["monotonic"] = counting.time
    wanted = decision()
    task = BotTask(GAME, load_game(GAME).boards[0], "master", wanted, "seed")
    thinking = asyncio.ensure_future(server.workers.ask(task))
    while not counting.slices and not thinking.done():
        await asyncio.sleep(0)
    before = counting.slices
    view = await server.request(Request("GET", f"/api/tables/{table}/view", "seat=0&lang=en"))
    found = {"status": view.status, "thinks": not thinking.done()}
    found["slices"] = counting.slices - before
    counting.answered = True
    found["moves"] = await thinking in wanted.moves
    server.close()
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(look_while_it_thinks(Path(folder) / "data"))))
