"""Requests to addresses that people have named: never into the host's own network.

A name is resolved here, every address that it has is looked at, and the connection goes to the one
that was looked at; so no other answer of the name server can lead elsewhere a moment later.
Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from cruachan.server.notices.ways import Undelivered

PATIENCE = 15.0
"""Seconds for a request."""
SECURE = 443
_names = ThreadPoolExecutor(16, "names")
"""Threads that wait for name servers of strangers: nothing else of the server waits for these."""


GATEWAY = ipaddress.IPv6Network("64:ff9b::/96")
"""Behind it are the addresses of IPv4, in the last 32 bits (RFC 6052)."""
PRIVATE = tuple(
    ipaddress.IPv6Network(each)
    for each in ("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "fec0::/10")
)
"""Networks of a site or of one machine that Python takes for public ones."""


def is_private(address: str) -> bool:
    """Whether an address is not one of the public network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if any(found in each for each in PRIVATE):
            return True
        behind = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF) if found in GATEWAY else None
        found = found.ipv4_mapped or found.sixtofour or behind or found
    return not found.is_global or found.is_multicast


class _GuardedBackend(httpcore.AnyIOBackend):
    """Connects to public addresses only."""

    def __init__(self, private: bool) -> None:
        self._private = private

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        address = await resolved(host, port, self._private)
        return await super().connect_tcp(address, port, timeout, local_address, socket_options)


async def resolved(host: str, port: int, private: bool) -> str:
    """The address of a name; Undelivered if there is none, or one of them is private."""
    looked_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await asyncio.get_running_loop().run_in_executor(_names, looked_up)
    except TimeoutError:
        raise Undelivered(f"{host}: timeout") from None
    except OSError as error:
        raise Undelivered(f"{host}: {error.strerror or error}") from None
    addresses = [str(each[4][0]) for each in found]
    if not private and any(is_private(address) for address in addresses):
        raise Undelivered(f"{host}: private address")
    return addresses[0]


class Outside:
    """Sends requests to addresses that people have named."""

    def __init__(self, private: bool) -> None:
        self.private = private
        transport = httpx.AsyncHTTPTransport(retries=0, trust_env=False)
        transport._pool._network_backend = _GuardedBackend(private)
        self._client = httpx.AsyncClient(
            transport=transport, follow_redirects=False, timeout=PATIENCE, trust_env=False
        )

    async def send(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Send a request; Undelivered unless it is answered with a success."""
        try:
            async with asyncio.timeout(PATIENCE):
                async with self._client.stream(
                    method, url, content=body, headers=headers
                ) as answer:
                    status = answer.status_code
        except Undelivered:
            raise
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError) as error:
            raise Undelivered(f"{type(error).__name__}: {error}") from None
        if not 200 <= status < 300:
            raise Undelivered(f"HTTP {status}", gone=status in (404, 410))

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()


async def must_be_public(url: str, private: bool) -> None:
    """Raise Undelivered if an address leads into the host's own network, or nowhere."""
    parts = urlsplit(url)
    secure = parts.scheme == "https" or (private and parts.scheme == "http")
    if not secure or not parts.hostname or parts.username is not None:
        raise Undelivered("https")
    try:
        port = parts.port or SECURE
    except ValueError:
        raise Undelivered("https") from None
    await resolved(parts.hostname, port, private)
