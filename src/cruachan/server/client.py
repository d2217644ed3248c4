"""A client of the server: requests, commands, and listening without losing an event.

What is sent carries an id and is sent again until it is answered; a connection that breaks is
reopened from the last event that was seen.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import DEFAULT_LANG, Lang, message
from cruachan.server import PACKAGE
from cruachan.server.untrusted import AnswerTooLong, UntrustedAnswer, clean_text, decode

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
AT_ONCE = 0.2
"""Seconds within which a listener comes back whom a server has asked to, for it leaves."""
COME_BACK = 1012
PATIENCE = 30.0
"""Seconds for an answer."""
SILENCE = 35.0
"""Seconds after which a silent connection is dead, until the server says how often it speaks."""
CLOSING = 2.0
"""Seconds for the goodbye of a connection, which one that is dead never says."""
MARGIN = 5.0
"""Seconds that a heartbeat may be late."""
SLOWEST = 120.0
"""Seconds for a whole answer, however slowly it comes."""
CHUNK = 64 * 1024
LARGEST = 16 * 1024 * 1024
"""Bytes of an answer or a message; the longest of a server of ours has a quarter of that."""
WINDOW = 1000
"""How many rows are asked for at once."""


class Link(NamedTuple):
    """The parts of a link to a table: the server's address, the table, and perhaps a key."""

    address: str
    table: str
    key: str | None


def read_link(text: str) -> Link:
    """The link that a text is; a CruachanError if it is none."""
    parts = urlsplit(text if "//" in text else f"http://{text}")
    room, _, table = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or room != "t" or not table:
        raise CruachanError(message(PACKAGE, "client.no_link", text=text[:100]))
    return Link(f"{parts.scheme}://{parts.netloc}", table, parts.fragment or None)


