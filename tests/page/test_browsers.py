"""What older browsers and phones do not have is not used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.page.tabling import Guests, Person, move
from tests.page.test_line import alone
from tests.page.test_notices import HIDE, until_asked
from tests.page.visiting import Visitors

ROOT = Path(__file__).parents[2]
LACKING = {
    "lookbehind": r"\(\?<[!=]",
    "URL.canParse": r"\bcanParse\b",
    "Array.prototype.toSorted": r"\.toSorted\(",
    "Promise.withResolvers": r"\bwithResolvers\b",
    "static blocks": r"\bstatic ?\{",
    "Set.prototype.union": r"\.isSubsetOf\(",
}
"""What Safari 15.4 does not have, and how it would stand in the built page."""

NO_CONSTRUCTOR = """
class Forbidden {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
}
window.Notification = Forbidden;
Object.defineProperty(document, "hidden", { get: () => true });
"""
COUNT = """() => {
  const log = document.querySelector(".log");
  window.changed = 0;
  new MutationObserver((all) => {
    for (const each of all) window.changed += each.addedNodes.length + each.removedNodes.length;
  }).observe(log, { childList: true, subtree: true });
  return log.querySelectorAll("*").length;
}"""


@pytest.mark.parametrize("name", LACKING)
def test_the_built_page_needs_no_newer_browser(built: Path, name: str) -> None:
    scripts = list((built / "assets").glob("*.js"))
    assert len(scripts) > 5
    found = [path.name for path in scripts if re.search(LACKING[name], path.read_text("utf-8"))]
    assert not found


def test_the_documentation_names_the_browsers_that_it_is_built_for() -> None:
    config = (ROOT / "web" / "vite.config.js").read_text("utf-8")
    target = re.search(r"target: \[(.*)\]", config)
    assert target
    docs = (ROOT / "docs" / "page.md").read_text("utf-8")
    for name, version in re.findall(r'"([a-z]+)([\d.]+)"', target[1]):
        assert re.search(rf"{name}[^.]*? {re.escape(version)}\b", docs, re.IGNORECASE), name


def test_a_phone_that_forbids_notifications_is_told_nothing(
    guests: Guests, visit: Visitors
) -> None:
    anna = alone(guests, size="phone")
    anna.page.add_init_script(NO_CONSTRUCTOR)
    anna.come().is_asked()
    visit.leave()


def test_a_move_changes_a_few_lines_of_the_log(guests: Guests) -> None:
    """A log that is made anew each turn is slow on phones and loses the reader's place."""
    anna = alone(guests)
    while anna.look()["table"]["plies"] < 30:
        found = anna.look()["view"]
        if found["result"]:
            break
        if 0 in found["to_act"]:
            move(anna.client, anna.table, 0, anna.offered().offer["text"])
    anna.until(lambda: 0 in anna.look()["view"]["to_act"])
    anna.come().is_asked()
    with anna.beside("log") as log:
        expect(log.get_by_role("listitem").first).to_be_visible()
        nodes = anna.page.evaluate(COUNT)
        before = anna.look()["table"]["plies"]
        move(anna.client, anna.table, 0, anna.offered().offer["text"])
        played = [row for row in anna.look()["rows"] if row["kind"] == "move"]
        told = next(row["told"] for row in played if row["ply"] == before)
        expect(log).to_contain_text(told)
        anna.is_asked()
        plies = anna.look()["table"]["plies"] - before
        changed = anna.page.evaluate("window.changed")
    assert nodes > 100
    assert changed < 25 * plies + 25, (changed, nodes, plies)


BADGES = """
window.badges = [];
Navigator.prototype.setAppBadge = async (count) => { window.badges.push(count); };
Navigator.prototype.clearAppBadge = async () => { window.badges.push(0); };
"""
ICON = """() => decodeURIComponent(document.querySelector('link[rel="icon"]').href)"""
NOTIFIED = """
window.notified = [];
ServiceWorkerRegistration.prototype.showNotification = async (title, {body, data}) => {
  window.notified.push([title, body, data]);
};
"""


