"""Endpoints of the requesting person: account, devices, settings."""

from __future__ import annotations

import ipaddress
from typing import cast

import msgspec
from fastapi import APIRouter, Request, Response

from cruachan.server.api import responses
from cruachan.server.api.parameters import ThingId
from cruachan.server.api.person_models import (
    AccountAnswer,
    BlockAnswer,
    BlockRequest,
    DeviceAnswer,
    Done,
    EraseRequest,
    ExportAnswer,
    LinkAnswer,
    NewPasskeyRequest,
    PasskeyAnswer,
    PasskeyOptions,
    PersonAnswer,
    PersonRequest,
    PhraseAnswer,
    SettingsAnswer,
    SettingsRequest,
    SignedOut,
    SignOutRequest,
)
from cruachan.server.api.request_context import (
    COOKIE,
    asker_of,
    build,
    by_header,
    own_asker,
    persons_of,
    service_of,
    set_key,
)
from cruachan.server.errors import conflict, no_table, unauthorized
from cruachan.server.persons import credentials, erasure
from cruachan.server.persons import export as exported
from cruachan.server.persons.passkeys import Credential, Site
from cruachan.server.store import persons as stored
from cruachan.server.store.lists import of_tables
from cruachan.server.store.persons import StoredPerson
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.setting import decode_seats

api = APIRouter(prefix="/api/me", responses=responses.ALWAYS | responses.refusals(401, 403))
WRITING = responses.refusals(404, 409, 503)


async def somebody(request: Request) -> Identity:
    """The requesting person; a ServerError for a client without an account."""
    who = await asker_of(request)
    if who is None or who.person is None:
        raise unauthorized("no_person")
    return who


def secure(request: Request) -> bool:
    """Whether browsers have passkeys for the page: served by https, or to its own machine, and by
    a name, for a number has none."""
    name = request.url.hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return request.url.scheme == "https" or name == "localhost"
    return False


def site_of(request: Request) -> Site:
    """The page for which passkeys are; a ServerError where browsers have none for it."""
    if not secure(request):
        raise conflict("not_secure")
    host = request.headers.get("host", "")
    return Site(request.url.hostname or "", f"{request.url.scheme}://{host}")


def person_answer(person: StoredPerson) -> PersonAnswer:
    """A person as she is told of herself."""
    return PersonAnswer(
        id=person.id, name=person.name, colour=person.colour, created=person.created
    )


@api.get("")
async def account(request: Request, response: Response) -> AccountAnswer:
    """The account, and its devices. Renews a browser's key for another year."""
    who = await asker_of(request)
    if who is not None and not by_header(request):
        set_key(request, response, who.key)
    return await account_answer(request, who)


async def account_answer(request: Request, who: Identity | None) -> AccountAnswer:
    """What somebody is told of herself."""
    store, person = persons_of(request).store, None
    seats = who is not None and await store.query(stored.has_seats, who.holders)
    if who is not None:
        person = await persons_of(request).person(who.person)
    if who is None or person is None:
        return AccountAnswer(
            person=None,
            devices=[],
            passkeys=[],
            recovery=None,
            secure=secure(request),
            seats=seats,
        )
    devices = await store.query(stored.devices_of, person.id)
    passkeys = await store.query(stored.passkeys_of, person.id)
    recovery = await store.query(stored.recovery_of, person.id)
    return AccountAnswer(
        person=person_answer(person),
        devices=[
            DeviceAnswer(
                id=each.id,
                label=each.label,
                created=each.created,
                seen=each.seen,
                here=each.hash == who.hash,
            )
            for each in devices
        ],
        passkeys=[
            PasskeyAnswer(id=each.id, label=each.label, created=each.created, used=each.used)
            for each in passkeys
        ],
        recovery=recovery.created if recovery else None,
        secure=secure(request),
        seats=seats,
    )


@api.post("", responses=WRITING)
async def become(request: Request, response: Response, wish: PersonRequest) -> AccountAnswer:
    """Be a person of a name, on this device and on others that sign in; or be called otherwise.
    The seats that the key opens are hers."""
    persons = persons_of(request)
    who = await own_asker(request, response)
    await persons.become(who, wish.name, wish.colour, wish.device)
    return await account_answer(request, await persons.identify(who.key))


@api.post("/links", status_code=201, responses=WRITING)
async def link(request: Request) -> LinkAnswer:
    """A link by which another device signs in as the same person: once, within ten minutes."""
    made = await persons_of(request).link(await somebody(request))
    return LinkAnswer(link=made.text, until=made.until)


