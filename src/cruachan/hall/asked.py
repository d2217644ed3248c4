"""Who asks, and in which language: the same for a request and for a line that stays open."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from cruachan.engine.words import Lang

COOKIE = "cruachan"
LONGEST_KEY = 100


def language(asking: HTTPConnection) -> Lang:
    """The language of an answer: as asked, else as the browser wants it."""
    asked = asking.query_params.get("lang") or asking.headers.get("accept-language", "")
    return "de" if asked.lower().startswith("de") else "en"


def key_of(asking: HTTPConnection) -> str | None:
    """The key that came along: in a header, else in a cookie."""
    sent = asking.headers.get("authorization", "")
    if sent.lower().startswith("bearer "):
        return sent[7:].strip()[:LONGEST_KEY]
    return asking.cookies.get(COOKIE, "")[:LONGEST_KEY] or None
