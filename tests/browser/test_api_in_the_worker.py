"""The tests of the server's API once more, against the application as the page's worker runs it.

They are the same functions: what `cruachan serve` promises, a site without a server promises too.
Its bots think in WebAssembly, by Node. `api_suites.py` says what is left out, and why.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Self

import pytest

from cruachan.challenges.daily import FIRST, DailyGame, daily_game
from cruachan.games import GAMES, game_class
from cruachan.server.client import Client
from cruachan.wasm import build as building
from cruachan.wasm.build import LOADERS
from tests.browser.api_suites import EXCLUDED, LEFT_OUT, api_tests, asking, name_of, server_modules
from tests.browser.served import DAY
from tests.server import conftest, test_api, test_windows
from tests.server.running import Running
from tests.server.test_daily import day_of
from tests.server.test_opening import anything, opened
from tests.wasm.modules import copy_modules

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("browsers")]
KERNELS = [name for name in GAMES if game_class(name).kernel]
PLIES = 12
TWO = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]


class LocalRunning(Running):
    """The worker's application in a process of its own."""

    def __init__(self, folder: Path, modules: Path) -> None:
        super().__init__(folder)
        self.modules = modules

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        self.log = (self.folder.parent / f"{self.folder.name}.log").open("a")
        command = [sys.executable, "-m", "tests.browser.served", str(self.folder)]
        command.append(str(self.modules))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found, f"{line!r} {self.stderr}"
        self.port = int(found[1])
        return self


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    modules = tmp_path_factory.mktemp("modules")
    for loader in LOADERS:
        shutil.copy(Path(building.__file__).with_name(loader), modules)
    copy_modules(KERNELS, modules, tmp_path_factory)
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalRunning(Path(folder) / "data", modules) as running,
    ):
        yield running


@pytest.fixture
def server(one_server: Running) -> Iterator[Running]:
    yield one_server
    one_server.dismiss()


@pytest.fixture(scope="module")
def own(one_server: Running) -> Running:
    """A server whose store is looked at."""
    return one_server


@pytest.fixture
def address(one_server: Running) -> str:
    """Its address."""
    return one_server.address


anna = test_api.anna
browsers = conftest.browsers


@pytest.fixture
def gallia(one_server: Running) -> Iterator[DailyGame]:
    """A day on which two play, who can resign; every test has another one."""
    after = DAYS[-1] if DAYS else FIRST
    DAYS.append(day_of("gallia", after + timedelta(days=1)))
    day = one_server.folder.parent / DAY
    day.write_text(DAYS[-1].isoformat())
    yield daily_game(DAYS[-1])
    day.unlink()


DAYS: list[date] = []
"""The days that tests have had."""


@pytest.fixture(scope="module")
def long_table(one_server: Running) -> tuple[str, str]:
    """A table of Gallia Cisalpina at which much was said, and the key of who set it."""
    owner = one_server.client()
    table = str(owner.create("gallia", TWO)["table"])
    owner.act(table, "start")
    for number in range(test_windows.LONG):
        owner.act(table, "chat", seat=0, text=f"{number}")
    return table, str(owner.key)


@pytest.fixture
def table(anna: Client, long_table: tuple[str, str]) -> str:
    """That table, which is Anna's."""
    table, key = long_table
    anna.http.headers["authorization"] = f"Bearer {key}"
    return table


globals().update(api_tests())


def test_every_test_of_the_api_is_for_a_site_or_there_is_a_reason() -> None:
    """A new module is in unless somebody says why not; no reason is left of one that is gone."""
    every = {name_of(module): asking(module) for module in server_modules()}
    assert set(EXCLUDED) <= {name for name, tests in every.items() if tests}
    assert set(LEFT_OUT) <= {name for tests in every.values() for name in tests}
    collected = {name for name in globals() if name.startswith("test_")}
    for name, tests in every.items():
        if name not in EXCLUDED:
            assert set(tests) - set(LEFT_OUT) <= collected, name


def begun(client: Client) -> str:
    """A game of Hibernia in which the first seats have moved."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "greedy"}, {"kind": "greedy"}]
    table = str(client.create("hibernia", seats, bot_pace=0)["table"])
    client.act(table, "start")
    anything(client, table, 0, PLIES)
    return table


def test_games_go_from_a_device_to_a_server_and_back(one_server: Running) -> None:
    """One that is over is looked at and verified there; one that has begun goes on there."""
    with Running() as far:
        device, home = one_server.client(), far.client()
        for here, there in ((device, home), (home, device)):
            going = begun(here)
            table = opened(there, here.get(f"/tables/{going}/transcript", seat=0))
            plies = there.table(table)["table"]["plies"]
            assert plies >= PLIES
            anything(there, table, 0, plies + 4)
            assert there.table(table)["table"]["plies"] > plies

            over = str(here.create("gallia", TWO)["table"])
            here.act(over, "start")
            here.act(over, "resign", seat=0)
            table = opened(there, here.get(f"/tables/{over}/transcript"))
            assert there.table(table)["table"]["status"] == "over"
            assert there.get(f"/tables/{table}/verify")["fits"]
