"""Whom a limit counts as one client, and how many connections each has open."""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache

from cruachan.server.limits import LIMITS

PREFIX = 64
"""Bits of an IPv6 address that name a customer of a provider; the rest they choose themselves."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names by which a page is opened on the machine of the server itself."""


@lru_cache(maxsize=4096)
def peer_of(address: str) -> str:
    """The client that an address stands for: itself, or its /64 in IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed, PREFIX), strict=False))


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own, where a reverse proxy may stand."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return True
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


class OpenConnections:
    """The connections that each client has open; a proxy on this machine is not limited."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection, unless its client has too many already; whether it was counted."""
        peer = peer_of(address)
        if not is_loopback(address) and self._open[peer] >= LIMITS.connections:
            return False
        self._open[peer] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was counted has ended."""
        peer = peer_of(address)
        self._open[peer] -= 1
        if self._open[peer] <= 0:
            del self._open[peer]

    def __len__(self) -> int:
        return self._open.total()


OPEN_CONNECTIONS = OpenConnections()
