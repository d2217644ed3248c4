"""In the middle of a game: another language, light or dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.tabling import Guests, Person, say
from tests.page.visiting import SIZES, Size

ON_THE_BOARD = {"en": "names and backs are our own", "de": "Namen und Rückseiten sind von uns"}
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("size", SIZES)
def test_another_language_and_another_scheme(guests: Guests, size: Size) -> None:
    english, _ = guests.two("gallia", sizes=(size, size), langs=("en", "en"))
    english.come()
    english.pick("recruit 1")
    english.is_asked()
    german = Person(
        english.page,
        guests.server.client(english.client.key, lang="de"),
        english.table,
        english.seat,
    )
    english.page.get_by_role("button", name="Deutsch").click()
    german.is_asked()
    expect(german.button("turn.undo")).to_be_visible()
    expect(german.page.get_by_role("region", name=say("de", "table.board"))).to_be_visible()
    told = [row["told"] for row in german.look()["rows"] if row.get("told")]
    with german.beside("log") as log:
        for sentence in told:
            expect(log).to_contain_text(sentence)
    german.pick("scout none")
    for lang, times in (("de", 1), ("en", 0)):
        expect(german.page.get_by_text(ON_THE_BOARD[lang])).to_have_count(times)

    light = german.page.evaluate(GROUND)
    scheme = german.page.get_by_role("button", name=say("de", "top.scheme"))
    for name in ("light", "dark"):
        scheme.click()
        expect(scheme).to_have_accessible_name(
            f"{say('de', 'top.scheme')}: {say('de', f'scheme.{name}')}"
        )
    assert german.page.evaluate(GROUND) != light
    german.page.reload()
    expect(german.page.get_by_role("region", name=say("de", "table.board"))).to_be_visible()
    assert german.page.evaluate(GROUND) != light
