"""Persons who are erased or blocked, and what the host does with seats and with her role."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from cruachan.engine.errors import TranscriptError
from cruachan.engine.transcript import nameless_digest
from cruachan.engine.verify import verify
from cruachan.engine.view import offered
from cruachan.games import load_for_transcript
from cruachan.server.api.person_models import ExportAnswer
from cruachan.server.store.notices import ADD_WAY, Way, ways_of
from tests.server.browsers import FREE, ME, Browser, person
from tests.server.inside import InProcessServers

PATIENCE = 120

pytestmark = pytest.mark.usefixtures("browsers")


def begun(anna: Browser, ben: Browser) -> str:
    """A game of two that has begun."""
    table = anna.table({"kind": "me", "name": "Annabel"}, FREE, public=True)
    ben.act(table, "sit", name="Benedict", word="b")
    anna.act(table, "word", seat=0, word="a")
    anna.act(table, "start")
    return table


def everything(address: str, servers: InProcessServers, table: str) -> str:
    """All that anybody is told of a table, and all that is stored of it."""
    stranger = Browser(address)
    told = [
        stranger.http.get(f"/tables/{table}{path}").text
        for path in ("", "/log", "/view", "/transcript", "/verify")
    ]
    told.append(stranger.http.get("/tables").text)
    store = servers.services[0].store
    stored = [*(row.data for row in store.rows(table)), str(store.table(table))]
    return "\n".join([*told, *stored, str(store.standings([table]))])


def test_an_erased_person_is_a_former_player_and_the_game_stays_whole(
    address: str, servers: InProcessServers, tmp_path: Path
) -> None:
    anna, ben = person(address, "Annabel"), person(address, "Benedict")
    table = begun(anna, ben)
    anna.act(table, "chat", seat=0, text="My street is number 7")
    ben.act(table, "chat", seat=1, text="Mine is 8")
    ben.act(table, "resign", seat=1)
    before = ben.get(f"/tables/{table}")["table"]
    kept = tmp_path / "kept.game"
    kept.write_text(ben.http.get(f"/tables/{table}/transcript").text)
    assert "Annabel" in everything(address, servers, table)
    assert anna.refused("/me/erase", name="Anna") == "other_name"
    anna.post("/me/erase", name="Annabel")
    left = everything(address, servers, table)
    assert "Annabel" not in left
    assert "street" not in left
    assert "Benedict" in left
    assert "Mine is 8" in left
    after = ben.get(f"/tables/{table}")["table"]
    assert after["seats"][0]["name"] == "A former player"
    german = ben.get(f"/tables/{table}", lang="de")
    assert german["table"]["seats"][0]["name"] == "Jemand von früher"
    assert ben.get(f"/tables/{table}/verify")["fits"]
    assert after["digest"] != before["digest"]
    assert after["nameless"] == before["nameless"] == nameless_digest(kept.read_text())
    assert verify(kept, load_for_transcript, digest=after["nameless"]).moves >= 0
    with pytest.raises(TranscriptError):
        verify(kept, load_for_transcript, digest=after["digest"])
    assert [row["kind"] for row in ben.get(f"/tables/{table}/log")][-1] == "erased"


def test_nothing_is_left_of_an_erased_person(address: str, servers: InProcessServers) -> None:
    anna, ben, phone = person(address, "Zenobia"), person(address, "Ben"), Browser(address)
    table = begun(anna, ben)
    phone.post("/login", link=anna.link(), device="Zenobias phone")
    phrase = anna.post("/me/recovery")["phrase"]
    anna.post("/me/settings", settings={"draft": "Zenobias draft"})
    ben.post("/me/blocks", table=table, seat=0)
    own = anna.get("/me/export")
    ExportAnswer.model_validate(own)
    assert own["person"]["name"] == "Zenobia"
    assert [each["label"] for each in own["devices"]] == ["laptop", "Zenobias phone"]
    assert own["settings"] == {"draft": "Zenobias draft"}
    assert [(each["table"], each["seats"]) for each in own["tables"]] == [(table, [-1, 0])]
    phone.post("/me/erase", name="Zenobia")
    for browser in (anna, phone):
        assert browser.get("/me")["person"] is None
        assert browser.mine() == []
    assert Browser(address).refused("/login/recovery", phrase=phrase) == "no_phrase"
    assert "Zenobia" not in str(ben.get("/me/blocks"))
    with servers.services[0].store.reading() as connection:
        for name in ("persons", "devices", "person_settings", "rows", "tables", "standings"):
            rows = connection.exec_driver_sql(f"SELECT * FROM {name}").all()
            assert "Zenobia" not in str(rows), name


def test_what_somebody_told_is_exported(address: str) -> None:
    """In her own words, as part of a move; not what others told."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table({"kind": "me", "name": "Anna"}, FREE, game="shent")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    seat = until_told(table, anna, ben, "A gull sat: there")
    told = [who.get("/me/export")["tables"][0]["told"] for who in (anna, ben)]
    assert [each["text"] for each in told[seat]] == ["A gull sat: there"]
    assert told[1 - seat] == []


