"""Identities: a key, and the person whose device has it, if any.

Seats are held in the name of holders: hashes that stand in `keys`. Whoever is no person holds them
in the name of her key. A person holds them in the names of the keys with which she became one and
which she brought along, whatever device she uses.
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
    """Whoever asks with a key that is no person's."""
    own = hashed(key)
    return Identity(key, own, frozenset({own}), own)


def identity_of(asker: Asker) -> Identity:
    """Somebody as who she is known."""
    return asker if isinstance(asker, Identity) else anonymous(asker)
