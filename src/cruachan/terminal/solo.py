"""Games for one person at a server, from the terminal: with the same key every time."""

from __future__ import annotations

import secrets

from cruachan.engine.texts import Lang
from cruachan.server.client import Client, read_link
from cruachan.terminal.keys import KeptKeys, TableKeys


def own_client(address: str, lang: Lang) -> Client:
    """A client that asks as whoever signed in at a server here, else as who played there before."""
    address = address.rstrip("/")
    if "//" not in address:
        address = f"http://{address}"
    kept = KeptKeys()
    client = Client(address, kept.find(address) or kept.find(_name(address)), lang)
    if client.key != kept.find(address):
        kept.keep(_name(address), client.key)
    return client


def _name(address: str) -> str:
    """Under which name the key of somebody is kept who has not signed in."""
    return f"{address}/solo"


def signed_in_name(client: Client) -> str | None:
    """The name of whoever signed in at the client's server here; None where nobody did."""
    if client.key != KeptKeys().find(client.address):
        return None
    person = client.get("/me")["person"]
    return str(person["name"]) if person else None


def own_table(client: Client, path: str, name: str | None) -> str:
    """Begin a game for one person; the link to its table."""
    from cruachan.terminal.chooser import own_name

    body = {"name": name or signed_in_name(client) or own_name()}
    made = client.post(path, body, sent=secrets.token_hex(12))
    link = f"{client.address}/t/{made['table']}"
    TableKeys(read_link(link)).keep(client.key)
    return link
