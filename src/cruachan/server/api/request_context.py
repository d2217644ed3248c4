"""What all requests have in common: identity, language, viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from cruachan.engine.game import Viewer
from cruachan.engine.languages import Lang, find_language, negotiate
from cruachan.server.api.peers import peer_of
from cruachan.server.errors import forbidden, unauthorized, wrong
from cruachan.server.persons.persons import Persons
from cruachan.server.tables.identity import Asker, Identity, anonymous
from cruachan.server.tables.keys import like_ours, new_key
from cruachan.server.tables.redaction import json
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession

T = TypeVar("T")
A_YEAR = 365 * 24 * 3600
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


def by_header(asking: HTTPConnection) -> bool:
    """Whether a program asks, which sends its key in a header."""
    return asking.headers.get("authorization", "").lower().startswith("bearer ")


def persons_of(asking: HTTPConnection) -> Persons:
    """The persons of the store."""
    service: TableService = asking.app.state.service
    return service.persons


async def asker_of(asking: HTTPConnection) -> Identity | None:
    """The identity behind a request; None without a key, and for a browser that was signed out. A
    ServerError for a program whose key was signed out."""
    key = key_of(asking)
    if key is None:
        return None
    found = await persons_of(asking).identify(key)
    if found is None and by_header(asking):
        raise unauthorized("signed_out")
    return found


def set_key(request: Request, response: Response, key: str) -> None:
    """Let a browser keep a key for a year from now on."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, key, max_age=A_YEAR, httponly=True, samesite="strict", secure=secure
    )


async def own_asker(request: Request, response: Response) -> Identity:
    """The identity behind a request; a browser without a key gets one, invalid keys are refused."""
    found = await asker_of(request)
    if found is None:
        found = anonymous(new_key())
        set_key(request, response, found.key)
    if not like_ours(found.key):
        raise wrong("weak_key")
    return found


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


async def built(request: Request, work: Callable[[], Any]) -> Response:
    """Plain data that is made and written in a thread, as an answer."""
    return Response(await build(request, lambda: json(work())), media_type="application/json")


def viewer_of(session: TableSession, asker: Asker | None, seat: int | None) -> Viewer:
    """The viewer of a request: her own seat's, or a spectator's."""
    if seat is not None and seat not in session.seats_of(asker):
        raise forbidden("not_yours")
    return seat
