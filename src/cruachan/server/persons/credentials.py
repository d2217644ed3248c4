"""Signing in without another device: recovery phrases and passkeys."""

from __future__ import annotations

import asyncio
import secrets

from pydantic import JsonValue

from cruachan.server.errors import ServerError, conflict, missing, unauthorized
from cruachan.server.limits import LIMITS
from cruachan.server.persons import passkeys, phrases
from cruachan.server.persons.passkeys import Credential, Site
from cruachan.server.persons.persons import MINUTE, PERSON_BYTES, Admission, Persons, label_of
from cruachan.server.store import persons as stored
from cruachan.server.store.jobs import Job
from cruachan.server.store.persons import StoredPasskey, StoredRecovery, StoredToken
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.keys import hashed, new_key

NEW_PASSKEY = "new passkey"
PASSKEY = "passkey"
"""The kinds of tokens that are challenges for passkeys."""
CHALLENGE = 5
"""Minutes within which a challenge is answered."""


async def new_recovery(persons: Persons, who: Identity) -> str:
    """A new recovery phrase of a person, told once; the one before is worth nothing any more."""
    person = (await persons.must_be(who)).id
    phrase, salt = phrases.new_phrase(), phrases.new_salt()
    slow = await phrases.slow_hash(phrase, salt)
    made = StoredRecovery(person, phrases.lookup_of(phrase), salt, slow, persons.now())
    job = stored.at(stored.DROP_RECOVERY, person=person) + stored.add(stored.ADD_RECOVERY, made)
    await persons.write(job)
    return phrase


async def recover(
    persons: Persons, text: str, who: Identity | None, label: str, bring: bool
) -> Admission:
    """Let a device be the person's whose recovery phrase it knows."""
    phrase = phrases.read_phrase(text)
    found = await persons.store.query(stored.recovery_by, phrases.lookup_of(phrase))
    slow = await phrases.slow_hash(phrase, found.salt if found else b"nobody" * 3)
    if found is None or not phrases.same(slow, found.hash):
        raise unauthorized("no_phrase")
    return await persons.admit(found.person, who, label, bring, Job())


async def _challenge(persons: Persons, kind: str, person: str | None) -> str:
    """A challenge that can be answered once and soon."""
    text, moment = new_key(), persons.now()
    job = stored.at(stored.FORGET_TOKENS, until=moment)
    until = moment + CHALLENGE * MINUTE
    await persons.write(
        job + stored.add(stored.ADD_TOKEN, StoredToken(hashed(text), kind, person, until))
    )
    return text


async def passkey_options(persons: Persons, who: Identity, site: Site) -> dict[str, JsonValue]:
    """What a browser is asked that is to make a passkey for a person."""
    person = await persons.must_be(who)
    known = await persons.store.query(stored.passkeys_of, person.id)
    if len(known) >= LIMITS.passkeys:
        raise conflict("many_passkeys", most=int(LIMITS.passkeys))
    challenge = await _challenge(persons, NEW_PASSKEY, person.id)
    return await asyncio.to_thread(passkeys.registration, site, person, challenge, known)


async def add_passkey(
    persons: Persons, who: Identity, site: Site, credential: Credential, label: str
) -> None:
    """Keep a passkey that a browser has made for a person."""
    person = (await persons.must_be(who)).id
    challenge = passkeys.challenge_of(credential)
    token = await persons.token(challenge, NEW_PASSKEY)
    if token.person != person:
        raise unauthorized("no_person")
    made = await asyncio.to_thread(passkeys.registered, site, credential, challenge)
    id_ = secrets.token_urlsafe(PERSON_BYTES)
    kept = StoredPasskey(
        made.credential,
        person,
        id_,
        label_of(label),
        made.public_key,
        made.sign_count,
        persons.now(),
        0,
    )
    used = stored.at(stored.USE_TOKEN, hash=hashed(challenge), kind=NEW_PASSKEY)
    await persons.write(used + stored.add(stored.ADD_PASSKEY, kept))


async def remove_passkey(persons: Persons, who: Identity, id_: str) -> None:
    """Forget a passkey."""
    person = (await persons.must_be(who)).id
    if all(each.id != id_ for each in await persons.store.query(stored.passkeys_of, person)):
        raise missing("no_device")
    await persons.write(stored.at(stored.DROP_PASSKEY, person=person, id=id_))


async def login_options(persons: Persons, site: Site) -> dict[str, JsonValue]:
    """The options for a browser that is to sign in by a passkey."""
    challenge = await _challenge(persons, PASSKEY, None)
    return await asyncio.to_thread(passkeys.authentication, site, challenge)


async def login_by_passkey(
    persons: Persons,
    site: Site,
    credential: Credential,
    who: Identity | None,
    label: str,
    bring: bool,
) -> Admission:
    """Let a device be the person's whose passkey it has."""
    challenge = passkeys.challenge_of(credential)
    await persons.token(challenge, PASSKEY)
    known = await persons.store.query(stored.passkey, passkeys.credential_of(credential))
    if known is None:
        raise unauthorized("unknown_passkey")
    count = await asyncio.to_thread(passkeys.authenticated, site, credential, challenge, known)
    job = stored.at(stored.USE_TOKEN, hash=hashed(challenge), kind=PASSKEY)
    that = {"credential": known.credential}
    job += stored.change(stored.USE_PASSKEY, that, sign_count=count, used=persons.now())
    try:
        return await persons.admit(known.person, who, label, bring, job)
    except ServerError as error:
        if error.key == "unstored":
            await persons.token(challenge, PASSKEY)
        raise
