"""The game on paper, from the page: what is chosen, the file, and a refusal in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, Request, Route, expect

from cruachan.engine.texts import LANGS, Lang
from tests.page.looking import all_well
from tests.page.tabling import say
from tests.page.visiting import SIZES, Size, Visitors

PATIENCE = 300_000


def said(key: str, lang: Lang = "en") -> str:
    words = Path(__file__).parents[2] / "web" / "src" / "texts" / "print" / f"{lang}.json"
    found: str = json.loads(words.read_text("utf-8"))[key]
    return found


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
def test_the_choice_of_what_to_print_is_well(visit: Visitors, size: Size, lang: Lang) -> None:
    page = visit(size, lang, "light")
    page.goto("/rules/cambria")
    expect(page.get_by_role("button", name=said("get", lang))).to_be_visible()
    all_well(page)


def test_the_pdf_is_what_was_chosen(desk: Page) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=b"%PDF-1.7", content_type="application/pdf")

    desk.route("**/api/games/cambria/kit?*", answer)
    desk.goto("/rules/cambria")
    desk.get_by_role("combobox", name=said("paper"), exact=True).select_option("letter")
    desk.get_by_role("combobox", name=said("ink"), exact=True).select_option("grey")
    desk.get_by_role("combobox", name=said("part"), exact=True).select_option("pieces")
    desk.get_by_role("combobox", name=say("en", "set.board"), exact=True).select_option("north")
    with desk.expect_download(timeout=PATIENCE) as loading:
        desk.get_by_role("button", name=said("get")).click()
    assert loading.value.suggested_filename == "cambria-north-letter-en-grey.pdf"
    for each in ("paper=letter", "grey=true", "board=north", "part=pieces", "lang=en"):
        assert each in asked[0]
    assert "save_ink" not in asked[0]


def test_a_refusal_is_told(visit: Visitors) -> None:
    desk = visit("desk", forgive=("503",))
    refusal = {"error": "no_kit", "text": "The kit could not be made."}
    desk.route("**/api/games/gallia/kit?*", lambda route: route.fulfill(status=503, json=refusal))
    desk.goto("/rules/gallia")
    desk.get_by_role("button", name=said("get")).click()
    expect(desk.get_by_role("alert")).to_have_text(refusal["text"])
    expect(desk.get_by_role("button", name=said("get"))).to_be_enabled()


BOARD = 'name = "Mine"\n'


def bring(desk: Page, name: str = "mine.toml", content: str = BOARD) -> None:
    file = FilePayload(name=name, mimeType="", buffer=content.encode())
    desk.get_by_label(said("own")).set_input_files(file)


def test_a_board_of_ones_own_is_printed(desk: Page) -> None:
    asked: list[Request] = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(body=b"%PDF-1.7", content_type="application/pdf")

    desk.route("**/api/games/cambria/kit?*", answer)
    desk.goto("/rules/cambria")
    bring(desk)
    boards = desk.get_by_role("combobox", name=say("en", "set.board"), exact=True)
    expect(boards.locator("option:checked")).to_have_text("mine")
    all_well(desk)
    with desk.expect_download(timeout=PATIENCE) as loading:
        desk.get_by_role("button", name=said("get")).click()
    assert loading.value.suggested_filename.startswith("cambria-mine-")
    assert (asked[0].method, asked[0].post_data) == ("POST", BOARD)
    assert "board=" not in asked[0].url
    boards.select_option("north")
    with desk.expect_download(timeout=PATIENCE):
        desk.get_by_role("button", name=said("get")).click()
    assert asked[1].method == "GET"
    assert "board=north" in asked[1].url


def test_what_is_wrong_in_a_board_is_told(visit: Visitors) -> None:
    """By the server itself; a file that is too large is not sent."""
    desk = visit("desk", forgive=("422",))
    desk.goto("/rules/cambria")
    bring(desk)
    desk.get_by_role("button", name=said("get")).click()
    wrong = "board.toml: top level: the key 'view_box' is missing. Add it."
    expect(desk.get_by_role("alert")).to_have_text(wrong, timeout=PATIENCE)
    bring(desk, "large.toml", "#" * (256 * 1024 + 1))
    expect(desk.get_by_role("alert")).to_have_text(said("large"))
