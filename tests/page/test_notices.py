"""Notices in the page: how I am told that it is my turn, and that I am not told what I see."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.looking import all_well, nothing_cut
from tests.page.tabling import Guests, Person, move, say
from tests.page.test_persons import become
from tests.page.visiting import Visitors
from tests.server.browsers import Browser
from tests.server.receiving import WebReceiver, receiver_apart
from tests.server.running import Running

SETTINGS = """
address = "http://games.example"
webhooks = true
private_addresses = true
push = "mailto:host@games.example"
[mail]
host = "127.0.0.1"
sender = "Cruachan <games@games.example>"
"""
LOOKS = 6.0
"""Seconds in which the server looks several times for what is to be sent."""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', {value: true, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
PUSH_SERVICE = """
PushManager.prototype.subscribe = async function () {
  const curve = {name: 'ECDH', namedCurve: 'P-256'};
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const base64 = (bytes) => btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const keys = {p256dh: base64(raw), auth: base64(crypto.getRandomValues(new Uint8Array(16)))};
  return {toJSON: () => ({endpoint: 'URL', keys})};
};
"""
SHOWN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, {body, tag, data}) => {
    self.shown.push([title, body, tag, data]);
  };
  WorkerNavigator.prototype.setAppBadge = async () => { self.shown.push('dot'); };
}"""
"""What is shown is written down: a browser without windows ends where it has an icon."""


@pytest.fixture(scope="module")
def one_server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    file = tmp_path_factory.mktemp("host") / "notices.toml"
    file.write_text(SETTINGS, "utf-8")
    with Running(None, "--notices", str(file)) as running:
        yield running


@pytest.fixture
def web() -> Iterator[WebReceiver]:
    receiver = WebReceiver()
    with receiver_apart(receiver):
        yield receiver


def add_webhook(person: Person, web: WebReceiver) -> None:
    """On her own page: be told at once by a webhook."""
    page = person.page
    become(page, "Nuala", person.lang)
    section = page.locator("section", has=page.locator("#notices"))
    expect(section).to_contain_text(person.say("notices.none"))
    page.get_by_text(person.say("notices.hook"), exact=True).click()
    page.get_by_label(person.say("notices.hook.kind")).select_option("json")
    url = page.get_by_label(person.say("notices.hook.url"))
    url.fill("nowhere")
    person.button("notices.hook.add").click()
    expect(section.get_by_role("alert")).to_be_visible()
    url.fill(web.url)
    person.button("notices.hook.add").click()
    expect(section.locator("li")).to_contain_text(f"127.0.0.1:{web.port}")
    expect(section.get_by_role("alert")).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        section.get_by_role("radio", name=person.say("notices.delay.0"), exact=True).check()
    all_well(page)


def until_asked(mover: Person, other: Person) -> None:
    """Somebody moves until the other one is asked."""
    while mover.look()["view"]["to_act"] != [other.seat]:
        move(mover.client, mover.table, mover.seat or 0, mover.offered().offer["text"])


def wait_for(page: Page, web: WebReceiver) -> None:
    """Wait for a notice, and for those that must not follow it."""
    end = time.monotonic() + 120
    while not web.requests:
        assert time.monotonic() < end, "no notice came"
        page.wait_for_timeout(100)
    page.wait_for_timeout(LOOKS * 1000)


def test_who_has_left_is_told_once_by_a_webhook(guests: Guests, web: WebReceiver) -> None:
    first, second = guests.two("gallia", ("phone", "phone"), ("en", "de"), forgive=("422",))
    add_webhook(second, web)
    until_asked(first, second)
    wait_for(second.page, web)
    (sent,) = web.requests
    told = json.loads(sent.body)
    assert told["link"] == f"http://games.example/t/{second.table}"
    assert told["seat"] == second.seat
    second.page.goto("/")
    expect(second.page).to_have_title("(1) Cruachan")
    second.page.goto("/me")
    second.page.get_by_role("button", name=f"{second.say('me.remove')}: 127.0.0.1").click()
    expect(second.page.get_by_text(second.say("notices.none"))).to_be_visible()


