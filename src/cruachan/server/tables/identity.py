"""Identities: a key, and the person whose device has it, if any.

Seats belong to holders: hashes in `keys`. Without an account the holder is the hash of the key. A
person has as holders the key with which her account was created and the keys that she brought
along, on all her devices.
"""

from __future__ import annotations

from typing import NamedTuple

from cruachan.server.tables.keys import hashed


class Identity(NamedTuple):
    """Somebody who asks with a key."""

    key: str
    hash: bytes
    """Of the key."""
    holders: frozenset[bytes]
    """In whose names she has seats."""
    first: bytes
    """In whose name she takes new ones."""
    person: str | None = None
    """The id of the person that she is, if she is one."""


Asker = str | Identity
"""A key that is nobody's, or somebody who is known."""


def anonymous(key: str) -> Identity:
    """The identity of a key that belongs to no person."""
    own = hashed(key)
    return Identity(key, own, frozenset({own}), own)


def identity_of(asker: Asker) -> Identity:
    """Somebody as who she is known."""
    return asker if isinstance(asker, Identity) else anonymous(asker)
