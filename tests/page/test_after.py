"""After the game and beside it: result, dice, replay, the screen in the middle, a first game."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import offered
from cruachan.server.client import Client
from tests.page.looking import all_well
from tests.page.scanning import scanned
from tests.page.tabling import say
from tests.page.visiting import SIZES, Size, Visitors
from tests.server.running import Running

TORN = """(items) => items.filter((item) => {
    const range = document.createRange();
    range.selectNodeContents(item);
    const tops = [...range.getClientRects()].filter((box) => box.height < 30).map((box) => box.top);
    const lines = [...new Set(tops.map(Math.round))].sort((one, two) => one - two);
    const gaps = lines.slice(1).map((top, at) => top - lines[at]).filter((gap) => gap > 6);
    return gaps.length > 1 && Math.max(...gaps) - Math.min(...gaps) > 6;
}).length"""
"""How many texts have lines that lie farther apart than their others."""
PATIENCE = 300
"""Seconds in which two bots come to an end."""


@pytest.fixture(scope="module")
def over(one_server: Running) -> dict[str, Any]:
    """A game that two bots have played to its end, as a spectator sees it."""
    client = one_server.client()
    seats = [{"kind": "random", "name": name} for name in ("Anna", "Ben")]
    table = client.create("gallia", seats, bot_pace=0)["table"]
    client.act(table, "start")
    for _ in range(PATIENCE * 4):
        found = client.table(table)
        if found["table"]["status"] == "over":
            return found | {"rows": client.rows(table)}
        time.sleep(0.25)
    raise AssertionError("the bots do not come to an end")


BELOW = """() => {
    const [row] = document.querySelectorAll('.result > .row');
    return [...document.querySelectorAll('.result .luck')]
        .every((each) => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
"""Whether all that is told later lies below the buttons, which stay where they are."""


def told(over: dict[str, Any], ply: int) -> str:
    return str(next(row["told"] for row in over["rows"] if row.get("ply") == ply))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_how_it_ended_is_said_and_the_dice_are_checked(
    visit: Visitors, over: dict[str, Any], size: Size, lang: Lang
) -> None:
    page = visit(size, lang)
    page.goto(f"/t/{over['table']['id']}")
    card = page.locator(".result")
    for number, each in enumerate(over["view"]["result"], 1):
        row = card.get_by_role("row").nth(number)
        expect(row).to_contain_text(over["table"]["seats"][each["seat"]]["name"])
        expect(row.locator(".had")).to_contain_text(re.compile(r": \d"))
        expect(row).to_contain_text(str(each["score"]))
    card.locator("summary").click()
    card.locator("details button").click()
    expect(card.locator("details .fits")).to_be_visible()
    shown = [over["table"]["promise"], over["table"]["digest"]]
    expect(card.locator("code")).to_have_text(shown)
    all_well(page)


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desk", "de")])
def test_a_strong_player_says_who_stood_how_well(
    visit: Visitors, server: Running, size: Size, lang: Lang
) -> None:
    client = server.client()
    seats = [{"kind": "greedy", "name": name} for name in ("Anna", "Ben", "Cu")]
    table = client.create("hibernia", seats, bot_pace=0)["table"]
    client.act(table, "start")
    for said in client.listen(table):
        if said["table"]["status"] == "over":
            break
    page = visit(size, lang)
    page.goto(f"/t/{table}")
    page.locator(".result button[aria-expanded=false]").click()
    found = page.locator(".analysis")
    expect(found.get_by_role("heading").first).to_be_in_viewport()
    expect(found).to_have_attribute("aria-busy", "false", timeout=PATIENCE * 1000)
    expect(page.locator(".result .turning")).to_be_visible()
    assert page.evaluate(BELOW)
    client.lang = lang
    due = client.get(f"/tables/{table}/analysis")
    assert due["done"]
    expect(found.locator("figure polyline")).to_have_count(3)
    expect(found.get_by_role("row")).to_have_count(4)
    low = found.locator("td.number, .name").evaluate_all(
        "cells => cells.every((cell) => cell.lastChild"
        " && (range => (range.selectNodeContents(cell.lastChild),"
        " range.getClientRects().length === 1))(document.createRange()))"
    )
    assert low, "a number and its sign stand on one line, and so does a name"
    fits = found.evaluate(
        "(outer) => outer.querySelector('table').getBoundingClientRect().right"
        " <= outer.getBoundingClientRect().right + 1"
    )
    assert fits, "no column runs out of the panel"
    torn = found.locator("li").evaluate_all(TORN)
    assert not torn, "a link moves no lines of its text apart"
    for each in (*due["turns"], *due["costly"]):
        expect(found.get_by_role("link", name=each["when"], exact=True).first).to_be_visible()
        expect(found).to_contain_text(each["text"])
    all_well(page)
    found.get_by_role("link").first.click()
    first = (*due["turns"], *due["costly"])[0]["ply"]
    expect(page).to_have_url(re.compile(f"replay\\?ply={first}$"))


def test_a_promise_that_was_another_before_is_not_passed_over(
    visit: Visitors, over: dict[str, Any]
) -> None:
    page = visit()
    seen = {over["table"]["id"]: {"promise": "another", "before": True}}
    page.goto("/")
    page.evaluate("(seen) => localStorage.setItem('cruachan promises', JSON.stringify(seen))", seen)
    page.goto(f"/t/{over['table']['id']}")
    page.locator(".result summary").click()
    page.locator(".result details button").click()
    expect(page.locator(".result details .bad")).to_be_visible()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_every_moment_can_be_looked_at_again(
    visit: Visitors, over: dict[str, Any], size: Size, lang: Lang
) -> None:
    page = visit(size, lang)
    page.goto(f"/t/{over['table']['id']}/replay?ply=3")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("3")
    expect(page.locator(".ground svg").first).to_be_visible()
    all_well(page)
    page.locator(".buttons button").nth(3).click()
    expect(slider).to_have_value("4")
    expect(page).to_have_url(re.compile(r"ply=4$"))
    page.locator(".buttons button").nth(1).click()
    expect(slider).to_have_value("3")


def test_keys_lead_through_the_game_and_the_words_follow(desk: Page, over: dict[str, Any]) -> None:
    last = over["table"]["plies"]
    desk.goto(f"/t/{over['table']['id']}/replay")
    slider = desk.get_by_role("slider")
    expect(slider).to_have_value("0")
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        desk.keyboard.press(key)
        expect(slider).to_have_value(str(ply))
        expect(desk.locator(".told p").first).to_have_text(told(over, ply - 1))
    expect(desk.locator(".buttons button").nth(3)).to_be_disabled()
    desk.keyboard.press("PageUp")
    expect(slider).not_to_have_value(str(last))


def test_a_moment_is_played_on_against_bots(desk: Page, over: dict[str, Any]) -> None:
    desk.goto(f"/t/{over['table']['id']}/replay?ply=6")
    desk.locator(".told summary").click()
    desk.locator(".told details button").click()
    expect(desk).not_to_have_url(re.compile(over["table"]["id"]))
    expect(desk.locator(".ground svg").first).to_be_visible()


def against_a_bot(server: Running) -> tuple[Client, str]:
    """Anna's game, begun."""
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "random", "name": "Ben"}]
    table = str(anna.create("gallia", seats, bot_pace=0)["table"])
    anna.act(table, "word", seat=0, word="a word")
    anna.act(table, "start")
    return anna, table


