"""Webhooks, in the formats of Discord, Slack, Matrix and ntfy, and as plain JSON that is signed."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit, urlunsplit

from cruachan.server.notices.compose import Notice
from cruachan.server.notices.outside import Outside
from cruachan.server.notices.ways import Outgoing
from cruachan.server.store.notices import Way

SIGNATURE = "Cruachan-Signature"


class WebhookRequest(NamedTuple):
    """What is sent."""

    method: str
    url: str
    body: bytes
    headers: dict[str, str]


def webhook_request(way: Way, notice: Notice) -> WebhookRequest:
    """The request that tells a receiver of a notice."""
    return FORMATS[way.kind](way, json.loads(way.target), notice)


def _post(url: str, body: dict[str, Any], notice: Notice, **headers: str) -> WebhookRequest:
    usual = {"content-type": "application/json", "idempotency-key": notice.id}
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return WebhookRequest("POST", url, json.dumps(body).encode(), usual | more)


def _lines(notice: Notice, title: str) -> str:
    return "\n".join([title, *notice.lines, notice.link])


def _discord(way: Way, target: dict[str, str], notice: Notice) -> WebhookRequest:
    text = _lines(notice, f"**{_plain(notice.title)}**")
    body = {"content": text[:2000], "allowed_mentions": {"parse": []}}
    return _post(target["url"], body, notice)


def _plain(text: str) -> str:
    """A text in which nothing is taken for a mark-up."""
    return "".join(c if c not in "*_~`|<>@[]#" else " " for c in text)


def _slack(way: Way, target: dict[str, str], notice: Notice) -> WebhookRequest:
    text = _lines(notice, notice.title)
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return _post(target["url"], {"text": text, "mrkdwn": False}, notice)


def _matrix(way: Way, target: dict[str, str], notice: Notice) -> WebhookRequest:
    """A message of a room, with the id of its transaction: sent twice, it is there once."""
    room, event = quote(target["room"], safe=""), quote(notice.id, safe="")
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{event}"
    parts = urlsplit(target["url"])
    url = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") + path, "", ""))
    body = {"msgtype": "m.text", "body": _lines(notice, notice.title)}
    headers = {"content-type": "application/json", "authorization": f"Bearer {target['token']}"}
    return WebhookRequest("PUT", url, json.dumps(body).encode(), headers)


def _ntfy(way: Way, target: dict[str, str], notice: Notice) -> WebhookRequest:
    """A message of a topic: the address is that of the server with the topic as its path."""
    parts = urlsplit(target["url"])
    url = urlunsplit((parts.scheme, parts.netloc, "/", "", ""))
    topic = parts.path.strip("/")
    body = {"topic": topic, "title": notice.title, "message": notice.text, "click": notice.link}
    return _post(url, body, notice)


def _json(way: Way, target: dict[str, str], notice: Notice) -> WebhookRequest:
    """Everything by its name, signed: HMAC-SHA256 of the body with the secret of the webhook."""
    body = {
        "id": notice.id,
        "table": notice.table,
        "game": notice.game,
        "seat": notice.seat,
        "name": notice.name,
        "title": notice.title,
        "text": notice.text,
        "link": notice.link,
        "left": notice.left,
    }
    request = _post(target["url"], body, notice)
    request.headers[SIGNATURE.lower()] = signature(way.secret, request.body)
    return request


def signature(secret: str, body: bytes) -> str:
    """The signature (HMAC) of a body."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


FORMATS = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
    "ntfy": _ntfy,
    "json": _json,
}


class WebhookSender:
    """Sends webhooks."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    async def __call__(self, outgoing: Outgoing) -> None:
        """Send a notice; Undelivered if that fails."""
        await self._outside.send(*webhook_request(outgoing.way, outgoing.notice))
