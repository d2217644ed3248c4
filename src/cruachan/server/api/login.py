"""Endpoints for signing a device in."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request, Response

from cruachan.server.api import responses
from cruachan.server.api.me import person_answer, site_of
from cruachan.server.api.parameters import RequestKey
from cruachan.server.api.person_models import (
    DeviceRequest,
    LinkedPerson,
    LinkRequest,
    LoginRequest,
    PasskeyLoginRequest,
    PasskeyOptions,
    RecoveryRequest,
    SignedIn,
)
from cruachan.server.api.request_context import asker_of, by_header, persons_of, set_key
from cruachan.server.persons import credentials
from cruachan.server.persons.passkeys import Credential
from cruachan.server.persons.persons import Admission
from cruachan.server.store import persons as stored

api = APIRouter(
    prefix="/api/login", responses=responses.ALWAYS | responses.refusals(401, 403, 409, 410, 503)
)


@api.post("/look")
async def look(request: Request, wish: LinkRequest) -> LinkedPerson:
    """The person that a link signs in as. Changes nothing."""
    persons, who = persons_of(request), await asker_of(request)
    found = await persons.linked(wish.link)
    own = who is not None and who.person is None
    seats = who is not None and own and await persons.store.query(stored.has_seats, who.holders)
    same = who is not None and who.person == found.id
    return LinkedPerson(name=found.name, colour=found.colour, seats=seats, same=same)


@api.post("")
async def login(
    request: Request, response: Response, wish: LoginRequest, sent: RequestKey = None
) -> SignedIn:
    """Sign this device in by a link, which is then used up."""
    persons, who = persons_of(request), await asker_of(request)
    admitted = await persons.join(wish.link, who, wish.device, wish.bring, sent)
    return await signed_in(request, response, wish, admitted)


@api.post("/recovery")
async def recover(request: Request, response: Response, wish: RecoveryRequest) -> SignedIn:
    """Sign this device in by the recovery phrase."""
    persons, who = persons_of(request), await asker_of(request)
    admitted = await credentials.recover(persons, wish.phrase, who, wish.device, wish.bring)
    return await signed_in(request, response, wish, admitted)


@api.post("/passkey/options")
async def login_options(request: Request) -> PasskeyOptions:
    """What a browser is asked that is to sign in by a passkey."""
    options = await credentials.login_options(persons_of(request), site_of(request))
    return PasskeyOptions(options=options)


@api.post("/passkey")
async def by_passkey(request: Request, response: Response, wish: PasskeyLoginRequest) -> SignedIn:
    """Sign this device in by a passkey."""
    persons, who = persons_of(request), await asker_of(request)
    admitted = await credentials.login_by_passkey(
        persons, site_of(request), cast(Credential, wish.credential), who, wish.device, wish.bring
    )
    return await signed_in(request, response, wish, admitted)


async def signed_in(
    request: Request, response: Response, wish: DeviceRequest, admitted: Admission
) -> SignedIn:
    """Tell a device that it is a person's now; a browser keeps the key where no script reads it."""
    person = await persons_of(request).must_exist(admitted.person)
    if wish.program or by_header(request):
        return SignedIn(person=person_answer(person), key=admitted.key)
    set_key(request, response, admitted.key)
    return SignedIn(person=person_answer(person))
