"""The keys that open seats of a table: further keys, links, revoked keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cruachan.server.errors import forbidden
from cruachan.server.store.persons import DROP_GRANTED, at
from cruachan.server.store.table_jobs import add_key
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import KeyAdded
from cruachan.server.tables.identity import Asker, identity_of
from cruachan.server.tables.keys import hashed, must_have_room, new_key
from cruachan.server.tables.requests import RequestId, bound, key_for
from cruachan.server.tables.session import TableSession

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService


class SeatKeys:
    """The keys of the seats of all tables."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        service.persons.revocation_observers.append(self.take_away)

    async def share(self, id_: str, seat: int, key: Asker, request: str | None = None) -> str:
        """A new key for a seat one has, for another device or program; with the same request id
        the same key."""
        who = identity_of(key)
        async with self.service.at(id_) as session:
            if seat not in session.seats_of(who):
                raise forbidden("not_yours")
            fresh = new_key() if request is None else key_for(who.key, id_, request)
            sent = bound(request, who.key, f"key {seat}") if request else None
            if session.table.answered(sent) is None:
                must_have_room(session.keys)
                roots = {seat: session.root_of(who, seat)}
                await self._add_key(session, roots, hashed(fresh), sent)
            return fresh

    async def _add_key(
        self,
        session: TableSession,
        roots: dict[int, bytes],
        holder: bytes,
        sent: RequestId | None = None,
    ) -> None:
        """Let a key open seats, each by somebody's link, with an event for each: it is stored by
        whoever owns the table, or not at all."""
        id_, held = session.table.id, session.keys.get(holder, frozenset())
        writes = [each for seat, root in roots.items() for each in add_key(id_, seat, holder, root)]
        await self.service.commit(
            session, [PendingEvent(KeyAdded(seat)) for seat in roots], sent, writes
        )
        session.keys[holder] = held | set(roots)
        session.roots |= {(holder, seat): root for seat, root in roots.items()}

    async def enter(self, id_: str, link: Asker, key: Asker) -> frozenset[int]:
        """Let a device's key open what the key of a link opens."""
        who = identity_of(key)
        async with self.service.at(id_) as session:
            seats = session.seats_of(link)
            if not seats:
                raise forbidden("no_key")
            held = session.seats_of(who)
            if not held:
                must_have_room(session.keys)
            if seats - held:
                roots = {seat: session.root_of(link, seat) for seat in sorted(seats - held)}
                await self._add_key(session, roots, who.first)
            return held | seats

    async def take_away(self, person: str, holders: frozenset[bytes]) -> None:
        """Let keys that were taken away from a person open nothing here any more: read the keys
        of her tables anew, and close the connections of who has lost a seat."""
        known = await self.service.persons.person(person)
        for session in list(self.service.sessions.values()):
            if not session.concerns(holders):
                continue
            if known is not None and known.erased:
                async with session.lock:
                    self.service.forget(session)
                continue
            async with session.lock:
                if self.service.store.shared:
                    await self.service.store_job(at(DROP_GRANTED, person=person))
                session.keys, session.roots = await self.service.store.read(
                    self.service.stored_keys, session.table.id
                )
            for listener in list(session.listeners):
                who = listener.asker and await self.service.persons.identify(listener.asker.key)
                if not listener.seats <= session.held_by(who):
                    listener.close()
