"""One server for all tests that only need some server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

import pytest

from cruachan.bench import servers
from cruachan.bench.postgres import Postgres
from tests import warm
from tests.server.running import Running


@pytest.fixture(scope="session", autouse=True)
def warm_servers() -> Iterator[None]:
    """Servers behind a proxy start warm too."""

    def start(
        arguments: Sequence[str], log: IO[bytes], environment: dict[str, str]
    ) -> servers.RunningProcess:
        return warm.start(*arguments, env=environment, stdout=log, stderr=log)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(servers, "start_cruachan", start)
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
