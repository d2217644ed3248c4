"""What strangers try who want more than is theirs, or that others get nothing."""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cruachan.engine.errors import MoveError
from cruachan.games import game_class
from cruachan.server.api.guard import Bucket
from cruachan.server.api.slow_clients import ReadDeadline
from cruachan.server.limits import LIMITS
from cruachan.server.store.removal import remove
from cruachan.server.tables import commands, handlers
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.social import ChatSent
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.table import now
from tests.server.inside import InProcessServers
from tests.server.test_table import EVERYBODY, any_move, begun, do, refused, run_out, table

ANNA, BEN, EVE = new_key(), new_key(), new_key()
PATIENCE = 120.0


class OneServer:
    """A server inside this process, and how to ask it."""

    def __init__(self, servers: InProcessServers) -> None:
        self.inside = servers.services[0]
        self.address = servers.addresses[0]
        self.port = int(self.address.rpartition(":")[2])
        self.http = httpx.Client(base_url=f"{self.address}/api", timeout=PATIENCE)

    def post(self, key: str, path: str, body: Any) -> httpx.Response:
        return self.http.post(path, json=body, headers={"authorization": f"Bearer {key}"})

    def act(self, table: str, key: str, kind: str, **values: Any) -> httpx.Response:
        body = {"id": secrets.token_hex(8), "act": {"kind": kind, **values}}
        return self.post(key, f"/tables/{table}/acts", body)

    def table(self, game: str = "gallia") -> str:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
        made = self.post(ANNA, "/tables", {"game": game, "seats": seats})
        return str(made.json()["table"])

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)


@pytest.fixture(scope="module")
def opened() -> Iterator[OneServer]:
    with InProcessServers(1) as servers:
        server = OneServer(servers)
        yield server
        server.http.close()


def ends(line: socket.socket) -> bytes:
    """All that comes until a connection is closed."""
    answer = b""
    with suppress(ConnectionResetError):
        while part := line.recv(65536):
            answer += part
    return answer


# Seats of others


def test_who_stands_up_has_the_seat_no_more(opened: OneServer) -> None:
    """Eve sits down, makes a second key and opens a line, stands up, and Ben sits down there."""
    table = opened.table()
    opened.act(table, EVE, "sit", name="Eve")
    second = opened.post(EVE, f"/tables/{table}/keys?seat=1", None).json()["key"]
    address = f"ws://127.0.0.1:{opened.port}/api/tables/{table}/listen?seat=1"
    with connect(address, additional_headers={"authorization": f"Bearer {EVE}"}) as line:
        line.recv(PATIENCE)
        assert opened.act(table, EVE, "stand", seat=1).status_code == 200
        opened.act(table, BEN, "sit", name="Ben")
        with suppress(ConnectionClosed):
            while True:
                assert "Ben" not in str(line.recv(PATIENCE))
    for _ in range(2):
        for key in (EVE, second):
            sent = {"authorization": f"Bearer {key}"}
            seen = opened.http.get(f"/tables/{table}", params={"seat": 1}, headers=sent)
            assert seen.status_code == 403
            assert opened.act(table, key, "chat", seat=1, text="I am Ben").status_code == 403
        assert opened.act(table, BEN, "chat", seat=1, text="I am Ben").status_code == 200
        del opened.inside.sessions[table]


@pytest.mark.parametrize("key", ["a", "null", "undefined", "x" * 31, "x" * 33, "ä" * 32])
def test_a_word_that_can_be_guessed_is_no_key(opened: OneServer, key: str) -> None:
    wish = {"game": "gallia", "seats": [{"kind": "me"}, {"kind": "free"}]}
    sent = {b"authorization": f"Bearer {key}".encode("latin-1")}
    assert opened.http.post("/tables", json=wish, headers=sent).json()["error"] == "weak_key"
    cookie = {b"cookie": f"cruachan={key}".encode("latin-1")}
    made = opened.http.post("/tables", json=wish, headers=cookie)
    assert "cruachan=" in made.headers["set-cookie"]
    opened.http.cookies.clear()


def test_nobody_is_voted_out_before_she_could_come_back(opened: OneServer) -> None:
    """A server that starts anew, or takes a table over, has no lines at first."""
    table = opened.table()
    opened.act(table, BEN, "sit", name="Ben")
    assert opened.act(table, ANNA, "start").status_code == 200
    opened.inside.sessions.pop(table)
    vote = opened.act(table, ANNA, "vote", seat=0, about=1)
    assert vote.json()["error"] == "is_there"
    opened.inside.sessions[table].presence._begun -= LIMITS.absence * 60
    assert opened.act(table, ANNA, "vote", seat=0, about=1).status_code == 200


