"""The API: what can be asked over HTTP, and the answers. `docs/api.md` tells how to use it."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from cruachan import __version__
from cruachan.bots import adviser
from cruachan.bots.luck import SeatLuck
from cruachan.engine.errors import (
    CruachanError,
    IllegalMove,
    MoveError,
    OptionError,
    StaleMove,
    UndoError,
)
from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts, numeral
from cruachan.engine.transcript import write
from cruachan.engine.view import View
from cruachan.lessons.course import LessonError
from cruachan.server import PACKAGE
from cruachan.server.api import catalogue, login, me, my_events, responses, streams
from cruachan.server.api.compression import Compression
from cruachan.server.api.guard import TooLarge, largest
from cruachan.server.api.listing import listing
from cruachan.server.api.openapi import ABOUT, Described
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
    SvgResponse,
    address_of,
    asker_of,
    build,
    by_header,
    key_of,
    language,
    own_asker,
    service_of,
    set_key,
    viewer_of,
)
from cruachan.server.api.responses import (
    Acted,
    Checked,
    Introduced,
    Key,
    Lucky,
    Seated,
    TableListing,
)
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.api.streams import AsSeat, Before, LangQuery, Limit, Since, WithPieces
from cruachan.server.bots.worker import LuckTask
from cruachan.server.bots.workers import COMPILING, BotFailed, Workers
from cruachan.server.errors import (
    AGAIN,
    ServerError,
    StoreError,
    conflict,
    failed,
    forbidden,
    missing,
    wrong,
)
from cruachan.server.store.store import ListFilter
from cruachan.server.tables import analysis, commands, hints, questions
from cruachan.server.tables.former import said_names
from cruachan.server.tables.identity import Identity, anonymous
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.redaction import (
    WINDOW,
    Audience,
    SeenView,
    described,
    json,
    knower,
    message,
    with_present_view,
    with_view,
)
from cruachan.server.tables.service import ListedTable, TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import GameTable

EVEN = 0.05
"""Luck of less is none."""

AtPly = Annotated[int | None, Query(ge=0, le=10**6, description="Before which ply, from 0.")]
Form = Annotated[
    Literal["json", "html", "epub", "md"],
    Query(description="As data, as a page to keep and print, as a book, or as Markdown."),
]
WithSecrets = Annotated[bool, Query(description="With what one's own seat alone knows.")]
ForSeat = Annotated[int, Query(ge=-1, le=9, description="A seat one has; -1 is the host's chair.")]

BOOKS = {"html": "text/html", "epub": "application/epub+zip", "md": "text/markdown"}
"""What a story is kept as, and what that is called."""

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


def raw(data: Any) -> Response:
    """Plain data as an answer."""
    return Response(json(data), media_type="application/json")


async def _built(request: Request, work: Callable[[], Any]) -> Response:
    """Plain data that is made and written in a thread, as an answer."""
    return Response(await build(request, lambda: json(work())), media_type="application/json")


# Tables


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
) -> Seated:
    """Set a table. Whoever does is its host, and starts and closes it."""
    who = await own_asker(request, response)
    session = await service_of(request).create(
        wish, who, language(request), address_of(request), sent
    )
    return seated(session, who)


@api.post("/files", status_code=201, responses=responses.WRITING)
async def open_file(
    wish: commands.SavedGame, request: Request, response: Response, sent: RequestKey = None
) -> Seated:
    """Open a saved game: one that is over to look at, any other to play on."""
    who = await own_asker(request, response)
    session = await service_of(request).open_file(wish, who, sent, address_of(request))
    return seated(session, who)


def seated(session: TableSession, who: Identity) -> Seated:
    """What somebody has at a table."""
    return Seated(
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
    return await _list(request, await service_of(request).listed(who, limit, skip, which))


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
    found = await service_of(request).mine(who, limit, skip, which) if who else []
    return await _list(request, found)


@api.get("/tables/{id}", response_model=responses.Found, responses=responses.ASKING)
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
    return await _built(request, work)


@api.post(
    "/tables/{id}/acts",
    response_model=Acted,
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
        return _answer(409, "stale", error.text(lang), **msgspec.structs.asdict(now))
    return Acted(seq=seq, seats=sorted(session.seats_of(who)))


@api.post("/tables/{id}/keys", responses=responses.AT_TABLE)
async def share(request: Request, id: TableId, seat: ForSeat, sent: RequestKey = None) -> Key:
    """Another key for a seat one has: for a second device, a terminal or a program."""
    who = await asker_of(request) or anonymous("")
    return Key(key=await service_of(request).share(id, seat, who, sent))


@api.post("/tables/{id}/enter", responses=responses.AT_TABLE)
async def enter(
    request: Request, response: Response, id: TableId, link: commands.EnterRequest
) -> Seated:
    """Give this device the seats that a key from a link opens."""
    service = service_of(request)
    who = await own_asker(request, response)
    opens = await service.persons.identify(link.key)
    if opens is None:
        raise forbidden("no_key")
    await service.enter(id, opens, who)
    return seated(await service.session(id), who)


# What was


def slow_answers(request: Request) -> SlowAnswers:
    """For what takes long: no table and nobody who plays waits for it."""
    found: SlowAnswers = request.app.state.slow_answers
    return found


class PastTable(NamedTuple):
    """A table that has begun, as somebody may look at it."""

    table: GameTable
    """A snapshot."""
    match: Match[Any, Any]
    viewer: Viewer


async def _seen(request: Request, id_: str, seat: int | None) -> tuple[GameTable, Viewer]:
    """A snapshot of a table, and the viewer: any seat, once the game is over."""
    who = await asker_of(request)
    async with service_of(request).at(id_) as session:
        seen = session.snapshot()
        over = seen.finished and seat is not None and seat < len(seen.seats)
        return seen, seat if over else viewer_of(session, who, seat)


async def _past(request: Request, id_: str, seat: int | None, ply: int | None = None) -> PastTable:
    """A table that has begun, to look at."""
    seen, viewer = await _seen(request, id_, seat)
    if seen.match is None:
        raise conflict("not_started")
    last = len(seen.match.history)
    if ply is not None and ply > last:
        raise wrong("no_ply", last=last)
    return PastTable(seen, seen.match, viewer)


def _view_at(past: PastTable, ply: int | None, lang: Lang) -> View:
    """What the viewer saw before a ply, or sees now."""
    state = past.match.state_at(len(past.match.history) if ply is None else ply)
    names = said_names(past.table.names, lang)
    return presentation_of(past.table.game).view(state, past.viewer, names, lang)


@api.get("/tables/{id}/view", response_model=responses.Looked, responses=responses.ASKING)
async def view(
    request: Request,
    id: TableId,
    seat: AsSeat = None,
    ply: AtPly = None,
    pieces: WithPieces = False,
    lang: LangQuery = None,
) -> Response:
    """What a seat or a spectator sees, now or before any ply."""
    past = await _past(request, id, seat, ply)
    audience = Audience(past.viewer, language(request), pieces)

    def look() -> SeenView:
        if ply is None:
            return with_present_view(SeenView(), past.table, audience)
        return with_view(SeenView(), past.table, _view_at(past, ply, audience.lang), audience)

    return await _built(request, look)


@api.get("/tables/{id}/drawing", response_class=SvgResponse, responses=responses.ASKING)
async def drawing(
    request: Request, id: TableId, seat: AsSeat = None, ply: AtPly = None, lang: LangQuery = None
) -> Response:
    """The picture (SVG) of what a seat or a spectator sees, now or before any ply."""
    said = language(request)
    past = await _past(request, id, seat, ply)
    draw = presentation_of(past.table.game).draw
    return SvgResponse(await build(request, lambda: draw(_view_at(past, ply, said), said)))


@api.get("/tables/{id}/log", response_model=responses.Rows, responses=responses.ASKING)
async def log(
    request: Request,
    id: TableId,
    seat: AsSeat = None,
    since: Since = 0,
    before: Before = None,
    limit: Limit = WINDOW,
    lang: LangQuery = None,
) -> Response:
    """What happened since a row, told for a seat or a spectator: the first rows after `since`, or
    with `before` the last ones before that row."""
    table, viewer = await _seen(request, id, seat)
    end = table.seq if before is None else before - 1
    start = since if before is None else max(since, end - limit)
    events = table.events[start : min(end, start + limit)]
    reader, said = knower(table, viewer), language(request)
    return await _built(request, lambda: described(table, events, reader, said))


@api.get(
    "/tables/{id}/transcript",
    response_class=PlainTextResponse,
    responses=responses.ASKING | responses.refusals(410),
)
async def transcript(request: Request, id: TableId, seat: AsSeat = None) -> Response:
    """The game as a file: as far as a seat or a spectator knows it, and whole once it is over."""
    past = await _past(request, id, seat)
    text = await build(request, lambda: write(past.match, past.viewer))
    name = f"{past.table.setting.game}-{id}.game"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@api.get("/tables/{id}/verify", responses=responses.ASKING)
async def verify(request: Request, id: TableId) -> Checked:
    """Check a finished game: every roll against the seed, every move against the rules."""
    from cruachan.server.tables.verification import check_match

    past = await _past(request, id, None)
    if not past.table.finished:
        raise conflict("not_over")
    said = language(request)
    work = partial(check_match, past.match, said)
    key = (id, past.table.seq, said)
    return await slow_answers(request).get(address_of(request), key, work)


@api.get(
    "/tables/{id}/saga",
    response_model=responses.Story,
    responses=responses.ASKING | {200: {"content": {kind: {} for kind in BOOKS.values()}}},
)
async def saga(
    request: Request,
    id: TableId,
    seat: AsSeat = None,
    form: Form = "json",
    secrets: WithSecrets = True,
    lang: LangQuery = None,
) -> Response:
    """The game as one story, so far as one may know it: to read meanwhile, or to keep."""
    said = language(request)
    table, match, viewer = await _past(request, id, seat)
    viewer = viewer if secrets else None
    if (story := table.game.story) is None:
        raise missing("no_saga", game=table.game.title)
    kept, key = slow_answers(request), (id, table.seq, said, viewer, form == "json")
    if form == "json":
        told = partial(_json_of, story.so_far, match, said, viewer)
        body = await kept.get(address_of(request), key, told)
        return Response(body, media_type="application/json")
    files = await kept.get(address_of(request), key, partial(story.files, match, said, viewer))
    book = files[f".{form}"]
    if isinstance(book, str) and form == "html":
        return HTMLResponse(book, headers={"content-security-policy": _own_style(book)})
    name = f"{table.setting.game}-{id}.saga.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(book, media_type=BOOKS[form], headers=headers)


def _json_of(make: Callable[..., Any], *values: Any) -> bytes:
    return json(make(*values))


def _own_style(page: str) -> str:
    """What a page that stands for itself may do: look as it says, and nothing else."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digests = [base64.b64encode(sha256(each.encode()).digest()).decode() for each in styles]
    allowed = " ".join(f"'sha256-{each}'" for each in digests)
    return (
        f"default-src 'none'; style-src {allowed}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


@api.get("/tables/{id}/luck", responses=responses.ASKING | responses.refusals(503))
async def luck(request: Request, id: TableId, lang: LangQuery = None) -> list[Lucky]:
    """What the dice of a finished game owed each seat; nothing where nobody rolls or can say."""
    async with service_of(request).at(id) as session:
        table, match = session.table, session.table.match
        if match is None or not table.finished:
            raise conflict("not_over")
        if not table.game.rolls or adviser(table.game) is None:
            return []
        match, names = match.snapshot(), match.names
    text = await build(request, lambda: write(match))
    workers: Workers = request.app.state.workers
    try:
        found = await workers.ask(LuckTask(text), COMPILING)
    except BotFailed:
        raise failed("no_advice") from None
    unit = Texts(table.game.package, language(request))("game.unit")
    return [_lucky(one, names[one.seat], unit, language(request)) for one in found]


def _lucky(one: SeatLuck, name: str, unit: str, lang: Lang) -> Lucky:
    """A seat's luck in numbers and in a sentence."""
    key = "even" if abs(one.worth) < EVEN else "more" if one.worth > 0 else "less"
    worth = numeral(abs(one.worth), ".1f", lang)
    said = Texts(PACKAGE, lang)(f"luck.{key}", name=name, worth=worth, unit=unit, rolls=one.rolls)
    return Lucky(seat=one.seat, rolls=one.rolls, worth=round(one.worth, 2), unit=unit, text=said)


# The app

Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]


