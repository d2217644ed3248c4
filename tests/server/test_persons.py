"""Persons: their seats follow them to every device, and keys that are taken away open nothing."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from cruachan.server.client import Client, RefusedError
from cruachan.server.store.store import Store
from tests.server.browsers import FREE, GAME, ME, Browser, person
from tests.server.inside import InProcessServers

pytestmark = pytest.mark.usefixtures("browsers")


def test_a_browser_without_a_name_is_nobody(address: str) -> None:
    nobody = Browser(address)
    assert nobody.get("/me")["person"] is None
    assert nobody.refused("/me/links") == "no_person"
    assert nobody.refused("/me/settings", settings={}) == "no_person"
    assert "cruachan" not in nobody.http.cookies, "whoever only looks gets no key"


def test_the_seats_of_a_browser_are_hers_when_she_becomes_a_person(address: str) -> None:
    anna = Browser(address)
    table = anna.table(ME, FREE)
    account = anna.post("/me", name=" Anna  B ", colour="green", device="laptop\n 1")
    assert (account["person"]["name"], account["person"]["colour"]) == ("Anna B", "green")
    assert [(each["label"], each["here"]) for each in account["devices"]] == [("laptop 1", True)]
    assert anna.mine() == [table]
    again = anna.post("/me", name="Anna", colour="red")
    assert again["person"]["id"] == account["person"]["id"]
    assert again["person"]["name"] == "Anna"
    assert anna.refused("/me", name="Anna", colour="beige") == "no_colour"
    assert anna.refused("/me", name="  ", colour="red") == "no_name"


def test_two_persons_on_three_devices(address: str) -> None:
    """What Anna does on one device she goes on with on the other; Ben has his own."""
    laptop, ben, phone = person(address, "Anna"), person(address, "Ben"), Browser(address)
    table = laptop.table(ME, FREE)
    ben.act(table, "sit", name="Ben", word="b")
    link = laptop.link()
    seen = phone.post("/login/look", link=link)
    assert seen == {"name": "Anna", "colour": "blue", "seats": False, "same": False}
    assert phone.post("/login", link=link, device="phone")["key"] is None, "no script reads it"
    assert phone.key != laptop.key
    assert phone.mine() == laptop.mine() == ben.mine() == [table]
    phone.act(table, "word", seat=0, word="a")
    phone.act(table, "start")
    assert laptop.get(f"/tables/{table}", seat=0)["seats"] == [-1, 0]
    assert ben.get(f"/tables/{table}", seat=1)["seats"] == [1]
    other = phone.table({"kind": "me", "name": "Anna"}, FREE)
    laptop.act(other, "close")
    assert ben.http.get(f"/tables/{table}", params={"seat": 0}).status_code == 403
    labels = [each["label"] for each in laptop.get("/me")["devices"]]
    assert labels == ["laptop", "phone"]


def test_a_link_signs_one_device_in(address: str) -> None:
    anna, first, second = person(address, "Anna"), Browser(address), Browser(address)
    link = anna.link()
    first.post("/login", link=link)
    assert second.refused("/login", link=link) == "no_link"
    assert second.refused("/login/look", link=link) == "no_link"
    assert second.refused("/login", link="x" * 32) == "no_link"
    assert second.http.post("/login", json={"link": "x" * 999}).status_code == 422


def test_a_link_is_short_lived(servers: InProcessServers, monkeypatch: pytest.MonkeyPatch) -> None:
    address, persons = servers.addresses[0], servers.services[0].persons
    anna, phone = person(address, "Anna"), Browser(address)
    link, begun = anna.link(), persons.now()
    monkeypatch.setattr(persons, "now", lambda: begun + 9 * 60_000)
    assert phone.post("/login/look", link=link)["name"] == "Anna"
    monkeypatch.setattr(persons, "now", lambda: begun + 10 * 60_000 + 2000)
    assert phone.refused("/login", link=link) == "no_link"


def test_few_links_are_open_at_a_time(address: str) -> None:
    anna = person(address, "Anna")
    for _ in range(10):
        anna.link()
    assert anna.refused("/me/links") == "many_links"


def test_a_device_brings_its_own_seats_along_if_it_is_asked_to(address: str) -> None:
    anna, phone, other = person(address, "Anna"), Browser(address), Browser(address)
    brought, left = phone.table(ME, FREE), other.table(ME, FREE)
    link = anna.link()
    assert phone.post("/login/look", link=link)["seats"]
    phone.post("/login", link=link, bring=True)
    assert anna.mine() == phone.mine() == [brought]
    assert anna.act(brought, "close")["seats"] == [-1, 0]
    other.post("/login", link=anna.link())
    assert left not in other.mine(), "what is not brought along stays with the old key"


def test_sign_out_everywhere_leaves_a_stolen_link_and_a_stolen_key_without_seats(
    address: str,
) -> None:
    """A link to a seat, the key that somebody made of it, the link for a device, and a copied
    cookie are all worth nothing afterwards."""
    anna, phone, thief = person(address, "Anna"), Browser(address), Browser(address)
    table = anna.table(ME, FREE)
    phone.post("/login", link=anna.link())
    seat_link = anna.http.post(f"/tables/{table}/keys", params={"seat": 0}).json()["key"]
    thief.post(f"/tables/{table}/enter", key=seat_link)
    assert thief.get(f"/tables/{table}", seat=0)["seats"] == [0]
    device_link, copied = anna.link(), anna.key
    anna.post("/me/sign-out", everywhere=True, device="laptop")
    assert anna.key != copied
    assert anna.mine() == [table]
    assert [each["label"] for each in anna.get("/me")["devices"]] == ["laptop"]
    assert thief.refused("/login", link=device_link) == "no_link"
    assert thief.refused(f"/tables/{table}/enter", key=seat_link) == "no_key"
    assert thief.refused(f"/tables/{table}/enter", key=copied) == "no_key"
    for browser in (thief, phone):
        assert browser.http.get(f"/tables/{table}", params={"seat": 0}).status_code == 403
        assert browser.mine() == []
    program = Browser(address).http
    program.headers["authorization"] = f"Bearer {copied}"
    assert program.get("/tables/mine").json()["error"] == "signed_out"
    assert program.post("/tables", json={"game": GAME, "seats": [ME, FREE]}).status_code == 401
    old = Browser(address)
    old.http.cookies["cruachan"] = copied
    assert old.get("/me")["person"] is None
    old.table(ME, FREE)
    assert anna.mine() == [table], "a browser that was signed out gets a key of its own"


def test_others_keep_their_seats_when_somebody_signs_out(address: str) -> None:
    """Ben, who came by a link of Anna's to her seat, cannot lock her out of it."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = anna.table(ME, FREE)
    link = anna.http.post(f"/tables/{table}/keys", params={"seat": 0}).json()["key"]
    ben.post(f"/tables/{table}/enter", key=link)
    ben.post("/me/sign-out", everywhere=True)
    assert anna.get(f"/tables/{table}", seat=0)["seats"] == [-1, 0]
    assert ben.get(f"/tables/{table}", seat=0)["seats"] == [0]


