"""A whole story: invited by a link on a phone, a second device by its code, both closed; called to
the table by every way exactly once, with a clock running; a move from the other device; the end."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cruachan.server.notices.push import encode, new_private_key, private_key, public_bytes
from tests.page.looking import nothing_cut
from tests.page.playing import Hand
from tests.page.scanning import scanned
from tests.page.tabling import say
from tests.page.test_leagues import tell
from tests.page.test_persons import become
from tests.page.visiting import Visitors
from tests.server.browsers import FREE, ME, Browser, person, play_turn
from tests.server.receiving import MailReceiver, Received, WebReceiver, receiver_apart, unsealed
from tests.server.running import Running
from tests.server.test_notices_served import SETTINGS, text

AUTH = b"0123456789abcdef"
SOME_ROUNDS = 6.0
"""Seconds in which the server looks several times for what is to be sent."""
CHATS = {"discord": {}, "slack": {}, "matrix": {"room": "!a:example.org", "token": "t"}, "ntfy": {}}
"""Formats of webhooks, with what each needs besides an address."""
FIELDS = {"content": "discord", "mrkdwn": "slack", "msgtype": "matrix", "topic": "ntfy"}
"""The field by which each is known."""


def chat_of(request: Received) -> str:
    """The format of what a receiver got."""
    return next(FIELDS[field] for field in json.loads(request.body) if field in FIELDS)


@pytest.fixture
def post() -> Iterator[MailReceiver]:
    receiver = MailReceiver()
    with receiver_apart(receiver):
        yield receiver


@pytest.fixture
def one_server(built: Path, post: MailReceiver, tmp_path: Path) -> Iterator[Running]:
    file = tmp_path / "notices.toml"
    file.write_text(SETTINGS.format(port=post.port), "utf-8")
    with Running(tmp_path / "data", "--notices", str(file)) as running:
        yield running


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def own_of(page: Page, address: str) -> Browser:
    """What a browser's window could ask the server."""
    own = Browser(address)
    cookies = page.context.cookies()
    own.http.cookies["cruachan"] = next(c["value"] for c in cookies if c["name"] == "cruachan")
    return own


def test_called_to_the_table(visit: Visitors, post: MailReceiver) -> None:
    anna, web, push = person(visit.address, "Anna"), WebReceiver(), WebReceiver()
    chats = WebReceiver()
    table = anna.table(ME, FREE, clock="3+12", at_zero="bot")
    link = f"{visit.address}/t/{table}"

    # Ben is invited by a link that he opens on his phone, and says who he is.
    phone = visit("phone", "de")
    phone.goto(link)
    phone.get_by_label(say("de", "lobby.name")).fill("Ben")
    phone.get_by_role("button", name=say("de", "lobby.sit"), exact=True).click()
    until(lambda: anna.get(f"/tables/{table}")["table"]["seats"][1]["name"] == "Ben")
    become(phone, "Ben", "de")

    # His laptop joins by the code that the phone shows, which says the same as the link.
    phone.get_by_role("button", name=say("de", "me.link_show")).click()
    joining = phone.get_by_label(say("de", "me.link"))
    expect(joining).to_have_value(re.compile("/login#"))
    code = scanned(phone.get_by_alt_text(say("de", "menu.code")))
    assert code == joining.input_value()
    laptop = visit("desk", "en")
    laptop.goto(code)
    laptop.get_by_role("button", name=say("en", "login.do", name="Ben")).click()
    expect(laptop.locator(f"a[href='/t/{table}']")).to_be_visible()

    # He wants to be told by every way, and closes both. His terminal would speak as his phone does.
    ben = own_of(laptop, visit.address)
    until(lambda: ben.get("/me/settings")["settings"]["page"]["lang"] == "de")
    key = private_key(new_private_key())
    with receiver_apart(web), receiver_apart(push), receiver_apart(chats):
        ben.post("/me/notices", delay=0)
        ben.post("/me/notices/webhooks", kind="json", url=web.url)
        for kind, more in CHATS.items():
            ben.post("/me/notices/webhooks", kind=kind, url=chats.url, **more)
        ben.post("/me/notices/mail", address="ben@example.org")
        confirm = urlsplit(re.findall(r"https://games\.example\S+", text(post.mails[0]))[0])
        ben.http.post(f"{confirm.path.removeprefix('/api')}?{confirm.query}").raise_for_status()
        keys = {"p256dh": encode(public_bytes(key.public_key())), "auth": encode(AUTH)}
        ben.post("/me/notices/push", endpoint=push.url, **keys)
        phone.goto("about:blank")
        laptop.goto("about:blank")
        post.mails.clear()
        anna.act(table, "start")
        if 1 in anna.get(f"/tables/{table}")["view"]["to_act"]:
            until(lambda: web.requests and push.requests and post.mails)
        else:
            play_turn(anna, table, 0)
        until(lambda: web.requests and push.requests and post.mails)
        until(lambda: len(chats.requests) >= len(CHATS))
        time.sleep(SOME_ROUNDS)
        assert (len(web.requests), len(push.requests), len(post.mails)) == (1, 1, 1)
        assert sorted(map(chat_of, chats.requests)) == sorted(CHATS)
        assert all(f"/t/{table}" in each.body.decode() for each in chats.requests)
        told = json.loads(web.requests[0].body)
        assert (told["table"], told["seat"], told["game"]) == (table, 1, "gallia")
        assert 0 < told["left"] <= 3 * 24 * 3_600_000
        assert "Gallia Cisalpina" in json.loads(unsealed(push.requests[0].body, key, AUTH))["title"]
        assert f"/t/{table}" in text(post.mails[0])

        # On the laptop he sees his clock run, and moves.
        before = anna.get(f"/tables/{table}")["table"]["seats"][1]["left"]
        laptop.goto(f"{visit.address}{urlsplit(told['link']).path}")
        expect(laptop).to_have_title(re.compile(re.escape(say("en", "table.your_turn"))))
        clock = laptop.get_by_label(f"{say('en', 'set.clock')}: Ben")
        expect(clock).to_have_class(re.compile(r"\bruns\b"))
        expect(clock).to_have_text(re.compile(r"^[23](\.\d)? days$"))
        until(lambda: anna.get(f"/tables/{table}")["table"]["seats"][1]["left"] < before)
        nothing_cut(laptop)
        play_turn(ben, table, 1)
        expect(clock).not_to_have_class(re.compile(r"\bruns\b"))
        time.sleep(SOME_ROUNDS)
        assert (len(web.requests), len(push.requests), len(post.mails)) == (1, 1, 1)
        assert len(chats.requests) == len(CHATS)

        # Anna gives up; his profile knows of the game.
        anna.act(table, "resign", seat=0)
        expect(laptop.get_by_role("rowheader", name=re.compile("^Ben"))).to_be_visible()
        assert ben.get("/me/profile")["wins"] == 1