def _answer(status: int, error: str, text: str, **more: Any) -> Response:
    body = {"error": error, "text": text, **more}
    return Response(json(body), status_code=status, media_type="application/json")


def _keyless(lang: Lang) -> Response:
    """Answer somebody who asks for what a key opens, and sent none."""
    answer = _answer(401, "keyless", Texts(PACKAGE, lang)("error.keyless"))
    answer.headers["www-authenticate"] = "Bearer"
    return answer


async def on_cruachan(request: Request, error: CruachanError) -> Response:
    """What people can put right, in a sentence and with a number for programs."""
    text = error.text(language(request))
    if isinstance(error, StoreError):
        error = failed("unstored", says=error.said)
        text = error.text(language(request))
    if isinstance(error, ServerError):
        if error.needs_key and key_of(request) is None:
            return _keyless(language(request))
        answer = _answer(error.status, error.key, text)
        if error.status == 503:
            answer.headers["retry-after"] = "1"
        if error.again:
            answer.headers[AGAIN.decode()] = "1"
        return answer
    if isinstance(error, StaleMove):
        return _answer(409, "stale", text)
    if isinstance(error, UndoError):
        return _answer(409, "undo", text)
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        more = {"rule": refusal.rule, "rule_text": refusal.text}
        return _answer(422, "illegal", refusal.reason, **more)
    if isinstance(error, LessonError):
        return _answer(422, "lesson", text)
    if isinstance(error, MoveError):
        return _answer(422, "move", text)
    return _answer(422, "option" if isinstance(error, OptionError) else "wrong", text)