def test_a_way_is_tried_and_a_channel_is_told(guests: Guests, web: WebReceiver) -> None:
    """A test arrives at once; the channel of a host is told of turns until it is removed."""
    first, second = guests.two("gallia", ("phone", "desk"), ("de", "en"), forgive=("422",))
    host, other = (
        (first, second) if -1 in first.client.table(first.table)["seats"] else (second, first)
    )
    add_webhook(host, web)
    page = host.page
    page.get_by_role("button", name=f"{host.say('notices.test')}: 127.0.0.1").click()
    expect(page.get_by_text(host.say("notices.tested"))).to_be_visible()
    assert json.loads(web.requests[0].body)["table"] == ""
    nothing_cut(page)
    host.come()
    menu = host.menu()
    menu.get_by_text(host.say("notices.table"), exact=True).click()
    menu.get_by_label(host.say("notices.hook.kind")).select_option("slack")
    menu.get_by_label(host.say("notices.hook.url")).fill(f"{web.url}/channel")
    menu.get_by_role("button", name=host.say("notices.hook.add")).click()
    way = menu.get_by_role("listitem").filter(has_text=f"127.0.0.1:{web.port}")
    expect(way).to_contain_text(host.say("notices.kind.slack"))
    all_well(page)
    until_asked(host, other)
    name = other.look()["table"]["seats"][other.seat or 0]["name"]
    other.until(lambda: any(name in sent["text"] for sent in channel(web)))
    way.get_by_role("button").click()
    expect(way).to_have_count(0)


def channel(web: WebReceiver) -> list[dict[str, str]]:
    """What has come at the channel of a table."""
    return [json.loads(each.body) for each in web.requests if each.path.endswith("/channel")]


def test_who_sees_the_table_is_told_when_she_hides_it(guests: Guests, web: WebReceiver) -> None:
    first, second = guests.two("gallia", ("desk", "desk"), ("en", "en"), forgive=("422",))
    add_webhook(second, web)
    second.come()
    expect(second.page.locator("main")).to_be_visible()
    until_asked(first, second)
    second.is_asked()
    second.page.wait_for_timeout(LOOKS * 1000)
    assert web.requests == []
    second.page.evaluate(HIDE)
    wait_for(second.page, web)
    assert len(web.requests) == 1


def test_a_table_is_muted_in_its_menu_and_hours_are_quiet(guests: Guests) -> None:
    _, second = guests.two("gallia", ("desk", "phone"), ("en", "de"))
    page = second.page
    become(page, "Nuala", second.lang)
    own = Browser(guests.server.address)
    own.http.cookies["cruachan"] = second.client.key
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_label(second.say("notices.quiet"), exact=True).check()
    until = page.get_by_role("combobox", name=second.say("notices.quiet.until"), exact=True)
    until.select_option("7")
    second.until(lambda: own.get("/me/notices")["preferences"]["quiet_until"] == 7)
    second.come().menu()
    tick = page.get_by_label(second.say("notices.mute"))
    expect(tick).to_be_checked()
    tick.uncheck()
    second.until(lambda: own.get("/me/notices")["preferences"]["muted"] == [second.table])
    all_well(page)
    wishes = own.get("/me/notices")["preferences"]
    assert (wishes["quiet_from"], wishes["quiet_until"]) == (22, 7)
    page.reload()
    second.menu()
    expect(tick).not_to_be_checked()
    tick.check()
    second.until(lambda: own.get("/me/notices")["preferences"]["muted"] == [])


def test_this_browser_is_told_by_push(visit: Visitors, web: WebReceiver) -> None:
    """Its push service is played by the test; what the worker gets comes from the browser."""
    page = visit("desk")
    page.context.grant_permissions(["notifications"])
    page.add_init_script(PUSH_SERVICE.replace("URL", web.url))
    become(page, "Nuala")
    page.get_by_role("button", name=say("en", "notices.push.add")).click()
    row = page.locator("section", has=page.locator("#notices")).locator("li")
    expect(row).to_contain_text(f"127.0.0.1:{web.port}")
    worker = page.context.new_cdp_session(page)
    known: list[str] = []
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: known.extend(each["registrationId"] for each in said["registrations"]),
    )
    worker.send("ServiceWorker.enable")
    here = page.context.service_workers[0]
    here.evaluate(SHOWN)
    told = {"title": "Gallia", "body": "Your turn", "table": "t1", "url": "http://x.example/t/t1"}
    push = {"origin": visit.address, "registrationId": known[0], "data": json.dumps(told)}
    worker.send("ServiceWorker.deliverPushMessage", push)
    end = time.monotonic() + 120
    while not (found := here.evaluate("self.shown")):
        assert time.monotonic() < end, "nothing is shown"
        page.wait_for_timeout(100)
    assert found == ["dot", ["Gallia", "Your turn", "t1", "/t/t1"]]


def test_who_refuses_push_is_told_so(visit: Visitors) -> None:
    page = visit("desk")
    become(page, "Nuala")
    page.get_by_role("button", name=say("en", "notices.push.add")).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("does not allow"))
