"""The site of static files in a real browser: played without a server, and without a network.

One device visits the site, then its network is cut for all of these tests. They share its browser
and the server in it, which takes seconds to start.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect, sync_playwright

from cruachan.challenges import puzzle as puzzles
from tests.browser.asking import (
    chatted,
    decider,
    fetched,
    in_turn,
    moves,
    resigning,
    seat_of,
    seats_of,
    settled,
    to_act,
    until,
)
from tests.browser.device import (
    DENIED,
    HOME_NETWORK,
    PLACE,
    Device,
    ask,
    good,
    over_http,
    play,
    static_host,
    wait_until_kept,
)
from tests.browser.on_site import begun, finished_game, looked_back, opened_again, update
from tests.browser.two_devices import enter_answer, invited, taken_up

pytestmark = [pytest.mark.page, pytest.mark.slow]
NAMED = """localStorage.setItem("cruachan", JSON.stringify({ name: "Anna" }))"""
"""Somebody who has told her name."""
STRONGEST: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "hibernia": (("expert", "expert"), {}),
    "cambria": (("expert",), {}),
    "gallia": (("expert",), {}),
    "shent": (("strong",), {"options": {"limit": "6"}}),
}
LATE = {"gallia": 100}
"""So many plies before its end a stored game is gone on with, where a whole one takes minutes."""
WATCHED = 4
"""So many views are answered while a bot thinks; one that waits for it would be the second."""


@pytest.fixture(scope="module")
def device(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """It has visited the site once, and has no network any more."""
    with static_host(site) as host, sync_playwright() as playing:
        device = Device(playing, tmp_path_factory.mktemp("profile"), host)
        status = device.home.get_by_role("status").filter(has_text="Getting the games ready")
        expect(status).to_be_visible()
        expect(device.home.get_by_role("button", name="Play now: SHENT")).to_be_visible()
        expect(status).to_be_hidden()
        wait_until_kept(device.home)
        assert fetched(device.home, "kits/cambria-a4-en.pdf").startswith("%PDF")
        device.cut()
        yield device
        device.close()


@pytest.mark.parametrize("game", STRONGEST)
def test_a_whole_game_against_the_strongest_bots(device: Device, game: str) -> None:
    """In Gallia Cisalpina the last part of one, against a bot at the winner's seat."""
    bots, wishes = STRONGEST[game]
    if game in LATE:
        old, plies = finished_game(device.home, game)
        wishes = {"from": {"table": old, "ply": plies - LATE[game]}}
    table = device.table(game, *bots, **wishes)
    page = device.page(f"t/{table}")
    expect(page.locator(".choices, .cards").first).to_be_visible()
    assert good(page, "POST", f"/tables/{table}/hint?lang=en", {"seat": 0})["moves"]
    assert play(page, table) > 1
    assert good(page, "GET", f"/tables/{table}?seat=0&lang=en")["table"]["status"] == "over"
    assert good(page, "GET", f"/tables/{table}/verify?lang=en")["fits"]
    looked_back(page, table, game)
    expect(page.get_by_role("link", name="Replay").first).to_be_visible()
    page.close()


WATCH = """async ([place, table]) => {
    for (let most = 0, same = 0, last = ""; ; ) {
        const answer = await fetch(`${place}api/tables/${table}/view?seat=0&lang=en`);
        const { view } = await answer.json();
        if (view.result?.length || view.to_act.includes(0)) return most;
        const shown = JSON.stringify(view);
        same = shown === last ? same + 1 : 1;
        most = Math.max(most, same);
        last = shown;
    }
}"""
"""Looks at a table until its first seat is to move: how many views were the same."""


def test_views_are_answered_while_master_thinks(device: Device) -> None:
    """It thinks for two seconds of the clock, on the thread that answers."""

    table = device.table("gallia", "master")

    def watched() -> bool:
        """Whether many were answered while it thought about one of its moves."""
        while to_act(device.home, table) == [0]:
            play(device.home, table, 1)
        return bool(device.home.evaluate(WATCH, [PLACE, table]) >= WATCHED)

    until(watched)
    good(device.home, "POST", f"/tables/{table}/acts", resigning(0))


