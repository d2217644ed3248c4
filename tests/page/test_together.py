"""Two browsers, a terminal and a bot at one table, from the link to the moves of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
from playwright.sync_api import Route, expect

from tests.page.tabling import Guests, Person
from tests.server.test_join import terminal, wait_until


def invite(anna: Person) -> str:
    """Set a table for two friends and a bot, on the page; its link."""
    page = anna.page
    page.goto("/new/hibernia")
    page.get_by_role("radio", name="4").check(force=True)
    for seat, kind in ((2, "set.seat_friend"), (3, "set.seat_friend")):
        who = page.get_by_label(anna.say("set.seat_who", number=seat))
        who.select_option(label=anna.say(kind))
    page.get_by_label(anna.say("set.seat_name", number=1)).fill("Anna")
    page.get_by_text(anna.say("set.more")).click()
    page.get_by_label(anna.say("set.pace"), exact=True).select_option(anna.say("set.pace_none"))
    anna.button("set.invite").click()
    link = page.get_by_label(anna.say("invite.link"))
    expect(link).to_be_visible()
    return link.input_value()


def sit(ben: Person, link: str) -> None:
    """Come by the link, say a name, sit down."""
    ben.page.goto(link)
    ben.page.get_by_label(ben.say("lobby.name")).fill("Ben")
    ben.button("lobby.sit").click()
    expect(ben.page.get_by_text(ben.say("lobby.host_starts"))).to_be_visible()


QUESTIONS = ("number or move", "Enter: go on", "end the turn")
"""What the terminal asks; each is drawn more than once."""


def turn_of(cy: Any, waits: Callable[[], bool]) -> None:
    """Play a turn in the terminal: always what stands first, then Enter; each when it is quiet."""
    said = (cy.before if isinstance(cy.before, str) else "") + cy.buffer
    cy.buffer = ""
    for _ in range(500):
        if not waits():
            return
        try:
            said += cy.read_nonblocking(1 << 16, 0.5)
        except pexpect.TIMEOUT:
            cy.sendline("1" if max(QUESTIONS, key=said.rfind) == QUESTIONS[0] else "")
    raise AssertionError(said[-500:])


def gone_on(cy: Any) -> bool:
    """Press Enter where the terminal shows what others did and waits for it."""
    try:
        said = cy.read_nonblocking(1 << 16, 0.5)
    except pexpect.TIMEOUT:
        said = ""
        cy.sendline("")
    cy.buffer += said
    return False


def test_two_browsers_a_terminal_and_a_bot(guests: Guests, tmp_path: Path) -> None:
    anna = guests.before(guests.client("de"), "", 0, "phone")
    ben = guests.before(guests.client("en"), "", 1, "desk")
    link = invite(anna)
    anna.table = ben.table = table = link.rpartition("/")[2]
    sit(ben, link)
    cy = terminal(guests.server, tmp_path, "join", link, "--name", "Cy")
    cy.expect("word of yours")
    cy.sendline("")
    cy.expect("Waiting for the game to begin")
    expect(anna.page.get_by_role("strong").get_by_text("Cy")).to_be_visible()
    anna.button("lobby.start").click()
    cy.expect("The game begins")

    watcher = guests.client()

    def acting() -> int:
        return int(watcher.table(table)["view"]["to_act"][0])

    ways: dict[int, Callable[[], None]] = {
        0: anna.pick,
        1: ben.pick,
        2: lambda: turn_of(cy, lambda: acting() == 2),
    }
    moved = dict.fromkeys(ways, 0)
    while min(moved.values()) < 2 or acting() == 2:
        wait_until(lambda: acting() in ways or gone_on(cy))
        seat = acting()
        ways[seat]()
        moved[seat] += 1

    with ben.beside("chat"):
        box = ben.page.get_by_role("textbox", name=ben.say("chat.label"))
        box.fill("well met")
        box.press("Enter")
    cy.expect("Ben: well met")
    with anna.beside("chat") as said:
        expect(said).to_contain_text("well met")
    for person in (anna, ben):
        told = [row["told"] for row in person.look()["rows"] if row["kind"] == "move"]
        with person.beside("log") as log:
            lines = log.get_by_role("listitem").filter(has=person.page.get_by_role("link"))
            expect(lines).to_have_count(len(told))
            for sentence in told:
                expect(log).to_contain_text(sentence)
    cy.sendline("quit")
    cy.expect(pexpect.EOF)
    cy.close()


def test_a_game_that_has_to_be_made_ready_first_says_so(guests: Guests) -> None:
    anna = guests.before(guests.client("de"), "", 0, "phone")
    invite(anna)
    held: list[Route] = []
    anna.page.route("**/acts?*", lambda route: held.append(route), times=1)
    anna.page.locator(".begin button").first.click()
    said = anna.page.get_by_text(anna.say("front.first_time"))
    expect(said).to_be_visible()
    held[0].continue_()
    expect(anna.page.locator(".choices")).to_be_visible()
    expect(said).to_have_count(0)
