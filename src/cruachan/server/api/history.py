"""Endpoints of a table's history: positions before any ply, transcript, story, verification."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from cruachan.bots import adviser
from cruachan.bots.luck import SeatLuck
from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts, numeral
from cruachan.engine.transcript import write
from cruachan.engine.view import View
from cruachan.server import PACKAGE
from cruachan.server.api import responses
from cruachan.server.api.parameters import TableId
from cruachan.server.api.request_context import (
    SvgResponse,
    address_of,
    asker_of,
    build,
    built,
    language,
    service_of,
    viewer_of,
)
from cruachan.server.api.responses import LuckAnswer, VerificationAnswer
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.api.streams import AsSeat, Before, LangQuery, Limit, Since, WithPieces
from cruachan.server.bots.worker import LuckTask
from cruachan.server.bots.workers import COMPILING, BotFailed, Workers
from cruachan.server.errors import conflict, failed, missing, wrong
from cruachan.server.tables.former import said_names
from cruachan.server.tables.redaction import (
    WINDOW,
    Audience,
    SeenView,
    described,
    json,
    knower,
    with_present_view,
    with_view,
)
from cruachan.server.tables.table import GameTable

EVEN = 0.05
"""Luck of less is none."""

AtPly = Annotated[int | None, Query(ge=0, le=10**6, description="Before which ply, from 0.")]
Form = Annotated[
    Literal["json", "html", "epub", "md"],
    Query(description="As data, as a page to keep and print, as a book, or as Markdown."),
]
WithSecrets = Annotated[bool, Query(description="With what one's own seat alone knows.")]

BOOKS = {"html": "text/html", "epub": "application/epub+zip", "md": "text/markdown"}
"""What a story is kept as, and what that is called."""

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


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


@api.get("/tables/{id}/view", response_model=responses.SeenView, responses=responses.ASKING)
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

    return await built(request, look)


@api.get("/tables/{id}/drawing", response_class=SvgResponse, responses=responses.ASKING)
async def drawing(
    request: Request, id: TableId, seat: AsSeat = None, ply: AtPly = None, lang: LangQuery = None
) -> Response:
    """The picture (SVG) of what a seat or a spectator sees, now or before any ply."""
    said = language(request)
    past = await _past(request, id, seat, ply)
    draw = presentation_of(past.table.game).draw
    return SvgResponse(await build(request, lambda: draw(_view_at(past, ply, said), said)))


@api.get("/tables/{id}/log", response_model=responses.EventRows, responses=responses.ASKING)
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
    return await built(request, lambda: described(table, events, reader, said))


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
async def verify(request: Request, id: TableId) -> VerificationAnswer:
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
        write_story = partial(_json_of, story.so_far, match, said, viewer)
        body = await kept.get(address_of(request), key, write_story)
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
async def luck(request: Request, id: TableId, lang: LangQuery = None) -> list[LuckAnswer]:
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


def _lucky(one: SeatLuck, name: str, unit: str, lang: Lang) -> LuckAnswer:
    """A seat's luck in numbers and in a sentence."""
    key = "even" if abs(one.worth) < EVEN else "more" if one.worth > 0 else "less"
    worth = numeral(abs(one.worth), ".1f", lang)
    said = Texts(PACKAGE, lang)(f"luck.{key}", name=name, worth=worth, unit=unit, rolls=one.rolls)
    return LuckAnswer(
        seat=one.seat, rolls=one.rolls, worth=round(one.worth, 2), unit=unit, text=said
    )