async def on_invalid(request: Request, error: RequestValidationError) -> Response:
    """A request that is not as the description has it: where, and what is wrong there."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])[:80] or "body"
    texts = Texts(PACKAGE, language(request))
    if first["type"] == "string_too_long":
        most = first["ctx"]["max_length"]
        return _answer(422, "too_long", texts("error.too_long", where=where, most=most))
    said = texts("error.invalid", where=where, what=first["msg"][:120])
    return _answer(422, "invalid", said)


async def on_http(request: Request, error: HTTPException) -> Response:
    """A path, a method or a body that the framework itself refuses."""
    texts = Texts(PACKAGE, language(request))
    if isinstance(error.__cause__, TooLarge):
        most = largest(request.url.path) // 1024
        return _answer(413, "too_large", texts("error.too_large", most=most))
    if isinstance(error.__cause__, ClientDisconnect):
        answer = _answer(408, "too_slow", texts("error.too_slow"))
        answer.headers["connection"] = "close"
        return answer
    if error.status_code == 400:
        return _answer(422, "invalid", texts("error.invalid", where="body", what=error.detail))
    return _answer(error.status_code, "no_path", texts("error.no_path"))


async def on_fault(request: Request, error: Exception) -> Response:
    """A fault of ours: said in a sentence; the log has the rest."""
    return _answer(500, "fault", Texts(PACKAGE, language(request))("error.fault"))


def make_app(service: TableService, workers: Workers) -> FastAPI:
    """The app of a service."""
    handlers: dict[Any, Handler] = {
        CruachanError: on_cruachan,
        RequestValidationError: on_invalid,
        HTTPException: on_http,
        Exception: on_fault,
    }
    app = Described(
        title="Cruachan",
        description=ABOUT,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=handlers,
    )
    app.state.service = service
    app.state.workers = workers
    app.state.analyses = analysis.AnalysisCache()
    app.state.slow_answers = SlowAnswers(service.slices)
    app.add_middleware(Compression)
    app.include_router(catalogue.api)
    app.include_router(api)
    app.include_router(questions.api)
    app.include_router(hints.api)
    app.include_router(analysis.api)
    app.include_router(streams.api)
    app.include_router(me.api)
    app.include_router(my_events.api)
    app.include_router(login.api)
    app.add_route("/api/openapi.json", app.described, include_in_schema=False)
    _build_routes(app)
    return app


def _build_routes(app: FastAPI) -> None:
    """Build what FastAPI builds at the first request otherwise, while everybody waits."""
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(nowhere)
    app.middleware_stack = app.build_middleware_stack()
