"""The board of the page: whatever the game, by finger, mouse and keys."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from cruachan.server.client import Client
from tests.page.looking import axe
from tests.page.playing import unfold_to
from tests.page.visiting import Size, Visitors
from tests.server.running import Running

BOTS = {
    "hibernia": ["greedy"] * 2,
    "cambria": ["greedy"] * 2,
    "gallia": ["greedy"],
    "shent": ["wandering"],
}
EVERY_GAME = pytest.mark.parametrize("game", BOTS)

LYING = """() => [...document.querySelectorAll('.field [data-slot] > .lying, .field .air > .lying')]
  .map((each) => [each.dataset.key, each.parentElement.dataset.slot,
    each.querySelector('use').getAttribute('href'), each.getAttribute('transform'),
    each.querySelector('text')?.textContent ?? '']).sort()"""
RINGED = """() => [...document.querySelectorAll('.field .changed')].map((each) =>
  [each, each.parentElement.querySelector('.body')]
    .map((one) => one.getBoundingClientRect().toJSON()))"""
FLOWN = """() => {
    window.flown = [];
    new MutationObserver((seen) => {
        for (const { addedNodes } of seen)
            for (const each of addedNodes)
                if (each.dataset?.key) window.flown.push(each.dataset.key);
    }).observe(document.querySelector('.field .air'), { childList: true });
}"""
"""Note from now on what is on its way above all else."""
ZOOM = "() => Number(document.querySelector('.field').style.getPropertyValue('--zoom'))"


class Sitting(NamedTuple):
    """Somebody at a table, with her browser."""

    page: Page
    client: Client
    table: str

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/tables/{self.table}", seat=0, pieces=True)
        return found


def sit(server: Running, visit: Visitors, game: str, size: Size = "desk", **more: Any) -> Sitting:
    """At a table with bots, at which it is her turn."""
    client = server.client()
    seats = [{"kind": "me", "name": "Anna"}, *({"kind": kind} for kind in BOTS[game])]
    table = str(client.create(game, seats, bot_pace=0)["table"])
    client.act(table, "start")
    page = visit(size, key=client.key, **more)
    page.goto(f"/t/{table}")
    expect(page.locator(".field svg")).to_be_visible()
    sitting = Sitting(page, client, table)
    until_asked(sitting)
    return sitting


def until_asked(sitting: Sitting) -> dict[str, Any]:
    for _ in range(200):
        now = sitting.now()
        if 0 in now["view"]["to_act"]:
            return now
        sitting.page.wait_for_timeout(50)
    raise AssertionError("it is never her turn")


def lying(pieces: list[dict[str, Any]]) -> list[list[str]]:
    """What a browser says of pieces that have arrived."""
    return sorted(
        [
            piece["key"],
            piece["at"],
            f"#{piece['symbol']}",
            f"translate({piece['x']:g} {piece['y']:g})",
            piece.get("text") or "",
        ]
        for piece in pieces
    )


def until_lying(sitting: Sitting, pieces: list[dict[str, Any]]) -> None:
    for _ in range(100):
        if sitting.page.evaluate(LYING) == lying(pieces):
            return
        sitting.page.wait_for_timeout(50)
    assert sitting.page.evaluate(LYING) == lying(pieces)


def on_board(sitting: Sitting, now: dict[str, Any]) -> list[str]:
    """The points that are places of the still, or pieces."""
    keys = {piece["key"] for piece in now["pieces"]}
    places = sitting.page.eval_on_selector_all(".field g[id]", "all => all.map((each) => each.id)")
    return [point["id"] for point in now["view"]["points"] if point["id"] in keys | {*places}]


def move(sitting: Sitting, now: dict[str, Any]) -> None:
    """The first move that is offered on the board, else any."""
    points = now["view"]["points"]
    there = on_board(sitting, now)
    points = [point for point in points if point["id"] in there] or points
    offer = points[0]["moves"][0]
    sitting.client.act(sitting.table, "move", seat=0, answers=now["asked"], move=offer["move"])


@EVERY_GAME
def test_pieces_arrive_where_they_lie(server: Running, visit: Visitors, game: str) -> None:
    """With motion, after each of several moves; and they stay the same elements where they are."""
    sitting = sit(server, visit, game, motion=True)
    for _ in range(4):
        now = until_asked(sitting)
        until_lying(sitting, now["pieces"])
        move(sitting, now)
    until_lying(sitting, until_asked(sitting)["pieces"])


@pytest.mark.parametrize("size", ["phone", "desk"])
@EVERY_GAME
def test_what_can_be_chosen_is_marked(
    server: Running, visit: Visitors, game: str, size: Size
) -> None:
    sitting = sit(server, visit, game, size)
    for _ in range(3):
        now = until_asked(sitting)
        until_lying(sitting, now["pieces"])
        expect(sitting.page.locator(".field .mark.can")).to_have_count(len(on_board(sitting, now)))
        move(sitting, now)
    until_lying(sitting, until_asked(sitting)["pieces"])
    axe(sitting.page)


def test_a_finger_beside_a_small_target_means_it(server: Running, visit: Visitors) -> None:
    """A road of Cambria is 10 px wide on a phone; 18 px from its middle is near enough."""
    sitting = sit(server, visit, "cambria", "phone")
    now = until_asked(sitting)
    until_lying(sitting, now["pieces"])
    box = sitting.page.locator(f"[id='{on_board(sitting, now)[0]}'] circle").bounding_box()
    assert box is not None
    assert box["width"] < 24
    before = now["asked"]
    sitting.page.touchscreen.tap(
        box["x"] + box["width"] / 2 + 13, box["y"] + box["height"] / 2 + 12
    )
    for _ in range(100):
        chosen = sitting.page.locator(".field .mark.chosen").count()
        if chosen or sitting.now()["asked"] != before:
            return
        sitting.page.wait_for_timeout(50)
    raise AssertionError("nothing was chosen")


def test_a_mark_goes_around_what_lies_there(server: Running, visit: Visitors) -> None:
    """A soldier is larger than the spot on the road where it stands."""
    sitting = sit(server, visit, "cambria")
    for _ in range(40):
        now = until_asked(sitting)
        until_lying(sitting, now["pieces"])
        can = on_board(sitting, now)
        if any(p["at"] in can and p["key"].startswith("soldier") for p in now["pieces"]):
            break
        move(sitting, now)
    piece = next(p for p in now["pieces"] if p["at"] in can and p["key"].startswith("soldier"))
    soldier = sitting.page.locator(f"[data-key='{piece['key']}']").bounding_box()
    assert soldier is not None
    for _ in range(100):
        rings = [ring.bounding_box() for ring in sitting.page.locator(".mark .line").all()]
        if any(ring and encloses(ring, soldier) for ring in rings):
            return
        sitting.page.wait_for_timeout(50)
    raise AssertionError("no mark goes around it")


def encloses(outer: Any, inner: Any, most: float = 2) -> bool:
    return all(
        outer[start] < inner[start]
        and outer[start] + outer[side] > inner[start] + inner[side]
        and outer[side] < most * inner[side]
        for start, side in (("x", "width"), ("y", "height"))
    )


@EVERY_GAME
def test_without_motion_what_changed_is_pointed_out(
    server: Running, visit: Visitors, game: str
) -> None:
    """By a ring around it, for a while; nothing is ringed where nothing lies."""
    sitting = sit(server, visit, game)
    rings = sitting.page.locator(".field .changed")
    for _ in range(12):
        move(sitting, until_asked(sitting))
        with suppress(AssertionError):
            expect(rings).not_to_have_count(0, timeout=2000)
            break
    expect(rings).not_to_have_count(0, timeout=2000)
    for ring, body in sitting.page.evaluate(RINGED):
        assert encloses(ring, body, most=8)
    expect(rings).to_have_count(0)


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until what was just done is to be seen."""


