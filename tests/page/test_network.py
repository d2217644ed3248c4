"""On bad networks: answers that never come, connections that die without a word, a server that was
upgraded. The page goes on by itself, and says so where it takes a while."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Request, Route, expect

from tests.page.tabling import Guests, Person, move
from tests.page.test_line import ACTS, AGAIN, UNREACHABLE, alone, moves
from tests.page.visiting import Visitors
from tests.server.proxy import BadNetwork
from tests.server.running import Running

BUSY = {"error": "unstored", "text": "It could not be stored."}


def test_a_connection_that_dies_without_a_word_is_noticed(guests: Guests, server: Running) -> None:
    """Half open: neither end is told, and nothing comes any more."""
    anna = alone(guests, *UNREACHABLE)
    with BadNetwork(server.port, seed=1, drop=0, twice=0) as network:
        page = anna.page
        page.clock.install()
        page.goto(f"http://127.0.0.1:{network.port}/t/{anna.table}")
        anna.is_asked()
        _silence_is_told(anna, network)
        network.freeze()
        anna.client.act(anna.table, "chat", seat=0, text="from elsewhere")
        page.clock.fast_forward(40_000)
        anna.press()

        def arrived() -> bool:
            """The browser may have several dead connections at hand; it tries one after another."""
            page.clock.fast_forward(10_000)
            return bool(moves(anna))

        anna.until(arrived)
        anna.logs(moves(anna)[0]["told"])
        expect(page.get_by_text(anna.say("line.lost"))).to_be_hidden(timeout=AGAIN)
        page.context.close()


def _silence_is_told(anna: Person, network: BadNetwork) -> None:
    """A line that has nothing to say is no dead one; a dead one is told of after ten seconds."""
    page, quiet = anna.page, anna.page.get_by_text(anna.say("line.quiet"))
    before = network.opened
    with page.expect_websocket(lambda opened: opened.url.endswith("/me/waiting")):
        page.clock.run_for(2000)
    anna.until(lambda: network.opened > before)
    for _ in range(4):
        before = network.opened
        page.clock.run_for(5000)
        page.wait_for_timeout(300)
        assert network.opened == before
    expect(quiet).to_be_hidden()
    network.freeze()
    page.clock.run_for(14_000)
    expect(quiet).to_be_visible()
    anna.button("line.retry").click()
    expect(quiet).to_be_hidden()
    expect(page.get_by_text(anna.say("line.lost"))).to_be_hidden(timeout=AGAIN)
    anna.is_asked()


def test_an_act_that_is_never_answered_is_sent_again(guests: Guests) -> None:
    anna = alone(guests)
    anna.page.clock.install()
    anna.come()
    sent: list[Any] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data_json)
        if len(sent) > 1:
            route.continue_()

    anna.page.route(ACTS, swallow)
    anna.press()
    anna.until(lambda: len(sent) == 1)
    anna.page.clock.fast_forward(15_000)
    anna.until(lambda: len(moves(anna)) == 1)
    anna.logs(moves(anna)[0]["told"])
    anna.is_asked()
    assert sent[0] == sent[1]
    assert len(moves(anna)) == 1
    anna.pick()


def test_a_table_whose_answer_is_lost_is_made_once(visit: Visitors) -> None:
    """Also by somebody who comes for the first time, and has no key yet."""
    page = visit("desk", forgive=UNREACHABLE)
    page.goto("/")
    play = page.get_by_role("button", name=re.compile("^Play now: Gallia"))
    expect(play).to_be_visible()
    ids: list[str | None] = []
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(route)
        ids.append(route.request.headers.get("idempotency-key"))
        route.fetch()
        route.abort()

    page.route("**/api/tables?*", lose)
    page.on("request", lambda sent: seen(sent, ids))
    play.click()
    page.get_by_label("What is your name?").fill("Anna")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"), timeout=AGAIN)
    assert len(ids) > 1
    assert len(set(ids)) == 1
    mine = page.evaluate("() => fetch('/api/tables/mine').then((answer) => answer.json())")
    assert len(mine) == 1


def seen(sent: Request, ids: list[str | None]) -> None:
    if sent.method == "POST" and "/api/tables?" in sent.url:
        ids.append(sent.headers.get("idempotency-key"))


def test_a_busy_server_while_one_comes_is_asked_again(guests: Guests) -> None:
    anna = alone(guests, "503")
    table = f"**/api/tables/{anna.table}?*"
    waiting: list[Route] = []
    anna.page.route(table, lambda route: waiting.append(route), times=1)
    anna.page.route(table, lambda route: route.fulfill(status=503, json=BUSY), times=1)
    anna.come()
    expect(anna.page.get_by_role("status")).to_have_text(BUSY["text"])
    anna.until(lambda: bool(waiting))
    waiting[0].continue_()
    anna.is_asked()


def missed(anna: Person) -> bool:
    """Whether the others have moved twice since she did, and she is asked."""
    found = anna.look()
    told = [row["seat"] for row in found["rows"] if row["kind"] == "move" and row["told"]]
    return 0 in found["view"]["to_act"] and 0 in told and 0 not in told[-2:]


def test_what_cannot_be_shown_again_leaves_the_present(guests: Guests) -> None:
    anna = alone(guests, "503")
    while not missed(anna):
        if 0 in anna.look()["view"]["to_act"]:
            move(anna.client, anna.table, 0, anna.offered().offer["text"])
    anna.come().is_asked()
    answers = [503, None]

    def fail(route: Route) -> None:
        if answers.pop():
            route.fulfill(status=503, json=BUSY)
        else:
            route.continue_()

    anna.page.route("**/view?*", fail, times=2)
    with anna.beside("log"):
        anna.button("recap.again").click()
    expect(anna.page.get_by_role("alert").filter(has_text=BUSY["text"])).to_be_visible()
    point = anna.page.locator(".ground .mark.can").first
    expect(point).to_be_attached()
    anna.pick()


def test_a_part_that_was_upgraded_away_is_loaded_anew_with_the_page(visit: Visitors) -> None:
    page = visit("phone", forgive=("404", "Failed to fetch"))
    page.goto("/")
    link = page.locator('a[href^="/rules/"]').first
    expect(link).to_be_visible()
    upgraded: list[Request] = []

    def asked(request: Request) -> None:
        if request.is_navigation_request():
            upgraded.append(request)

    page.on("request", asked)

    def gone(route: Route) -> None:
        if upgraded:
            route.continue_()
        else:
            route.fulfill(status=404)

    page.route("**/assets/RulesPage*.js", gone)
    link.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text("1.1")
    assert "/rules/" in page.url


def test_an_address_that_means_nothing_says_so(visit: Visitors) -> None:
    page = visit("phone", forgive=("404",))
    page.goto("/t/%E0%A4%A")
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto("/%E0%A4%A")
    expect(page.get_by_role("main")).to_be_visible()
