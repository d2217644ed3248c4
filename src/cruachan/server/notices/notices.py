"""Notices of a server: the ways that its host has switched on, and the ways that people add."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from cruachan.engine.errors import CruachanError
from cruachan.server.errors import conflict, forbidden, missing, wrong
from cruachan.server.limits import LIMITS
from cruachan.server.notices.compose import Notice
from cruachan.server.notices.mail import ConfirmationMails, MailSender, is_address
from cruachan.server.notices.outside import Outside, must_be_public
from cruachan.server.notices.push import SECRET, PushSender, Subscription, encrypt, new_private_key
from cruachan.server.notices.queue import LOOK, NoticeQueue
from cruachan.server.notices.settings import NoticeSettings
from cruachan.server.notices.ways import Outgoing, Sender, Undelivered
from cruachan.server.notices.webhooks import FORMATS, WebhookSender
from cruachan.server.store import notices as stored
from cruachan.server.store.notices import Way
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.setting import HOST
from cruachan.server.tables.table import now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService


log = logging.getLogger(__name__)
CHECKED_TOGETHER = 4
"""How many addresses that people name are looked up or tried at the same time: so few that notices
always have room beside them, however slowly these answer."""


class Notices:
    """What a server whose host has switched notices on can do."""

    def __init__(self, service: TableService, settings: NoticeSettings) -> None:
        self.service = service
        self.settings = settings
        self.outside = Outside(settings.private_addresses)
        self.mail = MailSender(settings.mail, settings.link) if settings.mail else None
        self._asked = ConfirmationMails()
        self._checking = asyncio.Semaphore(CHECKED_TOGETHER)
        self._checks_of: set[str] = set()
        """The persons and tables of which an address is being looked up or tried."""
        self.push: PushSender | None = None
        senders: dict[str, Sender] = {}
        if settings.webhooks:
            senders |= dict.fromkeys(FORMATS, WebhookSender(self.outside))
        if self.mail is not None:
            senders["mail"] = self.mail
        self.queue = NoticeQueue(service, senders, settings.link)

    async def run(self) -> None:
        """Give notices for as long as the server runs."""
        try:
            while not await self._prepared():
                await asyncio.sleep(LOOK)
            await self.queue.run()
        finally:
            await self.outside.close()

    async def _prepared(self) -> bool:
        try:
            await self.prepare()
        except CruachanError as error:
            log.warning("notices: %s", error)
            return False
        return True

    async def prepare(self) -> None:
        """Read the key of Web Push, which all servers of a store share; the first to need it makes
        it."""
        if not self.settings.push or self.push is not None:
            return
        store = self.service.store
        if await store.query(stored.secret, SECRET) is None:
            fresh = {"name": SECRET, "value": new_private_key()}
            await self.service.persons.write([(stored.ADD_SECRET, fresh)])
        key = await store.query(stored.secret, SECRET)
        self.push = PushSender(self.outside, key or "", self.settings.push)
        self.queue.senders["push"] = self.push

    @property
    def kinds(self) -> list[str]:
        """The ways that can be added."""
        push = ["push"] if self.settings.push else []
        return list(dict.fromkeys([*self.queue.senders, *push]))

    # Ways

    async def ways(self, person: str) -> list[Way]:
        """Where notices for a person go."""
        return await self.service.store.query(stored.ways_of, [person], None)

    async def table_ways(self, table: str) -> list[Way]:
        """Where notices about a table go."""
        return await self.service.store.query(stored.ways_of, [], table)

    async def add(self, who: Identity, kind: str, target: dict[str, str], lang: str) -> Way:
        """Add a way to a person; an address of e-mail has to be confirmed first."""
        person = who.person or ""
        known = await self.ways(person)
        same = [way for way in known if way.kind == kind and json.loads(way.target) == target]
        if same:
            return same[0]
        way = await self._new(kind, target, lang, len(known), person, None)
        if kind == "mail" and not self._asked.may(target["address"], person, now()):
            raise conflict("many_mails")
        await self._keep(way)
        if way.kind == "mail" and self.mail is not None:
            try:
                await self.mail.confirm(way)
            except Undelivered as error:
                await self.service.persons.write(stored.about(stored.DROP_WAY, way.id))
                raise conflict("unreached", says=error.why) from None
        await self.queue.look_again(person)
        return way

    async def add_to_table(
        self, who: Identity, table: str, kind: str, target: dict[str, str], lang: str
    ) -> Way:
        """Add a webhook to a table, which reports whose turn it is."""
        await self.must_be_host(who, table)
        if kind not in FORMATS:
            raise wrong("no_way", kind=kind)
        known = await self.table_ways(table)
        way = await self._new(kind, target, lang, len(known), None, table)
        await self._keep(way)
        await self.queue.look_again_at(table)
        return way

    async def must_be_host(self, who: Identity, table: str) -> None:
        """Raise a ServerError unless the identity is the host of a table."""
        async with self.service.seen(table) as session:
            if HOST not in session.held_by(who):
                raise forbidden("host_only")

    async def _new(
        self,
        kind: str,
        target: dict[str, str],
        lang: str,
        known: int,
        person: str | None,
        table: str | None,
    ) -> Way:
        if kind not in self.kinds:
            raise wrong("no_way", kind=kind)
        if known >= LIMITS.notice_ways:
            raise conflict("many_ways", most=int(LIMITS.notice_ways))
        await self.prepare()
        async with self._one_at_a_time(person or table or ""):
            label = await self._checked(kind, target)
        return Way(
            secrets.token_urlsafe(12),
            person,
            table,
            kind,
            json.dumps(target),
            label,
            lang,
            secrets.token_urlsafe(24),
            kind != "mail",
            now(),
        )

    @asynccontextmanager
    async def _one_at_a_time(self, owner: str) -> AsyncIterator[None]:
        """Wait for room to look an address of somebody up, or to try it; a ServerError while that
        is done with another one of hers."""
        if owner in self._checks_of:
            raise conflict("still_trying")
        self._checks_of.add(owner)
        try:
            async with self._checking:
                yield
        finally:
            self._checks_of.discard(owner)

    async def _checked(self, kind: str, target: dict[str, str]) -> str:
        """What a way is called; a ServerError where it leads nowhere, or where it may not lead."""
        if kind == "mail":
            if not is_address(target["address"]):
                raise wrong("no_mail_address")
            return target["address"]
        url = target["endpoint"] if kind == "push" else target["url"]
        try:
            await must_be_public(url, self.settings.private_addresses)
            if kind == "push":
                encrypt(b"", Subscription(**target))
        except Undelivered as error:
            raise wrong("no_target", says=error.why) from None
        except ValueError:
            raise wrong("no_target", says="keys") from None
        return url.partition("//")[2].partition("/")[0]

    async def _keep(self, way: Way) -> None:
        await self.service.persons.write([(stored.ADD_WAY, way._asdict())])

    async def remove(self, person: str, id_: str) -> None:
        """Send no notices by a way of a person any more."""
        await self._drop(id_, person=person)

    async def remove_from_table(self, who: Identity, table: str, id_: str) -> None:
        """Send no notices about a table by a way any more."""
        await self.must_be_host(who, table)
        await self._drop(id_, table=table)

    async def _drop(self, id_: str, **of: Any) -> None:
        way = await self.service.store.query(stored.way, id_)
        if way is None or any(getattr(way, name) != value for name, value in of.items()):
            raise missing("no_such_way")
        await self.service.persons.write(stored.about(stored.DROP_WAY, id_))

    async def try_out(self, person: str, id_: str, title: str, text: str) -> None:
        """Send something by a way at once, to see whether it arrives."""
        way = await self.service.store.query(stored.way, id_)
        if way is None or way.person != person or not way.confirmed:
            raise missing("no_such_way")
        link = self.settings.link
        notice = Notice(
            secrets.token_urlsafe(18), "", "", 0, "", title, (text,), f"{link}/me", None
        )
        try:
            async with self._one_at_a_time(person):
                await self.queue.senders[way.kind](Outgoing(way, notice))
        except Undelivered as error:
            raise conflict("unreached", says=error.why) from None

    # By a link in a mail

    async def by_token(self, id_: str, token: str) -> Way:
        """The way of a link in a mail; a ServerError if there is none any more."""
        way = await self.service.store.query(stored.way, id_)
        if way is None or not secrets.compare_digest(way.secret.encode(), token.encode()):
            raise missing("no_such_way")
        return way

    async def confirm(self, way: Way) -> None:
        """An address is hers who gave it."""
        await self.service.persons.write(stored.about(stored.CONFIRM_WAY, way.id))
        await self.queue.look_again(way.person or "")

    async def unsubscribe(self, way: Way) -> None:
        """Send no mail there any more."""
        await self.service.persons.write(stored.about(stored.DROP_WAY, way.id))
