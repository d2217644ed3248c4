"""What whoever looks after a server gets to know, and what nobody does."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from cruachan.bench.people import seat_people
from cruachan.bench.servers import free_port
from cruachan.cli import cli
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Texts
from cruachan.server import PACKAGE
from cruachan.server.api.logs import hidden
from cruachan.server.api.request_log import Health
from cruachan.server.serve import Serving
from cruachan.server.serve import _serve as serve_until_stopped
from tests.server.running import Running

SAID = "We meet behind the third hill"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server that tells figures and logs objects, at which people have played a little."""
    folder = tmp_path_factory.mktemp("watched") / "data"
    port = free_port()
    with Running(folder, "--log", "json", "--metrics", str(port)) as server:
        told = f"http://127.0.0.1:{port}/metrics"
        yield Watched(server, told, play(server))


class Watched(NamedTuple):
    """A server, where its figures are, and what neither they nor the log may say."""

    server: Running
    figures: str
    secrets: list[str]

    @property
    def address(self) -> str:
        return self.server.address

    def told(self) -> str:
        return httpx.get(self.figures).text

    def lines(self) -> list[dict[str, Any]]:
        written = self.server.stderr
        return [json.loads(line) for line in written[: written.rfind("\n") + 1].splitlines()]

    def wait_for(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """The log is written after the answer was sent."""
        end = time.monotonic() + 300
        while not any(wanted(line) for line in self.lines()):
            assert time.monotonic() < end, self.server.stderr
            time.sleep(0.02)


def play(server: Running) -> list[str]:
    """Play a little, talk, and open a seat by a link; what is secret of it."""
    table, people = seat_people(server.client, "cambria", 2, 1, "upkeep")
    for person in people:
        person.start()
    end = time.monotonic() + 60
    while min(len(person.acknowledged) for person in people) < 3:
        assert time.monotonic() < end, [person.failed for person in people]
        time.sleep(0.02)
    for person in people:
        person.leave()
    host = people[0].client
    host.act(table, "chat", seat=0, text=SAID)
    link = host.post(f"/tables/{table}/keys", seat=0)["key"]
    server.client().post(f"/tables/{table}/enter", {"key": link})
    keys = [client.key for client in server.clients]
    assert len({*keys, link}) == 4
    return [*keys, link, table, "Anna", "Guest", SAID]


def figure(told: str, name: str) -> float:
    found = [line for line in told.splitlines() if line.startswith(name)]
    assert found, name
    return sum(float(line.rpartition(" ")[2]) for line in found)


# Health


def test_a_server_that_is_well_says_so(watched: Watched) -> None:
    for _ in range(200):
        answer = httpx.get(f"{watched.address}/healthz")
        if answer.status_code == 200:
            break
        time.sleep(0.1)
    assert (answer.status_code, answer.json()) == (200, {"status": "well"})


class Store:
    def __init__(self, well: bool) -> None:
        self.well = well

    def answers(self) -> bool:
        return self.well


async def asked(health: Health, lang: str, query: bytes = b"") -> tuple[int, dict[str, Any]]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-language", lang.encode())]
    scope = {"type": "http", "path": "/healthz", "headers": headers, "query_string": query}
    await health.answer(scope, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


@pytest.mark.parametrize(
    ("store", "draining", "ailment"),
    [(None, False, "loading"), (Store(False), False, "no_store"), (Store(True), True, "draining")],
)
def test_a_server_that_is_not_well_says_why(
    store: Store | None, draining: bool, ailment: str
) -> None:
    health = Health()
    health.store, health.draining = store, draining
    status, said = asyncio.run(asked(health, "en"))
    assert (status, said["error"]) == (503, ailment)
    assert asyncio.run(asked(health, "de"))[1]["text"] != said["text"]


async def dying(folder: Path, seen: list[int]) -> None:
    """A server whose writer dies at the first write."""
    bound = socket.create_server(("127.0.0.1", 0))
    asking: list[asyncio.Future[None]] = []

    async def ask(address: str) -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            while (await client.get(f"{address}/healthz")).status_code == 503:
                await asyncio.sleep(0.05)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("cruachan.server.store.writer._execute", end)
                seen.append((await client.get(f"{address}/healthz")).status_code)

    def end(*_: object) -> None:
        raise SystemExit("the end")

    def welcome(address: str, close: object) -> None:
        asking.append(asyncio.ensure_future(ask(address)))

    serving = Serving("127.0.0.1", 0, folder, "en", welcome=welcome)
    try:
        await serve_until_stopped(serving, bound, Texts(PACKAGE, "en"))
    finally:
        await asyncio.gather(*asking)


def test_a_server_whose_writer_died_ends_with_a_sentence(tmp_path: Path) -> None:
    """Health says 503 meanwhile."""
    seen: list[int] = []
    thresholds = gc.get_threshold()
    try:
        with pytest.raises(CruachanError, match=r"nothing can be stored any more .*the end"):
            asyncio.run(dying(tmp_path, seen))
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
    assert seen == [503]


def test_a_server_that_the_others_cannot_reach_is_not_well() -> None:
    health = Health()
    health.store, health.server = Store(True), lambda: "one"
    health.checks += [lambda: None, lambda: "wrong_inside"]
    status, said = asyncio.run(asked(health, "en"))
    assert (status, said["error"]) == (503, "wrong_inside")
    assert "--inside" in said["text"]
    assert asyncio.run(asked(health, "de", b"who")) == (200, {"server": "one"})


# Figures


def test_what_happens_is_counted(watched: Watched) -> None:
    told = watched.told()
    acts = 'cruachan_requests_total{method="POST",route="/api/tables/{id}/acts",status="200"}'
    assert figure(told, acts) >= 8
    assert figure(told, "cruachan_request_seconds_count") >= 10
    assert figure(told, "cruachan_moves_total") >= 6
    assert figure(told, "cruachan_store_seconds_count") >= 8
    assert figure(told, "cruachan_tables ") == 1
    assert figure(told, "cruachan_listeners ") >= 0
    assert figure(told, "cruachan_bots_thinking ") >= 0


def test_figures_name_nobody(watched: Watched) -> None:
    """Also not where somebody asks for what is not there."""
    strange = "a-name-that-somebody-made-up"
    for path in (f"/{strange}", f"/api/{strange}", f"/api/tables/{strange}"):
        httpx.get(watched.address + path)
    httpx.request("STRANGE", f"{watched.address}/api/tables")
    told = watched.told()
    for secret in (*watched.secrets, strange, "STRANGE"):
        assert secret not in told


def test_the_public_does_not_get_figures(watched: Watched) -> None:
    assert "cruachan_" not in httpx.get(f"{watched.address}/metrics").text


# The log


def test_the_log_has_every_request_as_an_object_and_no_secret(watched: Watched) -> None:
    watched.wait_for(lambda line: line.get("route") == "/api/tables/{id}/enter")
    told = watched.lines()
    assert all({"time", "level", "event", "request"} <= set(line) for line in told)
    acts = [line for line in told if line.get("route") == "/api/tables/{id}/acts"]
    assert [line["status"] for line in acts].count("200") >= 8
    assert all(line["request"] and line["ms"] > 0 for line in acts)
    for secret in watched.secrets:
        assert secret not in watched.server.stderr


def test_a_request_keeps_its_id(watched: Watched) -> None:
    id_ = "0123456789abcdef0123456789abcdef"
    answer = httpx.get(f"{watched.address}/api/tables", headers={"x-request-id": id_})
    assert answer.headers["x-request-id"] == id_
    watched.wait_for(lambda line: line["request"] == id_)
    other = httpx.get(f"{watched.address}/api/tables", headers={"x-request-id": 'a"b c'})
    assert re.fullmatch(r"[0-9a-f]{16}", other.headers["x-request-id"])


def test_a_key_is_hidden_wherever_it_stands() -> None:
    key = "Zq3_" * 8
    for text in (f"/t/abc#{key}", f"cruachan={key};", f'"Bearer {key}"', key):
        assert key not in hidden(text)
    assert hidden("a table kd83-_dkEks stands still") == "a table kd83-_dkEks stands still"


def test_it_ends_well_when_it_is_asked_to(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--log", "json") as server:
        server.client().get("/tables")
        assert server._end(signal.SIGTERM) == 0


# docs/hosting.md


def test_every_command_for_hosts_is_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    found = re.findall(r"cruachan ([a-z][a-z-]+)((?: (?!&&)[^\s`]+)*)", page)
    told = [(name, rest) for name, rest in found if name in cli.commands or "--" in rest]
    assert {"serve", "backup", "doctor", "remove", "migrate-store"} <= {name for name, _ in told}
    for name, rest in told:
        command = cli.commands[name]
        for word in rest.split():
            command = getattr(command, "commands", {}).get(word, command)
        known = {option for param in command.params for option in param.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known, (name, rest)
