"""What runes do is said with numbers worked out."""

from __future__ import annotations

import re

import pytest

from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games.shent import WORDS
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.consent import Consent
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.reading import Act
from cruachan.games.shent.core.strength import AVERAGE, Strength
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
        ("You lose {strength:half} tûr.", None, "You lose 2 tûr."),
        ("up to {strength:half 3}", 8, "up to 3"),
        ("up to {strength:half 3}", None, "up to 2"),
        ("{strength:third} tûr", 4, "2 tûr"),
        ("for {strength:round}", 1, "for 1 round"),
        ("for {strength:round}", 4, "for 4 rounds"),
        ("for {strength:half round}", 2, "for 1 round"),
        ("within {strength:land}", None, "within 3 lands"),
        ("{strength:5?one|two}", 4, "one"),
        ("{strength:5?one|two}", 5, "two"),
        ("{strength:5?one|two}", None, "one (from strength 5 on: two)"),
        ("Go{strength:5?|, and run}.", 4, "Go."),
        ("Go{strength:5?|, and run}.", 5, "Go, and run."),
        ("for {strength:20-2>5} tûr", 4, "for 12 tûr"),
        ("for {strength:20-2>5} tûr", 8, "for 5 tûr"),
        ("{strength:20-2>5}", None, "20 less 2 for each point of strength (at least 5)"),
        ("below {strength:-2}", 5, "below 3"),
        ("below {strength:-2}", None, "below 1"),
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


@pytest.mark.parametrize("lang", LANGS)
def test_no_letter_stands_for_a_number_that_is_not_drawn_yet(lang: Lang) -> None:
    """The cards count on an average number, and the question says so."""
    state = table()
    speech = ShentSpeech(state, ("Anna", "Bob", "Cu"), lang, 0)
    said = [speech.does(key, None, True) for key in Reading.ALL]
    assert not [each for each in said if re.search(r"\bS\b", each)]
    cast = Cast(0, (HAND, RUNES.index("gwend")))
    key, values = cast.ask(speech, state, 0)
    assert str(AVERAGE) in Texts(WORDS, lang)(f"ask.{key}", **values)


YOU = {"en": r"\b[Yy]ou(rs?)?\b", "de": r"\b[Dd](u|ir|ich|ein(e[mnrs]?)?)\b"}


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_tells_of_somebody_else_reads_it_under_that_name(lang: Lang) -> None:
    """On the narrator's cards "you" would be the narrator."""
    speech = ShentSpeech(table(), ("Anna", "Bob", "Cu"), lang, 1)
    events = [key for key, reading in Reading.ALL.items() if reading.event]
    said = [speech.does(key, 4, whose=0) for key in events]
    assert not [each for each in said if re.search(YOU[lang], each)]
    own = [speech.does(key, 4, whose=1) for key in events]
    assert [each for each in own if re.search(YOU[lang], each)]
    assert not [each for each in own if "Bob" in each]


@pytest.mark.parametrize("lang", LANGS)
def test_whoever_is_asked_for_consent_reads_whose_quest_it_is(lang: Lang) -> None:
    speech = ShentSpeech(table(), ("Anna", "Bob", "Cu"), lang, 1)
    act = Act(RUNES.index("erthad"), 2, 0, 5)
    _, values = Consent(1, "erthad.threads", act, ()).ask(speech, table(), 1)
    assert "Anna" in values["does"]
    assert not re.search(YOU[lang], values["does"])
