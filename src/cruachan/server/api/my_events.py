"""One stream of all tables of somebody, as server-sent events, and one of those that wait for her.

Server-sent events fit programs better than a WebSocket: a client only listens, and comes back by
itself with the last id that it heard. A browser opens few of them to one server, in all its windows
together, so what every window of the page follows goes over a WebSocket.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import StreamingResponse
from starlette.websockets import WebSocketDisconnect

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Lang
from cruachan.server.api import responses
from cruachan.server.api.listing import listing
from cruachan.server.api.request_context import asker_of, build, language, service_of
from cruachan.server.api.responses import MyTables
from cruachan.server.api.streams import PING, EventStream, LangQuery, alive_socket, refuse_socket
from cruachan.server.errors import unauthorized
from cruachan.server.limits import LIMITS
from cruachan.server.store.lists import count_waiting, tables_of, waiting_tables
from cruachan.server.tables.changes import ChangeStream
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.service import TableService
from cruachan.server.tables.table_lists import ListedTable

api = APIRouter(prefix="/api/me", responses=responses.ALWAYS | responses.refusals(401, 403))
TOGETHER = 0.1
"""Seconds for which changes are collected."""
RARELY = 1.0
"""The same where only those are told that wait."""
EVERYTHING = 3
"""After how many silent whiles everything is looked at again."""
OVERLAP = 5000
"""Milliseconds that are told twice: the clocks of servers differ."""

SinceTime = Annotated[
    int, Query(ge=0, le=10**14, description="The id of the last message; 0 for everything.")
]


@api.get(
    "/events",
    response_class=EventStream,
    responses=responses.refusals(429) | {200: {"model": MyTables}},
)
async def my_events(
    request: Request, since: SinceTime = 0, lang: LangQuery = None
) -> StreamingResponse:
    """What is new at all one's tables, as server-sent events: first those that have changed since
    the message with the id `since` (or `Last-Event-ID`), then each as it changes."""
    who = await asker_of(request)
    if who is None:
        raise unauthorized("keyless")
    last = request.headers.get("last-event-id", "")
    since = int(last) if re.fullmatch(r"\d{1,14}", last) else since
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return EventStream(_messages(request, who, since), headers=headers)


async def _messages(request: Request, who: Identity, since: int) -> AsyncIterator[bytes]:
    service, said = service_of(request), language(request)
    stream = service.changes.open(who)
    try:
        async for found in _found(service, stream, since):
            if await service.persons.identify(who.key) != who:
                return
            if found is None:
                yield b": still here\n\n"
                continue
            waiting = await service.store.query(count_waiting, who.holders)
            last = max((each[0].at for each in found), default=since)
            since = max(since, last)
            body = await build(request, partial(_written, found, waiting, said))
            yield b"id: %d\ndata: %s\n\n" % (since, body)
    finally:
        service.changes.close(stream)


def _written(found: list[ListedTable], waiting: int, lang: Lang) -> bytes:
    tables = [listing(*each, lang) for each in found]
    return MyTables(tables=tables, waiting=waiting).model_dump_json().encode()


async def _found(
    service: TableService, stream: ChangeStream, since: int
) -> AsyncIterator[list[ListedTable] | None]:
    """Tables that have changed; None when nothing did for a while."""
    who, seen = stream.asker, dict[str, int]()
    everything = await service.lists.mine(who)
    stream.known.update(each[0].table.id for each in everything)
    seen.update((each[0].table.id, each[0].seq) for each in everything)
    yield [each for each in everything if not since or each[0].at >= since - OVERLAP]
    silent = 0
    while True:
        changed = await stream.changed(PING)
        if changed:
            await asyncio.sleep(TOGETHER)
            found = await service.lists.mine_of(who, [*changed, *await stream.changed(0)])
            stream.known.update(each[0].table.id for each in found)
        else:
            silent = (silent + 1) % EVERYTHING
            found = [] if silent else await service.lists.mine(who)
        new = [each for each in found if seen.get(each[0].table.id) != each[0].seq]
        seen.update((each[0].table.id, each[0].seq) for each in new)
        yield new or None


@api.websocket("/waiting")
async def waiting(socket: WebSocket) -> None:
    """The ids of one's tables that wait for one, `{"waiting": [ID, ...]}`: at once, and whenever
    they change; else `{"alive": SECONDS}`, when the next message comes at the latest."""
    service: TableService = socket.app.state.service
    try:
        who = await asker_of(socket)
        if who is None:
            raise unauthorized("keyless")
    except CruachanError as error:
        await refuse_socket(socket, error)
        return
    await socket.accept()
    telling = asyncio.ensure_future(_tell_waiting(socket, service, who))
    try:
        # A client that says anything is none of ours.
        await socket.receive()
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


async def _tell_waiting(socket: WebSocket, service: TableService, who: Identity) -> None:
    stream = service.changes.open(who)
    told: list[str] | None = None
    silent = 0
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            while await service.persons.identify(who.key) == who:
                found = told
                if told is None or not silent:
                    stream.known.update(await service.store.query(tables_of, who.holders))
                    found = await service.store.query(waiting_tables, who.holders)
                if found == told:
                    await alive_socket(socket)
                else:
                    told = found
                    await socket.send_json({"waiting": told})
                if await stream.changed(LIMITS.heartbeat):
                    silent = 0
                    await asyncio.sleep(RARELY)
                else:
                    silent = (silent + 1) % EVERYTHING
            await socket.close(1012)
    finally:
        service.changes.close(stream)
