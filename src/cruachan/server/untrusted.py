"""Cleans what a server has sent to a client, which is untrusted.

A name, a chat or a promise may hold escape sequences that a terminal obeys (it writes to the
clipboard, retitles the window, turns the line around). Every string of every answer is cleaned
here, before anything else reads it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE

KEPT = "\n"
"""The only character for a screen that texts of several lines need."""
ESCAPED = re.compile(r"\\[ubfrt]")
"""By which a JSON text can hide what is no letter."""


class UntrustedAnswer(CruachanError):
    """An answer that is not what a server of these games sends."""

    def __init__(self, address: str) -> None:
        super().__init__(message(PACKAGE, "client.other_shape", address=address))


class AnswerTooLong(CruachanError):
    """An answer that is longer than any of a server of these games."""

    def __init__(self, address: str, most: int) -> None:
        mega = most // (1024 * 1024)
        super().__init__(message(PACKAGE, "client.too_long", address=address, most=mega))


def clean_text(text: str) -> str:
    """The text without control characters, C1, escape sequences and marks of direction."""
    if text.isprintable():
        return text
    return "".join(char if char in KEPT or char.isprintable() else " " for char in text)


def clean(value: Any) -> Any:
    """The same data with every string in them clean, names of fields included."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [clean(each) for each in value]
    if isinstance(value, dict):
        return {clean_text(key): clean(each) for key, each in value.items()}
    return value


def decode(text: str | bytes, address: str) -> Any:
    """The data of a JSON text from an address, clean; else an UntrustedAnswer."""
    try:
        said = text if isinstance(text, str) else text.decode()
        data = json.loads(said)
        return data if said.isprintable() and not ESCAPED.search(said) else clean(data)
    except (ValueError, RecursionError):
        raise UntrustedAnswer(address) from None
