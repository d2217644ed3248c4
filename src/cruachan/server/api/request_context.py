"""Who asks, in which language, and through whose eyes: what all requests have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from cruachan.engine.game import Viewer
from cruachan.engine.languages import Lang, find_language, negotiate
from cruachan.server.api.peers import peer_of
from cruachan.server.errors import forbidden
from cruachan.server.tables.keys import like_ours
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession

T = TypeVar("T")
COOKIE = "cruachan"
LONGEST_KEY = 100


class SvgResponse(Response):
    """An answer that is an SVG."""

    media_type = "image/svg+xml"


def language(asking: HTTPConnection) -> Lang:
    """The language of an answer: as asked, else as the browser wants it."""
    chosen = find_language(asking.query_params.get("lang", ""))
    return chosen or negotiate(asking.headers.get("accept-language", ""))


def key_of(asking: HTTPConnection) -> str | None:
    """The key that came along: in a header, else in a cookie; one that is not ours is replaced."""
    sent = asking.headers.get("authorization", "")
    if sent.lower().startswith("bearer "):
        return sent[7:].strip()[:LONGEST_KEY]
    cookie = asking.cookies.get(COOKIE, "")
    return cookie if like_ours(cookie) else None


def service_of(request: Request) -> TableService:
    """The service."""
    service: TableService = request.app.state.service
    return service


def address_of(asking: HTTPConnection) -> str:
    """The address from which a request comes."""
    return peer_of(asking.client.host) if asking.client else ""


async def build(request: Request, work: Callable[[], T]) -> T:
    """Build an answer in a thread, from snapshots: neither the event loop nor a table waits."""
    return await service_of(request).answers.run(address_of(request), work)


def viewer_of(session: TableSession, key: str | None, seat: int | None) -> Viewer:
    """The viewer of a request: her own seat's, or a spectator's."""
    if seat is not None and seat not in session.seats_of(key):
        raise forbidden("not_yours")
    return seat
