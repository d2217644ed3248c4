"""What receivers get when a seat of a table is waited for, by every way that a server has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from cruachan.server.notices.notices import Notices
from cruachan.server.notices.push import encode, new_private_key, private_key, public_bytes
from cruachan.server.notices.settings import MailSettings, NoticeSettings
from cruachan.server.notices.ways import OWN, Outgoing
from cruachan.server.store.notices import QueuedNotice, Way
from cruachan.server.tables.service import TableService
from tests.server.receiving import MailReceiver, WebReceiver, open_receiver, unsealed

ADDRESS = "https://games.example"
AUTH = b"0123456789abcdef"
KEY = private_key(new_private_key())
LANGUAGES = {"mail": "de", "push": "de", "json": "de"}
"""In which language a way is told; else in English."""
DRAWN_ANEW = ("host", "authorization", "date")
"""Headers that no two messages share: the receiver's port, a signature, the time."""


@dataclass
class Receivers:
    """A web server, which is a push service too, and a mail server."""

    web: WebReceiver = field(default_factory=WebReceiver)
    mail: MailReceiver = field(default_factory=MailReceiver)

    def heard(self, kind: str) -> Iterator[tuple[str, str]]:
        """What came since the last time: each part with its name."""
        for request in self.web.requests:
            body = request.body
            if kind == "push":
                yield "notice push, bytes", str(len(body))
                body = unsealed(body, KEY, AUTH)
            head = {k: v for k, v in request.headers.items() if k not in DRAWN_ANEW}
            yield f"notice {kind}", f"{request.method} {request.path} {head} {body.decode()}"
        for mail in self.mail.mails:
            head = {k: v for k, v in mail.items() if k.lower() not in DRAWN_ANEW}
            yield f"notice {kind}", f"{head} {mail.get_payload()}"
        self.web.requests.clear()
        self.mail.mails.clear()


async def notified(
    service: TableService, table: str, seat: int, own: bool
) -> list[tuple[str, str]]:
    """What is sent by the queue and the senders of a server; `own`: also what goes to the devices
    of whoever has the seat, and not only to channels that others read."""
    receivers = Receivers()
    async with open_receiver(receivers.web), open_receiver(receivers.mail):
        mail = MailSettings("127.0.0.1", "a@games.example", port=receivers.mail.port, tls="none")
        settings = NoticeSettings(ADDRESS, True, True, "mailto:a@games.example", mail)
        notices = Notices(service, settings)
        try:
            await notices.prepare()
            return [
                each
                for kind in notices.kinds
                if own or kind not in OWN
                for each in await _by(kind, notices, receivers, table, seat)
            ]
        finally:
            await notices.outside.close()
            # Nothing of it is left in the server.
            service.along.remove(notices.queue.waiting.job)
            service.sight_observers.remove(notices.queue._in_sight)


async def _by(
    kind: str, notices: Notices, receivers: Receivers, table: str, seat: int
) -> list[tuple[str, str]]:
    target = {"url": receivers.web.url, "room": "!r:games.example", "token": "t"}
    if kind == "mail":
        target = {"address": "her@games.example"}
    if kind == "push":
        keys = {"p256dh": encode(public_bytes(KEY.public_key())), "auth": encode(AUTH)}
        target = {"endpoint": receivers.web.url, **keys}
    lang = LANGUAGES.get(kind, "en")
    way = Way("way", "her", None, kind, json.dumps(target), "", lang, "hers alone", True, 0)
    composed = await notices.queue.composed(way, QueuedNotice("id", "way", table, seat, 0, 0, 0))
    assert composed is not None
    await notices.queue.senders[kind](Outgoing(way, composed))
    return list(receivers.heard(kind))
