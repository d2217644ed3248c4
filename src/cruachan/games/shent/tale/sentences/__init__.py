"""The sentences of the story, merged from the numbered files of each language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from cruachan.engine.words import Lang


@cache
def tales(lang: Lang) -> dict[str, Any]:
    """All sentences of a language: `tales("en")["galas"]["harvest"]["name"]`."""
    merged: dict[str, Any] = {}
    found = [each for each in files(__package__).iterdir() if each.name.startswith(f"{lang}_")]
    for each in sorted(found, key=lambda each: each.name):
        for group, table in tomllib.loads(each.read_text("utf-8")).items():
            merged[group] = {**merged.get(group, {}), **table} if isinstance(table, dict) else table
    return merged


def reading(lang: Lang, key: str) -> dict[str, Any]:
    """The sentences of a reading, given as rune.name."""
    rune, name = key.split(".")
    return dict(tales(lang)[rune][name])
