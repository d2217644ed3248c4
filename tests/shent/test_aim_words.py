"""Aims in words: plain sentences, in both languages, for every kind in every manner."""

from __future__ import annotations

import re

import pytest

from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    ERTHAD,
    GALU,
    MAETH,
    NAUR,
    RATH,
    RHACH,
    RIM,
    RUNES,
)
from cruachan.games.shent.core.state import Aim
from tests.shent.aiming import aim
from tests.shent.positions import table

NAMES = ("Anna", "Bob", "Cu")
SENTENCE = re.compile(r"[A-ZÄÖÜ0-9][^.!?]*\.")
CLUMSY = re.compile(r"one's|turn-end|declaration|Zugende|Ausrufen|, and \w+( \w+)?:|und zwar")
"""What stood in aims that were no sentences."""


def said(what: Aim, lang: Lang = DEFAULT_LANG) -> str:
    return aims.describe(what, table().board, NAMES, lang)


def every_aim() -> list[Aim]:
    """Each kind plain and in each of its manners, as the first position offers it and by hand."""
    state = table()
    found = [
        aim(key, 3, land=4, seat=1, thing=0)
        for key in AimKind.ALL
        if key not in ("develop", "found")
    ]
    found += [each for rune in range(len(RUNES)) for each in aims.choices(state, 0, (rune, rune))]
    return [
        each._replace(manners=ways, sky=NAUR)
        for each in found
        for ways in (
            (),
            *((rune,) for rune in range(len(RUNES)) if AimKind.ALL[each.kind].fits(rune)),
        )
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_aim_is_a_few_plain_sentences(lang: Lang) -> None:
    """ "Have the marker in Firemount at three own turn-ends in a row, and together: ..." is not."""
    for each in every_aim():
        text = said(each, lang)
        assert not SENTENCE.sub("", text).strip(), text
        assert len(SENTENCE.findall(text)) >= 1 + len(each.manners), text
        assert not CLUMSY.search(text), text


def test_a_manner_is_said_in_the_words_of_its_kind() -> None:
    held = said(aim("hold", 3, land=4)._replace(manners=(ERTHAD,)))
    land = table().board.lands[4].name
    assert held == (
        f"Own {land} at the end of three of your turns in a row. Three of your figures must be "
        "there, allies counted, or one of yours and one of another player in peace."
    )
    ways = {
        (BAND, "hold"): "at the end of two of your turns",
        (BAND, "hinder"): "holding a figure of Bob",
        (MAETH, "hold"): "Win a fight there.",
        (MAETH, "realm"): "anywhere",
        (MAETH, "hinder"): "or against Bob",
        (RIM, "reach"): "a second land of the same element",
        (RIM, "gather"): "two figures in a second land",
        (BREGED, "hold"): "while fire stands in the sky",
        (GALU, "hold"): "of your turns for it",
        (RHACH, "peace"): "peace is refused or broken",
        (RHACH, "win"): "you lose a contest",
        (RHACH, "reach"): "turned back, refused or killed there",
    }
    for (rune, kind), expected in ways.items():
        seat = 1 if kind in ("hinder", "peace") else -1
        what = aim(kind, 3, land=4, seat=seat)._replace(manners=(rune,), sky=NAUR)
        assert expected in said(what)


@pytest.mark.rule("S18.1")
@pytest.mark.parametrize(("lang", "there"), [("en", r"\bthere\b"), ("de", r"\bdort\b(?!, wo)")])
def test_nothing_is_there_where_no_land_is_named(lang: Lang, there: str) -> None:
    """ "Turn a seeker into a wordsmith. A figure must be there": where?"""
    placeless = [each for each in every_aim() if each.land < 0 and each.manners]
    assert {each.kind for each in placeless} >= {"develop", "win", "wealth"}
    for each in placeless:
        assert not re.search(there, said(each, lang), re.I), said(each, lang)


@pytest.mark.rule("S18.5")
def test_a_land_far_away_needs_no_longer_road() -> None:
    far, near = (aim("reach", size, land=4)._replace(manners=(RATH,)) for size in (5, 3))
    assert "six different lands" not in said(far)
    assert "six different lands" in said(near)
