"""`cruachan ratings` and `cruachan recount`, and a table that counts for ratings by `invite`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cruachan.server.store.club import drop_result
from cruachan.server.store.store import Store
from tests import warm
from tests.server.browsers import FREE, ME, person
from tests.server.inside import InProcessServers


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CRUACHAN_HOME", str(tmp_path))
    return tmp_path


def test_ratings_in_the_terminal(address: str, home: Path) -> None:
    """Set by somebody who has signed in, lost by her, and shown to everybody."""
    assert "counted for ratings here yet" in warm.run("ratings", address, "--lang", "en").stdout
    refused = warm.run("invite", "gallia", "--server", address, "--rated", "--lang", "en")
    assert refused.returncode != 0
    assert "counts for ratings" in refused.stderr
    anna = person(address, "Anna")
    warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
    bot = ("--player", "me", "--player", "greedy")
    # The option's name before 0.3 still works.
    set_ = warm.run("invite", "gallia", "--hall", address, "--rated", *bot, "--lang", "en")
    assert set_.returncode == 0, set_.stderr
    (table,) = anna.mine()
    anna.act(table, "start")
    anna.act(table, "resign", seat=0)
    told = warm.run("ratings", address, "--lang", "en").stdout
    assert "Gallia Cisalpina, 2 players" in told
    assert "Anna (you)" in told
    assert "provisional; plays about like" in told
    assert "1500  Steady (bot)" in told
    assert "Solide (Bot)" in warm.run("ratings", address, "--lang", "de").stdout


def test_no_server_is_told(home: Path) -> None:
    done = warm.run("ratings", "http://127.0.0.1:9", "--lang", "en")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


def test_results_are_computed_again_by_a_command(home: Path) -> None:
    with InProcessServers(1) as servers:
        servers.services[0].rolls = True
        anna, ben = person(servers.addresses[0], "Anna"), person(servers.addresses[0], "Ben")
        table = anna.table(ME, FREE, rated=True, clock="3+12")
        ben.act(table, "sit", name="Ben", word="b")
        anna.act(table, "start")
        ben.act(table, "resign", seat=1)
        before = anna.get("/me/ratings")
        servers.services[0].store.backup(home / "hall.sqlite")
    store = Store(home)
    store.put(drop_result(table)).result()
    store.close()
    done = warm.run("recount", "--data", str(home), "--lang", "en")
    assert (done.returncode, done.stdout.split(":")[-1].strip()) == (0, "1."), done.stderr
    again = warm.run("recount", "--data", str(home), "--lang", "de")
    assert "gespeichert waren: 1." in again.stdout
    assert before[0]["games"] == 1


def test_a_league_in_the_terminal(address: str, home: Path) -> None:
    """Set up, joined, begun and shown by Anna in the terminal; Ben joins in his browser."""
    assert "no league here yet" in warm.run("league", "list", address, "--lang", "en").stdout
    anna, ben = person(address, "Anna"), person(address, "Ben")
    warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
    new = ("league", "new", "gallia", "--server", address, "--name", "Winter", "--seats", "2")
    made = warm.run(*new, "--days", "7", "--lang", "en")
    assert made.returncode == 0, made.stderr
    link = made.stdout.strip()
    assert f"Winter: Gallia Cisalpina, season 1, open to join, 0 players\n  {link}" in (
        warm.run("league", "list", address, "--lang", "en").stdout
    )
    assert "Anna (you)" in warm.run("league", "join", link, "--lang", "en").stdout
    refused = warm.run("league", "start", link, "--lang", "en")
    assert refused.returncode != 0
    assert "needs at least 2 players" in refused.stderr
    ben.post(f"/leagues/{link.rpartition('/')[2]}/acts", kind="join")
    person(address, "Carol").post(f"/leagues/{link.rpartition('/')[2]}/acts", kind="join")
    assert "Carol" not in warm.run("league", "remove", link, "Carol", "--lang", "en").stdout
    unknown = warm.run("league", "remove", link, "Dora", "--lang", "en")
    assert (unknown.returncode != 0, "Dora" in unknown.stderr) == (True, True)
    begun = warm.run("league", "start", link, "--lang", "de").stdout
    assert "Runde 1 von 1" in begun
    assert re.search(r"Punkte +Partien +Besiegte +Gegner\n +1\. .* 0,00 +0 +0,00 +0,00\n", begun)
    assert f"{address}/t/{anna.mine()[0]}" in begun
    file = home / "winter.ics"
    assert warm.run("league", "calendar", link, "--out", str(file)).returncode == 0
    assert file.read_bytes().count(b"BEGIN:VEVENT\r\n") == 1
    wrong = warm.run("league", "show", f"{address}/t/x", "--lang", "en")
    assert "is no link to a league" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_a_profile_in_the_terminal(home: Path) -> None:
    """Nothing for who is nobody; results, luck that is being counted, and the year, in words."""
    with InProcessServers(1) as servers:
        servers.services[0].rolls = True
        address = servers.addresses[0]
        refused = warm.run("profile", address, "--lang", "en")
        assert refused.returncode != 0
        assert "Traceback" not in refused.stderr
        anna, ben = person(address, "Anna"), person(address, "Ben")
        warm.run("login", f"{address}/login#{anna.link()}", "--lang", "en")
        assert "No game of yours" in warm.run("profile", address, "--lang", "en").stdout
        table = anna.table(ME, FREE, rated=True, clock="3+12")
        ben.act(table, "sit", name="Ben", word="b")
        anna.act(table, "start")
        ben.act(table, "resign", seat=1)
        told = warm.run("profile", address, "--lang", "en").stdout
        assert "Anna: games finished 1, won 1." in told
        assert "still being worked out" in told
        assert "You met Ben once." in told
        assert "Gallia Cisalpina: place 1 of 2 (Ben)" in told
        assert "Gallia Cisalpina, 2 players: 1" in told
        while servers.do(servers.services[0].facts.look()):
            pass
        told = warm.run("profile", address, "--lang", "de", "--year", "1999").stdout
        assert "still" not in told
        assert "1999 ist keine Partie zu Ende gegangen." in told
        assert "Andere Jahre: 20" in told
