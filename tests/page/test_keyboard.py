"""A whole game by the keyboard alone: along the choices, over the board, by a typed move."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from cruachan.server.client import Client
from tests.page.looking import axe
from tests.page.playing import LOOK, PLAYED, Hand, table_for
from tests.page.visiting import Visitors

OFFERED = """() => {
    const on = document.activeElement;
    return on.matches('.choices .offer > button, .menu .offer > button') ? 'offer'
        : on.matches('.places .place') ? 'place' : '';
}"""


class Keys(Hand):
    """Whoever has no mouse and no finger on the screen."""

    def choose(self) -> None:
        """Walk with Tab to something that is offered, a few further, and press Enter."""
        further = self.lot.randrange(4)
        for _ in range(120):
            found = self.page.evaluate(OFFERED)
            if found and (further == 0 or self._last()):
                break
            further -= 1 if found else 0
            self.page.keyboard.press("Tab")
        assert found, self.page.locator(".choices").inner_text()
        self.page.keyboard.press("Enter")
        if found == "place" and self._opened():
            self.page.keyboard.press("Tab")
            assert self.page.evaluate(OFFERED) == "offer"
            self.page.keyboard.press("Enter")

    def _opened(self) -> bool:
        """Whether a place asks which of its moves is meant, or whether its only one is."""
        came = self.page.wait_for_function(PLAYED, arg=self.last, polling=LOOK)
        return bool(came.json_value() == "menu")

    def _last(self) -> bool:
        """Whether nothing that is offered comes after what has the focus."""
        return bool(
            self.page.evaluate(
                "() => [...document.querySelectorAll('.choices .offer > button, .places .place')]"
                ".at(-1) === document.activeElement"
            )
        )


def test_a_whole_game_by_keyboard_alone(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "cambria", 1)
    page = visit("desk", "en", key=anna.key)
    page.goto(f"/t/{table}")
    keys = Keys(page, seed=3, taps=False)
    keys.play()
    assert keys.made > 10
    expect(page.locator("#result")).to_be_visible()
    axe(page)


def _to_the_board(page: Page) -> None:
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "application":
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board cannot be reached by Tab")


def test_the_board_is_walked_with_arrow_keys(visit: Visitors, anna: Client) -> None:
    """Each place that is come to is told, and Enter does what a tap would."""
    table = table_for(anna, "hibernia", 2)
    page = visit("desk", "de", key=anna.key, confirm=True)
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=5, taps=False)
    assert hand.wait()
    _to_the_board(page)
    live = page.locator(".ground [aria-live]")
    told = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        expect(live).not_to_be_empty()
        told.add(live.inner_text())
    assert len(told) > 2
    page.keyboard.press("Enter")
    expect(page.locator(".menu .offer > button, .menu .reason").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_have_count(0)


def test_a_move_is_typed(visit: Visitors, anna: Client) -> None:
    table = table_for(anna, "gallia", 1)
    page = visit("desk", "en", key=anna.key, forgive=("422",))
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=5, taps=False)
    assert hand.wait()
    box = page.get_by_role("textbox", name="Type a move")
    box.fill("recruit 9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("3")
    box.fill("recruit 1")
    page.keyboard.press("Enter")
    assert hand.wait()
    expect(box).to_have_value("")
