"""Browsers and the people who use them, as far as the API knows them."""

from __future__ import annotations

import secrets
import time
from typing import Any

import httpx

from cruachan.engine.game import CHANCE
from cruachan.engine.view import offered

GAME = "gallia"
ME = {"kind": "me", "name": "Anna"}
FREE = {"kind": "free"}
OPEN: list[httpx.Client] = []
"""What a test has to close."""


class Browser:
    """A browser: it keeps its key in a cookie."""

    def __init__(self, address: str) -> None:
        headers = {"accept-language": "en"}
        self.http = httpx.Client(base_url=f"{address}/api", timeout=300, headers=headers)
        OPEN.append(self.http)

    def get(self, path: str, **query: Any) -> Any:
        return self._told(self.http.get(path, params=query))

    def post(self, path: str, **body: Any) -> Any:
        return self._told(self.http.post(path, json=body))

    def act(self, table: str, kind: str, **values: Any) -> Any:
        body = {"id": secrets.token_hex(8), "act": {"kind": kind, **values}}
        return self._told(self.http.post(f"/tables/{table}/acts", json=body))

    def table(self, *seats: dict[str, str], **wish: Any) -> str:
        wish = {"game": GAME, "seats": list(seats), **wish}
        found: str = self.post("/tables", **wish)["table"]
        return found

    def refused(self, path: str, **body: Any) -> str:
        """The reason for which something is refused."""
        return str(self.http.post(path, json=body).json()["error"])

    def link(self) -> str:
        """A link for another device."""
        return str(self.post("/me/links")["link"])

    def mine(self) -> list[str]:
        """The ids of the tables in `My games`."""
        return [each["table"] for each in self.get("/tables/mine")]

    @property
    def key(self) -> str:
        return self.http.cookies["cruachan"]

    def _told(self, answer: httpx.Response) -> Any:
        assert not answer.is_error, answer.text
        return answer.json()


def play_turn(browser: Browser, table: str, seat: int) -> bool:
    """Make moves for a seat until another person is waited for, or the game is over; whether the
    seat was waited for."""
    waited = False
    while True:
        seen = browser.get(f"/tables/{table}", seat=seat)
        to_act = seen["view"]["to_act"]
        if CHANCE in to_act:
            time.sleep(0.05)
        elif seat not in to_act:
            return waited
        else:
            waited = True
            move = offered(seen["view"])[0]["move"]
            browser.act(table, "move", seat=seat, answers=seen["asked"], move=move)


def person(address: str, name: str) -> Browser:
    """A browser whose owner is a person."""
    found = Browser(address)
    found.post("/me", name=name, colour="blue", device="laptop")
    return found
