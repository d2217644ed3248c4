"""The languages of the program, which are data, and how each writes numbers and plurals.

`languages.json` names them in the order in which they are offered. The first one is the default:
notation uses it, and whatever another language lacks is said in it. A language that is `complete`
must have every text, which the tests check. What is common knowledge about a language comes from
CLDR: `cldr.json`, which `tools/cldr.py` writes.
"""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

Lang: TypeAlias = str
"""The code of a language, as in BCP 47; one of LANGS."""


@dataclass(frozen=True)
class Language:
    """One entry of `languages.json`."""

    code: Lang
    name: str
    """What its speakers call it."""
    locale: str = ""
    """Whose CLDR data hold for it; its own where this is empty."""
    complete: bool = False
    """Whether it must have every text; else those of the default language fill the gaps."""
    system_names: Sequence[str] = ()
    """Names by which a system may call it, besides its code."""


LANGUAGES: dict[Lang, Language] = {
    entry["code"]: Language(**entry)
    for entry in json.loads(files(__package__).joinpath("languages.json").read_text("utf-8"))
}
LANGS: tuple[Lang, ...] = tuple(LANGUAGES)
DEFAULT_LANG: Lang = LANGS[0]
"""The language where nobody chooses one, and of texts that another language lacks."""
COMPLETE_LANGS = tuple(lang for lang in LANGS if LANGUAGES[lang].complete)


# --- Choosing one -------------------------------------------------------------------------

_CODES = {lang.lower(): lang for lang in LANGS}
_NAMES = {name: lang for lang in LANGS for name in LANGUAGES[lang].system_names}
_SUBTAGS = re.compile(r"[-_]")
_LONGEST_TAG = 40
"""Characters of a tag that are looked at; more have never been one."""
_MOST_RANGES = 20
"""Ranges of an Accept-Language header that are looked at."""


def find_language(tag: str) -> Lang | None:
    """The language for a tag like `de-AT` or `de_AT.UTF-8`, by the lookup of RFC 4647."""
    subtags = _SUBTAGS.split(re.split(r"[.@:]", tag.strip()[:_LONGEST_TAG].lower())[0])
    while subtags:
        if found := _CODES.get("-".join(subtags)):
            return found
        subtags.pop()
    return None


def negotiate(accept_language: str) -> Lang:
    """The language that fits an Accept-Language header best; the default one if none does."""
    ranges = []
    for part in accept_language.split(",", _MOST_RANGES)[:_MOST_RANGES]:
        tag, _, parameter = part.partition(";")
        quality = _quality(parameter)
        if quality > 0:
            ranges.append((quality, tag))
    ranges.sort(key=lambda each: -each[0])
    return next((lang for _, tag in ranges if (lang := find_language(tag))), DEFAULT_LANG)


def _quality(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def system_language() -> Lang:
    """The language that the system speaks; the default one if it is not among ours."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")]
    name = next((name for name in names if name), locale.getlocale()[0] or "")
    by_name = _NAMES.get(_SUBTAGS.split(name.lower())[0])
    return by_name or find_language(name) or DEFAULT_LANG


# --- How it writes ------------------------------------------------------------------------


@cache
def _cldr() -> dict[str, dict[str, Any]]:
    """How locales write, by their tags in small letters, and names of languages in each of ours."""
    read: dict[str, dict[str, Any]] = json.loads(
        files(__package__).joinpath("cldr.json").read_text("utf-8")
    )
    return read


@cache
def _writing(lang: Lang) -> dict[str, Any]:
    """How a language writes: as its locale does, or the nearest above it, or the default one."""
    subtags = _SUBTAGS.split((LANGUAGES[lang].locale or lang).lower())
    while subtags:
        if found := _cldr()["locales"].get("-".join(subtags)):
            return dict(found)
        subtags.pop()
    return _writing(DEFAULT_LANG)


class _NumberSigns(NamedTuple):
    signs: dict[int, str]
    percent: str
    """Where the digits of a percentage stand."""


@cache
def _number_signs(lang: Lang) -> _NumberSigns:
    writing = _writing(lang)
    signs = dict(zip(",.-+", writing["signs"], strict=True))
    return _NumberSigns(str.maketrans(signs), writing["percent"])


_NOT_ZERO = re.compile("[1-9a-z]")


def numeral(number: float, form: str, lang: Lang) -> str:
    """A number as the language writes it: 1,234.5 or 1.234,5; 41% or 41 %.

    The form is Python's, and so is the rounding.
    """
    signs, percent = _number_signs(lang)
    text = format(number, form)
    if text.startswith("-") and not _NOT_ZERO.search(text):
        text = format(0.0, form)  # Nobody writes -0.0 %.
    if form.endswith("%"):
        return percent.format(text[:-1].translate(signs))
    return text.translate(signs)


_RELATION = re.compile(r"([a-z])(?: mod (\d+))? (not )?in ([\d.,]+)")
"""A relation of CLDR's plural rules, as in `i mod 10 in 2..4,7`."""


@lru_cache(maxsize=1024)
def plural_category(number: int, lang: Lang) -> str:
    """CLDR's category of a count: one, other; in some languages also zero, two, few, many."""
    for category, condition in _writing(lang)["plural"].items():
        for alternative in condition.split(" or "):
            if all(_relates(abs(number), each) for each in alternative.split(" and ")):
                return str(category)
    return "other"


def _relates(number: int, relation: str) -> bool:
    """Whether a relation holds for a whole number: all operands but n and i are its decimals."""
    found = _RELATION.fullmatch(relation)
    assert found is not None, relation
    operand, modulus, negated, ranges = found.groups()
    value = number if operand in "ni" else 0
    if modulus:
        value %= int(modulus)
    bounds = [each.split("..") for each in ranges.split(",")]
    inside = any(int(each[0]) <= value <= int(each[-1]) for each in bounds)
    return inside != bool(negated)


def language_name(named: Lang, lang: Lang) -> str:
    """The name of a language in another language: German, Deutsch."""
    names: dict[str, str] = _cldr()["names"].get(lang, {})
    return names.get(named, LANGUAGES[named].name)
