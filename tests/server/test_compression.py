"""What is sent is compressed where the client can read it, and costs a connection no memory."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.sync.client import connect

from cruachan.server.api.compression import DEFLATE, accepts_gzip
from cruachan.server.client import Client
from tests.server.inside import InProcessServers


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with InProcessServers(1) as servers:
        yield servers.addresses[0]


@pytest.fixture
def table(address: str) -> str:
    anna = Client(address)
    made = anna.create("gallia", [{"kind": "me", "name": name} for name in ("Anna", "Ben")])
    anna.act(made["table"], "start")
    anna.close()
    return str(made["table"])


def test_a_table_is_sent_in_gzip_to_whoever_reads_it(address: str, table: str) -> None:
    with httpx.Client(base_url=f"{address}/api") as http:
        path = f"/tables/{table}?pieces=true"
        packed = http.get(path, headers={"accept-encoding": "gzip"})
        plain = http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
    assert packed.json()["view"] == plain.json()["view"]


def test_a_short_answer_is_sent_as_it_is(address: str) -> None:
    answer = httpx.post(f"{address}/api/keys", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("said", "accepts"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("*", True),
        ("identity", False),
        ("gzip;q=0", False),
        ("", False),
    ],
)
def test_who_accepts_gzip(said: str, accepts: bool) -> None:
    assert accepts_gzip({b"accept-encoding": said.encode()}) is accepts


@pytest.mark.parametrize("compression", ["deflate", None])
def test_messages_are_compressed_one_by_one(
    address: str, table: str, compression: str | None
) -> None:
    listening = f"ws{address.removeprefix('http')}/api/tables/{table}/listen?pieces=true"
    with connect(listening, compression=compression) as line:
        said = json.loads(line.recv())
        assert said["table"]["status"] == "playing"
        names = [extension.name for extension in line.protocol.extensions]
        assert names == (["permessage-deflate"] if compression else [])
        line.send('{"shown": 1}')


def test_no_compressor_outlives_its_message() -> None:
    """Each would hold 300 kB for as long as somebody listens."""
    _, extension = DEFLATE.process_request_params([], [])
    assert extension.local_no_context_takeover
    assert extension.remote_no_context_takeover
    assert not hasattr(extension, "encoder")
    assert not hasattr(extension, "decoder")
