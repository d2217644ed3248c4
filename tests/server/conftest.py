"""One server for all tests that only need some server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

import pytest

from cruachan.bench import servers as bench_servers
from cruachan.bench.postgres import Postgres
from tests import warm
from tests.server.browsers import OPEN
from tests.server.inside import InProcessServers
from tests.server.running import Running


@pytest.fixture(scope="session", autouse=True)
def warm_servers() -> Iterator[None]:
    """Servers behind a proxy start warm too."""

    def start(
        arguments: Sequence[str], log: IO[bytes], environment: dict[str, str]
    ) -> bench_servers.RunningProcess:
        return warm.start(*arguments, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench_servers, "start_cruachan", start)
        yield


@pytest.fixture(scope="session")
def one_server() -> Iterator[Running]:
    with Running(rules="compiled") as running:
        yield running


@pytest.fixture(scope="module")
def quick() -> Iterator[None]:
    """Programs that are started here need not load machine code for a few moves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRUACHAN_RULES", "interpreted")
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(durable=False) as running:
        yield running


@pytest.fixture
def server(one_server: Running) -> Iterator[Running]:
    yield one_server
    one_server.dismiss()


@pytest.fixture(scope="module")
def servers() -> Iterator[InProcessServers]:
    """A server in this process, which rolls the dice of its tables."""
    with InProcessServers(1) as opened:
        opened.services[0].rolls = True
        yield opened


@pytest.fixture
def address(servers: InProcessServers) -> str:
    """Its address."""
    return servers.addresses[0]


@pytest.fixture
def browsers() -> Iterator[None]:
    """The browsers that a test opens are closed after it."""
    yield
    while OPEN:
        OPEN.pop().close()
