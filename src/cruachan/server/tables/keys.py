"""Keys: a bearer may play the seats that a key opens. Only hashes are stored."""

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
    """A new random key."""
    return secrets.token_urlsafe(KEY_BYTES)


def like_ours(key: str) -> bool:
    """Whether a key looks like one that was made here: nobody plays with a key she made up."""
    return re.fullmatch(r"[A-Za-z0-9_-]{32}", key) is not None


def new_table() -> str:
    """A new random table id."""
    return secrets.token_urlsafe(TABLE_BYTES)


def hashed(key: str) -> bytes:
    """The stored hash of a key; keys are random and long, so no salt is needed."""
    return hashlib.sha256(key.encode()).digest()


def host_group(made_from: str) -> str:
    """What is remembered of the address from which a table was made: enough to let the bots of one
    host wait for each other, and too little to say which of many thousand addresses it was."""
    return hashlib.sha256(made_from.encode()).digest()[:2].hex()


def must_have_room(keys: Mapping[bytes, frozenset[int]]) -> None:
    """Raise a ServerError if a table has reached the limit of keys."""
    if len(keys) >= LIMITS.keys:
        raise conflict("many_keys")
