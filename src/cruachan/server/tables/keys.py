"""Keys: whoever has one may play the seats it opens. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping

from cruachan.server.errors import conflict
from cruachan.server.limits import LIMITS

KEY_BYTES = 24
TABLE_BYTES = 9


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def like_ours(key: str) -> bool:
    """Whether a key looks like one that was made here: nobody plays with a key she made up."""
    return re.fullmatch(r"[A-Za-z0-9_-]{32}", key) is not None


def new_table() -> str:
    """The name of a table that only those know who were told."""
    return secrets.token_urlsafe(TABLE_BYTES)


def hashed(key: str) -> bytes:
    """What is kept of a key; keys are random and long, so nobody finds one by trying."""
    return hashlib.sha256(key.encode()).digest()


def must_have_room(keys: Mapping[bytes, frozenset[int]]) -> None:
    """A ServerError where a table has so many keys that nobody needs another."""
    if len(keys) >= LIMITS.keys:
        raise conflict("many_keys")
