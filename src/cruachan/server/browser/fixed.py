"""Answers that are the same on every device, written as files when the site is built.

A page shows them before the server in its worker has started, and where no service worker answers
for it: `games-LANGUAGE.json`, the list of games, and `KIND-DIGEST.svg`, the pictures that the list
names. `address` in web/src/api/ask.ts and `games` in web/src/api/games.ts ask for them by these
names.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter

from cruachan.bots import machine
from cruachan.engine.languages import LANGUAGES
from cruachan.server.api.catalogue_models import CatalogueGame
from cruachan.server.browser.local_server import LocalServer, Request


async def write_answers(server: LocalServer, folder: Path) -> None:
    """Write them into a folder, which must be new; a RuntimeError where one is refused."""
    folder.mkdir()
    # Which bots there are depends on what a device has.
    machine.provide(lambda question: "{}")
    for lang in LANGUAGES:
        listed = await _answer(server, "/games", f"lang={lang}")
        (folder / f"games-{lang}.json").write_bytes(listed)
        for game in TypeAdapter(list[CatalogueGame]).validate_json(listed):
            for kind, digest, wanted in _pictures(game):
                query = f"lang={lang}&digest={digest}{wanted}"
                drawn = await _answer(server, f"/games/{game.name}/{kind}", query)
                (folder / f"{kind}-{digest}.svg").write_bytes(drawn)
    machine.provide(None)


def _pictures(game: CatalogueGame) -> Iterator[tuple[str, str, str]]:
    """The kinds of pictures of a game, what each is known by, and what else names it."""
    look = game.identity
    yield "cover", look.digest, ""
    if look.wordmark:
        yield "wordmark", look.digest, ""
    for board in game.boards:
        for kind in ("board", "still"):
            yield kind, board.digest, f"&board={board.name}"


async def _answer(server: LocalServer, path: str, query: str) -> bytes:
    answer = await server.request(Request("GET", f"/api{path}", query))
    if answer.status != 200:
        raise RuntimeError(f"{path}?{query}: {answer.status} {answer.body[:300]!r}")
    return answer.body
