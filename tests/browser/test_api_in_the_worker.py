"""The tests of the server's API once more, against the application as the page's worker runs it.

They are the same functions: what `cruachan serve` promises, a site without a server promises too.
Left out is what lies around the application: the guard against other sites, rates and sizes, the
front page, and what a strong bot says, which needs WebAssembly here.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from cruachan.server.client import Client
from tests.server import test_api
from tests.server.running import Running
from tests.server.test_opening import anything, opened

pytestmark = pytest.mark.slow
PLIES = 12
TWO = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
LEFT_OUT = {
    "test_a_body_that_makes_no_sense_has_an_answer",
    "test_a_body_without_a_length_is_counted",
    "test_a_name_bent_to_this_machine_finds_nothing",
    "test_hints_only_where_all_agreed",
    "test_requests_from_elsewhere_are_refused",
    "test_the_front_page_is_a_page_that_keeps_to_itself",
}


class LocalRunning(Running):
    """The worker's application in a process of its own."""

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        self.log = (self.folder.parent / f"{self.folder.name}.log").open("a")
        command = [sys.executable, "-m", "tests.browser.served", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        assert found, f"{line!r} {self.stderr}"
        self.port = int(found[1])
        return self


@pytest.fixture(scope="module")
def one_server() -> Iterator[Running]:
    with tempfile.TemporaryDirectory() as folder, LocalRunning(Path(folder) / "data") as running:
        yield running


@pytest.fixture
def server(one_server: Running) -> Iterator[Running]:
    yield one_server
    one_server.dismiss()


anna = test_api.anna
globals().update(
    (name, each)
    for name, each in vars(test_api).items()
    if name.startswith("test_") and name not in LEFT_OUT
)


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
