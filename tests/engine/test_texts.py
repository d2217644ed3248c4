"""The system's language, and every room's texts: the same in both languages, and none idle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cruachan
from cruachan.engine.texts import (
    Addressed,
    Lang,
    Texts,
    localized,
    message,
    numeral,
    system_language,
    tables,
)
from tests.tables import is_used, placeholders

ROOT = Path(cruachan.__path__[0])
WEB = Path(__file__).parents[2] / "web/src"
SITE = Path(__file__).parents[2] / "tools/static_site.py"
ROOMS = sorted(
    ".".join(("cruachan", *folder.parent.relative_to(ROOT).parts))
    for folder in ROOT.rglob("texts")
    if folder.is_dir()
)
"""Every package with a folder of words."""
CASES = re.compile(r"noun\.|called\.|names\.")
"""What each language needs for itself: cases and articles."""
OTHERWISE = re.compile(
    r"saga\.way|tell\.fight|tell\.articles|aim\.(\w+\.){1,2}(title|text|story|fulfilled)$"
)
"""Texts of a tale that need not name the same things, or not be as many."""
PAGE = "page."
"""Texts that the page asks for and fills in itself, by its own rules of plurals."""
PLURAL = re.compile(r"\{(\w+)\|((?:[^{}]|\{\w+\})*)\}")


def texts(place: str, value: Any) -> Iterator[tuple[str, list[str]]]:
    """All texts under a key; where there are several to choose from, together."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(f"{place}.{key}" if place else key, each)
    else:
        yield place, value if isinstance(value, list) else [value]


def of_room(room: str, lang: Lang) -> dict[str, list[str]]:
    """A room's texts by their keys."""
    return {key: said for key, said in texts("", tables(room, lang)) if not CASES.match(key)}


def fields(said: list[str], page: bool) -> set[str]:
    """The places to fill, whatever the case they stand in."""
    plain = (PLURAL.sub(r"{\1}\2", text) if page else text for text in said)
    names = set().union(*map(placeholders, plain))
    return {re.sub(r"_(acc|dat|cap|of)$", "", name) for name in names}


def is_in_the_page(key: str) -> bool:
    """Whether a text is for the page or the site, and one of them names it."""
    named = f'"{key.removeprefix(PAGE)}"'
    return key.startswith(PAGE) and any(named in text for text in page_sources())


@cache
def page_sources() -> list[str]:
    """What the page and the site are made of."""
    files = [file for kind in ("*.svelte", "*.ts") for file in WEB.rglob(kind)]
    return [file.read_text("utf-8") for file in (*files, SITE)]


def is_plain(room: str) -> bool:
    """Whether a room has texts under group and key alone, and no sentences to choose from."""
    groups = tables(room, "en").values()
    return all(isinstance(t, str) or "other" in t for group in groups for t in group.values())


def test_there_are_rooms_of_both_kinds() -> None:
    assert {"cruachan.games.hibernia", "cruachan.cli", "cruachan.engine"} <= set(ROOMS)
    assert {is_plain(room) for room in ROOMS} == {True, False}


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_say_the_same(room: str) -> None:
    english, german = (of_room(room, lang) for lang in ("en", "de"))
    assert list(english) == list(german) if is_plain(room) else english.keys() == german.keys()
    for key, said in english.items():
        assert all(text.strip() for text in (*said, *german[key])), key
        if not OTHERWISE.match(key):
            assert len(said) == len(german[key]), key
            page = key.startswith(PAGE)
            assert fields(said, page) == fields(german[key], page), key


@pytest.mark.parametrize("room", [room for room in ROOMS if is_plain(room)])
def test_no_word_is_idle(room: str) -> None:
    known = Texts(room, "en")
    # What speaks to its reader is said where the other form is.
    keys = {key.removesuffix("_addressed") for key in (*known.table, *known.forms)}
    assert [key for key in keys if not (is_used(key) or is_in_the_page(key))] == []


def test_a_word_that_nobody_uses_would_be_found() -> None:
    """The search above is not satisfied by anything."""
    assert not is_used("tell.nonsense")
    assert not is_used("why.h87654")
    assert not is_used("nowhere.start")
    assert not is_in_the_page("page.nonsense")


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems(
    environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == lang


# Messages


def test_a_message_is_said_in_the_readers_language() -> None:
    wood = message("cruachan.engine", "piece.moss")
    told = message(
        "cruachan.engine",
        "board.same_name",
        places=wood,
        name=localized(en="Fen", de="Moor"),
    )
    assert told.text("en") == "Two Moss are called Fen."
    assert told.text("de") == "Zwei Moos heißen Moor."


def test_lists_in_a_message_have_commas() -> None:
    known = [localized(en="fen", de="Moor"), "x", 3]
    told = message("cruachan.engine", "board.unknown", kind="land", word="y", known=known)
    assert told.text("en").endswith("Use one of fen, x, 3.")
    assert told.text("de").endswith("Möglich sind: Moor, x, 3.")


def test_a_name_begins_a_sentence_with_a_capital() -> None:
    soldier = message("cruachan.games.cambria", "problem.soldier", road="Can-Seg")
    told = message("cruachan.games.cambria", "problem.close", one=soldier, two=soldier)
    assert told.text("de") == (
        "Der Soldat von Can-Seg und der Soldat von Can-Seg liegen zu nah beieinander."
    )


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [numeral(1234.5, ",.1f", lang) for lang in ("en", "de")] == ["1,234.5", "1.234,5"]
    assert [numeral(0.415, ".1%", lang) for lang in ("en", "de")] == ["41.5%", "41,5\u00a0%"]


def test_whoever_reads_of_herself_is_spoken_to() -> None:
    """Where a text has a form for it; elsewhere her name stands."""
    texts = Texts("cruachan.games.hibernia", "de")
    assert texts("tell.die", name="Anna", face="Rot") == "Anna würfelt Rot."
    assert texts("tell.die", name=Addressed("Anna"), face="Rot") == "Du würfelst Rot."
    steps = texts.count("tell.steps", 1, name=Addressed("Anna"), total=3)
    assert steps == "Du rückst auf der Leiste 1 Feld vor und stehst auf 3."
    assert texts("prompt.over", name=Addressed("Anna")) == texts("prompt.over", name="Anna")


@pytest.mark.parametrize("room", [room for room in ROOMS if is_plain(room)])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_speaks_to_its_reader_is_a_form_of_another_text(room: str, lang: Lang) -> None:
    known = Texts(room, lang)
    for table in (known.table, known.forms):
        own = [key for key in table if key.endswith("_addressed")]
        assert {key.removesuffix("_addressed") for key in own} <= set(table)
        assert not [key for key in own if "{name}" in str(table[key])]
