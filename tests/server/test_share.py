"""What a link shows where it is posted: tags that name a picture, and nothing that is hidden."""

from __future__ import annotations

import asyncio
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from cruachan.engine.game import Outcome
from cruachan.engine.texts import LANGS, Lang
from cruachan.games import GAMES
from cruachan.printing.card import ShareCard, make_card
from cruachan.server.api import share
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.client import Client
from cruachan.server.fair_pool import COST, RequestCost
from cruachan.server.time_slices import TimeSlices
from tests.server.inside import InProcessServers
from tests.server.running import Running

PATIENCE = 120.0
LINK = share.ShareLink("A", "B", "/b")
SPITEFUL = '"><script>alert(1)</script> & #set page()'


@pytest.fixture
def anna(server: Running) -> Client:
    return server.client()


class Tags(HTMLParser):
    """The properties of a page's head."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.scripts = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta" and (key := given.get("property")):
            self.found[key] = given.get("content") or ""


def tags(server: Running, path: str, lang: Lang = "en") -> dict[str, str]:
    answer = httpx.get(server.address + path, headers={"accept-language": lang}, timeout=PATIENCE)
    return Tags(answer.text).found


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found: tuple[int, int] = struct.unpack(">II", png[16:24])
    return found


def begun(anna: Client, game: str = "gallia", name: str = "Anna") -> str:
    seats = [{"kind": "me", "name": name}, {"kind": "random", "name": "Ben"}]
    table: str = anna.create(game, seats)["table"]
    anna.act(table, "start")
    return table


def test_a_link_to_a_table_names_a_picture(server: Running, anna: Client) -> None:
    """In the language of whoever asks, before the game, during it, and at a moment of it."""
    table = anna.create("gallia", [{"kind": "me", "name": SPITEFUL}, {"kind": "free"}])["table"]
    html = httpx.get(f"{server.address}/t/{table}", timeout=PATIENCE).text
    found = Tags(html)
    assert found.scripts == html.count('<script type="module"')
    name = anna.table(table)["table"]["seats"][0]["name"]
    assert "<script>" in name
    assert found.found["og:title"] == f"Gallia Cisalpina: {name}"
    assert found.found["og:description"].startswith("The table is open.")
    table = begun(anna)
    for lang, words in (("en", "The game is on."), ("de", "Die Partie läuft.")):
        now = tags(server, f"/t/{table}", lang)
        assert now["og:title"] == "Gallia Cisalpina: Anna, Ben"
        assert now["og:description"].startswith(words)
        assert now["og:image"].startswith(f"{server.address}/api/tables/{table}/card?")
        assert f"lang={lang}" in now["og:image"]
    moment = tags(server, f"/t/{table}/replay?ply=1")
    assert "ply=1" in moment["og:image"]
    assert "move 1" in moment["og:description"]
    answer = httpx.get(moment["og:image"], timeout=PATIENCE)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == share.AGE
    assert size(answer.content) == (1200, 630)


def test_the_picture_of_a_finished_game_says_who_won() -> None:
    told = share.places(Outcome((2, 1, 2), (7, 9, 7), "C8.4"), ["Ann", "Ben", "Cy"])
    assert told == ["1. Ben: 9", "2. Ann: 7", "2. Cy: 7"]


def test_other_links_have_other_tags_or_none(server: Running, anna: Client) -> None:
    rules = tags(server, "/rules/hibernia", "de")
    assert rules["og:title"] == "Hibernia: die Regeln"
    assert "/api/games/hibernia/card?" in rules["og:image"]
    assert tags(server, "/new/shent")["og:title"] == "SHENT"
    for path in ("/", "/t/nowhere", "/rules/nothing", "/t/"):
        assert tags(server, path) == {}
    assert "ply" not in tags(server, f"/t/{begun(anna)}/replay?ply=1e9")["og:image"]


def test_a_moment_that_never_was_is_refused(anna: Client) -> None:
    table = begun(anna)
    answer = anna.http.get(f"/tables/{table}/card", params={"ply": 99_999})
    assert (answer.status_code, answer.json()["error"]) == (422, "no_ply")
    assert anna.http.get("/tables/nowhere/card").status_code == 404
    assert anna.http.get("/games/nothing/card").status_code == 404


def test_without_the_typesetter_there_are_words_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "og:image" in share._written(LINK, "http://a", "en")
    monkeypatch.setattr(share, "can_print", lambda: False)
    written = share._written(LINK, "http://a", "en")
    assert "og:title" in written
    assert "og:image" not in written


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_picture_to_share(name: str) -> None:
    """Also where names are code for whatever sets or shows it."""
    card = share._of_game(name, LANGS[-1])
    assert size(make_card(card._replace(lines=(SPITEFUL, "x" * 5000)))) == (1200, 630)
    plain = ShareCard("Heap", (), card.picture, type(card.look)(), LANGS[0])
    assert size(make_card(plain)) == (1200, 630)


def test_making_a_picture_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of whatever thread computes it, and once only: what is kept costs nothing."""

    def slowly(card: object) -> bytes:
        time.sleep(0.5)
        return b"png"

    monkeypatch.setattr(share, "make_card", slowly)

    async def ask(cost: RequestCost) -> bytes:
        COST.set(cost)
        answer = await share._card(request, "key", lambda: None)  # type: ignore[arg-type, return-value]
        return bytes(answer.body)

    async def ask_twice() -> None:
        assert await ask(costs[0]) == b"png"
        assert await ask(costs[1]) == b"png"

    cards = SlowAnswers(TimeSlices(), "cards", 1, 2)
    request: Any = SimpleNamespace(
        app=SimpleNamespace(state=SimpleNamespace(cards=cards)), client=None
    )
    costs = RequestCost(), RequestCost()
    asyncio.run(ask_twice())
    assert costs[0].seconds >= 0.5
    assert costs[1].seconds == 0.0


