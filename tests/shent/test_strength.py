"""What runes do is said with numbers worked out."""

from __future__ import annotations

import re

import pytest

from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games.shent import WORDS
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.strength import Strength
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent.positions import table

SUM = re.compile(
    r"(half|third|Hälfte|Drittel) (of|von) \d|([Ff]rom|[Aa]b) (strength|Stärke)"
    r"|\b1 (rounds|lands|runes|points|Runden|Länder|Runen|Punkte)\b|the magic|(die|der) Magie"
)
"""What a reader would have to work out, and a wrong plural."""


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("You lose {strength:half} tûr.", 3, "You lose 2 tûr."),
        ("You lose {strength:half} tûr.", None, "You lose half of S tûr."),
        ("up to {strength:half 3}", 8, "up to 3"),
        ("up to {strength:half 3}", None, "up to half of S (at most 3)"),
        ("{strength:third} tûr", 4, "2 tûr"),
        ("for {strength:round}", 1, "for 1 round"),
        ("for {strength:round}", 4, "for 4 rounds"),
        ("for {strength:half round}", 2, "for 1 round"),
        ("within {strength:land}", None, "within S lands"),
        ("{strength:5?one|two}", 4, "one"),
        ("{strength:5?one|two}", 5, "two"),
        ("{strength:5?one|two}", None, "one (from strength 5 on: two)"),
        ("Go{strength:5?|, and run}.", 4, "Go."),
        ("Go{strength:5?|, and run}.", 5, "Go, and run."),
        ("for {strength:20-2>5} tûr", 4, "for 12 tûr"),
        ("for {strength:20-2>5} tûr", 8, "for 5 tûr"),
        ("{strength:20-2>5}", None, "20 less 2 for each point of strength (at least 5)"),
        ("below {strength:-2}", 5, "below 3"),
        ("below {strength:-2}", None, "below S less 2"),
        ("{strength}", 7, "7"),
    ],
)
def test_a_strength_is_worked_out(text: str, value: int | None, said: str) -> None:
    assert text.format(strength=Strength(value, Texts(WORDS, "en"))) == said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("strength", [1, 2, 5, 8])
def test_nothing_is_left_to_the_reader(lang: Lang, strength: int) -> None:
    """ "You lose tûr: half of 3." was."""
    speech = ShentSpeech(table(), ("Anna", "Bob", "Cu"), lang, 0)
    said = [speech.round_event(rune, strength)["does"] for rune in range(len(RUNES))]
    said += [speech.does(key, strength) for key, reading in Reading.ALL.items() if reading.event]
    said += [speech.does(key, strength, True) for key in Reading.ALL]
    assert len(said) > 160
    for text in said:
        assert not SUM.search(text), text