def played_out(anna: Client, table: str) -> dict[str, Any]:
    """The table when Anna has made the first of her moves each time, to the end."""
    for _ in range(PATIENCE * 10):
        found = anna.table(table, 0)
        if found["table"]["status"] == "over":
            return found
        offers = [each for each in offered(found["view"]) if not each["needs"]]
        if 0 in found["view"]["to_act"] and offers:
            anna.act(table, "move", seat=0, answers=found["asked"], move=offers[-1]["move"])
        else:
            time.sleep(0.1)
    raise AssertionError("the game does not come to an end")


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_is_told_to_whoever_played_and_can_be_shared(
    visit: Visitors, server: Running, lang: Lang
) -> None:
    """Her place first; result and link to copy, and a picture of the board."""
    anna, table = against_a_bot(server)
    own = next(each for each in played_out(anna, table)["view"]["result"] if each["seat"] == 0)
    place = say(lang, "result.ordinals").split(", ")[own["place"] - 1]
    wanted = [say(lang, "result.you"), say(lang, "result.you_came", place=place)][own["place"] > 1]
    page = visit("phone", lang, key=anna.key)
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.clipboard")
    page.add_init_script("document.execCommand = () => true")
    page.goto(f"/t/{table}")
    expect(page.locator(".result h2")).to_contain_text(wanted)
    expect(page.locator("tr.own")).to_contain_text("Anna")
    expect(page.get_by_role("button", name=say(lang, "result.rematch"))).to_be_in_viewport()
    for key, path in (("next.daily", "/daily"), ("next.puzzles", "/puzzles")):
        link = page.get_by_role("link", name=say(lang, key), exact=True)
        expect(link).to_have_attribute("href", path)
    page.get_by_role("button", name=say(lang, "share.do"), exact=True).click()
    expect(page.locator(".share [role=status]")).to_have_text(say(lang, "share.copied"))
    with page.expect_download() as saved:
        page.get_by_role("button", name=say(lang, "share.picture")).click()
    drawn = saved.value.path().read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert len(drawn) > 20_000
    all_well(page)
    page.get_by_role("link", name=say(lang, "print.title")).click()
    expect(page.get_by_role("heading", name=say(lang, "print.title"))).to_be_in_viewport()


