"""Texts of a game, and the rules found by words that players would type."""

from __future__ import annotations

import re

import pytest

from cruachan.engine.glossary import entries, explained, glossary, search
from cruachan.engine.texts import Lang
from cruachan.games import GAMES
from cruachan.games.shent.components.material import KINDS

SHENT = "cruachan.games.shent"
EVERYDAY: dict[Lang, tuple[str, ...]] = {
    "en": (
        "Three of us play.",
        "They never come back.",
        "The hunter laid a hand upon the sword.",
        "Two lands under one sky, and a man of the centre.",
        "This is the standard setting.",
    ),
    "de": (
        "Er legte die Hand an das Schwert, und der Himmel war grau.",
        "Eine alte Frau erzählt den Menschen davon, und alle erzählen es weiter.",
        "Sie schlichten den Streit; das Ziel lag in der Mitte ferner Länder.",
        "Sage uns, wo die Schar der Kinder ist.",
        "Wir spielen zu dritt und kommen wieder.",
    ),
}
"""Sentences in which no word means what it means in the rules, but for names of figures."""
FIGURES = frozenset(kind.key for kind in KINDS)


@pytest.mark.parametrize("asked", ["hunter", "Hunters", "Jäger", "faron"])
def test_rules_are_found_by_what_players_call_a_thing(asked: str) -> None:
    """The rules speak of faron, and nobody who asks for the hunter knows that."""
    assert {"S1.9", "S3.3", "S7.2"} <= set(search(SHENT, asked))


def test_all_words_must_be_there() -> None:
    assert "S8.12" in search(SHENT, "hire dragon")
    assert set(search(SHENT, "hire dragon")) < set(search(SHENT, "dragon"))
    assert search(SHENT, "dragon spaceship") == []
    assert search(SHENT, "") == []


def test_a_short_word_is_not_taken_for_a_beginning() -> None:
    """Not every rule that speaks of a turn speaks of tûr."""
    found = search(SHENT, "tûr")
    assert "S13.6" in found
    assert "S4.6" not in found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_searched(game: str) -> None:
    assert search(f"cruachan.games.{game}", "end")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_figure_and_measure_is_explained(lang: Lang) -> None:
    for key in (*(kind.key for kind in KINDS), "tur", "golu", "aglar"):
        assert explained(SHENT, key, lang)
    names = {"en": ("hnd", "lnd", "qst", "gol", "agl"), "de": ("Hd", "Ld", "Su", "gol", "agl")}
    for name in names[lang]:
        assert len(explained(SHENT, name, lang)) == 1, name
    assert explained(SHENT, "spaceship", lang) == []
    assert explained(SHENT, "", lang) == []


def test_a_word_in_full_comes_before_beginnings() -> None:
    assert explained(SHENT, "tower", "en") == explained(SHENT, "minas", "en")
    assert len(explained(SHENT, "min", "en")) == 1
    assert len(explained(SHENT, "barb", "en")) == 1
    assert len({term.key for term in glossary(SHENT)}) == len(glossary(SHENT))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_everyday_words_are_no_terms(game: str, lang: Lang) -> None:
    """A text links the words by which it names a term; the page looks for them as this does."""
    for term in entries(f"cruachan.games.{game}", lang):
        assert all(term.names), term
        either = re.compile(rf"\b({'|'.join(map(re.escape, term.names))})\b")
        for sentence in EVERYDAY[lang]:
            assert term.key in FIGURES or not either.search(sentence), (term.key, sentence)
