"""`cruachan ratings`: who is how strong at a server, in the terminal."""

from __future__ import annotations

from typing import Any

from cruachan.engine.texts import Lang, Texts
from cruachan.server.client import Client
from cruachan.terminal.keys import KeptKeys


def visitor(address: str, lang: Lang) -> Client:
    """A client that asks as whoever signed in at a server here, else as nobody."""
    address = address.rstrip("/")
    if "//" not in address:
        address = f"http://{address}"
    return Client(address, KeptKeys().find(address), lang)


def ratings(address: str, lang: Lang) -> str:
    """The ratings at a server, game by game, with the bots between the persons."""
    texts, client = Texts(__package__, lang), visitor(address, lang)
    try:
        pools = client.get("/ratings")
    finally:
        client.close()
    if not pools:
        return texts("ratings.none")
    return "\n\n".join(_pool(pool, texts) for pool in pools)


def _pool(pool: dict[str, Any], texts: Texts) -> str:
    head = texts("ratings.head", game=pool["title"], players=pool["players"])
    rows = [(each["rating"], _person(each, texts), each["text"]) for each in pool["persons"]]
    for bot in pool["bots"]:
        rows.append((bot["rating"], texts("ratings.bot", name=bot["title"]), ""))
    rows.sort(key=lambda row: -row[0])
    wide = max(len(name) for _, name, _ in rows)
    lines = [
        f"  {points:>5.0f}  {name.ljust(wide)}  {said}".rstrip() for points, name, said in rows
    ]
    return "\n".join([head, *lines])


def _person(person: dict[str, Any], texts: Texts) -> str:
    return texts("ratings.you", name=person["name"]) if person["me"] else str(person["name"])