def until_told(table: str, anna: Browser, ben: Browser, words: str) -> int:
    """Make moves until one can be told, and tell it; the seat that did."""
    end = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < end
        to_act = anna.get(f"/tables/{table}")["view"]["to_act"]
        if not {0, 1} & set(to_act):
            time.sleep(0.05)
            continue
        seat = min({0, 1} & set(to_act))
        who = (anna, ben)[seat]
        found = who.get(f"/tables/{table}", seat=seat)
        telling = next((each for each in offered(found["view"]) if each["tell"]), None)
        move = {"answers": found["asked"], "move": (telling or offered(found["view"])[0])["move"]}
        who.act(table, "move", seat=seat, **move, **({"words": words} if telling else {}))
        if telling:
            return seat


def test_a_seat_that_she_left_keeps_nothing_of_an_erased_person(
    address: str, servers: InProcessServers
) -> None:
    """Before the game, when she was removed from it, and where somebody sat before and after."""
    anna, zoe, carol = (person(address, name) for name in ("Annabel", "Zenobia", "Carol"))
    table = anna.table({"kind": "me", "name": "Annabel"}, FREE)
    for each, name, said in ((carol, "Carol", "Before"), (zoe, "Zenobia", "My street is 7")):
        each.act(table, "sit", name=name)
        each.act(table, "chat", seat=1, text=said)
        each.act(table, "stand", seat=1)
    carol.act(table, "sit", name="Carol")
    carol.act(table, "chat", seat=1, text="After")
    begun_ = anna.table({"kind": "me", "name": "Annabel"}, FREE, public=True)
    zoe.act(begun_, "sit", name="Zenobia", word="z")
    anna.act(begun_, "start")
    zoe.act(begun_, "chat", seat=1, text="My street is 8")
    anna.act(begun_, "remove", seat=1, bot="random")
    own = zoe.table({"kind": "me", "name": "Zenobia"}, FREE, public=True)
    zoe.act(own, "stand", seat=0)
    told = {each["table"]: each for each in zoe.get("/me/export")["tables"]}
    assert [each["text"] for each in told[table]["chat"]] == ["My street is 7"]
    assert (told[table]["seats"], told[own]["seats"]) == ([], [-1])
    zoe.post("/me/erase", name="Zenobia")
    left = "".join(everything(address, servers, each) for each in (table, begun_, own))
    for gone in ("Zenobia", "street"):
        assert gone not in left
    for kept in ("Annabel", "Carol", "Before", "After"):
        assert kept in left
    seat = anna.get(f"/tables/{begun_}")["table"]["seats"][1]
    assert (seat["name"], seat["bot"], seat["vacant"]) == ("A former player", "random", True)
    assert anna.get(f"/tables/{table}")["table"]["seats"][1]["name"] == "Carol"


def test_webhooks_of_tables_go_with_an_erased_host(address: str, servers: InProcessServers) -> None:
    """They lead to a channel of hers."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table, store = begun(anna, ben), servers.services[0].store
    url = json.dumps({"url": "https://chat.example.org/annas-secret"})
    way = Way("w1", None, table, "json", url, "chat.example.org", "en", "s", True, 1)
    store.put([(ADD_WAY, way._asdict())]).result()
    anna.post("/me/erase", name="Anna")
    with store.reading() as connection:
        assert ways_of(connection, [], table) == []


def test_games_go_on_without_an_erased_person(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    playing, waiting = begun(anna, ben), anna.table(ME, FREE)
    ben.act(waiting, "sit", name="Ben")
    alone = anna.table(ME, FREE)
    anna.post("/me/erase", name="Anna")
    seat = ben.get(f"/tables/{playing}", seat=1)["table"]["seats"][0]
    assert (seat["bot"] is not None, seat["vacant"]) == (True, True)
    assert ben.get(f"/tables/{playing}", seat=1)["seats"] == [-1, 1], "somebody has to be the host"
    assert ben.get(f"/tables/{waiting}")["table"]["seats"][0]["kind"] == "free"
    assert ben.get(f"/tables/{alone}")["table"]["status"] == "closed"
    carol = person(address, "Carol")
    carol.act(playing, "sit", name="Carol")
    assert carol.get(f"/tables/{playing}", seat=0)["table"]["seats"][0]["name"] == "Carol"


def test_a_blocked_person_does_not_sit_down_where_one_sits(address: str) -> None:
    anna, ben, carol = (person(address, name) for name in ("Anna", "Ben", "Carol"))
    met = begun(anna, ben)
    blocked = anna.post("/me/blocks", table=met, seat=1)
    assert [each["name"] for each in blocked] == ["Benedict"]
    assert anna.refused("/me/blocks", table=met, seat=0) == "own_block"
    assert anna.refused("/me/blocks", table="nowhere", seat=0) == "no_table"
    table = carol.table({"kind": "me", "name": "Carol"}, FREE, FREE, game="cambria")
    anna.act(table, "sit", name="Anna")
    phone = Browser(address)
    phone.post("/login", link=ben.link())
    for browser in (ben, phone):
        body = {"id": "sits-down-now", "act": {"kind": "sit", "name": "Somebody else"}}
        assert browser.refused(f"/tables/{table}/acts", **body) == "blocked"
    assert anna.post(f"/me/blocks/{blocked[0]['id']}/remove") == []
    ben.act(table, "sit", name="Ben")


def test_a_blocked_person_sets_no_rematch(address: str) -> None:
    """She would sit with whoever blocked her."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben)
    ben.act(table, "resign", seat=1)
    anna.post("/me/blocks", table=table, seat=1)
    assert refusal(ben, table, kind="rematch", seat=1) == "blocked"
    anna.act(table, "rematch", seat=0)


