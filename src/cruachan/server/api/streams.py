"""Lines that stay open: a WebSocket for pages and terminals, server-sent events for programs.

Both carry the same messages. A listener says which row it has (`since`), gets everything after it
and then whatever happens. One that lost its connection comes back with the last number it saw.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import StreamingResponse
from pydantic import WithJsonSchema
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS, Lang
from cruachan.server.api import responses
from cruachan.server.api.parameters import TableId
from cruachan.server.api.request_context import asker_of, key_of, language
from cruachan.server.errors import ServerError, StoreError, forbidden, unauthorized
from cruachan.server.limits import LIMITS
from cruachan.server.tables.listeners import TableListener
from cruachan.server.tables.redaction import WINDOW, Audience
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession

api = APIRouter(prefix="/api", responses=responses.ALWAYS)
PING = 20.0
"""Seconds between heartbeats of server-sent events."""
SHOWN = 64
"""How many bytes a listener may say at once."""
SAID = re.compile(
    r'\{(?:"shown": ?(\d{1,9})|"writing": ?(true|false)|"visible": ?(true|false)|"ping": ?(true))\}'
)

Since = Annotated[int, Query(ge=0, description="The last row that one has; 0 for none.")]
Limit = Annotated[int, Query(ge=1, le=1000, description="How many rows are answered at most.")]
Before = Annotated[
    int | None, Query(ge=1, description="The first row that one has: only rows before it.")
]
if TYPE_CHECKING:
    KnownLang = Lang
else:
    KnownLang = Annotated[Literal[LANGS], WithJsonSchema({"type": "string", "maxLength": 35})]
LangQuery = Annotated[
    KnownLang | None,
    Query(description="The language of what is said: a code of `/api/languages`."),
]
WithPieces = Annotated[
    bool, Query(description="Whether to say what lies where on the still, and what beside it.")
]
AsSeat = Annotated[int | None, Query(ge=0, le=9, description="The seat through whose eyes.")]


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


class ListenerConnection:
    """The connection of a listener to a table."""

    def __init__(
        self, service: TableService, session: TableSession, listener: TableListener
    ) -> None:
        self.service = service
        self.session = session
        self.listener = listener
        self.goodbye = False

    async def messages(self, patience: float) -> AsyncIterator[bytes]:
        """The messages to send; empty when nothing came for a while. Ends when the table goes."""
        listener = self.listener
        while not listener.closed:
            if not await listener.changed(patience):
                yield b""
                continue
            if listener.closed:
                return
            yield await self.service.catch_up(self.session, listener)

    async def see(self, visible: bool) -> None:
        """The window is in sight, or not any more."""
        self.listener.visible = visible
        seat = self.listener.audience.viewer
        if seat is not None:
            for observer in self.service.sight_observers:
                await observer(self.session, seat, visible)


@asynccontextmanager
async def connection_to(
    service: TableService,
    id_: str,
    connection: HTTPConnection,
    audience: Audience,
    since: int,
    shows: bool,
    limit: int = WINDOW,
) -> AsyncIterator[ListenerConnection]:
    """Register a listener at its table while the connection lasts."""
    asker = await asker_of(connection)
    async with service.at(id_) as session:
        held = frozenset(each for each in session.seats_of(asker) if each >= 0)
        if audience.viewer is not None and audience.viewer not in held:
            raise forbidden("not_yours")
        service.must_have_room(session)
        listener = TableListener(audience, held, since, shows, limit, asker)
        before = session.present_seats()
        service.watch(session, listener)
        session.presence.come(held)
        await service.absence.come(session, held)
        if session.present_seats() != before:
            service.nudge(session, listener)
    opened = ListenerConnection(service, session, listener)
    try:
        yield opened
    finally:
        session.listeners.discard(listener)
        session.presence.go(held, opened.goodbye)
        if audience.viewer in session.writers.now():
            service.writes(session, audience.viewer, False)
        service.gone(session)


@api.websocket("/tables/{id}/listen")
async def listen(
    socket: WebSocket,
    id: TableId,
    seat: AsSeat = None,
    since: Since = 0,
    shows: bool = False,
    pieces: WithPieces = False,
    shared: bool = False,
    alive: bool = False,
    limit: Limit = WINDOW,
) -> None:
    """A table's messages as they come; `{"shown": SEQ}` says what this window has shown, and
    `{"writing": true}` that its person is writing something, `{"visible": true}` that the window is
    in sight (again every half minute), so that nobody is given notice of what she sees. With
    `shared` it shows no more than everybody may see, and what the seat may do. With `alive` it is
    never silent for long:
    `{"alive": SECONDS}` says when the next message comes at the latest; `{"ping": true}` is
    answered with it at once."""
    service: TableService = socket.app.state.service
    try:
        audience = Audience(seat, language(socket), pieces, shared)
        async with connection_to(service, id, socket, audience, since, shows, limit) as opened:
            await socket.accept()
            sending = asyncio.ensure_future(_send(socket, opened, alive))
            try:
                await _hear(socket, opened)
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
    except CruachanError as error:
        await refuse_socket(socket, error)


async def refuse_socket(socket: WebSocket, error: CruachanError) -> None:
    """Refuse a WebSocket: it is accepted for that, since browsers hide a refusal before."""
    status = error.status if isinstance(error, ServerError) else 422
    key = error.key if isinstance(error, ServerError) else "wrong"
    if isinstance(error, ServerError) and error.needs_key and key_of(socket) is None:
        error = unauthorized("keyless")
        status, key = error.status, error.key
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        if isinstance(error, ServerError | StoreError) and error.again:
            await socket.close(1013)
            return
        said = {"error": key, "text": error.text(language(socket)), "status": status}
        await socket.send_text(msgspec.json.encode(said).decode())
        await socket.close(4000 + status, key)


async def _send(socket: WebSocket, opened: ListenerConnection, alive: bool) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        async for message in opened.messages(LIMITS.heartbeat if alive else 3600.0):
            if message:
                await socket.send_text(message.decode())
            elif alive:
                await alive_socket(socket)
        await socket.close(1012)


async def alive_socket(socket: WebSocket) -> None:
    """Say that a connection is alive, and when the next message comes at the latest."""
    await socket.send_text(f'{{"alive": {LIMITS.heartbeat:g}}}')


async def _hear(socket: WebSocket, opened: ListenerConnection) -> None:
    """Receive what a window has shown, whether somebody writes, and pings; anything else closes."""
    session, seat = opened.session, opened.listener.audience.viewer
    second, count = 0, 0
    while True:
        heard = await socket.receive()
        moment = int(time.monotonic())
        second, count = moment, count + 1 if moment == second else 1
        if heard["type"] == "websocket.disconnect":
            opened.goodbye = heard.get("code") in (1000, 1001)
            return
        said = SAID.fullmatch((heard.get("text") or "")[:SHOWN])
        if not said or count > LIMITS.said:
            await socket.close(1008)
            return
        if said[4]:
            with suppress(WebSocketDisconnect, RuntimeError):
                await alive_socket(socket)
        elif seat is not None and said[3]:
            await opened.see(said[3] == "true")
        elif seat is not None and said[2]:
            opened.service.writes(session, seat, said[2] == "true")
        elif seat is not None and said[1]:
            session.shown[seat] = max(session.shown.get(seat, 0), int(said[1]))
            session.stir.set()


@api.get(
    "/tables/{id}/events",
    response_class=EventStream,
    responses={200: {"model": responses.TableMessage}} | responses.ASKING | responses.refusals(429),
)
async def events(
    request: Request,
    id: TableId,
    seat: AsSeat = None,
    since: Since = 0,
    pieces: WithPieces = False,
    limit: Limit = WINDOW,
    lang: LangQuery = None,
) -> StreamingResponse:
    """A table's messages as they come, as server-sent events. The header
    `Last-Event-ID` counts before `since`."""
    service: TableService = request.app.state.service
    audience = Audience(seat, language(request), pieces)
    opening = connection_to(
        service, id, request, audience, _last_seen(request, since), False, limit
    )
    opened = await opening.__aenter__()

    async def stream() -> AsyncIterator[bytes]:
        try:
            async for message in opened.messages(PING):
                if message:
                    yield b"id: %d\ndata: %s\n\n" % (opened.listener.since, message)
                else:
                    yield b": still here\n\n"
        finally:
            await opening.__aexit__(None, None, None)

    return EventStream(stream(), headers={"cache-control": "no-store", "x-accel-buffering": "no"})


def _last_seen(request: Request, since: int) -> int:
    """The last event a client has, by the header `Last-Event-ID`, else by `since`."""
    last = request.headers.get("last-event-id", "")
    return int(last) if re.fullmatch(r"\d{1,9}", last) else since