def test_a_device_that_was_removed_opens_nothing(address: str) -> None:
    anna, phone = person(address, "Anna"), Browser(address)
    table = anna.table(ME, FREE)
    phone.post("/login", link=anna.link(), device="phone")
    assert phone.mine() == [table]
    device = next(each for each in anna.get("/me")["devices"] if each["label"] == "phone")
    anna.post(f"/me/devices/{device['id']}/remove")
    assert phone.mine() == []
    assert anna.refused(f"/me/devices/{device['id']}/remove") == "no_device"
    anna.post("/me/sign-out")
    assert "cruachan" not in anna.http.cookies


def test_a_listener_is_let_go_when_its_device_is(address: str) -> None:
    anna, terminal = person(address, "Anna"), Browser(address)
    table = anna.table(ME, FREE)
    told = terminal.post("/login", link=anna.link(), program=True)
    client = Client(address, told["key"])
    messages = client.listen(table, seat=0)
    assert next(messages)["table"]["id"] == table
    anna.post("/me/sign-out", everywhere=True)
    with pytest.raises(RefusedError) as refused:
        for _ in messages:
            pass
    assert refused.value.key in ("not_yours", "signed_out")
    client.close()


def test_a_program_gets_the_same_key_for_the_same_request(address: str) -> None:
    anna, program = person(address, "Anna"), Browser(address)
    body = {"link": anna.link(), "program": True}
    sent = {"idempotency-key": secrets.token_hex(8)}
    keys = [program.http.post("/login", json=body, headers=sent).json()["key"] for _ in range(2)]
    assert keys[0] == keys[1]
    assert len(anna.get("/me")["devices"]) == 2
    assert program.refused("/login", **body) == "no_link", "without the id it is somebody else"


