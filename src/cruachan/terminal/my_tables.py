"""`cruachan tables`: one's own tables at a server, in the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from cruachan.engine.durations import in_one_unit
from cruachan.engine.texts import Lang, Texts
from cruachan.server.client import Client
from cruachan.terminal.club import base_address
from cruachan.terminal.keys import KeptKeys

Listed = dict[str, Any]
MOST_KEYS = 20
"""How many keys of seats are asked about: the last ones that were kept."""
PAGE = 500
"""How many tables are asked for at a time."""
MOST_OVER = 10
"""How many games that are over are listed: the last ones."""


def listed(address: str, lang: Lang, game: str | None = None, waiting: bool = False) -> str:
    """The tables at a server at which one has seats: as whoever signed in here, and by the keys of
    seats that were taken in this terminal. Those that wait for one come first. `game`, `waiting`:
    only those of a game, and only those that wait."""
    address, texts = base_address(address), Texts(__package__, lang)
    found: dict[str, Listed] = {}
    for key in KeptKeys().at(address)[-MOST_KEYS:]:
        client = Client(address, key, lang)
        try:
            found |= {each["table"]: each for each in _all(client, game, waiting)}
        finally:
            client.close()
    if not found:
        return texts("tables.none_such" if game or waiting else "tables.none")
    groups: dict[str, list[Listed]] = {"yours": [], "playing": [], "open": [], "over": []}
    for each in sorted(found.values(), key=lambda each: -each["at"]):
        groups[_group(each)].append(each)
    del groups["over"][MOST_OVER:]
    parts = [
        "\n".join([texts(f"tables.{name}"), *(_line(each, name, address, texts) for each in group)])
        for name, group in groups.items()
        if group
    ]
    return "\n\n".join(parts)


def _all(client: Client, game: str | None, waiting: bool) -> Iterator[Listed]:
    """The tables that a key opens, page by page; puzzles are none."""
    which = {"game": game, "waiting": waiting or None, "limit": PAGE}
    for skip in count(0, PAGE):
        found = client.get("/tables/mine", skip=skip, **which)
        yield from (each for each in found if not each["puzzle"])
        if len(found) < PAGE:
            return


def _group(table: Listed) -> str:
    if table["status"] == "playing":
        return "yours" if set(table["waits"]) & set(table["mine"]) else "playing"
    return "open" if table["status"] == "open" else "over"


def _line(table: Listed, group: str, address: str, texts: Texts) -> str:
    names = ", ".join(each["name"] or texts("tables.free") for each in table["seats"])
    said = {"title": table["title"], "names": names}
    about = texts("tables.table", **said)
    if group == "yours":
        waited = in_one_unit(int(time.time() * 1000) - table["since"], texts.lang)
        about = texts("tables.since", **said, time=waited)
    return f"  {about}\n    {address}/t/{table['table']}"
