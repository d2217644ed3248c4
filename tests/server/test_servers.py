"""Several servers on one database: whoever is asked, everybody sees the same server."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cruachan.bench.cluster import FaultPlan, FaultTrial
from cruachan.bench.postgres import Postgres
from cruachan.bench.servers import Servers
from cruachan.bench.takeover import TakeoverPlan, TakeoverTrial
from cruachan.server.client import Client, RefusedError
from cruachan.server.store.databases import connected


@pytest.fixture(scope="module")
def servers(postgres: Postgres) -> Iterator[Servers]:
    logged = ("--log", "json")
    with Servers(postgres.fresh("servers"), rules="interpreted", options=logged) as running:
        yield running


class Guest:
    """Somebody with one key at every server."""

    def __init__(self, servers: Servers) -> None:
        first = Client(servers.all[0].address)
        rest = [Client(each.address, first.key) for each in servers.all[1:]]
        self.at = [first, *rest]

    def close(self) -> None:
        for client in self.at:
            client.close()


@pytest.fixture
def guests(servers: Servers) -> Iterator[list[Guest]]:
    found = [Guest(servers), Guest(servers)]
    yield found
    for guest in found:
        guest.close()


def a_table(guests: list[Guest], game: str = "gallia") -> str:
    """Made at one server, joined at the second, begun at the third."""
    anna, ben = guests
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    table = str(anna.at[0].create(game, seats)["table"])
    ben.at[1].act(table, "sit", name="Ben", word="bits")
    anna.at[2].act(table, "start")
    return table


def first_move(seen: dict[str, Any]) -> Any:
    return next(move["move"] for point in seen["view"]["points"] for move in point["moves"])


def test_a_table_is_the_same_at_every_server(guests: list[Guest]) -> None:
    table = a_table(guests)
    anna, ben = guests
    views = [client.table(table) for client in (*anna.at, *ben.at)]
    assert len({(seen["seq"], str(seen["view"])) for seen in views}) == 1
    assert [client.table(table)["seats"] for client in ben.at] == [[1]] * 3


@pytest.mark.parametrize("takes", ["gzip", "identity", None])
def test_an_answer_comes_as_its_client_takes_it(
    servers: Servers, guests: list[Guest], takes: str | None
) -> None:
    """Compressed by the server that has the table, and passed on as it is."""
    table = a_table(guests)
    for server in servers.all:
        with httpx.Client() as client:
            asked = client.build_request("GET", f"{server.address}/api/tables/{table}")
            del asked.headers["accept-encoding"]
            if takes:
                asked.headers["accept-encoding"] = takes
            answer = client.send(asked)
        assert answer.headers.get("content-encoding") == ("gzip" if takes == "gzip" else None)
        assert answer.json()["table"]["id"] == table


def test_of_two_answers_at_two_servers_one_counts(guests: list[Guest]) -> None:
    table = a_table(guests)
    seen = {seat: guest.at[0].table(table, seat) for seat, guest in enumerate(guests)}
    seat = next(seat for seat in seen if seat in seen[seat]["view"]["to_act"])
    move, asked = first_move(seen[seat]), seen[seat]["asked"]
    guests[seat].at[1].act(table, "move", seat=seat, answers=asked, move=move)
    with pytest.raises(RefusedError) as refused:
        guests[seat].at[2].act(table, "move", seat=seat, answers=asked, move=move)
    assert refused.value.status == 409


def test_an_act_sent_to_two_servers_is_done_once(guests: list[Guest]) -> None:
    table = a_table(guests)
    body = {"id": "once-and-for-all", "act": {"kind": "chat", "seat": 0, "text": "hello"}}
    sent = [client.post(f"/tables/{table}/acts", body) for client in guests[0].at]
    assert len({answer["seq"] for answer in sent}) == 1


def test_listeners_at_every_server_hear_the_same_and_who_is_there(guests: list[Guest]) -> None:
    table = a_table(guests)
    anna, ben = guests
    lines = [client.listen(table) for client in anna.at]
    ben_listens = ben.at[1].listen(table, 1)
    heard = [next(line) for line in (*lines, ben_listens)]
    assert len({said["seq"] for said in heard}) == 1
    seq = ben.at[2].act(table, "chat", seat=1, text="there?")
    for line in lines:
        said = next(each for each in line if each["seq"] == seq)
        assert said["table"]["seats"][1]["there"]


def test_events_come_through(servers: Servers, guests: list[Guest]) -> None:
    table = a_table(guests)
    for server in servers.all:
        with httpx.stream("GET", f"{server.address}/api/tables/{table}/events") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert next(answer.iter_lines()).startswith("id: ")


def test_a_request_has_one_id_at_all_servers_that_it_passes(
    servers: Servers, guests: list[Guest]
) -> None:
    """In their logs and in the answer."""
    table = a_table(guests)
    for number, server in enumerate(servers.all):
        name = f"asked-at-{number}"
        asked = httpx.get(f"{server.address}/api/tables/{table}", headers={"x-request-id": name})
        assert asked.status_code == 200
        assert asked.headers.get_list("x-request-id") == [name]

    def seen() -> list[int]:
        """At how many servers each is noted, which they do after the answer."""
        logs = [each.log.splitlines() for each in servers.all]
        noted = [{json.loads(line)["request"] for line in log if line[:1] == "{"} for log in logs]
        return sorted(sum(f"asked-at-{number}" in ids for ids in noted) for number in range(3))

    end = time.monotonic() + 60
    while seen() != [1, 2, 2] and time.monotonic() < end:
        time.sleep(0.05)
    assert seen() == [1, 2, 2]


def test_what_is_refused_is_refused_everywhere(guests: list[Guest]) -> None:
    table = a_table(guests)
    for client in guests[1].at:
        with pytest.raises(RefusedError) as refused:
            client.act(table, "move", seat=0, answers=1, text="x")
        assert refused.value.status == 403
        with pytest.raises(RefusedError) as refused:
            client.table("no-such-table")
        assert refused.value.status == 404


def test_a_request_that_is_too_long_is_refused_however_it_is_sent(
    servers: Servers, guests: list[Guest]
) -> None:
    table = a_table(guests)

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1024

    for server in servers.all:
        answer = httpx.post(f"{server.address}/api/tables/{table}/acts", content=endless())
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_nobody_passes_by_the_guard_without_the_secret(servers: Servers) -> None:
    for said in ("", "guessed http", "guessed"):
        headers = {"host": "evil.example", "cruachan-passed": said}
        answer = httpx.get(f"{servers.all[0].address}/api/tables", headers=headers)
        assert answer.status_code == 421


def test_a_game_goes_on_from_another_servers_table(guests: list[Guest]) -> None:
    """Whoever may look at a table can play on from it, whichever server has it in memory."""
    table = a_table(guests)
    guests[1].at[0].act(table, "resign", seat=1)
    seats = [{"kind": "me"}, {"kind": "random"}]
    wish = {"from": {"table": table, "ply": 0}}
    made = [client.create("gallia", seats, **wish) for client in guests[0].at]
    assert len({each["table"] for each in made}) == 3


def test_bots_move_once_and_a_table_goes_on_when_its_server_stops(
    servers: Servers, guests: list[Guest], postgres: Postgres
) -> None:
    """The server that holds a table of bots is stopped: another plays on from the next row."""
    client = guests[0].at[1]
    seats = [{"kind": "random"}, {"kind": "random"}, {"kind": "random"}]
    table = str(client.create("cambria", seats, bot_pace=0)["table"])
    client.act(table, "start")
    servers.all[1].end(signal.SIGTERM)
    other, end = guests[0].at[0], time.monotonic() + 300
    while (seen := other.table(table))["table"]["status"] != "over":
        assert time.monotonic() < end, seen["seq"]
        time.sleep(0.1)
    servers.all[1].start().wait()
    assert guests[0].at[1].table(table)["seq"] == seen["seq"]
    with connected(f"postgresql://cruachan@/servers?host={postgres.folder}") as base:
        rows = base.execute('SELECT seq FROM rows WHERE "table" = %s ORDER BY seq', (table,))
        assert [seq for (seq,) in rows] == list(range(1, seen["seq"] + 1))
    assert servers.complaints() == []


def test_the_tables_of_a_killed_server_go_on_at_another(servers: Servers) -> None:
    """`cruachan bench takeover` does it with hundreds."""
    takeover = TakeoverTrial(TakeoverPlan(tables=4), servers, lambda said: None)
    try:
        takeover.fill()
        takeover.go(servers.database)
        takeover.restore()
        takeover.compare(servers.database)
    finally:
        takeover.close()
    found = takeover.found
    assert found.failed == []
    assert (found.lost, found.doubled) == (0, 0)
    assert (len(found.answered), len(found.moved)) == (2, 2)
    assert found.figures()["takeover_answered_most"] == max(found.answered)


def test_servers_are_restarted_one_after_the_other_and_nobody_notices(
    postgres: Postgres, servers: Servers
) -> None:
    """Each gives its tables to the others before it goes; no write fails. On a loaded machine one
    may be told to come again, which clients do by themselves. It comes last, for the servers are
    gone afterwards."""
    for server in servers.all:
        server.wait()
    play = FaultTrial(
        FaultPlan(tables=2, rules="interpreted", think=0.05), postgres, servers, print
    )
    try:
        play.seat()
        play.roll()
        play.settle()
        found = play.examine(servers.database)
    finally:
        play.close()
    assert found.failed == []
    assert found.broken == []
    assert (found.lost, found.doubled, found.unseen) == (0, 0, 0)
    assert len(found.refused) <= found.moves // 20, found.refused
    assert found.lines_lost
    assert found.moves > 20
