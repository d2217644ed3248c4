"""What a test asks the server in the page, as a picture or a link asks it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.device import PLACE, good, play


def fetched(page: Page, path: str) -> str:
    """A file of the site, as the page gets it."""
    code = "async (path) => (await fetch(path)).text()"
    return str(page.evaluate(code, PLACE + path))


def until(look: Callable[[], Any], what: str = "") -> Any:
    """What is found once something is."""
    for _ in range(600):
        if found := look():
            return found
        time.sleep(0.5)
    raise AssertionError(f"nothing in five minutes {what}")


def moves(page: Page, table: str) -> int:
    """How many moves were made at a table."""
    return len(good(page, "GET", f"/tables/{table}?seat=0&lang=en")["rows"])


def seat_of(page: Page, table: str) -> int:
    """The seat that somebody has at a table."""
    return int(max(good(page, "GET", f"/tables/{table}?lang=en")["seats"]))


def settled(page: Page, table: str) -> Any:
    """The table once the learner can go on, or the lesson is over."""

    def look() -> Any:
        seen = good(page, "GET", f"/tables/{table}?seat=0&lang=en")
        lesson = seen["table"]["lesson"]
        return seen if lesson["over"] or lesson["wait"] or lesson["expects"] else None

    return until(look)


def seats_of(page: Page, table: str) -> list[Any]:
    """The seats of a table, as everybody sees them."""
    seats: list[Any] = good(page, "GET", f"/tables/{table}")["table"]["seats"]
    return seats


def in_turn(first: Page, second: Page, table: str, rounds: int) -> None:
    """Both play, until seat 1 has made so many moves."""
    for _ in range(rounds):
        until(lambda: to_act(first, table))
        while to_act(first, table) == [0]:
            play(first, table, 1)
        play(second, table, 1, seat=1)


def to_act(page: Page, table: str) -> list[int]:
    """Who is to move."""
    seen: list[int] = good(page, "GET", f"/tables/{table}/view?lang=en")["view"]["to_act"]
    return seen


def decider(page: Page, table: str) -> list[int]:
    """The seat that is to move, once it is no die's turn."""
    return [seat for seat in to_act(page, table) if seat >= 0]


def resigning(seat: int) -> dict[str, Any]:
    """Give up."""
    return {"id": f"resigning-{seat}", "act": {"kind": "resign", "seat": seat}}


def chatted(page: Page, table: str) -> bool:
    """Say something at a table, which is to be kept."""
    chat = {"kind": "chat", "seat": 0, "text": "hello"}
    good(page, "POST", f"/tables/{table}/acts", {"id": secrets.token_hex(8), "act": chat})
    return True