def test_a_season_to_which_one_is_called(visit: Visitors) -> None:
    """A league makes its table by itself, a notice brings Ben there, he plays, and wins."""
    anna, web = person(visit.address, "Anna"), WebReceiver()
    setting = {"name": "Winterliga", "game": "gallia", "players": 2, "days": 0}
    league = anna.post("/leagues", **setting)["league"]
    anna.post(f"/leagues/{league}/acts", kind="join")
    phone = visit("phone", "de")
    phone.goto("/")
    become(phone, "Ben", "de")
    phone.goto(f"/leagues/{league}")
    phone.get_by_role("button", name=tell("de", "league_join"), exact=True).click()
    expect(phone.locator("tr.me")).to_contain_text("Ben")
    ben = own_of(phone, visit.address)
    assert not ben.mine()
    with receiver_apart(web):
        ben.post("/me/notices", delay=0)
        ben.post("/me/notices/webhooks", kind="json", url=web.url)
        phone.goto("about:blank")
        anna.post(f"/leagues/{league}/acts", kind="start")
        (table,) = ben.mine()
        (seat,) = next(each["mine"] for each in ben.get("/tables/mine"))
        play_turn(anna, table, 1 - seat)
        until(lambda: web.requests)
        told = json.loads(web.requests[0].body)
        assert (told["table"], told["seat"]) == (table, seat)

        # The notice's link leads his phone to the table, where he makes his move.
        phone.goto(f"{visit.address}{urlsplit(told['link']).path}")
        hand = Hand(phone, 1, taps=False)
        before = ben.get(f"/tables/{table}")["seq"]
        while ben.get(f"/tables/{table}")["seq"] == before:
            assert hand.wait()
            hand.choose()
        play_turn(ben, table, seat)
        assert len(web.requests) == 1

    # Anna gives up: the season is over, and both see who won it.
    anna.act(table, "resign", seat=1 - seat)
    phone.goto(f"/leagues/{league}")
    expect(phone.get_by_text(tell("de", "season_over"))).to_be_visible()
    rows = phone.locator("tbody tr")
    # Place, name, points, games; what is not his own beats nobody.
    expect(rows).to_have_text(
        [re.compile(r"^1.*Ben \(du\)\s+1 1 "), re.compile(r"^2.*Anna\s+0 1 ")]
    )
    nothing_cut(phone)


def test_a_live_clock_ticks(visit: Visitors) -> None:
    """Seconds go by in the page without a word of the server: at the seat, and not at the other."""
    anna, ben = person(visit.address, "Anna"), person(visit.address, "Ben")
    table = anna.table(ME, FREE, clock="10m+10s", at_zero="bot")
    ben.act(table, "sit", name="Ben", word="b")
    anna.act(table, "start")
    until(lambda: set(anna.get(f"/tables/{table}")["view"]["to_act"]) & {0, 1})
    mover = anna.get(f"/tables/{table}")["view"]["to_act"][0]
    names = ("Anna", "Ben")
    page = visit("phone", "en")
    page.context.add_cookies([{"name": "cruachan", "value": anna.key, "url": visit.address}])
    page.goto(f"/t/{table}")
    clocks = [page.get_by_label(f"{say('en', 'set.clock')}: {name}") for name in names]
    running, still = clocks[mover], clocks[1 - mover]
    expect(running).to_have_text(re.compile(r"^\d+:\d\d$"))
    first, other = running.inner_text(), still.inner_text()
    expect(running).not_to_have_text(first)
    second = running.inner_text()
    expect(running).not_to_have_text(second)
    assert seconds(first) > seconds(second) > seconds(running.inner_text())
    expect(still).to_have_text(other)


def seconds(shown: str) -> int:
    """What a clock shows."""
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)