class RefusedError(CruachanError):
    """A response with an error status, in the server's words."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(str(answer.get("text", status)))
        self.status = status
        self.answer = answer
        self.key = str(answer.get("error", ""))


class Unreachable(CruachanError):
    """Nobody answers there."""


def waits() -> Iterator[float]:
    """How long to wait before trying again: longer each time, and not all at the same moment."""
    wait = FIRST_WAIT
    while True:
        yield wait * random.uniform(0.7, 1.3)
        wait = min(2 * wait, LONGEST_WAIT)


class Client:
    """A client with a key."""

    def __init__(self, address: str, key: str | None = None, lang: Lang = DEFAULT_LANG) -> None:
        self.address = address.rstrip("/")
        self.lang = lang
        self.http = httpx.Client(base_url=f"{self.address}/api", timeout=PATIENCE)
        self.key = key or self.post("/keys")["key"]
        self.http.headers["authorization"] = f"Bearer {self.key}"

    def close(self) -> None:
        """Leave."""
        self.http.close()

    # Asking

    def get(self, path: str, **query: Any) -> Any:
        """The answer to a question."""
        return self._answer("GET", path, params=self._query(query))

    def post(self, path: str, body: Any = None, *, sent: str | None = None, **query: Any) -> Any:
        """The answer to something sent; with an id in `sent` it may be sent again."""
        headers = {"idempotency-key": sent} if sent else {}
        return self._answer("POST", path, json=body, params=self._query(query), headers=headers)

    def _query(self, query: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in query.items() if v is not None} | {"lang": self.lang}

    def _answer(self, method: str, path: str, **request: Any) -> Any:
        try:
            with self.http.stream(method, path, **request) as answer:
                content = self._body(answer)
        except httpx.HTTPError as error:
            said = message(PACKAGE, "client.unreachable", address=self.address, says=str(error))
            raise Unreachable(said) from None
        json_sent = "json" in answer.headers.get("content-type", "")
        body = (
            decode(content, self.address)
            if json_sent
            else clean_text(content.decode(errors="replace"))
        )
        if answer.status_code >= 400:
            fallback = {"text": f"{self.address}: {answer.status_code}"}
            raise RefusedError(answer.status_code, body if isinstance(body, dict) else fallback)
        return body

    def _body(self, answer: httpx.Response) -> bytes:
        """The body of an answer; an AnswerTooLong as soon as it is longer than any of ours, packed
        or not, and an Unreachable if it trickles for longer than anybody waits."""
        read, until = bytearray(), time.monotonic() + SLOWEST
        for part in answer.iter_bytes(CHUNK):
            read += part
            if len(read) > LARGEST:
                raise AnswerTooLong(self.address, LARGEST)
            if time.monotonic() > until:
                raise httpx.ReadTimeout("timed out")
        return bytes(read)

    # Acting

    def create(self, game: str, seats: list[dict[str, str]], **wishes: Any) -> dict[str, Any]:
        """Set a table; sent until it is answered, and set once."""
        body, sent = {"game": game, "seats": seats, **wishes}, secrets.token_hex(12)
        made: dict[str, Any] = self._until_answered(lambda: self.post("/tables", body, sent=sent))
        return made

    def act(
        self,
        table: str,
        kind: str,
        tries: int = 8,
        pause: Callable[[float], object] = time.sleep,
        **values: Any,
    ) -> int:
        """Do something at a table; sent until it is answered, and done once.

        Before it is sent again `pause` waits, and may give up with an exception.
        """
        given = {name: value for name, value in values.items() if value is not None}
        body = {"id": secrets.token_hex(12), "act": {"kind": kind, **given}}
        path = f"/tables/{quote(table)}/acts"
        return int(self._until_answered(lambda: self.post(path, body), tries, pause)["seq"])

    def _until_answered(
        self,
        send: Callable[[], Any],
        tries: int = 8,
        pause: Callable[[float], object] = time.sleep,
    ) -> Any:
        for number, wait in enumerate(waits(), 1):
            try:
                return send()
            except (Unreachable, RefusedError) as error:
                passing = isinstance(error, Unreachable) or error.status in (429, 502, 503, 504)
                if not passing or number == tries:
                    raise
            pause(wait)
        raise AssertionError("waits never end")

    def table(self, table: str, seat: int | None = None, since: int = 0) -> dict[str, Any]:
        """A table as it is now: its events since a number, presence, and the seat's view."""
        found: dict[str, Any] = self.get(f"/tables/{quote(table)}", seat=seat, since=since)
        return found

    def rows(
        self, table: str, seat: int | None = None, before: int | None = None
    ) -> list[dict[str, Any]]:
        """The rows of a table before one, else all; asked for window by window."""
        found: list[dict[str, Any]] = []
        if before is None:
            before = int(self.table(table, seat)["seq"]) + 1
        while before > 1:
            path = f"/tables/{quote(table)}/log"
            older = self.get(path, seat=seat, before=before, limit=WINDOW)
            found = older + found
            before = older[0]["seq"] if older else 1
        return found

    # Listening

    def listen(
        self,
        table: str,
        seat: int | None = None,
        since: int = 0,
        lost: Callable[[], None] = lambda: None,
    ) -> Iterator[dict[str, Any]]:
        """All events of a table after one, for ever; `lost` is called when the connection is lost.

        A connection that is silent for longer than the server's heartbeat is opened again.
        """
        pauses = waits()
        while True:
            heard, silence = False, SILENCE
            try:
                with self._connect(table, seat, since) as connection:
                    pauses = waits()
                    while True:
                        said = decode(connection.recv(timeout=silence), self.address)
                        if not isinstance(said, dict):
                            raise UntrustedAnswer(self.address)
                        if "error" in said:
                            raise RefusedError(int(said.get("status", 0)), said)
                        if "alive" in said:
                            silence = min(SILENCE, 2 * float(said["alive"]) + MARGIN)
                            continue
                        if type(said.get("seq")) is not int or "rows" not in said:
                            raise UntrustedAnswer(self.address)
                        since, heard = said["seq"], True
                        yield said
                        connection.send(json.dumps({"shown": since}))
            except ConnectionClosed as error:
                lost()
                if heard and error.rcvd and error.rcvd.code == COME_BACK:
                    time.sleep(random.uniform(0, AT_ONCE))
                    continue
            except (OSError, WebSocketException, TimeoutError):
                lost()
            time.sleep(next(pauses))

    def _connect(self, table: str, seat: int | None, since: int) -> ClientConnection:
        query = urlencode(
            self._query({"seat": seat, "since": since, "shows": "true", "alive": "true"})
        )
        address = "ws" + self.address.removeprefix("http")
        return connect(
            f"{address}/api/tables/{quote(table)}/listen?{query}",
            additional_headers={"authorization": f"Bearer {self.key}"},
            open_timeout=PATIENCE,
            close_timeout=CLOSING,
            max_size=LARGEST,
        )
