"""The API of a running server: its answers to good requests, and to bad ones."""

from __future__ import annotations

import json
import secrets
import socket
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError
from cruachan.server.client import Client, RefusedError, read_link
from cruachan.server.limits import LIMITS
from cruachan.server.tables import listeners
from tests.server.running import Running


@pytest.fixture
def anna(server: Running) -> Client:
    return server.client()


def friends(anna: Client, game: str = "gallia", **wishes: Any) -> str:
    """A table of Anna's with a free seat."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    return str(anna.create(game, seats, **wishes)["table"])


def playing(server: Running, anna: Client, **wishes: Any) -> tuple[str, Client]:
    """A table at which Anna and Ben have begun to play."""
    table = friends(anna, **wishes)
    ben = server.client()
    ben.act(table, "sit", name="Ben", word="bits of Ben")
    anna.act(table, "start")
    return table, ben


def refusal(client: Client, table: str, kind: str, **values: Any) -> tuple[int, str]:
    with pytest.raises(RefusedError) as caught:
        client.act(table, kind, **values)
    assert caught.value.text("en")
    return caught.value.status, caught.value.key


# The ordinary way


def test_the_front_page_is_a_page_that_keeps_to_itself(server: Running) -> None:
    answer = httpx.get(server.address)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Cruachan" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "server" not in answer.headers


def test_games_rules_and_boards(anna: Client) -> None:
    games = {game["name"]: game for game in anna.get("/games")}
    assert set(games) == {"hibernia", "cambria", "gallia", "shent"}
    assert "<svg" in anna.get("/games/cambria/board")
    assert "<symbol" in anna.get("/games/cambria/still")
    with pytest.raises(RefusedError, match="no game"):
        anna.get("/games/chess/rules")


def test_a_table_from_setting_it_to_the_first_moves(server: Running, anna: Client) -> None:
    table = friends(anna)
    promise = anna.table(table)["table"]["promise"]
    ben = server.client()
    ben.act(table, "sit", name="Ben", word="bits of Ben")
    anna.act(table, "word", seat=0, word="bits of Anna")
    anna.act(table, "start")
    found = anna.table(table, seat=0)
    assert [row["kind"] for row in found["rows"]][:4] == ["made", "sit", "word", "start"]
    assert found["table"]["promise"] == promise
    assert [seat["word"] for seat in found["table"]["seats"]] == ["bits of Anna", "bits of Ben"]
    assert found["view"]["seat"] == 0
    assert ben.table(table, seat=1)["view"]["seat"] == 1
    assert anna.table(table)["view"]["seat"] is None


def test_the_same_id_is_done_once(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    body = {"id": secrets.token_hex(8), "act": {"kind": "chat", "seat": 0, "text": "hello"}}
    first = anna.post(f"/tables/{table}/acts", body)
    assert anna.post(f"/tables/{table}/acts", body) == first
    rows = anna.table(table)["rows"]
    assert [row["kind"] for row in rows].count("chat") == 1


def test_lists_show_public_tables_to_all_and_mine_to_me(server: Running, anna: Client) -> None:
    secret, public = friends(anna), friends(anna, public=True)
    listed = [table["table"] for table in server.client().get("/tables")]
    assert public in listed
    assert secret not in listed
    mine = [table["table"] for table in anna.get("/tables/mine")]
    assert {secret, public} <= set(mine)
    assert server.client().get("/tables/mine") == []


def test_lists_say_whose_turn_it_is_and_which_seats_are_mine(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna, public=True)

    def listed(client: Client, path: str = "/tables/mine") -> dict[str, Any]:
        found: dict[str, Any] = next(t for t in client.get(path) if t["table"] == table)
        return found

    seat = anna.table(table)["view"]["to_act"][0]
    assert (listed(anna)["mine"], listed(ben)["mine"]) == ([-1, 0], [1])
    assert listed(server.client(), "/tables")["mine"] == []
    assert listed(ben, "/tables")["mine"] == [1]
    assert (listed(anna)["waits"], listed(anna)["round"]) == ([seat], 1)
    assert listed(anna)["title"] == "Gallia Cisalpina"
    mover = (anna, ben)[seat]
    while seat in (seen := mover.table(table, seat=seat))["view"]["to_act"]:
        move = seen["view"]["points"][0]["moves"][0]["move"]
        mover.act(table, "move", seat=seat, answers=seen["asked"], move=move)
    assert listed(anna)["waits"] == anna.table(table)["view"]["to_act"] == [1 - seat]
    anna.act(table, "resign", seat=0)
    assert (listed(ben)["waits"], listed(ben)["status"]) == ([], "over")


def test_lists_know_names_and_seats_that_changed_in_the_lobby(
    server: Running, anna: Client
) -> None:
    table = friends(anna, public=True)
    anna.act(table, "name", seat=0, name="Medb")
    anna.act(table, "seat", seat=1, bot="random")
    listed = next(each for each in anna.get("/tables") if each["table"] == table)
    assert [(seat["kind"], seat["name"]) for seat in listed["seats"]] == [
        ("person", "Medb"),
        ("random", "Bran"),
    ]
    anna.act(table, "seat", seat=1)
    listed = next(each for each in anna.get("/tables") if each["table"] == table)
    assert listed["seats"][1] == {"kind": "free", "name": ""}


def writing(line: ClientConnection, wanted: list[bool]) -> None:
    """Listen until just these seats are writing."""
    while [s["writing"] for s in json.loads(line.recv(60))["table"]["seats"]] != wanted:
        pass


def test_who_is_writing_is_told_to_the_others_for_a_while(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    with ben._connect(table, 1, 0) as bens:
        with anna._connect(table, 0, 0) as annas:
            annas.send(json.dumps({"writing": True}))
            writing(bens, [True, False])
            annas.send(json.dumps({"writing": False}))
            writing(bens, [False, False])
            for _ in range(50):
                annas.send(json.dumps({"writing": True}))
            writing(bens, [True, False])
        writing(bens, [False, False])


def test_a_line_that_says_what_is_written_ends(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    with anna._connect(table, 0, 0) as line:
        line.recv(60)
        line.send(json.dumps({"writing": "the text itself"}))
        with pytest.raises(ConnectionClosed):
            line.recv(60)


def test_a_ping_is_answered_at_once(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    with anna._connect(table, 0, 0) as line:
        said = json.loads(line.recv(60))
        line.send(json.dumps({"ping": True}))
        while "alive" not in said:
            said = json.loads(line.recv(LIMITS.heartbeat / 3))
    assert said == {"alive": LIMITS.heartbeat}


def test_whoever_says_no_more_is_no_longer_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    writers = listeners.Writers()
    writers.say(1, True)
    assert writers.now() == {1}
    monkeypatch.setattr(listeners, "WRITING", 0.01)
    writers.say(1, True)
    time.sleep(0.02)
    assert writers.now() == frozenset()


def test_a_closed_table_is_the_last_of_mine(server: Running, anna: Client) -> None:
    older, closed = friends(anna), friends(anna)
    anna.act(closed, "close")
    mine = anna.get("/tables/mine")
    assert [(each["table"], each["status"]) for each in mine] == [
        (older, "open"),
        (closed, "closed"),
    ]
    assert closed not in [each["table"] for each in server.client().get("/tables")]


def test_a_second_device_gets_a_key_for_the_seat(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    key = anna.post(f"/tables/{table}/keys", seat=0)["key"]
    assert server.client(key).table(table, seat=0)["view"]["seat"] == 0
    with pytest.raises(RefusedError, match="not yours"):
        ben.post(f"/tables/{table}/keys", seat=0)
    phone = server.client()
    assert phone.post(f"/tables/{table}/enter", {"key": key})["seats"] == [0]
    assert phone.table(table, seat=0)["seats"] == [0]
    with pytest.raises(RefusedError, match="opens no seat"):
        phone.post(f"/tables/{table}/enter", {"key": "guessed"})


def test_whoever_stands_up_leaves_the_seat_to_others(server: Running, anna: Client) -> None:
    """A key that once opened a seat opened it still when somebody else sat there."""
    table = friends(anna)
    ben, carol = server.client(), server.client()
    ben.act(table, "sit", name="Ben")
    phone = server.client(ben.post(f"/tables/{table}/keys", seat=1)["key"])
    line = ben.listen(table, seat=1)
    assert next(line)["table"]["seats"][1]["name"] == "Ben"
    ben.act(table, "stand", seat=1)
    carol.act(table, "sit", name="Carol")
    for gone in (ben, phone):
        with pytest.raises(RefusedError, match="not yours"):
            gone.table(table, seat=1)
    with pytest.raises(RefusedError, match="not yours") as caught:
        for _ in line:
            pass
    assert caught.value.status == 403
    assert carol.table(table, seat=1)["seats"] == [1]


def test_a_list_shows_who_sits_there_now(server: Running, anna: Client) -> None:
    def listed() -> list[tuple[str, str]]:
        found = next(each for each in anna.get("/tables") if each["table"] == table)
        return [(seat["kind"], seat["name"]) for seat in found["seats"]]

    seats = [{"kind": "me", "name": "Random"}, {"kind": "free"}, {"kind": "free"}]
    table = anna.create("hibernia", seats, public=True)["table"]
    ben = server.client()
    ben.act(table, "sit", name="Ben", seat=2)
    assert listed() == [("person", "Random"), ("free", ""), ("person", "Ben")]
    ben.act(table, "stand", seat=2)
    assert listed()[1:] == [("free", ""), ("free", "")]
    anna.act(table, "start", fill="random")
    sitting = anna.table(table)["table"]["seats"]
    assert listed() == [(seat["kind"], seat["name"]) for seat in sitting]
    assert listed()[1] == ("random", "Bran")


def test_a_key_that_somebody_made_up_is_refused(server: Running) -> None:
    for key in ("anna", "a" * 31, "ä" * 32, "x" * 200):
        stranger = httpx.post(
            f"{server.address}/api/tables",
            json={"game": "gallia", "seats": [{"kind": "me"}, {"kind": "free"}]},
            headers={b"authorization": f"Bearer {key}".encode()},
        )
        assert (stranger.status_code, stranger.json()["error"]) == (422, "weak_key")


def test_an_act_says_which_seats_one_has(server: Running, anna: Client) -> None:
    table, ben = friends(anna), server.client()
    body = {"id": secrets.token_hex(8), "act": {"kind": "sit", "name": "Ben"}}
    first = ben.post(f"/tables/{table}/acts", body)
    assert first == ben.post(f"/tables/{table}/acts", body) == {"seq": 2, "seats": [1]}


def test_a_line_that_is_refused_says_why_in_text(server: Running, anna: Client) -> None:
    table = friends(anna)
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/listen?seat=0") as line:
        said = json.loads(line.recv())
        assert (said["error"], said["status"]) == ("keyless", 401)
        with pytest.raises(ConnectionClosed):
            line.recv()
        assert line.close_code == 4401


def test_nothing_to_take_back_is_a_conflict(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    assert refusal(anna, table, "undo", seat=0) == (409, "undo")
    assert refusal(anna, table, "redo", seat=0) == (409, "undo")


def test_a_browser_keeps_its_key_in_a_cookie_no_script_reads(server: Running) -> None:
    with httpx.Client(base_url=server.address) as browser:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "random"}]
        made = browser.post("/api/tables", json={"game": "gallia", "seats": seats})
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        found = browser.get(f"/api/tables/{made.json()['table']}?seat=0").json()
        assert found["seats"] == [-1, 0]


def test_why_not_says_the_rule(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    for client, seat in ((anna, 0), (ben, 1)):
        said = client.post(f"/tables/{table}/why", {"seat": seat, "text": "nonsense"})
        assert said["legal"] is False
        assert said["text"]
        asked = {"seat": seat, "text": "Why not nonsense?"}
        assert client.post(f"/tables/{table}/why", asked) == said


def test_hints_only_where_all_agreed(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    with pytest.raises(RefusedError, match="no hints"):
        anna.post(f"/tables/{table}/hint", {"seat": 0})
    alone = anna.create("cambria", [{"kind": "me", "name": "A"}, {"kind": "random"}])["table"]
    anna.act(alone, "start")
    for said in anna.listen(alone, seat=0):
        if said["view"]["points"]:
            break
    advice = anna.post(f"/tables/{alone}/hint", {"seat": 0})
    assert advice["seat"] == 0
    assert advice["playouts"] > 100
    assert (advice["wins"], advice["certain"]) == (0, "")
    best, *others = advice["moves"]
    assert best["text"] in [m["text"] for p in said["view"]["points"] for m in p["moves"]]
    assert best["chance"] == advice["chances"][0]
    assert all(best["share"] >= other["share"] > 0 for other in others)
    assert len(others) <= 2
    assert advice["line"][0]["seat"] == 0
    assert advice["line"][0]["text"] == best["text"]
    assert advice["line"][0]["told"].startswith("A ")
    anna.lang = "de"
    german = anna.post(f"/tables/{alone}/hint", {"seat": 0})
    reasons = [[each.pop("reason") for each in told["moves"]] for told in (german, advice)]
    assert reasons[0] != reasons[1]
    assert german["moves"] == advice["moves"]
    assert german["line"][0]["told"] != advice["line"][0]["told"]
    anna.lang = "en"
    with pytest.raises(RefusedError, match="no hints"):
        anna.post(f"/tables/{table}/chances", {"seat": 0})
    chances = anna.post(f"/tables/{alone}/chances", {"seat": 0})
    assert len(chances) == 2
    assert 0.8 < sum(chances) < 1.2


def test_resigning_publishes_the_seed_and_the_game_verifies(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    assert "seed" not in ben.get(f"/tables/{table}/transcript")
    with pytest.raises(RefusedError, match="not over"):
        anna.get(f"/tables/{table}/verify")
    ben.act(table, "resign", seat=1)
    assert "seed" in ben.get(f"/tables/{table}/transcript")
    assert anna.get(f"/tables/{table}/verify")["fits"] is True
    found = anna.table(table, seat=0)
    assert found["table"]["resigned"] == 1
    view = found["view"]
    assert [(row["seat"], row["place"]) for row in view["result"]] == [(0, 1), (1, 2)]
    assert (view["to_act"], view["points"], view["calls"]) == ([], [], [])
    assert view["prompt"] == "Ben has given up; the game is over."


def test_a_rematch_turns_the_seats_and_takes_everybody_along(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    assert refusal(anna, table, "rematch", seat=0) == (409, "not_over")
    assert refusal(server.client(), table, "rematch", seat=0) == (403, "not_yours")
    ben.act(table, "resign", seat=1)
    ben.act(table, "rematch", seat=1)
    anna.act(table, "rematch", seat=0)
    again = anna.table(table)["table"]["rematch"]
    assert anna.table(again, seat=1)["seats"] == [-1, 1]
    found = ben.table(again, seat=0)
    assert [seat["name"] for seat in found["table"]["seats"]] == ["Ben", "Anna"]
    assert found["table"]["before"] == table
    assert refusal(anna, again, "start") == (409, "words_missing"), "nobody chooses the dice alone"
    anna.act(again, "word", seat=1, word="heron")
    with pytest.raises(RefusedError, match="Ben"):
        anna.act(again, "start")
    ben.act(again, "word", seat=0, word="oak")
    anna.act(again, "start")
    assert [seat["word"] for seat in anna.table(again)["table"]["seats"]] == ["oak", "heron"]


def test_a_rematch_begins_without_a_word_only_when_the_host_says_so(
    server: Running, anna: Client
) -> None:
    table, ben = playing(server, anna)
    ben.act(table, "resign", seat=1)
    digest = anna.get(f"/tables/{table}/verify")["digest"]
    assert digest == transcript.digest(anna.get(f"/tables/{table}/transcript"))
    assert ben.get(f"/tables/{table}/verify")["digest"] == digest
    assert ben.table(table)["table"]["digest"] == digest
    ben.act(table, "rematch", seat=1)
    again = anna.table(table)["table"]["rematch"]
    anna.act(again, "start", wordless=True)
    assert anna.table(again)["table"]["status"] == "playing"


def test_replay_at_any_ply_for_who_may_see_it(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    assert anna.get(f"/tables/{table}/view", ply=0, seat=0)["view"]["seat"] == 0
    assert "<svg" in anna.get(f"/tables/{table}/drawing", ply=0)
    whole = anna.get(f"/tables/{table}/view", ply=0, pieces="true")
    assert {"key", "symbol", "x", "y"} <= set(whole["pieces"][0])
    assert [sheet["title"] for sheet in whole["sheets"][:2]] == ["Anna", "Ben"]
    assert anna.table(table).get("pieces") is anna.table(table).get("sheets") is None
    assert anna.get(f"/tables/{table}", pieces=True)["sheets"][1]["seat"] == 1
    with pytest.raises(RefusedError, match="not yours"):
        anna.get(f"/tables/{table}/view", ply=0, seat=1)
    with pytest.raises(RefusedError, match="no such moment"):
        anna.get(f"/tables/{table}/view", ply=99999)
    ben.act(table, "resign", seat=1)
    assert anna.get(f"/tables/{table}/view", ply=0, seat=1)["view"]["seat"] == 1


def test_german_for_who_asks_for_it(server: Running) -> None:
    anna = server.client(lang="de")
    with pytest.raises(RefusedError, match="Diesen Tisch gibt es nicht"):
        anna.table("nowhere")


def test_the_description_names_every_act(anna: Client) -> None:
    described = json.dumps(anna.get("/openapi.json"))
    for kind in ("sit", "move", "ask_undo", "to_bot", "vote", "rematch", "close"):
        assert f'"{kind}"' in described


# What goes wrong


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[1, 2]", 422),
        (b"\xff\xfe", 422),
        (b'{"id": "12345678", "act": {"kind": "dance"}}', 422),
        (b'{"id": "1", "act": {"kind": "close"}}', 422),
        (b'{"id": "12345678", "act": {"kind": "chat", "seat": 0, "text": 5}}', 422),
        (b'{"id": "12345678", "act": {"kind": "close", "more": 1}}', 422),
        (b'{"id": "12345678", "act": {"kind": "chat", "seat": 1e99, "text": ""}}', 422),
        (b"9" * 5000, 422),
        (b"[" * 5000, 422),
        (b"x" * 10_000_000, 413),
    ],
)
def test_a_body_that_makes_no_sense_has_an_answer(
    server: Running, anna: Client, body: bytes, status: int
) -> None:
    table = friends(anna)
    answer = httpx.post(
        f"{server.address}/api/tables/{table}/acts",
        content=body,
        headers={"authorization": f"Bearer {anna.key}", "content-type": "application/json"},
    )
    assert answer.status_code == status
    said = answer.json()
    assert set(said) >= {"error", "text"}
    assert len(said["text"]) < 400


def test_a_body_without_a_length_is_counted(server: Running, anna: Client) -> None:
    def pour() -> Any:
        for _ in range(200):
            yield b"x" * 1000

    answer = httpx.post(f"{server.address}/api/tables", content=pour())
    assert answer.status_code == 413


def test_tables_seats_and_games_that_are_not_there(server: Running, anna: Client) -> None:
    table, _ = playing(server, anna)
    stranger = server.client()
    assert refusal(anna, "nowhere", "start") == (404, "no_table")
    assert refusal(stranger, table, "start") == (403, "host_only")
    assert refusal(stranger, table, "chat", seat=0, text="x") == (403, "not_yours")
    assert refusal(anna, table, "move", seat=1, answers=0, move=1) == (403, "not_yours")
    assert refusal(anna, table, "move", seat=9, answers=0, move=1) == (422, "no_seat")
    assert refusal(stranger, table, "sit", name="S") == (409, "started")
    with pytest.raises(RefusedError, match="not yours"):
        stranger.table(table, seat=0)
    with pytest.raises(RefusedError, match="no game"):
        anna.create("chess", [{"kind": "me"}])
    with pytest.raises(RefusedError, match="no board"):
        anna.create("gallia", [{"kind": "me"}, {"kind": "free"}], board="/etc/passwd")
    with pytest.raises(RefusedError):
        anna.create("gallia", [{"kind": "me"}] * 5)
    with pytest.raises(RefusedError):
        anna.create("gallia", [{"kind": "me"}, {"kind": "wizard"}])
    with pytest.raises(RefusedError):
        anna.create("gallia", [{"kind": "me"}, {"kind": "free"}], options={"no": "such"})


def test_moves_of_another_game_are_refused(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    moves: list[Any] = [["read", "rim"], "march Mide", {"x": 1}, 10**30, -1, [[]], None]
    for move in moves:
        for client, seat in ((anna, 0), (ben, 1)):
            asked = client.table(table, seat=seat)["asked"]
            status, _ = refusal(client, table, "move", seat=seat, answers=asked, move=move)
            assert status in (409, 422)


def test_of_two_answers_the_second_gets_what_is_asked_now(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    client, seat = next(
        (c, s) for c, s in ((anna, 0), (ben, 1)) if s in c.table(table, seat=s)["view"]["to_act"]
    )
    found = client.table(table, seat=seat)
    move = found["view"]["points"][0]["moves"][0]["move"]
    client.act(table, "move", seat=seat, answers=found["asked"], move=move)
    with pytest.raises(RefusedError) as caught:
        client.act(table, "move", seat=seat, answers=found["asked"], move=move)
    assert (caught.value.status, caught.value.key) == (409, "stale")
    assert caught.value.answer["view"]["seat"] == seat
    assert caught.value.answer["asked"] != found["asked"]


def test_a_finished_game_can_be_had_although_its_table_is_closed(
    server: Running, anna: Client
) -> None:
    table, ben = playing(server, anna)
    ben.act(table, "resign", seat=1)
    anna.act(table, "close")
    assert "seed" in anna.get(f"/tables/{table}/transcript")
    assert anna.get(f"/tables/{table}/verify")["fits"]


def test_a_closed_table_says_so(server: Running, anna: Client) -> None:
    table, ben = playing(server, anna)
    anna.act(table, "close")
    assert refusal(ben, table, "chat", seat=1, text="still there?") == (410, "closed")


@pytest.mark.parametrize(
    ("headers", "status", "key"),
    [
        ({"host": "evil.example"}, 421, "foreign_host"),
        ({"host": ""}, 421, "foreign_host"),
        ({"origin": "http://evil.example"}, 403, "foreign_origin"),
        ({"origin": "null"}, 403, "foreign_origin"),
        ({"content-length": "99999999"}, 413, "too_large"),
        ({"content-length": "-5"}, 413, "too_large"),
    ],
)
def test_requests_from_elsewhere_are_refused(
    server: Running, headers: dict[str, str], status: int, key: str
) -> None:
    lines = {"host": f"127.0.0.1:{server.port}", "content-length": "2", **headers}
    head = "POST /api/keys HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items())
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as line:
        line.sendall(head.encode() + b"connection: close\r\n\r\n{}")
        answer = b""
        while part := line.recv(4096):
            answer += part
    first, _, body = answer.decode().partition("\r\n\r\n")
    if headers.get("content-length") == "-5":
        assert first.split()[1] in ("400", "413")
        return
    assert first.split()[1] == str(status)
    assert json.loads(body)["error"] == key


def test_a_name_bent_to_this_machine_finds_nothing(server: Running) -> None:
    answer = httpx.get(server.address, headers={"host": f"evil.example:{server.port}"})
    assert answer.status_code == 421


def test_a_table_that_is_shared_by_no_link() -> None:
    assert read_link("http://h:1/t/abc#KEY") == ("http://h:1", "abc", "KEY")
    assert read_link("h:1/t/abc") == ("http://h:1", "abc", None)
    for text in ("", "http://h:1/", "ftp://h/t/x", "x y z", "http:///t/abc"):
        with pytest.raises(CruachanError, match="no link"):
            read_link(text)


def test_nobody_finds_a_traceback_in_the_log(server: Running) -> None:
    assert "Traceback" not in server.stderr
