"""Somebody plays in the browser: she chooses among what the page offers her, by whatever way."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from cruachan.server.client import Client

DECIDED = """(last) => {
    if (document.querySelector('#result')) return 'over';
    const now = document.querySelector('.choices')?.dataset.decision ?? 'none';
    return now !== 'none' && now !== last ? now : false;
}"""
"""The number of the decision that is asked for now, another than the last; or that all is over."""

PLAYED = """(last) => {
    if (document.querySelector('#result, section.telling')) return 'played';
    if (document.querySelector('.choices')?.dataset.decision !== last) return 'played';
    const inner = ['.menu', '.places', '.opened'].map((each) => `${each} .offer > button`);
    return document.querySelector(inner.join()) && 'menu';
}"""
"""What came of a tap at a place: something was played or is to be told, or more is asked."""

OFFERS = ".choices .offers .offer > button:visible, .commands .end .offer > button:visible"
"""What is offered beside the board, and what ends the turn."""
OPENED = ".menu .offer > button, .places .offer > button, .opened .offer > button"
"""The moves of a place that is open."""

SPOT = """(id) => {
    const place = document.getElementById(id);
    if (!place) return null;
    const box = place.getBoundingClientRect();
    for (let down = 1; down < 12; down += 1)
        for (let right = 1; right < 12; right += 1) {
            const x = box.left + (box.width * right) / 12, y = box.top + (box.height * down) / 12;
            if (place.contains(document.elementFromPoint(x, y))) return [x, y];
        }
    return null;
}"""
"""A point of the window at which a place of the board lies open."""

WATCH = """() => {
    const field = document.querySelector('.field');
    window.boxes = [];
    const note = () => {
        const { x, y, width, height } = field.getBoundingClientRect();
        const box = [x, y, width, height].join(' ');
        if (!window.boxes.includes(box)) window.boxes.push(box);
    };
    note();
    new ResizeObserver(note).observe(field);
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
"""Note every size and place that the board has from now on."""


def unfold(choices: Locator) -> None:
    """Open the list of what lies on the board, which a phone folds."""
    folded = choices.locator("details.onboard:not([open]) > summary")
    if folded.count():
        folded.click()


def unfold_to(choices: Locator, wanted: Locator) -> None:
    """Open that list until something in it is in sight: it is folded whenever a decision comes."""
    end = time.monotonic() + PATIENCE
    while not wanted.is_visible():
        assert time.monotonic() < end, f"never in sight: {wanted}"
        unfold(choices)
        choices.page.wait_for_timeout(50)


PATIENCE = 60.0
"""So many seconds a list is opened again and again."""
LOOK = 50
"""Milliseconds between two looks; by itself Playwright looks in every frame, and each is drawn."""
MOST_STEPS = 20
"""So many cards lead to a move at most."""
MOST_EMPTY = 300
"""So often a decision without offers is looked at again."""


def usual_bot(anna: Client, game: str) -> str:
    """The kind of bot that usually plays a game."""
    return str({each["name"]: each["usual_bot"] for each in anna.get("/games")}[game])


def table_for(anna: Client, game: str, bots: int, **more: Any) -> str:
    """A table with quick bots at which the game has begun."""
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": usual_bot(anna, game)}] * bots]
    table: str = anna.create(game, seats, bot_pace=0, **more)["table"]
    anna.act(table, "start")
    return table


class Hand:
    """Whoever sits before a page; she chooses by lot."""

    def __init__(self, page: Page, seed: int, *, taps: bool) -> None:
        self.page = page
        self.lot = Random(seed)
        self.taps = taps
        """Whether she points at the board where she can."""
        self.last = ""
        self.made = 0
        self.empty = 0
        """How often in a row nothing was offered."""
        self.tapped = 0
        self.told = 0

    def wait(self) -> bool:
        """Wait until something is asked of her; False once the game is over."""
        found = self.page.wait_for_function(
            DECIDED, arg=self.last, timeout=180_000, polling=LOOK
        ).json_value()
        self.last = str(found)
        return self.last != "over"

    def play(self, look: Callable[[], None] = lambda: None) -> None:
        """Play to the end, and look at the page before each decision."""
        while self.wait():
            look()
            try:
                self.choose()
                self.made += 1
            except (AssertionError, TimeoutError):
                if self.page.evaluate(DECIDED, "") == self.last:
                    raise

    def choose(self) -> None:
        """Choose one of what is offered; when others move meanwhile, it may be gone."""
        choices = self.page.locator(".choices")
        telling = self.page.locator("section.telling")
        if telling.count():
            self._tell(telling)
            return
        if choices.locator(".deck").count():
            self._by_cards(choices)
            return
        unfold(choices)
        places = choices.locator(".places .place:visible")
        offers = self.page.locator(OFFERS)
        on_board, beside = places.count(), offers.count()
        if not on_board + beside:
            self._look_again()
            return
        self.empty = 0
        if on_board and (not beside or self.lot.random() < 0.4):
            self._at_a_place(places.nth(self.lot.randrange(on_board)))
        else:
            offers.nth(self.lot.randrange(beside)).click()
        if telling.count():
            self._tell(telling)

    def _by_cards(self, choices: Locator) -> None:
        """Go from card to card until one makes a move; by the board where she can."""
        cards = choices.locator(".deck > .offer > button.card-button")
        for _ in range(MOST_STEPS):
            there = cards.count()
            if not there:  # The only move is made by itself; what comes then is looked at anew.
                self._look_again()
                return
            self.empty = 0
            card = cards.nth(self.lot.randrange(there))
            key, leads = card.get_attribute("data-card"), card.get_attribute("data-leads")
            at = card.get_attribute("data-at")
            alone = at and choices.locator(f'[data-at="{at}"]').count() == 1
            spot = self.page.evaluate(SPOT, at) if self.taps and alone else None
            if spot is None:
                card.click()
            else:
                self.page.mouse.click(*spot)
                self.tapped += 1
            if not leads:
                break
            expect(choices.locator(f'[data-card="{key}"]')).to_have_count(0)
        self.page.wait_for_function(PLAYED, arg=self.last, polling=LOOK)
        telling = self.page.locator("section.telling")
        if telling.count():
            self._tell(telling)

    def _look_again(self) -> None:
        """Nothing is offered yet: look at the same decision once more, a little later."""
        self.empty += 1
        if self.empty < MOST_EMPTY:
            self.last = ""
            self.page.wait_for_timeout(100)

    def _at_a_place(self, place: Locator) -> None:
        spot = self.page.evaluate(SPOT, place.get_attribute("data-point")) if self.taps else None
        only = place.get_attribute("data-moves") == "1"
        if spot is None:
            place.click()
        else:
            self.page.mouse.click(*spot)
            self.tapped += 1
        inner = self.page.locator(OPENED)
        if only and self._played(place):
            return
        self._open(place, inner.first)
        inner.nth(self.lot.randrange(inner.count())).click()

    def _open(self, place: Locator, inner: Locator) -> None:
        """Wait for the moves of a place; where a move was just played a tap does nothing."""
        for _ in range(3):
            try:
                return expect(inner).to_be_visible(timeout=10_000)
            except AssertionError:
                place.click()
        raise AssertionError(f"nothing is offered: {self.last}")

    def _played(self, place: Locator) -> bool:
        """Whether a tap that had one meaning has played; False where another place was met."""
        for _ in range(3):
            try:
                found = self.page.wait_for_function(
                    PLAYED, arg=self.last, timeout=10_000, polling=LOOK
                )
                return bool(found.json_value() == "played")
            except TimeoutError:
                place.click()
        raise AssertionError(f"nothing was played: {self.last}")

    def _tell(self, telling: Locator) -> None:
        """In own words now and then, and where nothing can be said without them."""
        ways = telling.locator(".row button")
        if self.told % 5 == 0 or ways.count() < 3:
            telling.get_by_role("textbox").fill(f"The river rose {self.told}.")
            telling.locator("button.main").click()
        else:
            ways.nth(1).click()
        self.told += 1