@pytest.mark.parametrize(
    ("game", "welcome"), [("cambria", "Welcome to Wales!"), ("shent", "Welcome to SHENT!")]
)
def test_a_lesson(device: Device, game: str, welcome: str) -> None:
    """It is seen on the page; its steps are taken as the page takes them."""
    table = device.table(game, lesson=True)
    page = device.page(f"t/{table}")
    expect(page.get_by_text(welcome)).to_be_visible()
    for number in range(100):
        seen = settled(page, table)
        lesson = seen["table"]["lesson"]
        if lesson["over"]:
            break
        act: dict[str, Any] = {"kind": "go_on", "seat": 0}
        if not lesson["wait"]:
            move = {"answers": seen["asked"], "text": lesson["expects"][0]}
            words = {"words": "They walked on."} if lesson["tell"] else {}
            act = {"kind": "move", "seat": 0, **move, **words}
        good(page, "POST", f"/tables/{table}/acts", {"id": f"lesson-{number}-00", "act": act})
    assert lesson["over"]
    expect(page.get_by_role("link", name="A game of my own")).to_be_visible()
    page.close()


def test_the_daily_game_and_a_puzzle(device: Device) -> None:
    page = device.page("daily", NAMED)
    page.get_by_role("button", name="Play today's game").click()
    page.wait_for_url(re.compile("/t/"))
    table = page.url.rpartition("/")[2]
    expect(page.locator(".choices, .cards").first).to_be_visible()
    assert play(page, table, 2, seat_of(page, table)) == 2
    told = good(page, "GET", "/daily?lang=en")
    assert (told["status"], told["table"]) == ("playing", table)

    page.goto(f"{device.host.address}puzzles")
    page.get_by_role("button", name="Solve a puzzle").click()
    page.wait_for_url(re.compile("/t/"))
    table = page.url.rpartition("/")[2]
    wanted = puzzles.find(good(page, "GET", f"/tables/{table}/puzzle?lang=en")["id"])
    asked = good(page, "GET", f"/tables/{table}/view?seat={wanted.seat}&lang=en")["asked"]
    move = {"kind": "move", "seat": wanted.seat, "answers": asked, "text": wanted.answer}
    good(page, "POST", f"/tables/{table}/acts", {"id": "solving-it", "act": move})
    expect(page.locator(".puzzle").get_by_role("heading")).to_contain_text("Solved")
    page.close()


def test_two_share_a_screen_where_nothing_is_hidden(device: Device) -> None:
    """Both seats are played from one page, without a curtain."""
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    table = good(device.home, "POST", "/tables", {"game": "cambria", "seats": seats})["table"]
    start = {"id": "start-it", "act": {"kind": "start"}}
    good(device.home, "POST", f"/tables/{table}/acts", start)
    page = device.page(f"t/{table}")
    for _ in seats:
        (seat,) = until(lambda: decider(page, table))
        expect(page.locator(".choices").first).to_be_visible()
        while to_act(page, table) == [seat]:
            play(page, table, 1, seat)
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_have_count(0)
    page.close()


def test_two_at_one_screen(device: Device) -> None:
    """Where each may know what the other does not, the curtain falls between them."""
    names = ("Anna", "Ben")
    seats = [{"kind": "me", "name": name} for name in names]
    table = good(device.home, "POST", "/tables", {"game": "gallia", "seats": seats})["table"]
    start = {"id": "start-it", "act": {"kind": "start"}}
    good(device.home, "POST", f"/tables/{table}/acts", start)
    page = device.page(f"t/{table}")
    for _ in names:
        (seat,) = until(lambda: to_act(page, table))
        ready = page.get_by_role("button", name=f"I am {names[seat]}")
        over = page.get_by_role("button", name=f"Pass the device to {names[seat]}")
        expect(ready.or_(over)).to_be_visible()
        if over.is_visible():
            over.click()
        ready.click()
        expect(page.locator(".choices")).to_be_visible()
        while to_act(page, table) == [seat]:
            play(page, table, 1, seat)
    page.close()


