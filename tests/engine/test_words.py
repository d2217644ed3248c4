"""The system's language, and texts with the same places to fill in both languages."""

from pathlib import Path

import pytest

import cruachan
from cruachan.engine.words import Words, system_language
from tests.tables import is_used, placeholders

PACKAGES = sorted(
    ".".join(("cruachan", *path.parent.parent.relative_to(Path(cruachan.__path__[0])).parts))
    for path in Path(cruachan.__path__[0]).rglob("words/en.toml")
)


def test_there_are_words() -> None:
    assert "cruachan.games.hibernia" in PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_say_the_same(package: str) -> None:
    english, german = Words(package, "en").table, Words(package, "de").table
    assert list(english) == list(german)
    for key in english:
        assert placeholders(english[key]) == placeholders(german[key]), key
        assert english[key].strip(), key
        assert german[key].strip(), key


@pytest.mark.parametrize("package", PACKAGES)
def test_no_word_is_idle(package: str) -> None:
    idle = [key for key in Words(package, "en").table if not is_used(key)]
    assert idle == []


def test_a_word_that_nobody_uses_would_be_found() -> None:
    """The search above is not satisfied by anything."""
    assert not is_used("tell.nonsense")
    assert not is_used("why.h87654")
    assert not is_used("nowhere.start")


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
