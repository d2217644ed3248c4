"""One hall for all tests that only need some hall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cruachan.bench.postgres import Postgres
from tests.hall.running import Running


@pytest.fixture(scope="session")
def one_hall() -> Iterator[Running]:
    with Running() as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(durable=False) as running:
        yield running


@pytest.fixture
def hall(one_hall: Running) -> Iterator[Running]:
    yield one_hall
    one_hall.dismiss()