def test_a_finished_game_of_a_server_is_opened_and_verified(device: Device) -> None:
    game = Path(__file__).parents[1] / "cambria" / "golden"
    told = next(iter(sorted(game.glob("*.game")))).read_text("utf-8")
    page = device.page()
    file = FilePayload(name="theirs.game", mimeType="text/plain", buffer=told.encode())
    page.locator('input[type="file"]').set_input_files(file)
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("link", name="Replay").first).to_be_visible()
    table = page.url.rpartition("/t/")[2].partition("/")[0]
    assert good(page, "GET", f"/tables/{table}/verify?lang=en")["fits"]
    page.close()


def test_a_game_is_printed_that_was_looked_at_before(device: Device) -> None:
    page = device.page("rules/cambria")
    link = page.get_by_role("link", name="Get the PDF")
    page.get_by_role("combobox", name="Paper", exact=True).select_option("A4")
    expect(link).to_have_attribute("href", f"{PLACE}kits/cambria-a4-en.pdf")
    expect(page.locator("input[accept='.toml']")).to_have_count(0)
    page.get_by_role("combobox", name="Board", exact=True).select_option("Northern Britain")
    page.get_by_role("combobox", name="Ink", exact=True).select_option("In grey")
    expect(link).to_have_attribute("href", f"{PLACE}kits/cambria-north-a4-en-grey.pdf")
    assert fetched(page, "kits/cambria-a4-en.pdf").startswith("%PDF")
    page.close()


def test_what_every_device_answers_alike_is_a_file(device: Device) -> None:
    """The front page shows the games before Python has started, and all that they have."""
    for lang in ("de", "en"):
        known = json.loads(fetched(device.home, f"answers/games-{lang}.json"))
        assert known == good(device.home, "GET", f"/games?lang={lang}")
    for kind in ("cover", "board", "still"):
        look = known[0]["identity"] if kind == "cover" else known[0]["boards"][0]
        drawn = fetched(device.home, f"answers/{kind}-{look['digest']}.svg")
        assert drawn == ask(device.home, "GET", f"/games/{known[0]['name']}/{kind}?lang=en")[1]


def test_documentation_that_was_not_read_says_so(device: Device) -> None:
    page = device.page("docs/unread.html")
    expect(page.get_by_text("There is no network")).to_be_visible()
    page.get_by_role("link", name="To the games").click()
    expect(page.get_by_role("button", name="Play now: SHENT")).to_be_visible()
    page.close()


def test_links_stay_in_the_folder_and_nothing_asks_for_others(device: Device) -> None:
    """At the root of its host a link is read from there; the site lies in a folder."""
    device.home.goto(device.host.address)
    expect(device.home.get_by_role("link", name="Rules: Cambria")).to_be_visible()
    for page in (device.home, device.page("rules/cambria"), device.page("new/cambria")):
        expect(page.get_by_role("link", name=re.compile("Cruachan"))).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        found = page.evaluate("[...document.querySelectorAll('a[href]')].map((link) => link.href)")
        assert found
        assert all(link.startswith(device.host.address) for link in found), found
        if page is not device.home:
            page.close()
    rules = device.page("rules/cambria")
    rules.locator('a[href^="#"]').first.click()
    expect(rules).to_have_url(re.compile(f"{PLACE}rules/cambria#"))
    rules.close()
    seats = device.page("new/cambria")
    expect(seats.get_by_label("Seat 2: who plays")).to_be_visible()
    for path in ("me", "login", "ratings"):
        seats.goto(device.host.address + path)
        expect(seats.get_by_role("heading", name="This page needs a server")).to_be_visible()
    seats.close()


def test_tabs_share_one_server(device: Device) -> None:
    table = device.table("gallia", "greedy")
    first, second = device.page(f"t/{table}"), device.page(f"t/{table}")
    expect(second.locator(".choices")).to_be_visible()
    before = moves(second, table)
    play(first, table, 1)
    assert moves(second, table) > before
    expect(second.locator(".choices")).to_be_visible()
    first.close()
    second.close()


def test_tabs_that_share_no_server_do_not_write_over_each_other(device: Device) -> None:
    """Browsers without shared workers: the last tab goes on, the others rest and say so."""
    table = device.table("gallia", "greedy")
    play(device.home, table, 1)
    alone = device.page(f"t/{table}", "delete window.SharedWorker")
    expect(alone.locator(".choices")).to_be_visible()
    expect(device.home.get_by_text("Cruachan is open in another tab now")).to_be_visible()
    play(alone, table, 1)
    known = moves(alone, table)
    device.home.get_by_role("button", name="Go on here").click()
    expect(alone.get_by_text("Cruachan is open in another tab now")).to_be_visible()
    expect(device.home.get_by_role("button", name="Play now: SHENT")).to_be_visible()
    assert moves(device.home, table) >= known
    play(device.home, table, 1)
    alone.close()


