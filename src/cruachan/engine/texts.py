"""Texts in all languages.

A package's texts lie in its folder `texts`, in LANG.toml, or, where there are many, in LANG/*.toml
by topic. What a language lacks is said in the default one. What is to be said before anybody knows
in which language (an error, a complaint about a board) is a `Message`: the key of a text and what
it names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from cruachan.engine.languages import (
    COMPLETE_LANGS,
    DEFAULT_LANG,
    LANGS,
    Lang,
    numeral,
    plural_category,
    system_language,
)

__all__ = [
    "DEFAULT_LANG",
    "LANGS",
    "LONGEST_SAID",
    "Lang",
    "LocalizedText",
    "Message",
    "Texts",
    "brief",
    "localized",
    "message",
    "numeral",
    "on_one_line",
    "one_line",
    "paragraphs",
    "strip_control",
    "system_language",
    "tables",
    "whole_number",
]


@cache
def tables(package: str, lang: Lang) -> dict[str, Any]:
    """All texts of a package in a language, in groups as its files have them."""
    own = own_tables(package, lang)
    if lang == DEFAULT_LANG or (own and lang in COMPLETE_LANGS):
        return own
    return _completed(own, tables(package, DEFAULT_LANG))


@cache
def own_tables(package: str, lang: Lang) -> dict[str, Any]:
    """The texts that a package has in a language, nothing for a language without its own."""
    folder = files(package).joinpath("texts")
    single, several = folder.joinpath(f"{lang}.toml"), folder.joinpath(lang)
    topics = [single] if single.is_file() else several.iterdir() if several.is_dir() else ()
    found: dict[str, Any] = {}
    for topic in sorted(topics, key=lambda each: each.name):
        try:
            read = tomllib.loads(topic.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise tomllib.TOMLDecodeError(f"{topic}: {error}") from None
        for group, texts in read.items():
            found[group] = {**found.get(group, {}), **texts}
    return found


def _completed(own: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    """Tables with the default's texts where they lack one, in the default's order."""
    found = default | own
    for key, value in default.items():
        if isinstance(value, dict) and isinstance(own.get(key), dict):
            found[key] = _completed(own[key], value)
    return found


Forms = dict[str, str]
"""One text for each plural category."""


@cache
def _flat(package: str, lang: Lang) -> tuple[dict[str, str], dict[str, Forms]]:
    """The texts by group and key, and those with a form for each plural category."""
    groups = tables(package, lang).items()
    flat = {f"{group}.{key}": text for group, texts in groups for key, text in texts.items()}
    return (
        {key: text for key, text in flat.items() if isinstance(text, str)},
        {key: text for key, text in flat.items() if isinstance(text, dict)},
    )


class Addressed(str):
    """The name of whoever reads a text. Where the text has a form for its reader (`dice` has
    `dice_addressed`) that one is taken; elsewhere her name stands."""


class Texts:
    """The texts of one package in one language: `texts("ask.roll", name="Medb")`."""

    def __init__(self, package: str, lang: Lang) -> None:
        self.package, self.lang = package, lang
        self.table, self.forms = _flat(package, lang)

    def __call__(self, key: str, /, **values: object) -> str:
        if key not in self.table:
            raise KeyError(f"{self.package} has no text {key!r} in its texts/{self.lang}")
        return self.table[_spoken(key, self.table, values)].format(**values)

    def count(self, key: str, number: int | None, /, **values: object) -> str:
        """A text in the form that the language has for a number, `{n}`; None for one unknown."""
        forms = self.forms[_spoken(key, self.forms, values)]
        category = "other" if number is None else plural_category(number, self.lang)
        form = forms.get(category) or forms["other"]
        return form.format(**({"n": "?" if number is None else number} | values))


def _spoken(key: str, among: Mapping[str, object], values: Mapping[str, object]) -> str:
    """The key of the form that speaks to its reader, where one is named and there is one."""
    own = f"{key}_addressed"
    return own if own in among and any(isinstance(v, Addressed) for v in values.values()) else key


@dataclass(frozen=True)
class LocalizedText:
    """What data of ours calls a thing in each language, as a board calls its lands."""

    texts: Mapping[Lang, str]

    @classmethod
    def of(cls, say: Callable[[Lang], str], langs: tuple[Lang, ...] = LANGS) -> LocalizedText:
        """What is said in each language."""
        return cls({lang: say(lang) for lang in langs})

    def text(self, lang: Lang) -> str:
        """It in a language; in the default one where it has no text."""
        return self.texts.get(lang) or self.texts[DEFAULT_LANG]

    def __hash__(self) -> int:
        return hash(tuple(self.texts.items()))


def localized(**texts: str) -> LocalizedText:
    """A text by the codes of its languages."""
    return LocalizedText(texts)


class Message(NamedTuple):
    """Something to say to a person, whatever her language.

    What it names may be a message too, or in all languages, or a list of them. A name that
    begins a sentence is written with a capital in the text: `{Road}` for the value `road`.
    """

    package: str
    key: str
    values: dict[str, Any]

    def text(self, lang: Lang) -> str:
        """It in words."""
        said = {name: in_words(value, lang) for name, value in self.values.items()}
        begins = {
            name.capitalize(): value[:1].upper() + value[1:]
            for name, value in said.items()
            if isinstance(value, str)
        }
        return Texts(self.package, lang)(self.key, **(said | begins))

    def __str__(self) -> str:
        return self.text(DEFAULT_LANG)


def in_words(value: Any, lang: Lang) -> Any:
    """A value as it stands in a text: said in the language, and a list with commas."""
    if isinstance(value, Message | LocalizedText):
        return value.text(lang)
    if isinstance(value, list | tuple):
        return ", ".join(str(in_words(each, lang)) for each in value)
    return value


def message(package: str, key: str, /, **values: Any) -> Message:
    """A message from the texts of a room."""
    return Message(package, key, values)


LONGEST_SAID = 400


def strip_control(text: str) -> str:
    """A text on one line, without anything that a screen would obey."""
    return "".join(char if char.isprintable() else " " for char in text)


def one_line(text: str) -> str:
    """The text with single spaces, as names are written."""
    return " ".join(strip_control(text).split())


MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """The number that a text is; None if it is none, or longer than any that could be meant."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


NEW_LINE = "¶"
"""How the end of a line is written where a text must stay on one."""
_ENDS = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029¶]")


def paragraphs(text: str) -> str:
    """A text of several lines: each as names are written, at most one empty line between two."""
    lines = [one_line(line) for line in _ENDS.sub("\n", text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def on_one_line(text: str) -> str:
    """The text on one line; `paragraphs` splits it again."""
    return text.replace("\n", NEW_LINE)


def brief(text: str) -> str:
    """A text that may quote anything, fit to be shown: plain, its middle left out if it is long."""
    if len(text) > LONGEST_SAID:
        half = LONGEST_SAID // 2
        text = f"{text[:half]} … {text[-half:]}"
    return strip_control(text)