def test_icons_count_the_tables_that_wait(guests: Guests) -> None:
    """The app's and the window's: on the front page, at a table, and after a move."""
    first, second = guests.two("gallia", ("desk", "desk"), ("en", "en"))
    page = second.page
    page.add_init_script(BADGES)
    until_asked(first, second)
    page.goto("/")
    expect(page).to_have_title("(1) Cruachan")
    page.wait_for_function("() => window.badges.at(-1) === 1")
    page.wait_for_function(f"() => ({ICON})().includes('>1</text>')")
    page.goto("/rules/gallia")
    second.come().is_asked()
    page.evaluate(HIDE)
    page.wait_for_function(f"() => ({ICON})().includes('>1</text>')")
    until_asked(second, first)
    page.wait_for_function("() => window.badges.at(-1) === 0")
    page.wait_for_function(f"() => ({ICON})().endsWith('/icon.svg')")


def test_where_no_connection_is_left_the_front_page_counts(guests: Guests) -> None:
    """The server refuses to count for this window: its table works, and nothing wrong is said."""
    first, second = guests.two("gallia", ("desk", "desk"), ("en", "en"))
    page = second.page
    refused: list[str] = []

    def refuse(line: WebSocketRoute) -> None:
        refused.append(line.url)
        line.close(code=1013)

    page.route_web_socket(re.compile("/me/waiting$"), refuse)
    until_asked(first, second)
    page.goto("/")
    second.until(lambda: bool(refused))
    expect(page).to_have_title("(1) Cruachan")
    page.goto("/rules/gallia")
    second.until(lambda: len(refused) > 1)
    page.wait_for_function("() => document.title && !document.title.startsWith('(')")
    second.come().is_asked()
    until_asked(second, first)
    page.goto("/")
    expect(page).to_have_title("Cruachan")
    expect(page.get_by_role("alert")).to_have_count(0)


def waits(first: Person, second: Person) -> None:
    """Let the second one be asked at their table, as the server says."""
    for _ in range(20):
        asked = first.look()["view"]["to_act"]
        if asked == [second.seat]:
            return
        if asked == [first.seat]:
            move(first.client, first.table, first.seat or 0, first.offered().offer["text"])
    raise AssertionError(second.look()["view"]["to_act"])


def test_every_page_counts_the_tables_that_wait(guests: Guests, visit: Visitors) -> None:
    """Also at one table what comes to wait at another one, in a hidden window, and on pages that
    ask for no list; nothing is asked for again and again."""
    anna, ben = guests.two("gallia", ("desk", "desk"), ("en", "en"))
    page = ben.page
    waits(anna, ben)
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    other = anna.client.create("gallia", seats)["table"]
    ben.client.act(other, "sit", name="Ben", word="b")
    anna.client.act(other, "start")
    there = [Person(each.page, each.client, other, seat) for seat, each in enumerate((anna, ben))]
    waits(there[1], there[0])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(BADGES)
    ben.come().is_asked()
    expect(page).to_have_title("● Your turn – Gallia Cisalpina")
    page.wait_for_function("() => !window.badges.at(-1)")
    waits(there[0], there[1])
    expect(page).to_have_title("(1) ● Your turn – Gallia Cisalpina")
    page.wait_for_function("() => window.badges.at(-1) === 1")
    page.evaluate(HIDE)
    page.wait_for_function("() => window.badges.at(-1) === 2")
    waits(there[1], there[0])
    expect(page).to_have_title("● Your turn – Gallia Cisalpina")
    page.wait_for_function("() => window.badges.at(-1) === 1")
    waits(there[0], there[1])
    page.goto("/rules/gallia")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    page.wait_for_function(f"() => ({ICON})().includes('>2</text>')")
    lists = [url for url in asked if "/tables/mine" in url or "/me/events" in url]
    assert not lists, "one line tells it"


def test_a_phone_is_notified_through_its_service_worker(guests: Guests) -> None:
    """Where the constructor is forbidden, with a worker that nobody has registered before."""
    first, second = guests.two("gallia", ("desk", "phone"), ("en", "de"))
    page = second.page
    page.add_init_script(NO_CONSTRUCTOR + NOTIFIED)
    second.come()
    expect(page.locator("main")).to_be_visible()
    until_asked(first, second)
    page.wait_for_function("() => window.notified.length > 0")
    ((title, body, where),) = page.evaluate("() => window.notified")
    assert title == "Gallia Cisalpina"
    assert body == second.look()["view"]["prompt"]
    assert where == f"/t/{second.table}"
