"""One browser and one server for all tests of the page in a worker; the last test ends them.

The browser keeps an event loop running in its thread, so it must not outlive this folder's tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from cruachan.server.client import Client
from tests.page.tabling import Guests
from tests.page.visiting import Visitors, chromium
from tests.server.running import Running


@pytest.fixture(scope="package")
def browser(built: Path) -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="package")
def one_server(built: Path) -> Iterator[Running]:
    with Running(None, "--limit", "absence=0", "--limit", "notice=0", rules="compiled") as running:
        yield running


@pytest.fixture
def server(one_server: Running) -> Iterator[Running]:
    yield one_server
    one_server.dismiss()


@pytest.fixture
def visit(browser: Browser, server: Running) -> Iterator[Visitors]:
    """Somebody comes: `visit("phone", "de", "dark")`; nothing may go wrong until she leaves."""
    visitors = Visitors(browser, server.address)
    yield visitors
    visitors.leave()


@pytest.fixture
def phone(visit: Visitors) -> Page:
    """A phone, in English and light."""
    return visit("phone")


@pytest.fixture
def desk(visit: Visitors) -> Page:
    """A large screen with a mouse, in English and light."""
    return visit("desk")


@pytest.fixture
def guests(visit: Visitors, server: Running) -> Guests:
    """Who comes to the tables of the test."""
    return Guests(visit, server)


@pytest.fixture
def anna(server: Running) -> Iterator[Client]:
    """Somebody with a key of her own: `visit(key=anna.key)` is her browser."""
    somebody = Client(server.address)
    yield somebody
    somebody.close()
