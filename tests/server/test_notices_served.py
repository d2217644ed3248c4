"""Notices over HTTP, at a server that was started with them."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.server.browsers import Browser, person
from tests.server.receiving import MailReceiver, WebReceiver, receiver_apart
from tests.server.running import Running

SETTINGS = """
address = "https://games.example"
webhooks = true
private_addresses = true
push = "mailto:host@games.example"
[mail]
host = "127.0.0.1"
port = {port}
tls = "none"
sender = "Cruachan <games@games.example>"
"""


@pytest.fixture(scope="module")
def post() -> Iterator[MailReceiver]:
    receiver = MailReceiver()
    with receiver_apart(receiver):
        yield receiver


@pytest.fixture(scope="module")
def address(post: MailReceiver, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("host") / "notices.toml"
    file.write_text(SETTINGS.format(port=post.port), "utf-8")
    with Running(None, "--notices", str(file)) as running:
        yield running.address


def test_what_the_host_has_switched_on(address: str) -> None:
    anna = person(address, "Anna")
    found = anna.get("/me/notices")
    assert set(found["kinds"]) == {"discord", "slack", "matrix", "ntfy", "json", "mail", "push"}
    assert len(found["push_key"]) == 87
    assert found["ways"] == []
    assert found["preferences"]["delay"] == 120
    assert Browser(address).http.get("/me/notices").status_code == 401


def test_preferences_are_kept(address: str) -> None:
    anna, other = person(address, "Anna"), Browser(address)
    other.post("/login", link=anna.link(), device="phone", bring=False)
    wish = {"delay": 0, "quiet_from": 22, "quiet_until": 8, "zone": "Europe/Dublin", "muted": ["x"]}
    anna.post("/me/notices", **wish)
    assert other.get("/me/notices")["preferences"] == wish
    for wrong in ({"quiet_from": 24}, {"delay": 1}, {"delay": -5}):
        assert anna.http.post("/me/notices", json=wrong).status_code == 422
    assert other.get("/me/notices")["preferences"] == wish


def test_a_webhook_is_added_tried_and_removed(address: str) -> None:
    anna, ben, web = person(address, "Anna"), person(address, "Ben"), WebReceiver()
    with receiver_apart(web):
        way = anna.post("/me/notices/webhooks", kind="json", url=web.url)
        assert (way["kind"], way["label"], way["confirmed"]) == (
            "json",
            f"127.0.0.1:{web.port}",
            True,
        )
        anna.post(f"/me/notices/ways/{way['id']}/test")
        (sent,) = web.requests
        digest = hmac.new(way["secret"].encode(), sent.body, hashlib.sha256).hexdigest()
        assert sent.headers["cruachan-signature"] == f"sha256={digest}"
        assert json.loads(sent.body)["link"] == "https://games.example/me"
        assert ben.refused(f"/me/notices/ways/{way['id']}/remove") == "no_such_way"
        anna.post(f"/me/notices/ways/{way['id']}/remove")
        assert anna.get("/me/notices")["ways"] == []
        assert anna.refused(f"/me/notices/ways/{way['id']}/test") == "no_such_way"


def test_an_address_is_confirmed_by_the_link_in_its_mail(address: str, post: MailReceiver) -> None:
    anna = person(address, "Anna")
    assert anna.refused("/me/notices/mail", address="nobody") == "no_mail_address"
    way = anna.post("/me/notices/mail", address="anna@example.org")
    assert not way["confirmed"]
    link = urlsplit(re.findall(r"https://games\.example\S+", text(post.mails[-1]))[0])
    path = f"{link.path.removeprefix('/api')}?{link.query}"
    assert "<form" in anna.http.get(path).text
    assert not anna.get("/me/notices")["ways"][0]["confirmed"], "a mail program may look at links"
    anna.http.post(path).raise_for_status()
    assert anna.get("/me/notices")["ways"][0]["confirmed"]


def text(mail: Message) -> str:
    found = mail.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found.decode()


def test_a_server_without_notices_says_so(tmp_path: Path) -> None:
    with Running(tmp_path / "data") as running:
        anna = person(running.address, "Anna")
        found = anna.get("/me/notices")
        assert (found["kinds"], found["push_key"]) == ([], None)
        refused = anna.http.post("/me/notices", json={"delay": 0})
        assert (refused.status_code, refused.json()["error"]) == (404, "no_notices")
