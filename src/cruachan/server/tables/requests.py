"""Idempotency: a request carries an id made up by its sender, and sent twice it is done once.

An id is bound to the key of its sender and to what is asked for. The same id with another key or
another body is another request, and refused: its sender would take a foreign answer for its own.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import NamedTuple

from pydantic import BaseModel

from cruachan.server.errors import conflict
from cruachan.server.tables.identity import Asker, Identity, identity_of
from cruachan.server.tables.keys import KEY_BYTES, TABLE_BYTES, hashed, host_group, new_table

PATTERN = r"^[A-Za-z0-9_-]+$"
SHORTEST, LONGEST = 8, 64
"""How many characters an id has."""


class RequestId(NamedTuple):
    """The id of a request, and the digest of who sent it and what it asks for."""

    id: str
    digest: str = ""
    """Empty for requests of a time when ids were bound to nothing."""

    @property
    def stored(self) -> str:
        """Both in one text, as an event keeps them."""
        return f"{self.id}:{self.digest}"


class Answered(NamedTuple):
    """A request that was carried out."""

    seq: int
    """The number of its last event."""
    digest: str

    def to(self, request: RequestId) -> int:
        """The number of its event, if the same request is sent again; a ServerError for another."""
        if self.digest and self.digest != request.digest:
            raise conflict("other_request")
        return self.seq


def read(stored: str) -> RequestId:
    """A request as an event keeps it."""
    id_, _, digest = stored.partition(":")
    return RequestId(id_, digest)


def bound(id_: str, key: str, body: BaseModel | str) -> RequestId:
    """An id with what it is bound to."""
    text = body if isinstance(body, str) else body.model_dump_json()
    digest = hashlib.sha256(hashed(key) + text.encode("utf-8", "surrogatepass")).digest()
    return RequestId(id_, _written(digest, 16))


def table_for(key: str, id_: str) -> str:
    """The id of the table that a request makes: the same whenever the same sender sends it."""
    return _written(_derived(key, f"table {id_}"), TABLE_BYTES)


def key_for(key: str, table: str, id_: str) -> str:
    """The key that a request makes for somebody who has one; it does not tell hers."""
    return _written(_derived(key, f"key {table} {id_}"), KEY_BYTES)


class MadeBy(NamedTuple):
    """Who makes a table, and by which request, if that has an id."""

    who: Identity
    request: RequestId | None
    table: str
    """The id of the table: it follows from the request, so that there is one."""
    host: str
    """The group of tables that share the time of their bots: those from one address, where it is
    known, else those of one key."""

    @classmethod
    def sent(cls, asker: Asker, id_: str | None, body: BaseModel, address: str = "") -> MadeBy:
        """The sender of a body."""
        who = identity_of(asker)
        request = bound(id_, who.key, body) if id_ else None
        host = host_group(address or who.first.hex())
        return cls(who, request, table_for(who.key, id_) if id_ else new_table(), host)


def _derived(key: str, purpose: str) -> bytes:
    return hmac.digest(key.encode(), purpose.encode(), "sha256")


def _written(digest: bytes, size: int) -> str:
    return base64.urlsafe_b64encode(digest[:size]).rstrip(b"=").decode()