@pytest.fixture
def guest(device: Device, tmp_path: Path) -> Iterator[Device]:
    """A second device, which knows nothing of the first one. There is no way to the host for both,
    but one between them: a browser that is offline has none."""
    device.cut(False)
    guest = Device(device.playing, tmp_path / "guest", device.host)
    expect(guest.home.get_by_role("button", name="Play now: SHENT")).to_be_visible()
    wait_until_kept(guest.home)
    device.host.cut = True
    yield guest
    guest.close()
    device.cut()


def test_two_devices_play_at_a_table_of_one_of_them(device: Device, guest: Device) -> None:
    """What they must know of each other is carried by hand; the guest has her seat and no more, and
    has it still when the connection was gone."""
    page = device.page("new/gallia?friends")
    expect(page.get_by_text("on devices of their own in the same network")).to_be_visible()
    page.get_by_role("textbox").first.fill("Anna")
    page.get_by_role("button", name="Invite", exact=True).click()
    link = invited(page)
    table = page.url.rpartition("/")[2]
    hers, answer = taken_up(guest, link)
    wrong = {
        link: "This is the invitation itself.",
        "hello": "This is no answer",
        answer.replace("1a~", "1a~x"): "This is the answer to another invitation.",
    }
    for text, said in wrong.items():
        page.get_by_label("Answer of the other device").fill(text)
        page.get_by_role("button", name="Connect", exact=True).click()
        expect(page.get_by_text(said)).to_be_visible()
    same = device.page(link.partition(PLACE)[2])
    expect(same.get_by_text("The table of this invitation lies on this device.")).to_be_visible()
    same.get_by_label("Invitation").fill(answer)
    same.get_by_role("button", name="Take up the invitation").click()
    expect(same.get_by_text("This is an answer, no invitation.")).to_be_visible()
    same.close()
    enter_answer(page, answer)

    hers.get_by_label("Your name").fill("Ben")
    hers.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Ben", exact=True).first).to_be_visible()
    until(lambda: all(each["word"] for each in seats_of(page, table)), "both add to the dice")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(hers.locator(".choices, .now").first).to_be_visible()
    in_turn(page, hers, table, 3)
    assert ask(hers, "POST", f"/tables/{table}/acts", resigning(0))[0] == 403
    assert (
        ask(hers, "POST", f"/tables/{table}/acts", {"id": "closing-it", "act": {"kind": "close"}})[
            0
        ]
        == 403
    )
    assert table not in {each["table"] for each in good(hers, "GET", "/tables/mine")}

    page.close()
    gone = hers.get_by_text("The connection to the device with the table is gone.")
    expect(gone).to_be_visible()
    hers.reload()
    expect(gone).to_be_visible()
    expect(hers.get_by_text("This table lies on another device")).to_be_visible()
    page = device.page(f"t/{table}")
    page.get_by_role("button", name="More").click()
    link = invited(page)
    hers.get_by_role("link", name="Connect again").click()
    hers.get_by_label("Invitation").fill(link)
    hers.get_by_role("button", name="Take up the invitation").click()
    found = hers.get_by_label("Answer to an invitation", exact=True)
    # The camera of the first device opens what it reads in a tab of its own.
    camera = device.context.new_page()
    camera.goto(found.input_value())
    expect(camera.get_by_text("The answer has arrived.")).to_be_visible()
    camera.close()
    expect(page.get_by_text("One other device is connected.")).to_be_visible()
    expect(hers.locator(".choices, .now").first).to_be_visible()
    in_turn(page, hers, table, 2)
    good(hers, "POST", f"/tables/{table}/acts", resigning(1))
    for each in (page, hers):
        assert good(each, "GET", f"/tables/{table}/verify?lang=en")["fits"]
    expect(hers.get_by_role("link", name="Replay").first).to_be_visible()
    page.close()


