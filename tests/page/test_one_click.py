"""One click a move: what has one meaning is done, everything can be done on the board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from cruachan.server.client import Client
from tests.page.playing import SPOT, Hand, table_for
from tests.page.visiting import Visitors


def plies(anna: Client, table: str) -> int:
    return int(anna.table(table, 0)["table"]["plies"])


def with_moves(anna: Client, table: str, page: Page, number: int) -> dict[str, Any]:
    """A point on the board with so many moves; other moves are made until there is one."""
    hand = Hand(page, seed=1, taps=False)
    for _ in range(20):
        assert hand.wait()
        for point in anna.table(table, 0)["view"]["points"]:
            asks = any(move.get("asks") for move in point["moves"])
            if asks or len(point["moves"]) != number:
                continue
            if page.evaluate(SPOT, point["id"]):
                found: dict[str, Any] = point
                return found
        hand.choose()
    raise AssertionError("no such point")


def click(page: Page, point: dict[str, Any]) -> None:
    page.mouse.click(*page.evaluate(SPOT, point["id"]))


def until_more(anna: Client, table: str, page: Page, before: int) -> None:
    for _ in range(600):
        if plies(anna, table) > before:
            return
        page.wait_for_timeout(50)
    raise AssertionError("nothing was played")


def test_a_click_with_one_meaning_plays(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "hibernia", 2)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    point = with_moves(anna, table, page, 1)
    before = plies(anna, table)
    click(page, point)
    until_more(anna, table, page, before)
    expect(page.locator(".menu")).to_have_count(0)


def test_a_click_with_several_meanings_asks(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "gallia", 1)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    point = with_moves(anna, table, page, 6)
    before = plies(anna, table)
    click(page, point)
    expect(page.locator(".menu, .places .wide").first).to_be_visible()
    assert plies(anna, table) == before


def test_whoever_wants_to_be_asked_confirms_with_a_second_click(
    visit: Visitors, anna: Client
) -> None:
    table = table_for(anna, "hibernia", 2)
    page = visit("desk", key=anna.key, confirm=True)
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=1, taps=False)
    assert hand.wait()
    points = anna.table(table, 0)["view"]["points"]
    point = next(each for each in points if len(each["moves"]) == 1)
    before = plies(anna, table)
    click(page, point)
    expect(page.locator(".menu .offer")).to_have_count(1)
    assert plies(anna, table) == before
    click(page, point)
    until_more(anna, table, page, before)


def test_recruiting_is_done_at_the_card(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "gallia", 1)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    before = plies(anna, table)
    click(page, {"id": "card:Med"})
    menu = page.locator(".menu")
    expect(menu.get_by_role("button", name="recruit three warriors")).to_be_visible()
    menu.get_by_role("button", name="One fewer").click()
    expect(menu.locator("output")).to_have_text("2")
    menu.get_by_role("button", name="recruit two warriors").click()
    until_more(anna, table, page, before)


def wanted(anna: Client, table: str, page: Page) -> tuple[dict[str, Any], int] | None:
    """The point that the present step of a lesson asks for, and how many moves it has there; a
    step that only explains is read, and others are waited for."""
    now: dict[str, Any] = anna.table(table, 0)
    lesson = now["table"]["lesson"]
    if lesson["wait"]:
        anna.act(table, "go_on", seat=0)
        return None
    for point in now["view"]["points"]:
        if any(move["text"] in lesson["expects"] for move in point["moves"]):
            return point, len(point["moves"])
    page.wait_for_timeout(100)
    return None


def test_the_legion_is_tapped_and_shows_where_it_can_go(visit: Visitors, anna: Client) -> None:
    """The lesson speaks of the legion, and a tap on it was refused."""
    table = str(anna.create("cambria", [], lesson=True, bot_pace=0)["table"])
    for _ in range(900):
        now = anna.table(table, 0)
        lesson = now["table"]["lesson"]
        if any(text.startswith("legion") for text in lesson["expects"]):
            break
        if lesson["wait"]:
            anna.act(table, "go_on", seat=0)
        elif 0 in now["view"]["to_act"] and lesson["expects"]:
            anna.act(table, "move", seat=0, answers=now["asked"], text=lesson["expects"][0])
    legion = [
        move["target"]
        for point in now["view"]["points"]
        for move in point["moves"]
        if move["verb"] == "legion"
    ]
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.locator(".field .mark.can")).not_to_have_count(0)
    box = page.locator('.field [data-key="legion"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".opened")).to_be_visible()
    expect(page.locator(".field .mark.can")).to_have_count(len(legion))
    expect(page.locator(".refused")).to_have_count(0)


def test_ships_are_tapped(visit: Visitors, anna: Client) -> None:
    """A tap on a ship boards it; where it could do several things, they are offered as buttons."""
    table = str(anna.create("cambria", [], lesson=True)["table"])
    page = visit("phone", key=anna.key)
    page.goto(f"/t/{table}")
    expect(page.locator(".field svg")).to_be_visible()
    ships = 0
    for _ in range(900):
        found = wanted(anna, table, page)
        if found is None:
            continue
        point, moves = found
        before = plies(anna, table)
        if point["id"].startswith("ship:"):
            expect(page.locator(f'.place[data-point="{point["id"]}"]')).to_have_count(1)
            box = page.locator(f'.field [id="{point["id"]}"]').bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if moves > 1:
                page.locator(".opened .offer > button.wanted").first.click()
            until_more(anna, table, page, before)
            ships += 1
            if ships == 2:
                return
        else:
            now = anna.table(table, 0)
            text = next(each for each in now["table"]["lesson"]["expects"])
            anna.act(table, "move", seat=0, answers=now["asked"], text=text)
    raise AssertionError(f"only {ships} ships were tapped")


def test_an_army_goes_by_two_clicks_and_nothing_covers_its_ways(
    visit: Visitors, anna: Client
) -> None:
    """The menu lies beside the card and the cards that its armies can go to."""
    table = table_for(anna, "gallia", 1)
    page = visit("desk", key=anna.key)
    page.goto(f"/t/{table}")
    assert Hand(page, seed=1, taps=False).wait()
    before = plies(anna, table)
    click(page, {"id": "card:Med"})
    menu = page.locator(".menu")
    expect(menu).to_be_visible()
    expect(page.locator(".field .mark.can")).to_have_count(2)
    covering = menu.bounding_box()
    assert covering is not None
    for card in ("card:Med", "card:Oro", "card:Tau"):
        box = page.locator(f'[id="{card}"]').bounding_box()
        assert box is not None
        right = box["x"] + box["width"] <= covering["x"]
        below = covering["y"] + covering["height"] <= box["y"]
        assert right or below or box["y"] + box["height"] <= covering["y"], card
    click(page, {"id": "card:Oro"})
    until_more(anna, table, page, before)
    told = anna.table(table, 0)["view"]["prompt"]
    assert "Orobii" in told
