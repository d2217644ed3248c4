"""One stream of all tables of somebody, as server-sent events.

They fit better than a WebSocket: a client only listens, and comes back by itself with the last id
that it heard.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from cruachan.engine.texts import Lang
from cruachan.server.api import responses
from cruachan.server.api.listing import listing
from cruachan.server.api.request_context import asker_of, build, language, service_of
from cruachan.server.api.responses import MyTables
from cruachan.server.api.streams import PING, EventStream, LangQuery
from cruachan.server.errors import unauthorized
from cruachan.server.store.lists import count_waiting
from cruachan.server.tables.changes import ChangeStream
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.service import TableService
from cruachan.server.tables.table_lists import ListedTable

api = APIRouter(prefix="/api/me", responses=responses.ALWAYS | responses.refusals(401, 403))
TOGETHER = 0.1
"""Seconds for which changes are collected."""
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
