"""Pages of other origins that may use this server (`--origin`): none, unless its host names them.

They send a key themselves; cookies do not count for them, since no answer allows credentials.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE

ORIGIN = re.compile(r"https?://[a-z0-9.\-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?")
PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", b"authorization, content-type, idempotency-key"),
    (b"access-control-max-age", b"86400"),
    (b"content-length", b"0"),
)
EXPOSED = (b"access-control-expose-headers", b"etag, retry-after")


def origins(said: Iterable[str]) -> frozenset[str]:
    """The origins that a host names; a CruachanError if one is none."""
    found = {each.lower().rstrip("/") for each in said}
    for each in found:
        if not ORIGIN.fullmatch(each):
            raise CruachanError(message(PACKAGE, "serve.origin", origin=each[:80]))
    return frozenset(found)


def headers_for(origin: bytes) -> tuple[tuple[bytes, bytes], ...]:
    """What tells a browser that a page of this origin may read the answer."""
    return (b"access-control-allow-origin", origin), (b"vary", b"origin"), EXPOSED
