"""Persons: who a key belongs to, and how devices come to a person and leave her.

What is known of keys is remembered. Where several servers share a store it is remembered for a
second, and each looks from time to time whose keys were taken away (`look`).
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from cruachan.engine.transcript import clean_name
from cruachan.server.errors import (
    ServerError,
    StoreError,
    conflict,
    failed,
    gone,
    missing,
    unauthorized,
    wrong,
)
from cruachan.server.limits import LIMITS
from cruachan.server.store import persons as stored
from cruachan.server.store.jobs import Job
from cruachan.server.store.persons import StoredBlock, StoredDevice, StoredPerson, StoredToken
from cruachan.server.store.store import Store
from cruachan.server.tables.identity import Identity, anonymous
from cruachan.server.tables.keys import hashed, new_key
from cruachan.server.tables.requests import key_for
from cruachan.server.tables.table import now

FRESH = 1.0
"""Seconds for which a server of a cluster caches the owner of a key."""
REMEMBERED = 20_000
"""Of how many keys it is remembered whose they are."""
SEEN = 3_600_000
"""Milliseconds after which it is written down again that a device was used."""
LINK = "link"
"""The kind of token by which a device signs in."""
LONGEST_LABEL = 60
LONGEST_SETTING = 8000
COLOURS = ("amber", "blue", "green", "grey", "pink", "purple", "red", "teal")
PERSON_BYTES = 9
MINUTE = 60_000
OVERLAP = 10_000
"""Milliseconds by which clocks of servers may differ when they look whose keys were taken away."""


class Admission(NamedTuple):
    """A device that has signed in."""

    person: str
    key: str
    """The key of the device from now on."""


class Persons:
    """The persons of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now: Callable[[], int] = now
        self.revocation_observers: list[Callable[[str, frozenset[bytes]], Awaitable[None]]] = []
        """Are called with a person and her holders after keys of hers were taken away."""
        self._known: OrderedDict[bytes, tuple[float, Identity | None]] = OrderedDict()
        self._of_person: dict[str, set[bytes]] = {}
        self._looked: dict[str, int] = {}
        self._changes = 0
        """How often something was forgotten: what was read before then may be wrong."""

    # Whose key it is

    async def identify(self, key: str) -> Identity | None:
        """The identity of a key; None if it was signed out."""
        own = hashed(key)
        moment, found = self._known.get(own, (0.0, None))
        if own in self._known and (not self.store.shared or time.monotonic() - moment < FRESH):
            self._known.move_to_end(own)
            return found
        return await self._identify(key, own)

    async def _identify(self, key: str, own: bytes) -> Identity | None:
        begun, changes = time.monotonic(), self._changes
        known = await self.store.query(stored.known_key, own)
        if known is None:
            found: Identity | None = anonymous(key)
        elif known.signed_out:
            found = None
        else:
            found = Identity(key, own, known.holders, known.first, known.person)
            self._of_person.setdefault(known.person or "", set()).add(own)
            if self.now() - known.seen > SEEN:
                self.store.put(stored.change(stored.SEE_DEVICE, {"hash": own}, seen=self.now()))
        if changes == self._changes:
            self._known[own] = (begun, found)
        while len(self._known) > REMEMBERED:
            self._forget(next(iter(self._known)))
        return found

    def _forget(self, own: bytes) -> None:
        self._changes += 1
        _, found = self._known.pop(own, (0.0, None))
        if found is not None and found.person is not None:
            self._of_person.get(found.person, set()).discard(own)

    def forget_person(self, person: str) -> None:
        """Look anew whose keys those of a person are."""
        self._changes += 1
        for own in self._of_person.pop(person, set()):
            self._known.pop(own, None)

    async def look(self) -> None:
        """Let go of keys that were taken away by another server."""
        since = self.now() - OVERLAP
        for person, at in await self.store.query(stored.revoked_since, since):
            if self._looked.get(person) != at:
                self._looked[person] = at
                await self.let_go(person)
        self._looked = {person: at for person, at in self._looked.items() if at >= since}

    async def let_go(self, person: str) -> None:
        """Let the keys of a person be looked at anew everywhere on this server."""
        self.forget_person(person)
        holders = await self.store.query(stored.holders_of, person)
        for observer in self.revocation_observers:
            await observer(person, holders)

    # Persons

    async def person(self, id_: str | None) -> StoredPerson | None:
        """A person by her id."""
        return None if id_ is None else await self.store.query(stored.person, id_)

    async def must_exist(self, id_: str) -> StoredPerson:
        """A person that exists."""
        found = await self.person(id_)
        if found is None:
            raise unauthorized("no_person")
        return found

    async def must_be(self, who: Identity | None) -> StoredPerson:
        """The person that somebody is; a ServerError if she is none."""
        found = await self.person(who.person) if who is not None else None
        if found is None:
            raise unauthorized("no_person")
        return found

    async def become(self, who: Identity, name: str, colour: str, label: str) -> StoredPerson:
        """Make the holder of a key a person, with the seats that the key opens; rename her if she
        is one already."""
        name = _name(name)
        if colour not in COLOURS:
            raise wrong("no_colour", colours=list(COLOURS))
        before = await self.person(who.person)
        if before is not None:
            new = {"name": name, "colour": colour}
            await self.write(stored.change(stored.CHANGE_PERSON, {"id": before.id}, **new))
            return before._replace(name=name, colour=colour)
        moment = self.now()
        made = StoredPerson(secrets.token_urlsafe(PERSON_BYTES), name, colour, moment)
        job = stored.add(stored.ADD_PERSON, made)
        job += self._device(made.id, who.hash, label)
        job += stored.add_holder(who.hash, made.id, first=True)
        try:
            await self.write(job)
        except ServerError:
            # The same was sent twice, and the first is stored already.
            self._forget(who.hash)
            again = await self.identify(who.key)
            if again is None or again.person is None:
                raise
            return await self.become(again, name, colour, label)
        self._forget(who.hash)
        return made

    # Devices

    def _device(self, person: str, own: bytes, label: str) -> Job:
        moment = self.now()
        id_ = secrets.token_urlsafe(PERSON_BYTES)
        made = StoredDevice(own, person, id_, label_of(label), moment, moment)
        return stored.add(stored.ADD_DEVICE, made)

    async def devices(self, person: str) -> list[StoredDevice]:
        """The devices of a person."""
        return await self.store.query(stored.devices_of, person)

    async def admit(
        self,
        person: str,
        who: Identity | None,
        label: str,
        bring: bool,
        job: Job,
        fresh: str | None = None,
    ) -> Admission:
        """Let a device be a person's from now on; `job` is written with it or nothing is. With
        `bring` the seats that its key opens become the person's; else it gets another key."""
        if who is not None and who.person == person:
            await self.write(job)
            return Admission(person, who.key)
        if len(await self.devices(person)) >= LIMITS.devices:
            raise conflict("many_devices", most=int(LIMITS.devices))
        if bring and who is not None and who.person is None:
            holders = await self.store.query(stored.holders_of, person)
            if len(holders) >= LIMITS.holders:
                raise conflict("many_devices", most=int(LIMITS.holders))
            brought = stored.add_holder(who.hash, person, first=False)
            await self.write(job + self._device(person, who.hash, label) + brought)
            self._forget(who.hash)
            self.forget_person(person)
            return Admission(person, who.key)
        fresh = fresh or new_key()
        await self.write(job + self._device(person, hashed(fresh), label))
        self._forget(hashed(fresh))
        return Admission(person, fresh)

    async def remove_device(self, who: Identity, id_: str) -> None:
        """Sign a device of a person out."""
        person = (await self.must_be(who)).id
        if all(each.id != id_ for each in await self.devices(person)):
            raise missing("no_device")
        job = stored.at(stored.DROP_DEVICE, person=person, id=id_)
        await self._revoke(person, job)

    async def sign_out(self, who: Identity) -> None:
        """Sign the device out that asks."""
        own = [each for each in await self.devices(who.person or "") if each.hash == who.hash]
        if own:
            await self.remove_device(who, own[0].id)

    async def sign_out_everywhere(self, who: Identity, label: str) -> Admission:
        """Let no device, no link and no key that came by a link be the person's any more, but for
        the device that asks, which gets another key."""
        person = (await self.must_be(who)).id
        fresh = new_key()
        job = stored.at(stored.DROP_TOKENS, person=person)
        job += stored.at(stored.DROP_DEVICES, person=person)
        job += stored.at(stored.DROP_GRANTED, person=person)
        await self._revoke(person, job + self._device(person, hashed(fresh), label))
        return Admission(person, fresh)

    async def _revoke(self, person: str, job: Job) -> None:
        """Take keys away, here and, within a second, at the other servers."""
        moment = self.now()
        await self.write(job + stored.change(stored.REVOKE_PERSON, {"id": person}, revoked=moment))
        self._looked[person] = moment
        await self.let_go(person)

    # Links

    async def link(self, who: Identity) -> StoredTokenWithText:
        """A link by which one device becomes the person's, once and soon."""
        person = (await self.must_be(who)).id
        moment = self.now()
        if await self.store.query(stored.open_tokens, person, LINK, moment) >= LIMITS.links:
            raise conflict("many_links")
        text, until = new_key(), moment + int(LIMITS.link * MINUTE)
        job = stored.at(stored.FORGET_TOKENS, until=moment)
        job += stored.add(stored.ADD_TOKEN, StoredToken(hashed(text), LINK, person, until))
        await self.write(job)
        return StoredTokenWithText(text, until)

    async def linked(self, text: str) -> StoredPerson:
        """The person that a link signs in as; a ServerError if the link is used or expired."""
        token = await self.token(text, LINK)
        found = await self.person(token.person)
        if found is None:
            raise gone("no_link")
        return found

    async def token(self, text: str, kind: str) -> StoredToken:
        """A token that can still be used; else a ServerError."""
        found = await self.store.query(stored.token, hashed(text))
        if found is None or found.kind != kind or found.until <= self.now():
            raise gone("no_link")
        return found

    async def join(
        self,
        text: str,
        who: Identity | None,
        label: str,
        bring: bool,
        request: str | None = None,
    ) -> Admission:
        """Let a device be the person's whose link it has; the link is used up. Sent again with the
        same request id, because the answer was lost, it gets the same key again."""
        fresh = key_for(text, LINK, request) if request else None
        before = await self.identify(fresh) if fresh else None
        if before is not None and before.person is not None:
            return Admission(before.person, before.key)
        person = (await self.linked(text)).id
        job = stored.at(stored.USE_TOKEN, hash=hashed(text), kind=LINK)
        try:
            return await self.admit(person, who, label, bring, job, fresh)
        except ServerError as error:
            if error.key == "unstored":
                await self.linked(text)
            raise

    # What follows her

    async def settings(self, who: Identity) -> dict[str, JsonValue]:
        """What a person likes and has drafted."""
        found = await self.store.query(stored.settings_of, who.person)
        return {name: json.loads(value) for name, value in found.items()}

    async def set_settings(self, who: Identity, wishes: Mapping[str, JsonValue]) -> None:
        """Keep what a person likes; forget what is None."""
        person = who.person or ""
        kept = await self.store.query(stored.settings_of, person)
        job, moment = Job(), self.now()
        for name, value in wishes.items():
            text = json.dumps(value, ensure_ascii=False)
            if len(text) > LONGEST_SETTING:
                raise wrong("long_setting", name=name, most=LONGEST_SETTING)
            if value is None:
                job += stored.at(stored.DROP_SETTING, person=person, name=name)
                kept.pop(name, None)
            else:
                job += stored.put_setting(person, name, text, moment)
                kept[name] = text
        if len(kept) > LIMITS.settings:
            raise conflict("many_settings", most=int(LIMITS.settings))
        if job:
            await self.write(job)

    # Whom she does not want to play with

    async def blocks(self, who: Identity) -> list[StoredBlock]:
        """With whom a person does not want to play."""
        return await self.store.query(stored.blocks_of, who.person)

    async def block(self, who: Identity, table: str, seat: int, name: str) -> None:
        """Block the player of a seat."""
        holder = await self.store.query(stored.holder_at, table, seat)
        if holder is None:
            raise conflict("not_sitting")
        if holder in who.holders:
            raise conflict("own_block")
        if len(await self.blocks(who)) >= LIMITS.blocks:
            raise conflict("many_blocks", most=int(LIMITS.blocks))
        id_ = secrets.token_urlsafe(PERSON_BYTES)
        made = StoredBlock(who.person or "", holder, id_, name, self.now())
        await self.write(stored.add(stored.ADD_BLOCK, made))

    async def unblock(self, who: Identity, id_: str) -> None:
        """Play with somebody again."""
        if all(each.id != id_ for each in await self.blocks(who)):
            raise missing("no_block")
        await self.write(stored.at(stored.DROP_BLOCK, person=who.person, id=id_))

    async def write(self, job: Job) -> None:
        """Have something stored."""
        try:
            await asyncio.wrap_future(self.store.put(job))
        except StoreError as error:
            unstored = failed("unstored", says=error.said)
            raise unstored from error


class StoredTokenWithText(NamedTuple):
    """A token as its owner is told it, once."""

    text: str
    until: int


def _name(name: str) -> str:
    if not name.strip():
        raise wrong("no_name")
    return clean_name(name)


def label_of(label: str) -> str:
    """The label of a device on one line."""
    cleaned = re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in label)).strip()
    return cleaned[:LONGEST_LABEL] or "?"
