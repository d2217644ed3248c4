"""Endpoints for notices: how a person wants them, by which ways, and links in mails."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from cruachan.engine.languages import DEFAULT_LANG, find_language
from cruachan.engine.texts import Texts
from cruachan.server import PACKAGE
from cruachan.server.api import responses
from cruachan.server.api.derived import ResponseModel
from cruachan.server.api.me import somebody
from cruachan.server.api.parameters import LONGEST_NAME, TableId, ThingId
from cruachan.server.api.person_models import Done
from cruachan.server.api.request_context import asker_of, language, service_of
from cruachan.server.errors import missing, unauthorized, wrong
from cruachan.server.notices.preferences import MOST_MUTED, NAME, preferences
from cruachan.server.notices.ways import LONGEST_URL, WayKind, WebhookKind
from cruachan.server.store.notices import Way, chosen_by
from cruachan.server.tables.commands import RequestModel

if TYPE_CHECKING:
    from cruachan.server.notices.notices import Notices

api = APIRouter(prefix="/api", responses=responses.ALWAYS | responses.refusals(401, 403))
WRITING = responses.refusals(404, 409, 503)
MAY_SEND = {
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "referrer-policy": "same-origin",
}
"""A page with a button: it may be sent, and here alone. Without a referrer a browser would not say
from which page it comes, and the server would refuse it as another's."""
Url = Annotated[str, Field(max_length=LONGEST_URL)]
Hour = Annotated[int, Field(ge=0, le=23)]
Token = Annotated[str, Query(max_length=LONGEST_NAME, description="What the link has.")]


class PreferencesModel(RequestModel, ResponseModel):
    """How a person wants to be given notice."""

    delay: Literal[0, 120, 3600] = 120
    """For how many seconds she may have done nothing: 0, 120 or 3600."""
    quiet_from: Hour | None = None
    """The hour from which on she wants no notices; they come later."""
    quiet_until: Hour | None = None
    """The hour until then."""
    zone: Annotated[str, Field(max_length=LONGEST_NAME)] = "UTC"
    """Where these hours are, by the name of the time zone."""
    muted: tuple[Annotated[str, Field(max_length=LONGEST_NAME)], ...] = Field(
        default=(), max_length=MOST_MUTED, strict=False
    )
    """The ids of tables of which she wants no notices."""


class WayAnswer(ResponseModel):
    """Where notices go."""

    id: str
    """Its id."""
    kind: WayKind
    """Which way it is."""
    label: str
    """Where it leads: the name of the server, or the address of e-mail."""
    confirmed: bool
    """Whether notices are sent there: an address of e-mail has to be confirmed first."""
    failed: str | None
    """Why the last notice could not be delivered."""
    secret: str | None = None
    """With which plain JSON is signed: HMAC-SHA256 in the header `Cruachan-Signature`."""


class NoticesAnswer(ResponseModel):
    """How a person is given notice."""

    kinds: list[WayKind]
    """The ways that the host has switched on; none where notices are off."""
    push_key: str | None
    """What a browser has to know of this server for Web Push."""
    ways: list[WayAnswer]
    """Where notices for her go."""
    preferences: PreferencesModel
    """How she wants them."""


class WebhookWish(RequestModel):
    """A webhook to be told whose turn it is."""

    kind: WebhookKind
    """In which format."""
    url: Url
    """Its address; for `matrix` that of the homeserver, for `ntfy` with the topic as its path."""
    room: Annotated[str, Field(max_length=255)] | None = None
    """The id of the room, for `matrix`."""
    token: Annotated[str, Field(max_length=500)] | None = None
    """The access token, for `matrix`."""


class MailWish(RequestModel):
    """An address of e-mail."""

    address: Annotated[str, Field(max_length=254)]
    """It gets a mail with a link by which it is confirmed."""


class PushWish(RequestModel):
    """A browser's subscription to Web Push."""

    endpoint: Url
    """Where its push service is."""
    p256dh: Annotated[str, Field(max_length=200)]
    """Its public key."""
    auth: Annotated[str, Field(max_length=100)]
    """Its secret."""


def notices_of(request: Request) -> Notices | None:
    """The notices of the server; None where the host has not switched them on."""
    found: Notices | None = getattr(request.app.state, "notices", None)
    return found


def _switched_on(request: Request) -> Notices:
    found = notices_of(request)
    if found is None:
        raise missing("no_notices")
    return found


def _way_answer(way: Way) -> WayAnswer:
    return WayAnswer(
        id=way.id,
        kind=way.kind,  # type: ignore[arg-type]
        label=way.label,
        confirmed=way.confirmed,
        failed=way.failed,
        secret=way.secret if way.kind == "json" else None,
    )


@api.get("/me/notices")
async def my_notices(request: Request) -> NoticesAnswer:
    """How one is given notice, and by which ways one can be."""
    who, found = await somebody(request), notices_of(request)
    if found is not None:
        await found.prepare()
    chosen = preferences(await service_of(request).store.query(chosen_by, who.person))
    return NoticesAnswer(
        kinds=found.kinds if found else [],  # type: ignore[arg-type]
        push_key=found.push.public if found and found.push else None,
        ways=[_way_answer(way) for way in await found.ways(who.person or "")] if found else [],
        preferences=PreferencesModel(
            delay=chosen.seconds,  # type: ignore[arg-type]
            quiet_from=chosen.quiet_from,
            quiet_until=chosen.quiet_until,
            zone=chosen.zone,
            muted=tuple(chosen.muted),
        ),
    )


