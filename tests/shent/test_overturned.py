"""What was read and then does not happen: the log says so."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.components.material import BAND, HANNAS, RATH
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.tale.tale import tell
from tests.shent.arena import give
from tests.shent.play import fall, in_turn, play
from tests.shent.play import said as offers
from tests.shent.positions import put
from tests.shent.test_events import happening
from tests.shent.test_magic import HERE, told

A, B, C = range(3)
NAMES = ("Anna", "Bob", "Cu", "Dana")
GRANTED = {"en": "The appeal was granted: ", "de": "Dem Einspruch wurde stattgegeben: "}
REFUSED = {"en": "The appeal was not granted: ", "de": "Der Einspruch wurde abgewiesen: "}


@pytest.mark.rule("S9.10")
@pytest.mark.parametrize("lang", LANGS)
def test_an_appeal_says_what_counts_now(lang: Lang) -> None:
    state = play(happening(HANNAS, 6, seats=4), B, "read", "hannas.insight", ())
    before = play(state, A, "appeal")
    hero = next(args for args in offers(before, C, "read") if args[0] == "hannas.hero")
    other = play(before, C, "read", *hero)
    said = tell(before, C, Move("read", hero), other, A, NAMES, lang)
    assert GRANTED[lang] in said
    same = play(before, C, "read", "hannas.insight", ())
    said = tell(before, C, Move("read", ("hannas.insight", ())), same, A, NAMES, lang)
    assert REFUSED[lang] in said
    assert GRANTED[lang] not in said


@pytest.mark.rule("S14.9")
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("number", "happens"), [(3, False), (1, True)])
def test_countered_or_not_the_log_says_it(lang: Lang, number: int, happens: bool) -> None:
    state = give(in_turn("events"), A, RATH)
    state = told(state, BAND, "band.held", 4, put(state, "faron", HERE, A))
    before = play(play(state, A, "counter", HAND, RATH), A, "points", 1, 0)
    after = fall(before, number)
    said = tell(before, CHANCE, Move("number", (number,)), after, A, NAMES, lang)
    result = {
        "en": ("does not happen", "happens all the same"),
        "de": ("geschieht nicht", "geschieht trotzdem"),
    }
    assert result[lang][happens] in said
    assert result[lang][not happens] not in said
    sides = {
        "en": f"rath with strength {number + 1} against band with strength 4",
        "de": f"rath mit Stärke {number + 1} gegen band mit Stärke 4",
    }
    assert sides[lang] in said
