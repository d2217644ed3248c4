"""A first game in the browser, from the front page to the end of the lesson."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from cruachan.lessons.lesson import load
from tests.page.looking import all_well
from tests.page.playing import LOOK, WATCH, unfold, unfold_to
from tests.page.tabling import say, step_to
from tests.page.visiting import Size, Visitors

NOW = """async () => {
    const id = location.pathname.split('/')[2], lang = document.documentElement.lang;
    return (await fetch(`/api/tables/${id}?seat=0&lang=${lang}`)).json();
}"""


def taught(page: Page, lang: Lang, told: list[str]) -> bool:
    """Do what the present step wants, as a learner would; False once the lesson is over."""
    now: dict[str, Any] = page.evaluate(NOW)
    lesson = now["table"]["lesson"]
    if lesson["over"]:
        return False
    if not lesson["text"]:
        page.wait_for_timeout(100)
        return True
    card = page.get_by_role("region", name=say(lang, "lesson.title"))
    expect(card).to_contain_text(str(lesson["step"]))
    told.append(lesson["text"])
    expect(page.get_by_role("button", name=say(lang, "hint.ask"), exact=True)).to_have_count(0)
    if lesson["wait"]:
        expect(page.locator(".field .mark.can")).to_have_count(0)
        expect(page.locator(".line .turn")).to_have_text(say(lang, "lesson.waits"))
        spaces = [mark for mark in lesson["marks"] if mark.startswith("space:")]
        framed = page.locator(".field .mark.spoken > rect.line")
        assert framed.count() >= len(spaces), "a space is framed: a ring would cover the next ones"
        card.get_by_role("button", name=say(lang, "lesson.go_on"), exact=True).click()
    else:
        wanted = lesson["expects"]
        point = next(
            each
            for each in now["view"]["points"]
            if any(not wanted or move["text"] in wanted for move in each["moves"])
        )
        move = next(each for each in point["moves"] if not wanted or each["text"] in wanted)
        unfold(page.get_by_role("main"))
        step_to(page, move["label"], lang)
        offer = page.get_by_role("button", name=move["label"], exact=True)
        place = page.locator(f'.place[data-point="{point["id"]}"]')
        unfold_to(page.get_by_role("main"), offer.or_(place).first)
        opened = offer.count() == 0
        if opened:
            place.click()
            step_to(page, move["label"], lang)
        usual = [each for each in point["moves"] if not each["aside"]]
        if not opened or len(usual) > 1 or move.get("asks"):
            offer.first.click()
        if move["tell"]:
            page.get_by_role("textbox", name=say(lang, "tell.label")).fill("So it was told.")
            page.get_by_role("button", name=say(lang, "tell.own")).click()
    page.wait_for_function(
        f"async () => {{ const now = await ({NOW})(); const lesson = now.table.lesson;"
        f" return lesson.over || now.seq !== {now['seq']}; }}",
        polling=LOOK,
    )
    return True


@pytest.mark.parametrize(
    ("title", "size", "lang"),
    [("Hibernia", "desk", "en"), ("Cambria", "phone", "de"), ("Gallia Cisalpina", "phone", "en")],
)
def test_a_first_game_is_taught_to_its_end(
    visit: Visitors, title: str, size: Size, lang: Lang
) -> None:
    page = visit(size, lang, forgive=("409",))
    page.goto("/")
    card = page.get_by_role("article", name=title, exact=True)
    minutes = load(title.split()[0].lower()).minutes(lang)
    found = card.locator("button.first")
    expect(found).to_contain_text(str(minutes))
    found.click()
    page.get_by_label(say(lang, "name.ask")).fill("Nessa")
    page.get_by_role("button", name=say(lang, "name.go"), exact=True).click()
    page.wait_for_url("**/t/*")
    told: list[str] = []
    expect(page.get_by_role("region", name=say(lang, "lesson.title"))).to_be_visible()
    head = page.locator(".lesson header")
    expect(head).to_contain_text(title)
    assert head.locator(".mark").evaluate("(mark) => mark.clientWidth > 3 * mark.clientHeight")
    expect(page.locator(".field svg")).to_be_visible()
    all_well(page)
    page.evaluate(WATCH)
    for _ in range(600):
        if not taught(page, lang, told):
            break
    assert len(set(told)) >= 10
    assert page.evaluate(NOW)["table"]["lesson"]["over"]
    expect(page.get_by_role("link", name=say(lang, "lesson.real"))).to_be_visible()
    assert len(page.evaluate("boxes")) == 1
    all_well(page)
    page.goto("/")
    expect(card.get_by_role("button", name=f"{say(lang, 'front.learn')}: {title}")).to_be_visible()
    expect(found).to_have_count(0)
    expect(page.locator("button.first")).to_have_count(3)


def tells(now: dict[str, Any]) -> set[str]:
    """The moves with which something is told, in notation."""
    moves = [move for point in now["view"]["points"] for move in point["moves"]]
    return {move["text"] for move in moves if move["tell"] or move["needs"]}


WHOLE = """() => {
    const said = document.querySelector('.lesson');
    if (!said || said.scrollHeight > said.clientHeight + 1) return false;
    const box = document.querySelector('section.telling textarea');
    const row = document.querySelector('section.telling .row');
    const outcome = document.querySelector('.choices > .outcome');
    const card = document.querySelector('.choices .card-button');
    if (outcome && card && outcome.checkVisibility()
        && outcome.getBoundingClientRect().top < card.getBoundingClientRect().bottom) return false;
    return !box || box.getBoundingClientRect().bottom <= row.getBoundingClientRect().top + 1;
}"""
"""All that a lesson says is in sight, and so is the whole field for own words; what came of the
last move is no strip between the lesson and its answers."""


def by_cards(page: Page, lang: Lang, words: str) -> None:
    """Do what a step of SHENT wants, card by card; whatever is said and wanted lies in view."""
    now: dict[str, Any] = page.evaluate(NOW)
    wanted = now["table"]["lesson"]["expects"]
    move = next(each["id"] for each in now["view"]["deck"] if each["move"] in wanted).split(".")
    for depth in range(len(move)):
        card = page.locator(f'[data-card="{".".join(move[: depth + 1])}"]')
        expect(card).to_be_in_viewport(ratio=0.5)
        page.wait_for_function(WHOLE, polling=LOOK)
        card.click()
    if next(each for each in now["view"]["deck"] if each["move"] in wanted)["move"] in tells(now):
        telling = page.locator("section.telling")
        field = telling.get_by_role("textbox")
        expect(field).to_be_visible()
        page.wait_for_function(WHOLE, polling=LOOK)
        field.fill(words)
        own = telling.locator("button.main")
        expect(own).to_be_in_viewport(ratio=0.5)
        if now["table"]["lesson"]["tell"]:
            expect(telling.locator("button:not(.main, .quiet)")).to_have_count(0)
        own.click()
    page.wait_for_function(
        f"async () => (await ({NOW})()).table.lesson.step > {now['table']['lesson']['step']}",
        polling=LOOK,
    )


def test_the_first_words_open_the_saga_and_one_comes_back(visit: Visitors) -> None:
    """On a phone: what SHENT's lesson wants is in view, and own words stand alone in the saga."""
    own = "Nobody had asked the rain."
    page = visit("phone", "de", forgive=("409",))
    page.goto("/")
    page.get_by_role("article", name="SHENT", exact=True).locator("button.first").click()
    page.get_by_label(say("de", "name.ask")).fill("Nessa")
    page.get_by_role("button", name=say("de", "name.go"), exact=True).click()
    page.wait_for_url("**/t/*")
    lesson = page.get_by_role("region", name=say("de", "lesson.title"))
    expect(lesson).to_be_visible()
    for step in range(1, 7):
        expect(lesson).to_contain_text(f"{step} ")
        by_cards(page, "de", own)
    saga = page.get_by_role("tabpanel")
    expect(saga).to_be_visible()
    expect(saga.locator("blockquote, .own").filter(has_text=own).first).to_be_in_viewport()
    back = page.get_by_role("button", name=say("de", "saga.back"), exact=True)
    back.click()
    expect(saga).to_be_hidden()
    expect(lesson).to_be_in_viewport()
    by_cards(page, "de", "Rigru")
    expect(saga).to_be_hidden()