def test_bots_that_fit_are_one_tap_away(visit: Visitors, server: Running) -> None:
    """Stronger ones for whoever won, weaker ones for the last."""
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "steady"}]
    table = str(anna.create("gallia", seats, bot_pace=0)["table"])
    anna.act(table, "start")
    result = played_out(anna, table)["view"]["result"]
    own = next(each for each in result if each["seat"] == 0)
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    page.locator(".next button").click()
    expect(page).not_to_have_url(re.compile(table))
    expect(page.locator(".turn")).to_be_visible()
    found = anna.table(page.url.rsplit("/", 1)[1])["table"]
    assert found["seats"][1]["kind"] == ("strong" if own["place"] == 1 else "learner")


def test_whoever_gives_up_is_offered_another_game(visit: Visitors, server: Running) -> None:
    anna, table = against_a_bot(server)
    anna.act(table, "resign", seat=0)
    page, watching = visit(key=anna.key), visit()
    for each in (page, watching):
        each.goto(f"/t/{table}")
        expect(each.locator(".result h2")).to_have_text("Anna resigned. The victory goes to Ben.")
    expect(watching.get_by_role("button", name="Play again")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(re.compile(table))
    watching.get_by_role("link", name="To the new game").click()
    expect(watching).to_have_url(page.url)


@pytest.mark.parametrize("size", SIZES)
def test_the_middle_of_the_table_shows_what_all_may_see(
    visit: Visitors, server: Running, size: Size
) -> None:
    anna, table = against_a_bot(server)
    page = visit(size, key=anna.key)
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    page.goto(f"/t/{table}/middle")
    expect(page.locator(".around").get_by_role("heading", name="Anna")).to_be_visible()
    expect(page.locator(".ground svg").first).to_be_visible()
    expect(page.get_by_text(f"/t/{table}")).to_be_visible()
    code = scanned(page.get_by_role("img", name="The link as a QR code"))
    assert code == f"{visit.address}/t/{table}?hand"
    assert lines
    assert not any("seat=" in line for line in lines)
    all_well(page)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_a_first_game_goes_step_by_step(
    visit: Visitors, server: Running, size: Size, lang: Lang
) -> None:
    anna = server.client()
    wish = {"game": "hibernia", "lesson": True, "seats": [{"kind": "me", "name": "Anna"}]}
    table = anna.post("/tables", {**wish, "bot_pace": 0})["table"]
    page = visit(size, lang, key=anna.key)
    page.goto(f"/t/{table}")
    lesson = page.locator(".lesson")
    first = lesson.locator(".text").text_content()
    all_well(page)
    lesson.get_by_role("button").last.click()
    expect(lesson.locator(".text")).not_to_have_text(first or "")
    page.reload()
    expect(lesson.locator(".text")).not_to_have_text(first or "")


def test_a_replay_says_whose_secrets_it_shows(visit: Visitors, over: dict[str, Any]) -> None:
    """Whoever watches looks through a player's eyes: it is not she alone who sees that."""
    page = visit("desk", "de")
    page.goto(f"/t/{over['table']['id']}/replay")
    page.get_by_role("combobox", name=say("de", "replay.eyes")).select_option("Anna")
    expect(page.get_by_text(say("de", "sheet.theirs", name="Anna")).first).to_be_visible()
    expect(page.get_by_text(say("de", "sheet.own"))).to_have_count(0)
