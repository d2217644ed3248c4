"""Bots of the host's own sit at tables of the server, by names that the host alone has given."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

from cruachan.server.client import RefusedError
from tests.server.running import Running

CLASS = """
class Mine:
    def __init__(self, game):
        pass

    def choose(self, decision, rng):
        open({marker!r}, "a").write("asked ")
        return decision.moves[0]
"""
FAILING = "import sys\nsys.stdin.readline()\n"


def wait_for(path: Path, text: str) -> None:
    until = time.monotonic() + 60
    while not path.exists() or text not in path.read_text():
        assert time.monotonic() < until, f"{text!r} is not in {path} after a minute"
        time.sleep(0.05)


def test_the_hosts_own_bots_sit_at_tables(tmp_path: Path) -> None:
    marker, strange = tmp_path / "marker", tmp_path / "strange"
    (tmp_path / "mine.py").write_text(CLASS.format(marker=str(marker)))
    (tmp_path / "strange.py").write_text(CLASS.format(marker=str(strange)))
    (tmp_path / "failing.py").write_text(FAILING)
    failing = shlex.join([sys.executable, str(tmp_path / "failing.py")])
    own = ("--bot", f"mine={tmp_path / 'mine.py'}:Mine", "--bot", f"failing=exec:{failing}")
    with Running(tmp_path / "data", *own) as server:
        anna = server.client()
        games = {game["name"]: game for game in anna.get("/games")}
        kinds = {bot["kind"]: bot for bot in games["hibernia"]["bots"]}
        assert kinds["mine"]["title"] == "Mine"
        assert kinds["mine"]["about"] == "A bot of the host's own."
        for kind in (f"{tmp_path / 'strange.py'}:Strange", "exec:touch x", "strange"):
            with pytest.raises(RefusedError):
                anna.create("hibernia", [{"kind": "me", "name": "A"}, {"kind": kind}])
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "mine"}, {"kind": "failing"}]
        table = str(anna.create("hibernia", seats, bot_pace=0)["table"])
        anna.act(table, "start")
        anna.act(table, "to_bot", seat=0, bot="mine")
        wait_for(marker, "asked asked")
        wait_for(Path(server.log.name), "The bot failing has ended")
    assert not strange.exists()
