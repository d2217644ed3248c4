"""Servers in the test's own process, on sockets of their own, so that tests can reach into them."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import threading
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn

from cruachan.server.api.app import make_app
from cruachan.server.bots.workers import Workers
from cruachan.server.serve import configured, guarded
from cruachan.server.store.store import Store
from cruachan.server.tables.service import TableService

T = TypeVar("T")
RATE = 100_000.0


class InProcessServers:
    """Several servers in one thread; in them neither chance nor bots move by themselves."""

    def __init__(self, count: int, rate: float = RATE) -> None:
        self.services: list[TableService] = []
        self.addresses: list[str] = []
        self._rate = rate
        self._count = count
        self._opened = threading.Event()
        self._servers: list[uvicorn.Server] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(self._serve(Path(folder)))

    async def _serve(self, folder: Path) -> None:
        self._loop = asyncio.get_running_loop()
        workers = Workers(1)
        sockets = []
        for number in range(self._count):
            service = TableService(Store(folder / str(number)), workers)
            bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            bound.bind(("127.0.0.1", 0))
            bound.listen(128)
            sockets.append(bound)
            config = configured(guarded(make_app(service, workers), (), self._rate))
            config.date_header = False
            self.services.append(service)
            self.addresses.append(f"http://127.0.0.1:{bound.getsockname()[1]}")
            self._servers.append(uvicorn.Server(config))
        self._opened.set()
        pairs = zip(self._servers, sockets, strict=True)
        try:
            await asyncio.gather(*(server.serve(sockets=[bound]) for server, bound in pairs))
        finally:
            workers.close()
            for service in self.services:
                service.store.close()

    def do(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do something in the servers' own thread."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(300)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._opened.wait(300)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        for service, server in zip(self.services, self._servers, strict=True):
            self._loop.call_soon_threadsafe(service.stop)
            server.should_exit = True
        self._thread.join(300)
