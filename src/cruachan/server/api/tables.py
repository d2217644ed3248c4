"""Endpoints of tables: set one, list them, sit down, act."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import TypeAdapter

from cruachan.engine.errors import StaleMove
from cruachan.server.api import responses
from cruachan.server.api.error_responses import error_response
from cruachan.server.api.listing import listing
from cruachan.server.api.parameters import (
    LISTED,
    ListLimit,
    OfGame,
    RequestKey,
    Skip,
    TableId,
    Waiting,
    WithStatus,
)
from cruachan.server.api.request_context import (
    address_of,
    asker_of,
    build,
    built,
    by_header,
    key_of,
    language,
    own_asker,
    service_of,
    set_key,
    viewer_of,
)
from cruachan.server.api.responses import CommandAnswer, Introduced, Key, SeatsAnswer, TableListing
from cruachan.server.api.streams import AsSeat, LangQuery, Limit, Since, WithPieces
from cruachan.server.errors import forbidden
from cruachan.server.store.lists import ListFilter
from cruachan.server.tables import commands
from cruachan.server.tables.identity import Identity, anonymous
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.redaction import WINDOW, Audience, SeenView, message, with_present_view
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table_lists import ListedTable

ForSeat = Annotated[int, Query(ge=-1, le=9, description="A seat one has; -1 is the host's chair.")]

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


@api.post("/device", responses=responses.refusals(403, 429))
async def device(request: Request, response: Response) -> Introduced:
    """Give this browser a key in a cookie, unless it has one, which it then keeps for another year.
    What it then sends twice, because an answer was lost, is known to be its own."""
    who = await own_asker(request, response)
    if who.key == key_of(request) and not by_header(request):
        set_key(request, response, who.key)
    return Introduced(new=who.key != key_of(request))


@api.post("/keys", responses=responses.refusals(403, 429))
def keys() -> Key:
    """A fresh key for a program, to be sent as `Authorization: Bearer KEY`."""
    return Key(key=new_key())


@api.post("/tables", status_code=201, responses=responses.WRITING)
async def create(
    wish: commands.NewTable, request: Request, response: Response, sent: RequestKey = None
) -> SeatsAnswer:
    """Set a table. The requesting client becomes its host, who starts and closes it."""
    who = await own_asker(request, response)
    session = await service_of(request).maker.create(
        wish, who, language(request), address_of(request), sent
    )
    return seated(session, who)


@api.post("/files", status_code=201, responses=responses.WRITING)
async def open_file(
    wish: commands.SavedGame, request: Request, response: Response, sent: RequestKey = None
) -> SeatsAnswer:
    """Open a saved game: one that is over to look at, any other to play on."""
    who = await own_asker(request, response)
    session = await service_of(request).maker.open_file(wish, who, sent, address_of(request))
    return seated(session, who)


def seated(session: TableSession, who: Identity) -> SeatsAnswer:
    """What somebody has at a table."""
    return SeatsAnswer(
        table=session.table.id,
        seats=sorted(session.seats_of(who)),
        promise=session.table.commitment,
    )


_LISTINGS = TypeAdapter(list[TableListing])


async def _list(request: Request, found: list[ListedTable]) -> Response:
    """Tables as an answer, written in a thread."""

    def write() -> bytes:
        return _LISTINGS.dump_json([listing(*each, said) for each in found])

    said = language(request)

    return Response(await build(request, write), media_type="application/json")


@api.get("/tables", response_model=list[TableListing])
async def tables(
    request: Request,
    limit: ListLimit = LISTED,
    skip: Skip = 0,
    status: WithStatus = None,
    game: OfGame = None,
) -> Response:
    """The public tables that are open or being played, the youngest first."""
    which = ListFilter(status, game)
    who = await asker_of(request)
    return await _list(request, await service_of(request).lists.public(who, limit, skip, which))


@api.get("/tables/mine", response_model=list[TableListing])
async def mine(
    request: Request,
    limit: ListLimit = LISTED,
    skip: Skip = 0,
    status: WithStatus = None,
    game: OfGame = None,
    waiting: Waiting = False,
) -> Response:
    """The tables at which one sits and those one set, on whatever device: those that wait for one
    first, then the youngest, closed ones last."""
    who = await asker_of(request)
    which = ListFilter(status, game, waiting)
    found = await service_of(request).lists.mine(who, limit, skip, which) if who else []
    return await _list(request, found)


@api.get("/tables/{id}", response_model=responses.TableAnswer, responses=responses.ASKING)
async def table(
    request: Request,
    id: TableId,
    seat: AsSeat = None,
    since: Since = 0,
    pieces: WithPieces = False,
    limit: Limit = WINDOW,
    lang: LangQuery = None,
) -> Response:
    """A table: its last rows since a number, who sits there, and the view of a seat or a
    spectator. `/log` has the rows before them."""
    who = await asker_of(request)
    async with service_of(request).at(id) as session:
        viewer = viewer_of(session, who, seat)
        held = sorted(session.seats_of(who))
        seen, present = session.snapshot(), session.present()
    since = since if since <= seen.seq else 0
    audience = Audience(viewer, language(request), pieces)
    work = partial(message, seen, since, audience, present, held, limit)
    return await built(request, work)


@api.post(
    "/tables/{id}/acts",
    response_model=CommandAnswer,
    responses=responses.AT_TABLE | responses.refusals(410),
)
async def act(
    request: Request, response: Response, id: TableId, wish: commands.CommandRequest
) -> Any:
    """Do something at a table. The same id sent again is done once and answered again."""
    command, lang = wish.command, language(request)
    if isinstance(command, commands.SitCommand):
        who = await own_asker(request, response)
    else:
        who = await asker_of(request) or anonymous("")
    service = service_of(request)
    try:
        session, seq = await service.execute(id, wish, who, lang)
    except StaleMove as error:
        assert isinstance(command, commands.MoveCommand)
        async with service.at(id) as session:
            seen = session.snapshot()
        audience = Audience(command.seat, lang)
        now = await build(request, partial(with_present_view, SeenView(), seen, audience))
        return error_response(409, "stale", error.text(lang), **msgspec.structs.asdict(now))
    return CommandAnswer(seq=seq, seats=sorted(session.seats_of(who)))


@api.post("/tables/{id}/keys", responses=responses.AT_TABLE)
async def share(request: Request, id: TableId, seat: ForSeat, sent: RequestKey = None) -> Key:
    """Another key for a seat one has: for a second device, a terminal or a program."""
    who = await asker_of(request) or anonymous("")
    return Key(key=await service_of(request).seat_keys.share(id, seat, who, sent))


@api.post("/tables/{id}/enter", responses=responses.AT_TABLE)
async def enter(
    request: Request, response: Response, id: TableId, link: commands.EnterRequest
) -> SeatsAnswer:
    """Give this device the seats that a key from a link opens."""
    service = service_of(request)
    who = await own_asker(request, response)
    opens = await service.persons.identify(link.key)
    if opens is None:
        raise forbidden("no_key")
    await service.seat_keys.enter(id, opens, who)
    return seated(await service.session(id), who)
