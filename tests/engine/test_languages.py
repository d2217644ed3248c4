"""Languages are data: how one is chosen, and how it writes numbers and plurals."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from babel import Locale
from tools import cldr

import cruachan
from cruachan.engine import languages
from cruachan.engine.languages import (
    COMPLETE_LANGS,
    DEFAULT_LANG,
    LANGS,
    Language,
    find_language,
    language_name,
    negotiate,
    numeral,
    plural_category,
)

ROOT = Path(cruachan.__path__[0])
WEB = ROOT.parents[1] / "web" / "src"
NAMED = re.compile(rf"""["'`](?:{"|".join(LANGS)})["'`]""")


@pytest.mark.parametrize(("folder", "kinds"), [(ROOT, ("py",)), (WEB, ("ts", "svelte"))])
def test_no_code_names_a_language(folder: Path, kinds: tuple[str, ...]) -> None:
    every = (path for kind in kinds for path in folder.rglob(f"*.{kind}"))
    files = [path for path in every if not path.name.endswith(".test.ts")]
    assert len(files) > 50
    assert [path for path in files if NAMED.search(path.read_text("utf-8"))] == []


def test_code_that_named_a_language_would_be_found() -> None:
    assert all(NAMED.search(f"if lang == {quote}de{quote}:") for quote in ("'", '"', "`"))


def test_english_is_the_default_and_german_is_complete_too() -> None:
    assert (DEFAULT_LANG, COMPLETE_LANGS[:2]) == ("en", ("en", "de"))


@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("de-AT-1996", "de"),
        ("de_AT.UTF-8", "de"),
        ("de:en", "de"),
        ("den", None),
        ("", None),
        ("*", None),
        ("C.UTF-8", None),
    ],
)
def test_a_tag_is_looked_up_by_its_subtags(tag: str, lang: str | None) -> None:
    assert find_language(tag) == lang


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de", "de"),
        ("en, de", "en"),
        ("zz, de;q=0.1", "de"),
        ("en;q=0.7,de;q=0.8", "de"),
        ("en; q=0.7, de; q=0.7", "en"),
        ("de;q=0", "en"),
        ("de;q=much", "en"),
        ("de;level=1", "de"),
        (",;,=;q", "en"),
        ("", "en"),
    ],
)
def test_a_browsers_wishes_are_weighed(header: str, lang: str) -> None:
    assert negotiate(header) == lang


# --- How they write -----------------------------------------------------------------------

FORMS = (",", ",.0f", ",.1f", ".0f", ".1f", ".3f", "+.1f", "8.3f", ".0%", ".1%", "+.0%")
GERMAN = str.maketrans({",": ".", ".": ",", "%": "\u00a0%"})


@pytest.mark.parametrize("form", FORMS)
def test_english_and_german_numbers_are_rounded_as_python_does(form: str) -> None:
    rng = random.Random(form)
    for _ in range(300):
        number = rng.randrange(-(10**7), 10**7) / rng.choice((1, 8, 1000, 10**7))
        written = format(number, form)
        if not float(written.strip().rstrip("%").replace(",", "")):
            written = format(0.0, form)  # Nobody writes -0.0.
        assert numeral(number, form, "en") == written
        assert numeral(number, form, "de") == written.translate(GERMAN)


def test_nothing_has_no_sign() -> None:
    assert [numeral(-0.0001, form, "en") for form in (".1%", ".0f", "+.1f")] == [
        "0.0%",
        "0",
        "+0.0",
    ]
    assert numeral(-0.04, ".1%", "en") == "-4.0%"


def test_german_and_english_count_alike() -> None:
    for lang in ("en", "de"):
        told = [plural_category(number, lang) for number in (0, 1, 2, 11, 101)]
        assert told == ["other", "one", "other", "other", "other"]


def test_languages_have_names_in_each_other() -> None:
    assert [language_name("de", lang) for lang in ("en", "de")] == ["German", "Deutsch"]
    assert [language_name("en", lang) for lang in ("en", "de")] == ["English", "Englisch"]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Languages that are not ours."""
    for code in ("fr", "pl", "tr", "xx"):
        monkeypatch.setitem(languages.LANGUAGES, code, Language(code, code.upper()))


@pytest.mark.usefixtures("others")
def test_another_language_writes_as_cldr_says() -> None:
    assert numeral(1234.5, ",.1f", "fr") == "1\u202f234,5"
    assert numeral(0.415, ".1%", "fr") == "41,5\u00a0%"
    assert numeral(0.415, ".1%", "tr") == "%41,5"
    assert [plural_category(number, "fr") for number in (0, 1, 2)] == ["one", "one", "other"]
    assert [plural_category(n, "pl") for n in (1, 3, 5, 22)] == ["one", "few", "many", "few"]
    assert language_name("fr", "de") == "Französisch"


@pytest.mark.usefixtures("others")
def test_a_language_that_cldr_does_not_know_writes_as_the_default_one() -> None:
    assert numeral(1234.5, ",.1f", "xx") == "1,234.5"
    assert plural_category(1, "xx") == "one"
    assert language_name("xx", "de") == "XX"


def test_what_is_kept_of_cldr_is_what_babel_knows() -> None:
    assert cldr.OUT.read_text("utf-8") == cldr.written()


def test_plurals_are_those_of_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [*range(-2, 130), 1000, 1001, 1_000_000, 1_000_002]
    for tag in (tag for tag in cldr.tags() if "-" not in tag):
        monkeypatch.setitem(languages.LANGUAGES, tag, Language(tag, tag))
        form = Locale.parse(tag).plural_form
        assert [plural_category(n, tag) for n in counts] == [form(n) for n in counts], tag
    plural_category.cache_clear()