def test_the_host_removes_somebody_from_a_seat(opened: OneServer) -> None:
    table = opened.table()
    opened.act(table, EVE, "sit", name="Eve")
    assert opened.act(table, BEN, "stand", seat=1).json()["error"] == "not_yours"
    assert opened.act(table, ANNA, "stand", seat=1).status_code == 200
    assert opened.act(table, EVE, "sit", name="Eve").json()["error"] == "removed"
    del opened.inside.sessions[table]
    assert opened.act(table, EVE, "sit", name="Eve").json()["error"] == "removed"
    assert opened.act(table, EVE, "chat", seat=1, text="I?").json()["error"] == "not_yours"
    assert opened.act(table, BEN, "sit", name="Ben").status_code == 200
    rows = opened.http.get(f"/tables/{table}").json()["rows"]
    assert [row.get("removed") for row in rows if row["kind"] == "stand"] == [True]
    assert opened.act(table, ANNA, "start").status_code == 200
    assert opened.act(table, ANNA, "stand", seat=1).json()["error"] == "started"


def test_who_sits_at_a_table_that_was_removed_is_told_so(opened: OneServer) -> None:
    """Also while it is still in memory; the database's words say nothing to a player."""
    table = opened.table()
    remove(opened.inside.store, [table])
    assert table in opened.inside.sessions
    assert opened.act(table, BEN, "sit", name="Ben").json()["error"] == "no_table"
    assert opened.http.get(f"/tables/{table}").status_code == 404


# Without end


def test_who_sits_down_next_is_not_held_to_what_somebody_did_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LIMITS, "beside", 3)
    at = table("gallia", ("person", "free"))
    sit = commands.SitCommand(kind="sit", name="Eve")
    chat = commands.ChatCommand(kind="chat", seat=1, text="again")
    do(at, sit)
    while at.extras[1] < 3:
        do(at, chat)
    assert refused(at, chat) == "enough"
    do(at, commands.StandCommand(kind="stand", seat=1))
    do(at, sit)
    assert do(at, chat) == ["chat"]


def test_names_and_seats_are_changed_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """12,000 new names at one table slowed every list for good."""
    monkeypatch.setattr(LIMITS, "renames", 2)
    monkeypatch.setattr(LIMITS, "seatings", 6)
    at = table("gallia", ("person", "free"))
    sit = commands.SitCommand(kind="sit", name="Eve")
    stand = commands.StandCommand(kind="stand", seat=1)
    do(at, sit)
    for name in ("Medb", "Ailill"):
        do(at, commands.RenameCommand(kind="name", seat=1, name=name))
    again = commands.RenameCommand(kind="name", seat=1, name="Medb")
    assert refused(at, again) == "many_names"
    do(at, stand)
    do(at, sit)
    assert do(at, again) == ["name"], "who sits down has names of her own"
    assert refused(at, again) == "many_seatings"
    do(at, stand)
    assert refused(at, sit) == "many_seatings"
    assert do(at, commands.StartCommand(kind="start", fill="random")) == ["start"]


def test_a_seat_does_only_so_much_besides_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever talks and takes back without end fills no store, and holds up nobody else."""
    monkeypatch.setattr(LIMITS, "beside", 3)
    at = begun("gallia", ("person", "person"))
    assert at.match is not None
    seat = at.match.to_act[0]
    chat = commands.ChatCommand(kind="chat", seat=seat, text="and another thing")
    for _ in range(3):
        do(at, chat)
    for more in (
        chat,
        commands.ConfirmCommand(kind="confirm", seat=seat, on=True),
        commands.ToBotCommand(kind="to_bot", seat=seat),
    ):
        assert refused(at, more) == "enough"
    do(at, chat.model_copy(update={"seat": 1 - seat}))
    do(at, any_move(at, seat))
    away = EVERYBODY._replace(absent=frozenset({seat}))
    assert do(at, commands.VoteCommand(kind="vote", seat=1 - seat, about=seat), away) == [
        "vote",
        "absent",
    ]
    assert run_out(at, seat) == ["to_bot"]
    assert do(at, commands.BackCommand(kind="back", seat=seat)) == ["back"]


def test_a_table_has_only_so_many_keys(opened: OneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS, "keys", 3)
    table = opened.table()
    path = f"/tables/{table}/keys?seat=0"
    keys = [opened.post(ANNA, path, None).json()["key"] for _ in range(2)]
    assert opened.post(ANNA, path, None).json()["error"] == "many_keys"
    link = {"key": keys[0]}
    assert opened.post(EVE, f"/tables/{table}/enter", link).json()["error"] == "many_keys"
    for _ in range(5):
        key = new_key()
        assert opened.act(table, key, "sit", name="Eve").status_code == 200
        assert opened.act(table, key, "stand", seat=1).status_code == 200
    assert len(opened.inside.sessions[table].keys) == 3, "who stood up is forgotten"


def test_a_long_story_holds_up_nobody(opened: OneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever reads and reads, and has no seat at all, keeps all others from playing."""
    telling, told = threading.Event(), threading.Event()

    def story(match: object, *_: object) -> list[int]:
        telling.set()
        assert told.wait(PATIENCE)
        return [len(match.history)]  # type: ignore[attr-defined]

    monkeypatch.setattr(game_class("shent").story, "so_far", story)
    table = opened.table("shent")
    opened.act(table, BEN, "sit", name="Ben")
    opened.act(table, ANNA, "start")
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(opened.http.get, f"/tables/{table}/saga")
        assert telling.wait(PATIENCE)
        place = opened.inside.sessions[table]
        assert not place.lock.locked()
        assert opened.act(table, BEN, "chat", seat=1, text="Well?").status_code == 200
        told.set()
        assert reading.result(PATIENCE).status_code == 200


