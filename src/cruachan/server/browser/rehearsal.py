"""What a first visitor does, done when the site is built: the snapshot of Python's memory that is
taken afterwards has all modules, routes and texts that she needs."""

from __future__ import annotations

import gc
import json
import random
import shutil
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from cruachan.engine.languages import LANGUAGES
from cruachan.games import GAMES
from cruachan.server.browser.local_server import LocalServer, Request

FRONT_PAGE = ("/languages", "/games", "/tables", "/tables/mine", "/challenges/texts", "/daily")
"""What the front page asks."""
SCRATCH = Path("/rehearsal")


async def rehearse(folder: Path = SCRATCH) -> FastAPI:
    """Start a server in a folder, ask it what a page asks, close it and remove the folder; the
    routes of its application, for the next server."""
    server = LocalServer(folder)
    await server.start()
    for lang in LANGUAGES:
        for path in FRONT_PAGE:
            await _ask(server, "GET", path, lang)
        await _ask(server, "POST", "/device", lang)
        for game in GAMES.playable():
            await _play(server, game, lang)
    server.close()
    shutil.rmtree(folder)
    return server.app


async def _play(server: LocalServer, game: str, lang: str) -> None:
    """Set a table for one with the bots that think least, look at it, and hear of it."""
    boxed = {each["name"]: each for each in await _ask(server, "GET", "/games", lang)}[game]
    bots = [{"kind": boxed["bots"][0]["kind"]}] * (boxed["players"][0] - 1)
    wish = {"game": game, "seats": [{"kind": "me", "name": "Anna"}, *bots], "bot_pace": 0}
    table = (await _ask(server, "POST", "/tables", lang, wish))["table"]
    at = f"/tables/{table}"
    word = {"kind": "word", "seat": 0, "word": "0" * 24}
    chat = {"kind": "chat", "seat": 0, "text": "hello"}
    for number, act in enumerate([word, {"kind": "start"}, chat]):
        await _ask(server, "POST", f"{at}/acts", lang, {"id": f"rehearsal-{number}", "act": act})
    heard = Request("GET", f"/api{at}/listen", f"seat=0&since=0&pieces=true&shows=true&lang={lang}")
    socket = server.open(heard, lambda said: None)
    for path in (at, f"{at}/view", f"/games/{game}/glossary", f"/games/{game}/still"):
        await _ask(server, "GET", path, lang)
    socket.close(1000)
    await socket.task


async def _ask(server: LocalServer, method: str, path: str, lang: str, body: Any = None) -> Any:
    """The answer to a request, JSON or a text; a RuntimeError where it is refused."""
    sent = b"" if body is None else json.dumps(body).encode()
    kind = (("content-type", "application/json"),)
    answer = await server.request(Request(method, f"/api{path}", f"lang={lang}", kind, sent))
    if answer.status not in (200, 201):
        raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
    is_json = dict(answer.headers)["content-type"].startswith("application/json")
    return json.loads(answer.body) if is_json else answer.body.decode()


def before_snapshot() -> None:
    """Leave nothing behind that would be cleared away later."""
    gc.collect()
    gc.freeze()


def after_snapshot() -> None:
    """Make a device differ from others that have the same snapshot: dice are not from here, but
    what bots choose by lot is."""
    random.seed()
