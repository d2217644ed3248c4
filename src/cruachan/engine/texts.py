"""Texts in both languages: the one way in which this house holds them.

A room's texts lie in its folder `texts`, in en.toml and de.toml, or, where there are many, in
en/*.toml and de/*.toml by topic. What is to be said before anybody knows in which language (an
error, a complaint about a board) is a `Message`: the key of a text and what it names.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, get_args

Lang = Literal["en", "de"]
LANGS: tuple[Lang, ...] = get_args(Lang)
DEFAULT_LANG: Lang = "en"
"""What is spoken where nobody says."""
GERMAN = str.maketrans({",": ".", ".": ",", "%": "\u00a0%"})
"""How German writes what English writes in numbers."""


@cache
def tables(package: str, lang: Lang) -> dict[str, Any]:
    """All texts of a room in a language, in groups as its files have them."""
    folder = files(package).joinpath("texts")
    single = folder.joinpath(f"{lang}.toml")
    topics = [single] if single.is_file() else list(folder.joinpath(lang).iterdir())
    found: dict[str, Any] = {}
    for topic in sorted(topics, key=lambda each: each.name):
        for group, texts in tomllib.loads(topic.read_text("utf-8")).items():
            found[group] = {**found.get(group, {}), **texts}
    return found


@cache
def _flat(package: str, lang: Lang) -> dict[str, str]:
    groups = tables(package, lang).items()
    return {f"{group}.{key}": text for group, texts in groups for key, text in texts.items()}


class Texts:
    """The texts of one room in one language: `words("ask.roll", name="Medb")`."""

    def __init__(self, package: str, lang: Lang) -> None:
        self.lang = lang
        self.table = _flat(package, lang)

    def __call__(self, key: str, /, **values: object) -> str:
        return self.table[key].format(**values)


class Both(NamedTuple):
    """What data of ours calls a thing in both languages, as a board calls its lands."""

    en: str
    de: str

    def text(self, lang: Lang) -> str:
        """It in a language."""
        return self.de if lang == "de" else self.en


class Message(NamedTuple):
    """Something to say to a person, whatever her language.

    What it names may be a message too, or in both languages, or a list of them. A name that
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
        return self.text("en")


def in_words(value: Any, lang: Lang) -> Any:
    """A value as it stands in a text: said in the language, and a list with commas."""
    if isinstance(value, Message | Both):
        return value.text(lang)
    if isinstance(value, list | tuple):
        return ", ".join(str(in_words(each, lang)) for each in value)
    return value


def message(package: str, key: str, /, **values: Any) -> Message:
    """A message from the texts of a room."""
    return Message(package, key, values)


LONGEST_SAID = 400


def plain(text: str) -> str:
    """A text on one line, without anything that a screen would obey."""
    return "".join(char if char.isprintable() else " " for char in text)


def one_line(text: str) -> str:
    """The same with single spaces, as names are written."""
    return " ".join(plain(text).split())


MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """The number that a text is; None if it is none, or longer than any that could be meant."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


NEW_LINE = "¶"
"""How the end of a line is written where a text must stay on one."""
_ENDS = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029¶]")


def paragraphs(text: str) -> str:
    """A text of several lines: each as names are written, at most one empty line between two."""
    lines = [one_line(line) for line in _ENDS.sub("\n", text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def on_one_line(text: str) -> str:
    """The same on one line; `paragraphs` makes several of it again."""
    return text.replace("\n", NEW_LINE)


def brief(text: str) -> str:
    """A text that may quote anything, fit to be shown: plain, its middle left out if it is long."""
    if len(text) > LONGEST_SAID:
        half = LONGEST_SAID // 2
        text = f"{text[:half]} … {text[-half:]}"
    return plain(text)


def numeral(number: float, form: str, lang: Lang) -> str:
    """A number as the language writes it: 1,234.5 or 1.234,5; 41% or 41 %."""
    text = format(number, form)
    return text.translate(GERMAN) if lang == "de" else text


def system_language() -> Lang:
    """German where the system speaks German, else English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")]
    name = next((name for name in names if name), locale.getlocale()[0] or "")
    return "de" if name.lower().startswith(("de", "german")) else LANGS[0]
