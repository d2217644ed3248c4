"""Texts in both languages, from the files en.toml and de.toml of a `words` folder."""

from __future__ import annotations

import locale
import os
import tomllib
from functools import cache
from importlib.resources import files

from cruachan.engine.game import LANGS, Lang


@cache
def _table(package: str, lang: Lang) -> dict[str, str]:
    source = files(package).joinpath("words", f"{lang}.toml").read_text("utf-8")
    table = tomllib.loads(source)
    return {f"{group}.{key}": text for group, texts in table.items() for key, text in texts.items()}


class Words:
    """The texts of one package in one language: `words("ask.roll", name="Medb")`."""

    def __init__(self, package: str, lang: Lang) -> None:
        self.lang = lang
        self.table = _table(package, lang)

    def __call__(self, key: str, /, **values: object) -> str:
        return self.table[key].format(**values)


def system_language() -> Lang:
    """German where the system speaks German, else English."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")]
    name = next((name for name in names if name), locale.getlocale()[0] or "")
    return "de" if name.lower().startswith(("de", "german")) else LANGS[0]
