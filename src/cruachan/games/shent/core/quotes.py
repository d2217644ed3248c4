"""Quotation marks in what people typed: as they are printed, and inside other quotation marks."""

from __future__ import annotations

import re

INNER = {"“”": "‘’", "„“": "‚‘", "«»": "‹›", "»«": "›‹"}
"""The marks of a quotation within a quotation, by the marks around it."""
_TYPED = re.compile(r'"([^"\n]+)"')
_QUOTED = re.compile(r'"([^"\n]+)"|„([^„“”]+)[“”]|“([^“”„]+)”|«([^«»]+)»')


def printed(text: str, marks: str) -> str:
    """The text with these marks instead of the straight ones of a keyboard."""
    return _TYPED.sub(lambda found: f"{marks[0]}{found[1]}{marks[1]}", text)


def nested(text: str, marks: str) -> str:
    """The text as it stands between these marks: what it quotes itself has their inner ones."""
    inner = INNER.get(marks, "‘’")
    first, last = inner[0], inner[1]
    return _QUOTED.sub(lambda found: f"{first}{found[found.lastindex or 0]}{last}", text)


def marks_of(sentence: str, name: str = "words") -> str:
    """The two marks that stand around a value in a sentence; nothing where there are none."""
    found = re.search(rf"([“„«»])\{{{name}\}}([”“»«])", sentence)
    return found[1] + found[2] if found else ""
