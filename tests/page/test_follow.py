"""Following the others: whose turn it is, what they did, one after the other, and once more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from cruachan.server.client import Client
from tests.page.tabling import Guests, say
from tests.page.visiting import Size, Visitors

FOREVER = 1000
"""A pace at which nothing more is shown until somebody skips."""
THINKING = {"en": re.compile("^Greedy( 2)? is thinking"), "de": re.compile("^Greedy( 2)? überlegt")}
LINE_AT = "([x, y]) => document.elementFromPoint(x, y).closest('.line') !== null"
HEARD = """() => {
    window.heard = [];
    const note = () => {
        for (const each of document.querySelectorAll('.line .turn, #prompt'))
            if (!window.heard.includes(each.textContent)) window.heard.push(each.textContent);
    };
    note();
    new MutationObserver(note).observe(document.body,
        { childList: true, subtree: true, characterData: true });
}"""
"""Note all that is said from now on of whose turn it is."""
TOLD = """() => {
    window.told = [];
    window.clipped = [];
    const note = () => {
        const line = document.querySelector('.line .news');
        if (!line || window.told.at(-1) === line.textContent) return;
        window.told.push(line.textContent);
        if (line.scrollHeight > line.clientHeight + 1) window.clipped.push(line.textContent);
    };
    note();
    new MutationObserver(note).observe(document.body,
        { childList: true, subtree: true, characterData: true });
}"""
"""Note all that is told above the board from now on, and what of it is cut off."""
TRAILS = ".field .trails > *"


def with_bots(anna: Client, game: str = "hibernia", pace: float = 0.1) -> str:
    """A table with two bots at which it is Anna's turn."""
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "greedy"}] * 2]
    table = str(anna.create(game, seats, bot_pace=pace)["table"])
    anna.act(table, "start")
    return table


def until_asked(anna: Client, table: str, page: Page) -> dict[str, Any]:
    """What the server asks Anna, once it does."""
    for _ in range(600):
        now: dict[str, Any] = anna.table(table, 0)
        if 0 in now["view"]["to_act"]:
            return now
        page.wait_for_timeout(50)
    raise AssertionError("it is never her turn")


def end_the_turn(anna: Client, table: str) -> None:
    """Anna's plays, until somebody else is to play."""
    while 0 in (now := anna.table(table, 0))["view"]["to_act"]:
        offer = now["view"]["points"][0]["moves"][0]
        anna.act(table, "move", seat=0, answers=now["asked"], move=offer["move"])


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("desk", "en")])
def test_others_are_shown_one_after_the_other(
    visit: Visitors, anna: Client, size: Size, lang: Lang
) -> None:
    """Meanwhile nothing is asked; skipping shows the rest, and marks it until she taps."""
    table = with_bots(anna)
    page = visit(size, lang, key=anna.key, follow=FOREVER)
    page.goto(f"/t/{table}")
    until_asked(anna, table, page)
    skip = page.get_by_role("button", name=say(lang, "turn.skip"), exact=True)
    again = page.get_by_role("button", name=say(lang, "recap.again"), exact=True)
    asked = page.locator(".choices:not([data-decision=none])")
    expect(skip.or_(asked).first).to_be_visible()
    if skip.is_visible():
        skip.click()
    expect(asked).to_be_visible()
    end_the_turn(anna, table)
    until_asked(anna, table, page)
    expect(skip).to_be_visible()
    expect(page.locator("#prompt")).to_have_text(THINKING[lang])
    expect(page.locator(".field .mark.can")).to_have_count(0)
    expect(page.get_by_role("textbox")).to_have_count(0)
    expect(asked).to_have_count(0)
    skip.click()
    expect(asked).to_be_visible()
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    expect(page.locator(TRAILS)).not_to_have_count(0)
    expect(page.locator(".field .trails use")).to_have_count(0)
    expect(again).to_be_visible()
    page.get_by_role("application").click(position={"x": 4, "y": 4})
    expect(page.locator(TRAILS)).to_have_count(0)


def test_a_tap_on_the_board_skips(visit: Visitors, anna: Client) -> None:
    table = with_bots(anna)
    page = visit("phone", key=anna.key, follow=FOREVER)
    page.goto(f"/t/{table}")
    until_asked(anna, table, page)
    asked = page.locator(".choices:not([data-decision=none])")
    skip = page.get_by_role("button", name=say("en", "turn.skip"), exact=True)
    expect(skip.or_(asked).first).to_be_visible()
    page.get_by_role("application").tap(position={"x": 4, "y": 4})
    expect(asked).to_be_visible()
    end_the_turn(anna, table)
    until_asked(anna, table, page)
    expect(skip).to_be_visible()
    page.get_by_role("application").tap(position={"x": 4, "y": 4})
    expect(asked).to_be_visible()


