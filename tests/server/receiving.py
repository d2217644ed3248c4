"""Receivers of notices: a small web server and a small mail server, each on a port of its own."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from threading import Thread
from typing import NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from cruachan.server.notices.push import public_bytes


class Received(NamedTuple):
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class WebReceiver:
    """Answers every request with a number, and remembers it."""

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.status = 200
        self.pause = 0.0
        """Seconds after which it answers what it has taken."""
        self.location = ""
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            pairs = (line.partition(": ") for line in head[1:] if line)
            headers = {name.lower(): value for name, _, value in pairs}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.requests.append(Received(method, path, headers, body))
            await asyncio.sleep(self.pause)
            more = f"location: {self.location}\r\n" if self.location else ""
            writer.write(
                f"HTTP/1.1 {self.status} X\r\ncontent-length: 0\r\n{more}"
                "connection: close\r\n\r\n".encode()
            )
            await writer.drain()


class MailReceiver:
    """A mail server that takes everything, and remembers it."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.port = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 here")
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while line := (await reader.readline()).decode("latin-1").strip().upper():
                if line.startswith("DATA"):
                    say("354 go on")
                    data = await reader.readuntil(b"\r\n.\r\n")
                    self.mails.append(message_from_bytes(data[:-5].replace(b"\r\n..", b"\r\n.")))
                    say("250 taken")
                elif line.startswith("QUIT"):
                    say("221 bye")
                    break
                else:
                    say("250 yes")
        writer.close()


@asynccontextmanager
async def open_receiver(receiver: WebReceiver | MailReceiver) -> AsyncIterator[None]:
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()


@contextmanager
def receiver_apart(receiver: WebReceiver | MailReceiver) -> Iterator[None]:
    """Open a receiver in a thread of its own, for a test without an event loop."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    opening = open_receiver(receiver)
    asyncio.run_coroutine_threadsafe(opening.__aenter__(), loop).result(60)
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(opening.__aexit__(None, None, None), loop).result(60)
        asyncio.run_coroutine_threadsafe(_hang_up(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()


async def _hang_up() -> None:
    """End what is still being answered, and let its connections close."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for each in others:
        each.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)


def unsealed(body: bytes, own: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads: written by the standard, without the code of the server."""
    salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
    assert size >= 18
    theirs, sealed = body[21 : 21 + length], body[21 + length :]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)

    def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    info = b"WebPush: info\0" + public_bytes(own.public_key()) + theirs
    secret = derive(auth, own.exchange(ec.ECDH(), point), info, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(key).decrypt(nonce, sealed, None)
    return padded.rstrip(b"\0").removesuffix(b"\x02")