@EVERY_GAME
def test_arrow_keys_walk_from_place_to_place(server: Running, visit: Visitors, game: str) -> None:
    """All the way across the board; what is heard says where one is, and Escape leaves."""
    page = sit(server, visit, game).page
    field = page.get_by_role("application")
    field.focus()
    heard: list[str] = []
    for key in ["ArrowRight"] * 12 + ["ArrowDown"] * 12 + ["ArrowLeft"] * 24 + ["ArrowUp"] * 24:
        page.keyboard.press(key)
        page.evaluate(DRAWN)
        heard.append(page.locator(".board [aria-live]").inner_text())
    assert len({*heard} - {""}) >= 8
    assert page.locator(".field .cursor > *").count() == 2
    page.keyboard.press("Escape")
    assert page.locator(".field .cursor > *").count() == 0
    expect(field).not_to_be_focused()


def test_coming_nearer_and_back(server: Running, visit: Visitors) -> None:
    """By buttons and by keys; a new view does not change how near one is."""
    sitting = sit(server, visit, "hibernia", "phone")
    page = sitting.page
    assert page.get_by_role("button", name="Whole board").count() == 0
    page.get_by_role("button", name="Zoom in").tap()
    near = page.evaluate(ZOOM)
    assert near > 1
    move(sitting, until_asked(sitting))
    until_lying(sitting, until_asked(sitting)["pieces"])
    assert page.evaluate(ZOOM) == near
    page.get_by_role("button", name="Whole board").tap()
    assert page.evaluate(ZOOM) == 1
    page.get_by_role("application").focus()
    page.keyboard.press("+")
    assert page.evaluate(ZOOM) > 1
    page.keyboard.press("0")
    assert page.evaluate(ZOOM) == 1


def test_marks_end_where_they_are(server: Running, visit: Visitors) -> None:
    """Roads that could be taken flew across the board, over its forts, to those of the next."""
    page, client, table = sit(server, visit, "cambria", motion=True)
    page.evaluate(FLOWN)
    marked, flown = 0, []
    for _ in range(40):
        now = until_asked(Sitting(page, client, table))
        if any(piece["key"].startswith("rays:") for piece in now["pieces"]):
            expect(page.locator(".field .mark.can")).not_to_have_count(0)
            marked += 1
        flown = page.evaluate("flown")
        if marked >= 4 and any(key.startswith("soldier:") for key in flown):
            break
        point = now["view"]["points"][0]
        move = {"answers": now["asked"], "move": point["moves"][0]["move"]}
        client.act(table, "move", seat=0, **move)
        page.wait_for_timeout(400)
    assert marked >= 4
    assert any(key.startswith("soldier:") for key in flown), flown
    assert not [key for key in flown if key.startswith(("rays:", "way:"))]


def test_what_a_move_would_bring_does_not_push_it_from_under_the_mouse(
    server: Running, visit: Visitors
) -> None:
    """Where the list lies below the board it grows upwards, and its buttons move."""
    page = sit(server, visit, "gallia", viewport={"width": 390, "height": 1600}).page
    mediolanum = page.locator(".choices .places button", has_text="Mediolanum").first
    unfold_to(page.locator(".choices"), mediolanum)
    mediolanum.click()
    move = page.locator(".choices .offer > button").first
    move.hover(timeout=15000)
    ghosts = page.locator(".field .ghosts > *")
    expect(ghosts).not_to_have_count(0)
    before = move.bounding_box()
    for _ in range(10):
        page.wait_for_timeout(60)
        assert ghosts.count()
    assert move.bounding_box() == before