def test_settings_follow_a_person(address: str) -> None:
    anna, phone = person(address, "Anna"), Browser(address)
    anna.post("/me/settings", settings={"page": {"scheme": "dark"}, "draft.gallia": [1, "ü"]})
    phone.post("/login", link=anna.link())
    assert phone.get("/me/settings")["settings"] == {
        "page": {"scheme": "dark"},
        "draft.gallia": [1, "ü"],
    }
    phone.post("/me/settings", settings={"page": {"scheme": "light"}, "draft.gallia": None})
    assert anna.get("/me/settings")["settings"] == {"page": {"scheme": "light"}}
    assert anna.refused("/me/settings", settings={"page": "x" * 9000}) == "long_setting"
    assert anna.refused("/me/settings", settings={"Page!": 1}) == "invalid"
    for number in range(9):
        anna.http.post(
            "/me/settings", json={"settings": {f"n{number}.{each}": 1 for each in range(11)}}
        )
    assert anna.refused("/me/settings", settings={"one": 1, "more": 2}) == "many_settings"


def test_the_cookie_renews_itself(address: str) -> None:
    anna = person(address, "Anna")
    for answer in (anna.http.get("/me"), anna.http.post("/device")):
        kept = answer.headers["set-cookie"]
        assert f"cruachan={anna.key}" in kept
        assert "Max-Age=31536000" in kept
        assert "HttpOnly" in kept


def test_tables_that_wait_for_me_come_first_with_how_long(address: str) -> None:
    anna = person(address, "Anna")
    waiting = anna.table(ME, {"kind": "me", "name": "Ben"})
    anna.act(waiting, "start")
    others = [anna.table(ME, FREE) for _ in range(3)]
    found = anna.get("/tables/mine")
    assert [each["table"] for each in found] == [waiting, *reversed(others)]
    assert 0 < found[0]["since"] <= found[0]["at"]
    anna.act(waiting, "chat", seat=0, text="Hm.")
    again = anna.get("/tables/mine", waiting=True)
    assert [each["table"] for each in again] == [waiting]
    assert again[0]["since"] == found[0]["since"] < again[0]["at"], "talk does not make it shorter"
    opened = [each["table"] for each in anna.get("/tables/mine", status="open", limit=2)]
    assert opened == list(reversed(others))[:2]
    assert anna.get("/tables/mine", game="shent") == []
    assert len(anna.get("/tables/mine", game=GAME, skip=1)) == 3


def test_nothing_of_a_key_or_a_link_is_stored(address: str, servers: InProcessServers) -> None:
    anna = person(address, "Anna")
    link = anna.link()
    name = servers.services[0].store.name
    stored = b"".join(path.read_bytes() for path in Path(name).parent.glob("hall.sqlite*"))
    assert b"Anna" in stored
    assert anna.key.encode() not in stored
    assert link.encode() not in stored


def test_a_store_keeps_persons(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    again = Store(tmp_path)
    assert again.check() == []
    again.close()
