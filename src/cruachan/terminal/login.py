"""`cruachan login LINK`: be the same person in the terminal as in the browser, in her language."""

from __future__ import annotations

import secrets
import socket
from urllib.parse import urlsplit

from cruachan.engine.errors import CruachanError
from cruachan.engine.languages import find_language
from cruachan.engine.texts import Lang, Texts, message
from cruachan.server.client import Client, RefusedError
from cruachan.terminal.keys import KeptKeys
from cruachan.terminal.language import forget_language, keep_language

NOBODY = "-" * 32
"""A key that opens nothing, for a client that is about to get one."""


def login(link: str, lang: Lang) -> str:
    """Sign in by a link that the browser shows; a sentence that says as whom."""
    address, token = _read(link)
    client = Client(address, NOBODY, lang)
    del client.http.headers["authorization"]
    label = Texts(__package__, lang)("login.device", host=socket.gethostname())
    body = {"link": token, "device": label, "program": True}
    try:
        answer = client.post("/login", body, sent=secrets.token_hex(12))
    finally:
        client.close()
    key, name = str(answer["key"]), answer["person"]["name"]
    KeptKeys().keep(address, key)
    done = Texts(__package__, lang)("login.done", name=name, address=address)
    own = _language(address, key, lang)
    if own is None:
        return done
    keep_language(own, address)
    return f"{done}\n{Texts(__package__, own)('login.language')}"


def _language(address: str, key: str, lang: Lang) -> Lang | None:
    """The language in which a person reads the page, if she ever did."""
    client = Client(address, key, lang)
    try:
        page = client.get("/me/settings")["settings"].get("page")
    finally:
        client.close()
    said = page.get("lang") if isinstance(page, dict) else None
    return find_language(said) if isinstance(said, str) else None


def logout(address: str, lang: Lang) -> str:
    """Sign the terminal out at a server; a sentence that says so."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    address = f"{parts.scheme}://{parts.netloc}"
    key = KeptKeys().find(address)
    if key is None:
        raise CruachanError(message(__package__, "login.nobody", address=address))
    client = Client(address, key, lang)
    try:
        client.post("/me/sign-out", {})
    except RefusedError as error:
        if error.status != 401:
            raise
    finally:
        client.close()
    KeptKeys().forget(address)
    forget_language(address)
    return Texts(__package__, lang)("login.out", address=address)


def _read(link: str) -> tuple[str, str]:
    """The server and the token of a link; a CruachanError if it is none."""
    parts = urlsplit(link if "//" in link else f"http://{link}")
    whole = parts.scheme in ("http", "https") and parts.netloc and parts.fragment
    if not whole or parts.path.strip("/") != "login":
        raise CruachanError(message(__package__, "login.no_link", link=link[:100]))
    return f"{parts.scheme}://{parts.netloc}", parts.fragment