def test_a_site_over_http_without_service_workers(device: Device) -> None:
    """As in a home network, in a browser that lets no site keep anything: it plays, shows its
    pictures and hands out files, and its pages can be opened by addresses that the host has not."""
    device.host.cut = False
    at = device.host.address.replace("127.0.0.1", HOME_NETWORK)
    with over_http(device.playing) as browser:
        page = browser.new_page(locale="en-GB")
        page.add_init_script(DENIED)
        page.goto(f"{at}nothing/here")
        expect(page.get_by_text("There is nothing at this address")).to_be_visible()
        page.goto(f"{at}new/gallia?friends#seats")
        expect(page).to_have_url(f"{at}new/gallia?friends#seats")
        drawn = page.locator(".picture img").first
        expect(drawn).to_have_class(re.compile("shown"))
        page.goto(at)
        page.get_by_role("button", name="Play now: Cambria").click()
        page.get_by_role("textbox").fill("Anna")
        page.keyboard.press("Enter")
        expect(page.locator(".choices").first).to_be_visible()
        page.get_by_role("button", name="More").click()
        with page.expect_download() as file:
            page.get_by_role("link", name="Download the game file").click()
        assert "cambria" in file.value.suggested_filename
        assert Path(file.value.path()).read_text("utf-8").startswith("cruachan transcript")
    device.cut()


@pytest.mark.parametrize("script", ["", "delete window.SharedWorker"])
def test_a_browser_in_which_the_server_does_not_start_says_so(device: Device, script: str) -> None:
    device.host.cut, device.host.missing = False, "server-worker.mjs"
    with over_http(device.playing) as browser:
        page = browser.new_page(locale="en-GB")
        page.add_init_script(script)
        page.goto(device.host.address.replace("127.0.0.1", HOME_NETWORK))
        expect(page.get_by_text("The games cannot run in this browser")).to_be_visible()
        expect(page.get_by_role("button", name="Play now: SHENT")).to_be_visible()
    device.host.missing = ""
    device.cut()


@contextmanager
def visitor(device: Device) -> Iterator[Page]:
    """Another browser, while the host can be reached."""
    device.host.cut = False
    try:
        with over_http(device.playing) as browser:
            yield browser.new_context(locale="en-GB").new_page()
    finally:
        device.host.torn = ""
        device.cut()


@pytest.mark.parametrize("torn", ["memory-1.packed", "pydantic_core.wasm"])
def test_a_network_that_fails_while_the_games_load(device: Device, torn: str) -> None:
    """How much has come is said, and that there is no network; it loads on when it is back."""
    with visitor(device) as page:
        device.host.torn = torn
        page.goto(device.host.address)
        expect(page.get_by_text(re.compile(r"[1-9]\d* of [1-9]\d* MB"))).to_be_visible()
        device.host.cut = True
        expect(page.get_by_text("There is no network.")).to_be_visible()
        expect(page.get_by_role("button", name="Play now: Cambria")).to_be_visible()
        device.host.cut, device.host.torn = False, ""
        expect(page.get_by_text("There is no network.")).to_be_hidden()
        page.get_by_role("button", name="Play now: Cambria").click()
        page.get_by_role("textbox").fill("Anna")
        page.keyboard.press("Enter")
        expect(page.locator(".choices").first).to_be_visible()


def test_a_tab_that_is_closed_while_a_bot_thinks(device: Device) -> None:
    """The bot moves when the table is opened again."""
    with visitor(device) as page:
        table = begun(page, device, "expert", "expert")
        assert play(page, table, 3) == 3
        again = opened_again(page, device, table)
        assert moves(again, table) >= 3
        assert play(again, table, 2) == 2