def test_few_wait_for_a_picture() -> None:
    """Of one address and of all; what is kept or being made is nobody's burden."""

    async def strain() -> None:
        cards, go_on = SlowAnswers(TimeSlices(), "cards", 1, 2), threading.Event()

        def make() -> bytes:
            assert go_on.wait(PATIENCE)
            return b"png"

        def full(address: str, key: int) -> bool:
            return cards.crowded(address, key, each=2, most=3)

        asked = [("a", 1), ("a", 2), ("b", 3)]
        waiting = []
        for address, key in asked:
            assert not full(address, key)
            waiting.append(asyncio.create_task(cards.get(address, key, make)))
            await asyncio.sleep(0)
            if key == 2:
                assert full("a", 3)
                assert not full("b", 3)
        assert full("c", 4)
        assert not full("c", 1)
        go_on.set()
        assert await asyncio.gather(*waiting) == [b"png"] * 3
        assert not full("a", 4)
        assert not full("c", 3)
        assert not cards._asked_by

    asyncio.run(strain())


def test_links_posted_at_once_show_their_game_and_hold_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the picture of one table takes its time, others show that of their game at once."""
    making, go_on = threading.Event(), threading.Event()

    def make(card: ShareCard) -> bytes:
        if not card.whole:
            return b"game"
        making.set()
        assert go_on.wait(PATIENCE)
        return b"table"

    monkeypatch.setattr(share, "make_card", make)
    monkeypatch.setattr(share, "EACH", 1)
    with InProcessServers(1) as servers, closing(Client(servers.addresses[0])) as anna:
        first, *others = (begun(anna) for _ in range(6))

        def ask(table: str) -> tuple[bytes, str]:
            answer = anna.http.get(f"/tables/{table}/card", timeout=PATIENCE)
            return answer.content, answer.headers["cache-control"]

        with ThreadPoolExecutor(1) as pool:
            slow = pool.submit(ask, first)
            assert making.wait(PATIENCE)
            try:
                assert [ask(table) for table in others] == [(b"game", share.SOON)] * 5
                page: Any = {"headers": [(b"host", b"here")], "path": f"/t/{first}"}
                assert "og:image" in servers.do(share.tags(servers.services[0], page))
            finally:
                go_on.set()
            assert slow.result() == (b"table", share.AGE)
        assert ask(others[0]) == (b"table", share.AGE)