# Lines


def test_pages_of_strangers_open_no_line(opened: OneServer) -> None:
    sent = {"origin": "http://evil.example"}
    answer = opened.http.get(f"/tables/{opened.table()}/events", headers=sent)
    assert answer.json()["error"] == "foreign_origin"


def test_one_address_holds_only_so_many_lines(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Server-sent events are counted as WebSockets are, and no longer once they are closed."""
    monkeypatch.setattr(LIMITS, "lines", 2 / 2000)
    path = f"/tables/{opened.table()}/events"
    with opened.http.stream("GET", path), opened.http.stream("GET", path):
        assert opened.http.get(path).json()["error"] == "too_many_lines"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with opened.http.stream("GET", path) as answer:
            if answer.status_code == 200:
                return
    raise AssertionError("lines that were closed are still counted")


def test_who_talks_without_end_is_cut_off(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "said", 20)
    address = f"ws://127.0.0.1:{opened.port}/api/tables/{opened.table()}/listen"
    with connect(address) as line:
        line.recv(PATIENCE)
        with suppress(ConnectionClosed):
            for _ in range(200):
                line.send('{"shown": 1}')
        with pytest.raises(ConnectionClosed, match="1008"):
            line.recv(PATIENCE)


# Requests that never end


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ", b"\r\n"],
    ids=["silence", "half a head", "a blank"],
)
def test_who_says_nothing_is_cut_off(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(LIMITS, "slowest", 0.2)
    with opened.line() as line:
        line.sendall(sent)
        assert ends(line) == b""


def test_a_second_request_is_waited_for_no_longer(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "slowest", 0.2)
    head = b"GET /api/tables/mine HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    with opened.line() as line:
        line.sendall(head + b"\r\n" + head)
        assert ends(line).count(b"HTTP/1.1 200") == 1


def test_a_body_that_does_not_come_is_not_waited_for(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS, "slowest", 0.2)
    with opened.line() as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{")
        answer = ends(line)
    assert b"HTTP/1.1 408" in answer
    assert b"too_slow" in answer


def test_a_head_without_end_is_not_read(opened: OneServer) -> None:
    with opened.line() as line:
        line.sendall(b"GET /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        with suppress(ConnectionError):
            for _ in range(100):
                line.sendall(b"x: " + b"y" * 10_000 + b"\r\n")
            line.sendall(b"\r\n")
        assert ends(line) == b""


def test_an_answer_that_is_not_read_is_not_kept(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever asks and asks, and reads nothing, fills the server's memory."""
    long = "x" * 20_000_000
    monkeypatch.setattr(game_class("shent").story, "so_far", lambda *_: [long])
    table = opened.table("shent")
    opened.act(table, BEN, "sit", name="Ben")
    opened.act(table, ANNA, "start")
    path = f"/tables/{table}/saga"
    assert len(opened.http.get(path).text) > len(long), "who reads it gets all of it"
    monkeypatch.setattr(LIMITS, "slowest", 2.0)
    monkeypatch.setattr(LIMITS, "answers", 1 / 2000)
    with opened.line() as line:
        line.sendall(f"GET /api{path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 200")
        assert opened.http.get("/games").json()["error"] == "too_often"
        end = time.monotonic() + PATIENCE
        while opened.http.get("/games").status_code == 429 and time.monotonic() < end:
            time.sleep(0.1)
        assert opened.http.get("/games").status_code == 200
        assert len(ends(line)) < len(long), "the rest is forgotten"


def test_a_listener_that_reads_nothing_is_cut_off(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing a WebSocket waits until everything is read; a deadline does not."""
    table = opened.table()
    long = b'"' + b"x" * 20_000_000 + b'"'

    async def catch_up(*_: object) -> bytes:
        return long

    monkeypatch.setattr(opened.inside, "catch_up", catch_up)
    monkeypatch.setattr(LIMITS, "slowest", 1.0)
    with opened.line() as line:
        upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        path = f"/api/tables/{table}/listen"
        line.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{upgrade}{key}\r\n".encode())
        assert line.recv(12) == b"HTTP/1.1 101"
        listeners = opened.inside.sessions[table].listeners
        end = time.monotonic() + 60.0
        while listeners and time.monotonic() < end:
            time.sleep(0.05)
        assert not listeners
        assert len(ends(line)) < len(long), "the rest is forgotten"


def test_who_reads_a_little_now_and_then_is_cut_off() -> None:
    """Each piece is read before the deadline, and all of them far too slowly."""
    clock, aborted = [0.0], []
    timers: list[float] = []

    class Loop:
        def time(self) -> float:
            return clock[0]

        def call_later(self, after: float, call: Any) -> Any:
            timers.append(after)
            return type("Timer", (), {"cancel": lambda self: timers.clear()})()

    class Transport:
        def abort(self) -> None:
            aborted.append(clock[0])

    deadline = ReadDeadline(cast(Any, Loop()), cast(Any, Transport()))
    for _ in range(5):
        deadline.pause()
        clock[0] += 10.0
        deadline.resume()
    deadline.pause()
    assert timers == [20.0], "48 kB in 10 s are enough"
    clock[0] += 19.0
    deadline.resume()
    deadline.pause()
    assert timers == [20.0 - 7.0], "48 kB in 19 s are not"
    clock[0] += 12.0
    deadline.resume()
    deadline.pause()
    assert timers == [20.0 - 7.0]


def test_a_seat_says_only_so_much_in_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS, "chat", 3)
    at = begun("gallia", ("person", "person"))
    chat = commands.ChatCommand(kind="chat", seat=0, text="and another thing")
    for _ in range(3):
        at.apply(PendingEvent(ChatSent(0, "one")), now())
    assert refused(at, chat) == "much_chat"
    do(at, chat.model_copy(update={"seat": 1}))
    for _ in range(3):
        at.apply(PendingEvent(ChatSent(0, "long ago")), now() - 25 * 3_600_000)
    do(at, chat)


def test_lines_and_requests_that_came_in_time_stay(
    opened: OneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has sent her request in time may take as long as she likes to listen."""
    monkeypatch.setattr(LIMITS, "slowest", 2.0)
    table = opened.table()
    address = f"ws://127.0.0.1:{opened.port}/api/tables/{table}/listen"
    with opened.http.stream("GET", f"/tables/{table}/events") as events, connect(address) as line:
        parts = events.iter_raw()
        next(parts)
        line.recv(PATIENCE)
        time.sleep(2.5)
        opened.act(table, BEN, "sit", name="Ben")
        assert b"Ben" in next(parts)
        assert "Ben" in str(line.recv(PATIENCE))


# Too much


def test_a_move_nested_without_end_has_an_answer(opened: OneServer) -> None:
    table = opened.table("shent")
    deep: Any = 1
    for _ in range(800):
        deep = [deep]
    opened.act(table, BEN, "sit", name="Ben")
    opened.act(table, ANNA, "start")
    answer = opened.act(table, ANNA, "move", seat=0, answers=0, move=["claim", [deep], ""])
    assert answer.status_code == 422
    assert answer.json()["error"] == "invalid"


def test_questions_cost_less_than_acts_and_are_counted_too() -> None:
    bucket = Bucket(1.0)
    assert [bucket.take("a", 1.0) for _ in range(6)] == [True] * 4 + [False] * 2
    assert sum(bucket.take("b", 0.25) for _ in range(30)) == 16


def test_only_so_many_moves_wait() -> None:
    at = begun("shent", ("person",) * 3)
    assert at.match is not None
    for _ in range(handlers.MOST_QUEUED):
        claim = commands.MoveCommand(kind="move", seat=0, answers=0, text="claim 9", queue=True)
        assert do(at, claim) == ["queue"]
    with pytest.raises(MoveError):
        handlers.handle(at, claim, EVERYBODY)
