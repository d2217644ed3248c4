"""List the texts that a language lacks, folder by folder: `python tools/missing_texts.py de`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cruachan
from cruachan.engine.languages import DEFAULT_LANG
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import own_tables
from cruachan.games import GAMES
from cruachan.lessons.lesson import has_lesson, load

PACKAGE = Path(cruachan.__path__[0])
PAGE = PACKAGE.parents[1] / "web" / "src" / "words"
PLURALS = ("zero", "one", "two", "few", "many", "other")
GRAMMAR = ("noun", "called", "names")
"""Groups in which every language has forms of its own."""


def _keys(value: Any, place: str = "") -> Iterator[str]:
    """The keys of all texts in tables; a text with plural forms is one."""
    if isinstance(value, dict) and not _is_plural(value):
        for key, each in value.items():
            yield from _keys(each, f"{place}.{key}".removeprefix("."))
    else:
        yield place


def _is_plural(value: dict[str, Any]) -> bool:
    return "other" in value and value.keys() <= set(PLURALS)


def _compared(has: dict[str, Any], wanted: dict[str, Any]) -> tuple[int, list[str]]:
    known, keys = set(_keys(has)), list(_keys(wanted))
    loose = [key for key in keys if key.split(".")[0] in GRAMMAR]
    tops = {key.rsplit(".", 1)[0] for key in known}
    lacking = [
        key
        for key in keys
        if key not in known and not (key in loose and key.rsplit(".", 1)[0] in tops)
    ]
    return len(keys), lacking


def missing(lang: str) -> dict[str, tuple[int, list[str]]]:
    """For each place with texts: how many the default language has, and which ones are missing."""
    found = {}
    for folder in sorted(PACKAGE.rglob("texts")):
        package = ".".join(("cruachan", *folder.parent.relative_to(PACKAGE).parts))
        tables = (own_tables(package, each) for each in (lang, DEFAULT_LANG))
        found[str(folder.relative_to(PACKAGE.parents[1]))] = _compared(*tables)
    for name, info in GAMES.items():
        rules = rulebook(info.package).rules
        lacking = [number for number, text in rules.items() if lang not in text.texts]
        found[f"rules of {name}"] = len(rules), lacking
        if has_lesson(name):
            steps = load(name).steps
            numbers = [str(at) for at, step in enumerate(steps, 1) if lang not in step.said.texts]
            found[f"lesson of {name}"] = len(steps), numbers
    if PAGE.is_dir():
        files = (PAGE / f"{each}.json" for each in (lang, DEFAULT_LANG))
        page = (json.loads(file.read_text("utf-8")) if file.is_file() else {} for file in files)
        found[str(PAGE.relative_to(PACKAGE.parents[1]))] = _compared(*page)
    return found


if __name__ == "__main__":
    for place, (wanted, lacking) in missing(sys.argv[1]).items():
        print(f"{place}: {wanted - len(lacking)} of {wanted}")
        print(*(f"  {key}" for key in lacking), sep="\n", end="\n" if lacking else "")
