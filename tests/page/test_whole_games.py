"""A whole game of each of the four against bots, by clicking what is offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from cruachan.games import game_class
from cruachan.server.client import Client
from tests.page.looking import all_well
from tests.page.playing import LOOK, WATCH, Hand, table_for
from tests.page.reading import NOTATION, SHOWN
from tests.page.tabling import say
from tests.page.visiting import Scheme, Size, Visitors

GAMES: list[tuple[str, int, dict[str, str], Size, Lang, Scheme]] = [
    ("hibernia", 2, {}, "phone", "en", "light"),
    ("cambria", 2, {}, "phone", "de", "dark"),
    ("gallia", 1, {}, "phone", "de", "dark"),
    ("gallia", 1, {}, "desk", "en", "light"),
    ("shent", 2, {"limit": "6"}, "phone", "en", "light"),
]


@pytest.mark.parametrize(("game", "bots", "options", "size", "lang", "scheme"), GAMES)
def test_a_whole_game_by_what_is_offered(
    visit: Visitors,
    anna: Client,
    game: str,
    bots: int,
    options: dict[str, str],
    size: Size,
    lang: Lang,
    scheme: Scheme,
) -> None:
    table = table_for(anna, game, bots, options=options)
    page = visit(size, lang, scheme, key=anna.key, forgive=("409",))
    page.goto(f"/t/{table}")
    hand = Hand(page, seed=7, taps=True)
    assert hand.wait()
    all_well(page)
    page.evaluate(WATCH)
    hand.last = ""
    hand.play(lambda: _reads_well(page))
    assert hand.made > 10
    assert hand.tapped > 0
    assert len(page.evaluate("boxes")) == 1
    result = page.locator("#result")
    expect(result).to_be_visible()
    assert anna.table(table)["table"]["status"] == "over"
    all_well(page)
    if game_class(game).story is not None:
        _ends_as_a_scene(page, lang)
    page.goto(f"/t/{table}/replay?ply=9")
    expect(page.get_by_role("slider")).to_be_visible()
    all_well(page)
    if game_class(game).story is not None:
        page.goto(f"/t/{table}/saga")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main header .mark")).to_be_visible()
        all_well(page)


def _reads_well(page: Page) -> None:
    """Nothing that is asked on the way is said as programs and files write it."""
    shown = page.evaluate(SHOWN)
    assert not NOTATION.search(shown), shown


def _ends_as_a_scene(page: Page, lang: Lang) -> None:
    """Seal by seal, then how the story ends and what she told herself; both are passed on."""
    finale = page.locator(".finale")
    seals = finale.locator("li")
    expect(seals).to_have_count(3)
    expect(finale.locator("li.broken")).to_have_count(0)
    expect(finale.locator(".last")).to_have_count(0)
    table = page.locator(".result table")
    expect(table).to_have_count(0)
    finale.get_by_role("button", name=say(lang, "finale.break")).click()
    expect(finale.locator("li.broken .aim")).to_have_count(1)
    finale.get_by_role("button", name=say(lang, "finale.all")).click()
    expect(finale.locator("li.broken .aim")).to_have_count(3)
    expect(table).to_be_visible()
    last = finale.locator(".last").inner_text()
    lines = finale.locator("blockquote").all_inner_texts()
    page.evaluate(SHARING)
    page.get_by_role("button", name=say(lang, "share.do"), exact=True).click()
    page.wait_for_function("() => window.shared", polling=LOOK)
    shared = page.evaluate("window.shared")
    assert last in shared
    assert all("The river rose" in line for line in lines)
    assert ("Anna: “The river rose" in shared) == bool(lines)
    all_well(page)


SHARING = """() => Object.defineProperty(navigator, 'share', {
    configurable: true, value: async (what) => { window.shared = what.text; } })"""
"""What a phone would pass on is kept to be looked at."""
