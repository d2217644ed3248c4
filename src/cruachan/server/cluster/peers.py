"""Another server of the cluster: its connections, and whether it is still the one it was."""

from __future__ import annotations

import asyncio

import httpx

from cruachan.server.api.request_log import IDENTITY
from cruachan.server.cluster.leases import ServerRecord

CONNECTING = 2.5
"""Seconds for a connection to another server."""
KNOCK = 0.25
"""Seconds that another server has to let somebody in. One that stands still, or is cut off, does
not: of that only its lease can tell."""


class Peer:
    """Another server, while it is there."""

    def __init__(self, server: ServerRecord) -> None:
        self.server = server
        self.gone = asyncio.Event()
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=64)
        self.http = httpx.AsyncClient(
            base_url=server.address,
            timeout=httpx.Timeout(None, connect=CONNECTING),
            limits=limits,
            trust_env=False,
        )

    async def ended(self) -> bool:
        """Whether its process has ended: one that is there listens, and says that it is the one.

        One that was started again at the same address is another.
        """
        where = self.http.base_url
        port = where.port or (443 if where.scheme == "https" else 80)
        try:
            async with asyncio.timeout(KNOCK):
                _, writer = await asyncio.open_connection(where.host, port)
        except ConnectionRefusedError:
            return True
        except (OSError, TimeoutError):
            return False
        writer.transport.abort()
        found = await self.identity(KNOCK)
        return found is not None and found != self.server.id

    async def identity(self, patience: float) -> str | None:
        """The id of the server at the peer's address; None if none answers in time."""
        try:
            async with asyncio.timeout(patience):
                answer = await self.http.get(IDENTITY)
            found = answer.json()["server"] if answer.status_code == 200 else None
        except (httpx.HTTPError, RuntimeError, TimeoutError, ValueError, KeyError, TypeError):
            return None
        return found if isinstance(found, str) else None

    async def leave(self) -> None:
        """Mark the peer as gone, and fail the requests that wait for it."""
        self.gone.set()
        await self.http.aclose()
