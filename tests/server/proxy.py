"""A bad network: what passes through is delayed, lines are dropped, and requests arrive twice."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Self

CHUNK = 65536


class BadNetwork:
    """Stands between people and a server, in a thread of its own."""

    def __init__(self, port: int, seed: int, drop: float = 0.02, twice: float = 0.2) -> None:
        self.behind = port
        self.drop = drop
        self.twice = twice
        self.rng = Random(seed)
        self.port = 0
        self.dropped = 0
        self.doubled = 0
        self.opened = 0
        self._frozen = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def freeze(self) -> None:
        """Let nothing more through on the lines that are open, and tell neither end."""
        self._frozen = self.opened

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        """Until it is over; then every line ends."""
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()

    async def _line(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Both directions of one line, until one of them is dropped."""
        self.opened += 1
        number = self.opened
        far, forth = await asyncio.open_connection("127.0.0.1", self.behind)
        pipes = [
            asyncio.ensure_future(self._pipe(near, forth, number, True)),
            asyncio.ensure_future(self._pipe(far, back, number, False)),
        ]
        try:
            await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
            if number <= self._frozen:
                await self._over.wait()
        finally:
            for pipe in pipes:
                pipe.cancel()
            for end in (back, forth):
                end.transport.abort()

    async def _pipe(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        number: int,
        requests: bool,
    ) -> None:
        with suppress(ConnectionError):
            while data := await source.read(CHUNK):
                if number <= self._frozen:
                    continue
                await asyncio.sleep(self.rng.expovariate(1 / 0.003))
                if self.rng.random() < self.drop:
                    self.dropped += 1
                    if self.rng.random() < 0.5:
                        sink.write(data[: len(data) // 2])
                    return
                if requests and self.rng.random() < self.twice and _is_whole_post(data):
                    self.doubled += 1
                    await self._again(data)
                sink.write(data)
                await sink.drain()

    async def _again(self, data: bytes) -> None:
        """Send a request on a line of its own too, and read its answer."""
        far, forth = await asyncio.open_connection("127.0.0.1", self.behind)
        forth.write(data)
        if self.rng.random() < 0.5:
            await far.read(1)
        forth.transport.abort()


def _is_whole_post(data: bytes) -> bool:
    """Whether this is one whole request that writes."""
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    return head.startswith(b"POST") and length is not None and int(length[1]) == len(body)
