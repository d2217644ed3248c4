"""Who asks, and in which language: the same for a request and for a line that stays open."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from cruachan.engine.words import Lang
from cruachan.hall.keys import like_ours

COOKIE = "cruachan"
LONGEST_KEY = 100


def language(asking: HTTPConnection) -> Lang:
    """The language of an answer: as asked, else as the browser wants it."""
    asked = asking.query_params.get("lang") or asking.headers.get("accept-language", "")
    return "de" if asked.lower().startswith("de") else "en"


def key_of(asking: HTTPConnection) -> str | None:
    """The key that came along: in a header, else in a cookie; one that is not ours is replaced."""
    sent = asking.headers.get("authorization", "")
    if sent.lower().startswith("bearer "):
        return sent[7:].strip()[:LONGEST_KEY]
    cookie = asking.cookies.get(COOKIE, "")
    return cookie if like_ours(cookie) else None
