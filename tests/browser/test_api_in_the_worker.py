"""The tests of the server's API once more, against the application as the page's worker runs it.

They are the same functions: what `cruachan serve` promises, a site without a server promises too.
Its bots think in WebAssembly, by Node. Left out is what lies around the application: the guard
against other sites, rates and sizes, and the front page; tests that reach into a server instead of
asking it; and the analysis that is compared with the compiled one to the last bit, in which
exponentials of JavaScript differ.
"""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import pytest

from cruachan.games import GAMES, game_class
from cruachan.server.client import Client
from cruachan.wasm import build as building
from cruachan.wasm.build import LOADERS
from tests.server import (
    test_afterwards,
    test_api,
    test_catalogue,
    test_lesson,
    test_my_events,
    test_opening,
    test_puzzles,
    test_questions,
)
from tests.server.running import Running
from tests.server.test_opening import anything, opened
from tests.wasm.modules import copy_modules

pytestmark = pytest.mark.slow
KERNELS = [name for name in GAMES if game_class(name).kernel]
PLIES = 12
TWO = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
SUITES = (
    test_afterwards,
    test_api,
    test_catalogue,
    test_lesson,
    test_my_events,
    test_opening,
    test_puzzles,
    test_questions,
)
LEFT_OUT = {
    "test_a_game_that_is_over_is_analysed_bit_by_bit",
    "test_a_file_that_is_not_right_is_refused_with_the_line",
    "test_a_story_is_read_while_it_goes_on_and_kept_when_it_is_over",
    "test_a_body_that_makes_no_sense_has_an_answer",
    "test_a_body_without_a_length_is_counted",
    "test_a_name_bent_to_this_machine_finds_nothing",
    "test_requests_from_elsewhere_are_refused",
    "test_the_front_page_is_a_page_that_keeps_to_itself",
}


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
HERE = {"anna", "server", "own", "address"}
"""The fixtures by which a test asks some server."""
INSIDE = {"monkeypatch", "servers", "tmp_path"}
"""Those by which it starts a server of its own, or reaches into one."""


def asking(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The tests of a module that only ask a server."""
    for name, each in vars(module).items():
        if name.startswith("test_") and name not in LEFT_OUT:
            wanted = set(inspect.signature(each).parameters)
            if wanted & HERE and not wanted & INSIDE:
                yield name, each


for suite in SUITES:
    globals().update(asking(suite))


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
