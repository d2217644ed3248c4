"""The front page: plain files that need nothing else of the hall."""

from __future__ import annotations

from functools import cache
from html import escape

from cruachan.engine.words import Lang, Words
from cruachan.hall.guard import Scope, Send, language


@cache
def _page(lang: Lang) -> bytes:
    words = Words(__package__, lang)
    title, hall, terminal = (escape(words(f"page.{key}")) for key in ("title", "hall", "terminal"))
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<h1>{title}</h1><p>{hall}</p><p>{terminal}</p></html>"
    ).encode()


async def answer(scope: Scope, send: Send) -> bool:
    """Answer a request for the page; False if it is for something else."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path = scope["path"]
    if path != "/" and not path.startswith("/t/"):
        return False
    body = _page(language(dict(scope["headers"])))
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-cache")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    return True