def test_what_was_missed_is_shown_again_above_the_board(visit: Visitors, anna: Client) -> None:
    table = with_bots(anna)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    until_asked(anna, table, page)
    end_the_turn(anna, table)
    until_asked(anna, table, page)
    page.get_by_role("button", name=say("en", "recap.again"), exact=True).click()
    stop = page.get_by_role("button", name=say("en", "turn.stop"), exact=True)
    expect(stop).to_be_visible()
    expect(page.locator(".field .mark.can")).to_have_count(0)
    expect(stop).to_have_count(0)
    expect(page.locator(".field .mark.can")).not_to_have_count(0)


@pytest.mark.parametrize("game", ["hibernia", "cambria"])
def test_every_action_of_a_bot_is_told_and_can_be_read(
    visit: Visitors, anna: Client, game: str
) -> None:
    """A bot's last move and the next roll came in one message: only the roll was told."""
    table = with_bots(anna, game, pace=0.05)
    page = visit("phone", key=anna.key, follow=0.05)
    page.goto(f"/t/{table}")
    until_asked(anna, table, page)
    mine = page.locator(".line .turn.mine")
    expect(mine).to_be_visible()
    page.evaluate(TOLD)
    for _ in range(2):
        begun = anna.table(table, 0)["seq"]
        end_the_turn(anna, table)
        until_asked(anna, table, page)
        expect(mine).to_be_visible()
        expect(page.get_by_role("button", name=say("en", "turn.skip"), exact=True)).to_have_count(0)
        rows = [row for row in anna.table(table, 0)["rows"] if row["seq"] > begun]
        others = [row["told"] for row in rows if row.get("told") and (row.get("seat") or 0) > 0]
        assert others
        for told in others:
            words = " ".join(told.split()[:3])
            expect(page.locator(".line .news")).not_to_be_empty()
            page.wait_for_function(
                "(words) => window.told.some((t) => t.includes(words))", arg=words
            )
    assert not page.evaluate("clipped")


def test_what_is_shown_again_is_not_mixed_with_now(visit: Visitors, anna: Client) -> None:
    """Rings of now lay over the past, and it was said to be one's turn."""
    table = with_bots(anna)
    page = visit("phone", key=anna.key, follow=FOREVER)
    page.goto(f"/t/{table}")
    until_asked(anna, table, page)
    skip = page.get_by_role("button", name=say("en", "turn.skip"), exact=True)
    turn = page.locator(".line .turn")
    expect(skip.or_(page.locator(".line .turn.mine")).first).to_be_visible()
    if skip.is_visible():
        skip.click()
    end_the_turn(anna, table)
    until_asked(anna, table, page)
    skip.click()
    expect(turn).to_have_text(say("en", "table.your_turn"))
    page.get_by_role("button", name=say("en", "recap.again"), exact=True).click()
    expect(turn).to_have_text(say("en", "turn.again"))
    expect(page.locator(".field .mark.can, .field .mark.spoken")).to_have_count(0)
    asked = page.locator(".ask .scroll")
    expect(asked).to_have_attribute("inert", "")
    end_the_turn(anna, table)
    expect(turn).not_to_have_text(say("en", "turn.again"))
    expect(asked).not_to_have_attribute("inert", "")


def test_chance_is_never_said_to_think(visit: Visitors, anna: Client) -> None:
    """Where the dice are waited for nobody was named, and yet somebody thought."""
    table = with_bots(anna, "cambria", pace=0.3)
    page = visit("phone", key=anna.key, motion=True)
    page.goto(f"/t/{table}")
    page.evaluate(HEARD)
    for _ in range(3):
        until_asked(anna, table, page)
        end_the_turn(anna, table)
    until_asked(anna, table, page)
    expect(page.locator(".line .turn.mine")).to_be_visible()
    heard = page.evaluate("heard")
    assert any("thinking" in each for each in heard)
    assert not [each for each in heard if re.match(r"\s*is thinking", each)]


def test_ones_own_roll_needs_no_second_look(visit: Visitors, anna: Client) -> None:
    """Before anybody else has done anything there is nothing to be shown again."""
    table = str(anna.create("hibernia", [], lesson=True)["table"])
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("region", name=say("en", "lesson.title"))).to_be_visible()
    again = page.get_by_role("button", name=say("en", "recap.again"), exact=True)
    expect(again).to_have_count(0)


def test_whose_turn_it_is_shows_whatever_tab_is_open(guests: Guests) -> None:
    anna, ben = guests.two("gallia", sizes=("phone", "phone"), langs=("en", "en"))
    for person, said in ((anna, "Your turn"), (ben, "is thinking")):
        person.come()
        turn, tabs = person.page.locator(".line .turn"), person.page.get_by_role("tab")
        expect(turn).to_contain_text(said)
        for tab in range(tabs.count()):
            tabs.nth(tab).click()
            box = turn.bounding_box()
            assert box
            assert person.page.evaluate(LINE_AT, [box["x"] + 30, box["y"] + 8]), tab
            person.button("side.back").click()
            expect(person.page.get_by_role("tabpanel")).to_be_hidden()