@api.post("/me/notices", responses=WRITING)
async def set_preferences(request: Request, wish: PreferencesModel) -> Done:
    """Choose when and of what one wants to be given notice."""
    who, found = await somebody(request), _switched_on(request)
    await service_of(request).persons.set_settings(who, {NAME: wish.model_dump()})
    await found.queue.look_again(who.person or "")
    return Done()


@api.post("/me/notices/webhooks", status_code=201, responses=WRITING)
async def add_webhook(request: Request, wish: WebhookWish) -> WayAnswer:
    """Have a webhook called when it is one's turn."""
    who = await somebody(request)
    said = language(request)
    return _way_answer(await _switched_on(request).add(who, wish.kind, _target(wish), said))


@api.post("/me/notices/mail", status_code=201, responses=WRITING)
async def add_mail(request: Request, wish: MailWish) -> WayAnswer:
    """Have mail sent when it is one's turn, once the address is confirmed."""
    who, target = await somebody(request), {"address": wish.address.strip()}
    return _way_answer(await _switched_on(request).add(who, "mail", target, language(request)))


@api.post("/me/notices/push", status_code=201, responses=WRITING)
async def add_push(request: Request, wish: PushWish) -> WayAnswer:
    """Have this browser show a notice when it is one's turn."""
    who = await somebody(request)
    target = wish.model_dump()
    return _way_answer(await _switched_on(request).add(who, "push", target, language(request)))


@api.post("/me/notices/ways/{id}/remove", responses=WRITING)
async def remove_way(request: Request, id: ThingId) -> Done:
    """Send no notices by a way any more."""
    await _switched_on(request).remove((await somebody(request)).person or "", id)
    return Done()


@api.post("/me/notices/ways/{id}/test", responses=WRITING)
async def try_way(request: Request, id: ThingId) -> Done:
    """Send something by a way at once, to see whether it arrives."""
    who, texts = await somebody(request), Texts(PACKAGE, language(request))
    said = texts("notices.test_title"), texts("notices.test_text")
    await _switched_on(request).try_out(who.person or "", id, *said)
    return Done()


@api.get("/tables/{id}/notices", responses=WRITING)
async def table_notices(request: Request, id: TableId) -> list[WayAnswer]:
    """The webhooks of a table, for its host."""
    found, who = _switched_on(request), await asker_of(request)
    if who is None:
        raise unauthorized("keyless")
    await found.must_be_host(who, id)
    return [_way_answer(way) for way in await found.table_ways(id)]


@api.post("/tables/{id}/notices", status_code=201, responses=WRITING)
async def add_table_webhook(request: Request, id: TableId, wish: WebhookWish) -> WayAnswer:
    """As the host, have a webhook called at each turn of a person: it says what everybody sees."""
    found, who = _switched_on(request), await asker_of(request)
    if who is None:
        raise unauthorized("keyless")
    said = language(request)
    return _way_answer(await found.add_to_table(who, id, wish.kind, _target(wish), said))


@api.post("/tables/{id}/notices/{way}/remove", responses=WRITING)
async def remove_table_webhook(request: Request, id: TableId, way: ThingId) -> Done:
    """As the host, have a webhook of a table called no more."""
    found, who = _switched_on(request), await asker_of(request)
    if who is None:
        raise unauthorized("keyless")
    await found.remove_from_table(who, id, way)
    return Done()


def _target(wish: WebhookWish) -> dict[str, str]:
    if wish.kind == "matrix" and not (wish.room and wish.token):
        raise wrong("no_target", says="room, token")
    target = wish.model_dump(exclude={"kind"})
    return {name: value for name, value in target.items() if value is not None}


# Links in mails


@api.get("/notices/{id}/confirm", response_class=HTMLResponse, responses=WRITING)
async def ask_confirm(request: Request, id: ThingId, token: Token) -> Response:
    """A page that asks whether an address is to get notices; opening the link does nothing else."""
    way = await _switched_on(request).by_token(id, token)
    return _page(way, "confirm", ask=True)


@api.post("/notices/{id}/confirm", response_class=HTMLResponse, responses=WRITING)
async def confirm(request: Request, id: ThingId, token: Token) -> Response:
    """An address is to get notices."""
    found = _switched_on(request)
    way = await found.by_token(id, token)
    await found.confirm(way)
    return _page(way, "confirm", ask=False)


@api.get("/notices/{id}/unsubscribe", response_class=HTMLResponse, responses=WRITING)
async def ask_unsubscribe(request: Request, id: ThingId, token: Token) -> Response:
    """A page that asks whether an address is to get no notices any more."""
    way = await _switched_on(request).by_token(id, token)
    return _page(way, "unsubscribe", ask=True)


@api.post("/notices/{id}/unsubscribe", response_class=HTMLResponse, responses=WRITING)
async def unsubscribe(request: Request, id: ThingId, token: Token) -> Response:
    """An address is to get no notices any more: by one click in a mail program (RFC 8058)."""
    found = _switched_on(request)
    way = await found.by_token(id, token)
    await found.unsubscribe(way)
    return _page(way, "unsubscribe", ask=False)


def _page(way: Way, what: str, ask: bool) -> Response:
    """A small page with one button, or with what came of it."""
    lang = find_language(way.lang) or DEFAULT_LANG
    texts = Texts(PACKAGE, lang)
    title = escape(texts(f"notices.{what}_{'ask' if ask else 'done'}", address=way.label))
    button = escape(texts(f"notices.{what}_button"))
    form = f'<form method="post"><button>{button}</button></form>' if ask else ""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    body = f'<!doctype html><html lang="{lang}">{head}<title>Cruachan</title><main><p>{title}</p>'
    return HTMLResponse(f"{body}{form}</main></html>", headers=MAY_SEND)
