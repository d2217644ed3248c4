"""People at a table of the page: the API brings it where a test wants it, the browser goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.server.client import Client
from tests.page.playing import MOST_STEPS, unfold, unfold_to
from tests.page.visiting import PATIENCE, Size, Visitors
from tests.server.running import Running

WORDS = Path(__file__).parents[2] / "web" / "src" / "texts"
WHOLE = {"after", "front", "me"}
"""Folders of texts that the page asks for like all others, by their whole keys."""


@cache
def _words(lang: Lang) -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / f"{lang}.json").read_text("utf-8"))
    for file in WORDS.glob(f"*/{lang}.json"):
        texts = json.loads(file.read_text("utf-8"))
        prefix = "" if file.parent.name in WHOLE else f"{file.parent.name}."
        found |= {f"{prefix}{key}": text for key, text in texts.items()}
    return found


def say(lang: Lang, key: str, **values: object) -> str:
    """What the page says."""
    return _words(lang)[key].format(**values)


def step_to(page: Page, label: str, lang: Lang) -> None:
    """Count to an amount where one can be chosen with plus and minus."""
    stepper = page.locator(".stepper")
    fewer = stepper.get_by_role("button", name=say(lang, "choose.fewer"), exact=True)
    for _ in range(MOST_STEPS):
        if not stepper.count() or stepper.get_by_role("button", name=label, exact=True).count():
            return
        if fewer.is_disabled():
            return
        fewer.click()


class Choice(NamedTuple):
    """A move that is offered, and the point that it is offered at."""

    point: dict[str, Any]
    offer: dict[str, Any]


class Person:
    """Somebody at a table, before a browser; what she could ask the server goes by her key."""

    def __init__(self, page: Page, client: Client, table: str, seat: int | None) -> None:
        self.page = page
        self.client = client
        self.table = table
        self.seat = seat

    @property
    def lang(self) -> Lang:
        """The language she reads."""
        return self.client.lang

    def say(self, key: str, **values: object) -> str:
        """What the page says to her."""
        return say(self.lang, key, **values)

    def look(self) -> dict[str, Any]:
        """The table as the server tells it to her."""
        return self.client.table(self.table, self.seat)

    def come(self, path: str = "") -> Person:
        """Come to the table, or to a page about it."""
        self.page.goto(f"/t/{self.table}{path}")
        return self

    # What she sees

    def button(self, key: str, **values: object) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    @contextmanager
    def beside(self, name: str) -> Iterator[Locator]:
        """What lies beside the board under a name; where it covers the board, it is shut again."""
        tab = self.page.get_by_role("tab", name=self.say(f"side.{name}"))
        panel = self.page.get_by_role("tabpanel")
        expect(tab).to_be_visible()
        covers = not panel.is_visible()
        if covers or tab.get_attribute("aria-selected") != "true":
            tab.click()
        expect(panel).to_be_visible()
        yield panel
        if covers:
            tab.click()
            expect(panel).to_be_hidden()

    def logs(self, text: str) -> None:
        """Something stands in the log that she sees."""
        with self.beside("log") as log:
            expect(log).to_contain_text(text)

    def is_asked(self) -> None:
        """The page shows what the server asks her now."""

        def shown() -> bool:
            prompt = self.look()["view"]["prompt"]
            asked = self.page.get_by_role("heading", level=2).filter(has_text=prompt)
            return asked.is_visible()

        self.until(shown)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for what the page and the server say together."""
        end = time.monotonic() + PATIENCE / 1000
        while not true():
            assert time.monotonic() < end, self.page.get_by_role("main").inner_text()
            self.page.wait_for_timeout(50)

    # What she does

    def offered(self, text: str | None = None) -> Choice:
        """A move that she is offered, by its notation; the first where none is named."""
        return next(
            Choice(point, offer)
            for point in self.look()["view"]["points"]
            for offer in point["moves"]
            if text is None or offer["text"] == text
        )

    def press(self, text: str | None = None) -> None:
        """Press the button of a move, in the list of its place if it has one."""
        self.is_asked()
        point, offer = self.offered(text)
        if self.look()["view"].get("deck"):
            self._by_cards(offer["text"])
            return
        main = self.page.get_by_role("main")
        unfold(main)
        if offer["aside"]:
            main.get_by_text(say(self.lang, "choose.aside"), exact=True).click()
        step_to(self.page, offer["label"], self.lang)
        move = main.get_by_role("button", name=offer["label"], exact=True)
        place = main.get_by_role("button", name=point["label"], exact=True, expanded=False)
        unfold_to(main, move.or_(place).first)
        if not move.count():
            place.click()
            usual = [each for each in point["moves"] if not each["aside"]]
            if len(usual) == 1 and not usual[0].get("asks"):
                return
            step_to(self.page, offer["label"], self.lang)
        move.click()

    def _by_cards(self, text: str) -> None:
        """Go from card to card to a move."""
        deck = self.look()["view"]["deck"]
        move = next(card["id"] for card in deck if card["move"] == text)
        steps = move.split(".")
        for depth in range(len(steps)):
            self.page.locator(f'[data-card="{".".join(steps[: depth + 1])}"]').click()

    def pick(self, text: str | None = None) -> None:
        """Make a move with its button; the server has it then."""
        plies = self.look()["table"]["plies"]
        self.press(text)
        self.until(lambda: bool(self.look()["table"]["plies"] > plies))

    def type(self, text: str) -> None:
        """Type a move; the list with the field is folded when the next decision comes."""
        box = self.page.get_by_role("textbox", name=self.say("typed.label"))
        self.unfold_to(box)
        box.fill(text)
        box.press("Enter")

    def unfold_to(self, wanted: Locator) -> None:
        """Open the list of choices until something in it is in sight."""
        unfold_to(self.page.get_by_role("main"), wanted)

    def menu(self) -> Locator:
        """What is seldom needed, opened."""
        self.button("menu.more").click()
        return self.page.get_by_role("dialog")


class Guests:
    """Who comes to the tables of one test."""

    def __init__(self, visit: Visitors, server: Running) -> None:
        self.visit = visit
        self.server = server

    def client(self, lang: Lang = DEFAULT_LANG) -> Client:
        """Somebody without a browser."""
        return self.server.client(lang=lang)

    def before(
        self,
        client: Client,
        table: str,
        seat: int | None,
        size: Size = "desk",
        forgive: tuple[str, ...] = (),
    ) -> Person:
        """Somebody who has a seat sits down before a browser."""
        page = self.visit(size, client.lang, key=client.key, forgive=forgive)
        return Person(page, client, table, seat)

    def two(
        self,
        game: str,
        sizes: tuple[Size, Size] = ("phone", "desk"),
        langs: tuple[Lang, Lang] = ("en", "de"),
        forgive: tuple[str, ...] = (),
        **wishes: Any,
    ) -> tuple[Person, Person]:
        """Anna and Ben at a table that has begun; whose turn it is comes first."""
        anna, ben = (self.client(lang) for lang in langs)
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
        table = str(anna.create(game, seats, bot_pace=0, **wishes)["table"])
        ben.act(table, "sit", name="Ben")
        anna.act(table, "start")
        people = [
            self.before(client, table, seat, size, forgive)
            for seat, (client, size) in enumerate(zip((anna, ben), sizes, strict=True))
        ]
        first = anna.table(table)["view"]["to_act"][0]
        return people[first], people[1 - first]


def move(client: Client, table: str, seat: int, text: str, words: str | None = None) -> None:
    """Move without a browser."""
    asked = client.table(table, seat)["asked"]
    client.act(table, "move", seat=seat, answers=asked, text=text, words=words)
