"""Who asks, in which language, and for a picture: what all that is asked has in common."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cruachan.engine.words import Lang
from cruachan.hall.keys import like_ours

COOKIE = "cruachan"
LONGEST_KEY = 100


class Picture(Response):
    """An answer that is an SVG."""

    media_type = "image/svg+xml"


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
