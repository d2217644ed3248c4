"""A whole story in the terminal: signed in by a link, joined a league, called to its table by the
desktop, moved there, and shown how the season ended; all in the language of her page."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pexpect
import pytest

from tests import warm
from tests.server.browsers import person, play_turn
from tests.server.running import Running
from tests.server.test_join import link, terminal, type_until, wait_until

SENDER = '#!/bin/sh\nprintf "%s\\n" "$*" >> "$NOTICES"\n'
"""A `notify-send` that writes down what it is told."""

pytestmark = pytest.mark.usefixtures("browsers")


def test_from_signing_in_to_the_end_of_a_season(server: Running, tmp_path: Path) -> None:
    home, told, program = tmp_path / "home", tmp_path / "told", tmp_path / "notify-send"
    program.write_text(SENDER)
    program.chmod(0o755)
    told.touch()
    desktop = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "NOTICES": str(told), "DISPLAY": ":0"}
    own = {"CRUACHAN_HOME": str(home), "LC_ALL": "C.UTF-8", "CRUACHAN_RULES": "interpreted"}
    anna, ben = person(server.address, "Anna"), person(server.address, "Ben")
    anna.post("/me/settings", settings={"page": {"lang": "de"}})
    setting = {"name": "Winter", "game": "gallia", "players": 2, "days": 0}
    league = ben.post("/leagues", **setting)["league"]
    ben.post(f"/leagues/{league}/acts", kind="join")

    def shown(*arguments: str) -> str:
        done = warm.run(*arguments, env=os.environ | own)
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    # She signs in by the link that her page shows, and joins the league.
    assert "auch im Terminal" in shown("login", f"{server.address}/login#{anna.link()}")
    assert "Anna (du)" in shown("league", "join", f"{server.address}/leagues/{league}")
    ben.post(f"/leagues/{league}/acts", kind="start")
    (table,) = anna.mine()
    (seat,) = next(each["mine"] for each in anna.get("/tables/mine"))
    assert link(server, table) in shown("tables", server.address)

    # At its table she waits for Ben, whichever of them begins, and is called once.
    play_turn(anna, table, seat)
    window = terminal(server, home, "join", link(server, table), "--notify", lang=None, **desktop)
    window.expect("Ben")
    wait_until(lambda: anna.get(f"/tables/{table}")["table"]["seats"][seat]["there"])
    assert not told.read_text()
    play_turn(ben, table, 1 - seat)
    wait_until(told.read_text)
    assert "Gallia Cisalpina: Du bist am Zug" in told.read_text()

    # She moves there, and Ben gives up.
    before = anna.get(f"/tables/{table}")["seq"]
    type_until(window, "1", lambda: anna.get(f"/tables/{table}")["seq"] > before)
    assert len(told.read_text().splitlines()) == 1
    ben.act(table, "resign", seat=1 - seat)
    window.expect("aufgegeben")
    window.expect(pexpect.EOF)
    assert window.wait() == 0
    wait_until(lambda: ben.get(f"/leagues/{league}")["status"] == "over")
    ended = shown("league", "show", f"{server.address}/leagues/{league}")
    assert re.search(r"1\. Anna \(du\) +1,00 +1 .*\n +2\. Ben +0,00 +1 ", ended), ended