@api.post("/devices/{id}/remove", responses=WRITING)
async def remove_device(request: Request, id: ThingId) -> Done:
    """Sign a device out."""
    await persons_of(request).remove_device(await somebody(request), id)
    return Done()


@api.post("/sign-out", responses=WRITING)
async def sign_out(request: Request, response: Response, wish: SignOutRequest) -> SignedOut:
    """Sign this device out; or everywhere all others, with every link to a seat or a device: then
    this one gets another key, for somebody may have a copy of the old one."""
    persons, who = persons_of(request), await somebody(request)
    if not wish.everywhere:
        await persons.sign_out(who)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return SignedOut()
    admitted = await persons.sign_out_everywhere(who, wish.device)
    if by_header(request):
        return SignedOut(key=admitted.key)
    set_key(request, response, admitted.key)
    return SignedOut()


@api.post("/recovery", responses=WRITING)
async def recovery(request: Request) -> PhraseAnswer:
    """A new recovery phrase, to be printed: told once, instead of the one before."""
    who = await somebody(request)
    return PhraseAnswer(phrase=await credentials.new_recovery(persons_of(request), who))


@api.post("/passkeys/options", responses=WRITING)
async def passkey_options(request: Request) -> PasskeyOptions:
    """What a browser is asked that is to make a passkey."""
    who = await somebody(request)
    options = await credentials.passkey_options(persons_of(request), who, site_of(request))
    return PasskeyOptions(options=options)


@api.post("/passkeys", status_code=201, responses=WRITING)
async def add_passkey(request: Request, wish: NewPasskeyRequest) -> Done:
    """Keep a passkey that a browser has made."""
    who, site = await somebody(request), site_of(request)
    await credentials.add_passkey(
        persons_of(request), who, site, cast(Credential, wish.credential), wish.label
    )
    return Done()


@api.post("/passkeys/{id}/remove", responses=WRITING)
async def remove_passkey(request: Request, id: ThingId) -> Done:
    """Forget a passkey."""
    await credentials.remove_passkey(persons_of(request), await somebody(request), id)
    return Done()


@api.get("/blocks")
async def blocks(request: Request) -> list[BlockAnswer]:
    """With whom one does not want to play."""
    return await _blocks(request, await somebody(request))


async def _blocks(request: Request, who: Identity) -> list[BlockAnswer]:
    found = await persons_of(request).blocks(who)
    return [BlockAnswer(id=each.id, name=each.name, at=each.at) for each in found]


@api.post("/blocks", status_code=201, responses=WRITING)
async def block(request: Request, wish: BlockRequest) -> list[BlockAnswer]:
    """Do not play with somebody any more: she cannot sit down where one sits or is the host."""
    who, store = await somebody(request), persons_of(request).store
    standings = await store.query(of_tables, [wish.table])
    if not standings:
        raise no_table()
    seats = decode_seats(standings[0].seats or "[]")
    name = seats[wish.seat].name if 0 <= wish.seat < len(seats) else ""
    await persons_of(request).block(who, wish.table, wish.seat, name)
    return await _blocks(request, who)


@api.post("/blocks/{id}/remove", responses=WRITING)
async def unblock(request: Request, id: ThingId) -> list[BlockAnswer]:
    """Play with somebody again."""
    who = await somebody(request)
    await persons_of(request).unblock(who, id)
    return await _blocks(request, who)


@api.get("/export", response_model=ExportAnswer)
async def export(request: Request) -> Response:
    """All that is stored about one, as a file of JSON."""
    service = service_of(request)
    own = await exported.export(service, await somebody(request))
    body = await build(request, lambda: msgspec.json.format(msgspec.json.encode(own), indent=1))
    headers = {"content-disposition": 'attachment; filename="cruachan.json"'}
    return Response(body, media_type="application/json", headers=headers)


@api.post("/erase", responses=WRITING)
async def erase(request: Request, response: Response, wish: EraseRequest) -> Done:
    """Erase what is stored about one. At tables one's name becomes that of a former player, and
    what one said is gone; moves stay, and finished games can still be checked."""
    await erasure.erase(service_of(request), await somebody(request), wish.name)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return Done()


@api.get("/settings")
async def settings(request: Request) -> SettingsAnswer:
    """What one likes and has drafted, on every device."""
    who = await somebody(request)
    return SettingsAnswer(settings=await persons_of(request).settings(who))


@api.post("/settings", responses=WRITING)
async def set_settings(request: Request, wish: SettingsRequest) -> Done:
    """Keep what one likes and has drafted, for every device."""
    await persons_of(request).set_settings(await somebody(request), wish.settings)
    return Done()