def test_what_is_kept_was_cleared_away_while_a_game_is_open(device: Device) -> None:
    """It is no other tab that has taken the games, and there is room: all is kept anew."""
    with visitor(device) as page:
        table = begun(page, device, "greedy", "greedy")
        origin = device.host.address.removesuffix(PLACE)
        clear = {"origin": origin, "storageTypes": "indexeddb"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", clear)
        assert chatted(page, table)
        assert play(page, table, 2) == 2
        made = moves(page, table)
        expect(page.get_by_text("There is no room left")).to_have_count(0)
        expect(page.get_by_text("open in another tab")).to_have_count(0)
        assert moves(opened_again(page, device, table), table) >= made


EVICT = """async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    const file = "server/kernels.json";
    const gone = await cache.delete(file);
    await (await fetch(file)).text();
    const seen = async () => !!(await cache.match(file));
    for (let tries = 0; !(await seen()) && tries < 600; tries++)
        await new Promise((done) => setTimeout(done, 100));
    return [gone, await seen()];
}"""


def test_a_file_that_the_browser_has_thrown_away_is_kept_again(device: Device) -> None:
    device.cut(False)
    assert device.home.evaluate(EVICT) == [True, True]
    device.cut()


def test_keeping_the_site_goes_on_where_it_was_broken_off(device: Device) -> None:
    """Nothing is fetched twice that is kept already."""
    device.host.missing = "kernels.json"
    with visitor(device) as page:
        page.goto(device.host.address)
        expect(page.get_by_text("This browser could not keep the page")).to_be_visible()
        device.host.missing = ""
        device.host.asked.clear()
        page.reload()
        expect(page.get_by_text("Everything is kept on this device now")).to_be_visible()
        wait_until_kept(page)
        asked = "".join(device.host.asked)
        assert "kernels.json" in asked
        assert "games-de.json" not in asked


BREAK = """() => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    window.breaking = new Worker("server/server-worker.mjs", { type: "module" });
    window.breaking.postMessage(null, [port2]);
    const statuses = [];
    window.told = port1;
    port1.onmessage = ({ data: { kind, status } }) => {
        if (kind === "answer" && statuses.push(status) === 2) done(statuses);
    };
    const request = { kind: "request", method: "GET", path: "/api/games" };
    port1.postMessage({ id: 1, ...request, headers: [1n] });
    port1.postMessage({ id: 2, ...request, headers: [] });
})"""
"""A list with a BigInt cannot be handed on to Python."""


def test_a_request_that_the_worker_cannot_handle_is_answered(device: Device) -> None:
    device.host.cut = False
    with over_http(device.playing) as browser:
        page = browser.new_page(locale="en-GB")
        page.goto(device.host.address.replace("127.0.0.1", HOME_NETWORK))
        assert page.evaluate(BREAK) == [500, 200]
    device.cut()


def test_a_full_device_says_what_is_not_kept_and_keeps_it_when_there_is_room(
    device: Device,
) -> None:
    table = device.table("gallia", "greedy")
    page = device.page(f"t/{table}")
    expect(page.locator(".choices")).to_be_visible()
    told = page.get_by_text("There is no room left on this device")
    quota = page.context.new_cdp_session(page)
    origin = device.host.address.removesuffix(PLACE)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    # The browser asks itself only now and then how much room there is.
    until(lambda: chatted(page, table) and told.count() == 1)
    play(page, table, 1)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    until(lambda: chatted(page, table) and told.count() == 0)
    page.close()


def test_a_game_goes_on_after_an_update_and_after_the_browser_was_closed(
    device: Device, site: Path
) -> None:
    table = device.table("hibernia", "greedy", "greedy")
    page = device.page(f"t/{table}")
    expect(page.locator(".choices")).to_be_visible()
    play(page, table, 2)
    update(site / PLACE.strip("/"))
    device.cut(False)
    page.evaluate("navigator.serviceWorker.ready.then((site) => site.update())")
    waiting = "navigator.serviceWorker.ready.then((site) => site.waiting !== null)"
    until(lambda: page.evaluate(waiting))
    device.cut()
    play(page, table, 2)
    reloaded = device.page()
    expect(reloaded.get_by_text("A new version of Cruachan is here")).to_be_visible()
    assert len(reloaded.evaluate("caches.keys()")) == 2, "the old one stays while a game is open"
    told = moves(page, table)

    device.close()
    device.open()
    expect(device.home.get_by_role("heading", name="Continue")).to_be_visible()
    names = device.home.evaluate("caches.keys()")
    assert [name.rpartition(" ")[2] for name in names] == ["the-next"]
    page = device.page(f"t/{table}")
    expect(page.locator(".choices")).to_be_visible()
    assert moves(page, table) >= told
    assert play(page, table, 2) == 2