def test_a_rematch_keeps_no_seat_for_who_was_removed(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Benedict")
    table = begun(anna, ben)
    anna.act(table, "remove", seat=1, bot="random")
    anna.act(table, "resign", seat=0)
    anna.act(table, "rematch", seat=0)
    again = anna.get(f"/tables/{table}")["table"]["rematch"]
    seats = anna.get(f"/tables/{again}")["table"]["seats"]
    assert [(each["kind"], each["name"]) for each in seats] == [("free", ""), ("person", "Annabel")]


def test_somebody_who_is_no_person_can_be_blocked_too(address: str) -> None:
    anna, nobody = person(address, "Anna"), Browser(address)
    met = begun(anna, nobody)
    anna.post("/me/blocks", table=met, seat=1)
    table = anna.table(ME, FREE)
    body = {"id": "sits-down-now", "act": {"kind": "sit", "name": "Nobody"}}
    assert nobody.refused(f"/tables/{table}/acts", **body) == "blocked"


def refusal(browser: Browser, table: str, **act: object) -> str:
    return browser.refused(f"/tables/{table}/acts", id="an-id-of-mine", act=act)


def test_the_host_replaces_somebody_after_the_start(address: str) -> None:
    anna, ben, carol = (person(address, name) for name in ("Anna", "Ben", "Carol"))
    table = begun(anna, ben)
    assert refusal(ben, table, kind="remove", seat=0) == "host_only"
    assert refusal(anna, table, kind="remove", seat=0) == "own_seat"
    assert refusal(carol, table, kind="sit", name="Carol") == "started"
    anna.act(table, "remove", seat=1, bot="random")
    seat = anna.get(f"/tables/{table}")["table"]["seats"][1]
    assert (seat["name"], seat["bot"], seat["vacant"]) == ("Benedict", "random", True)
    assert ben.http.get(f"/tables/{table}", params={"seat": 1}).status_code == 403
    assert refusal(ben, table, kind="sit", name="Ben") == "removed"
    assert carol.act(table, "sit", name="Carol")["seats"] == [1]
    found = carol.get(f"/tables/{table}", seat=1)["table"]["seats"][1]
    assert (found["name"], found["bot"], found.get("vacant", False)) == ("Carol", None, False)
    assert "seat b person Carol" in carol.http.get(f"/tables/{table}/transcript").text
    assert [each["name"] for each in anna.get("/tables/mine")[0]["seats"]] == ["Annabel", "Carol"]
    anna.act(table, "resign", seat=0)
    assert carol.get(f"/tables/{table}/verify")["fits"]


def test_the_host_removes_somebody_before_the_start(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE)
    ben.act(table, "sit", name="Ben")
    anna.act(table, "remove", seat=1)
    assert anna.get(f"/tables/{table}")["table"]["seats"][1]["kind"] == "free"
    assert refusal(ben, table, kind="sit", name="Ben") == "removed"


def test_the_host_hands_her_role_over(address: str, servers: InProcessServers) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE)
    assert refusal(anna, table, kind="host", seat=1) == "not_sitting"
    ben.act(table, "sit", name="Ben", word="b")
    link = ben.http.post(f"/tables/{table}/keys", params={"seat": 1}).json()["key"]
    assert refusal(ben, table, kind="host", seat=1) == "host_only"
    anna.act(table, "host", seat=1)
    service = servers.services[0]
    servers.do(_forgotten(service, table))
    assert anna.get(f"/tables/{table}", seat=0)["seats"] == [0]
    assert ben.get(f"/tables/{table}", seat=1)["seats"] == [-1, 1]
    assert refusal(anna, table, kind="start") == "host_only"
    guest = Browser(address)
    assert guest.post(f"/tables/{table}/enter", key=link)["seats"] == [1], "a link is no chair"
    ben.act(table, "start")


async def _forgotten(service: object, table: str) -> None:
    """Let a table be read from the store anew."""
    sessions = service.sessions  # type: ignore[attr-defined]
    service.forget(sessions[table])  # type: ignore[attr-defined]
