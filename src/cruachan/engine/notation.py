"""Shared parts of notations: letters of seats, and parsing of typed names."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache

from cruachan.engine.boardfile import NamedPlace
from cruachan.engine.errors import AmbiguousMove, UnreadableMove
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS, Texts

LETTERS = "abcdef"


def seat_letter(seat: int) -> str:
    """How a seat is written: a, b, c; chance in full."""
    return "chance" if seat == CHANCE else LETTERS[seat]


GROWTH = 4
"""How much longer a text may become by its compatibility forms; U+FDFA alone becomes 18 letters."""


def fold(text: str) -> str:
    """Letters without case and accents, for comparing what people type."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    if len(decomposed) > GROWTH * len(folded):
        decomposed = unicodedata.normalize("NFD", folded)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@lru_cache(maxsize=4096)
def spellings(name: str) -> tuple[str, ...]:
    """How people type a name, folded: its accents left out, or its umlauts written out."""
    written_out = unicodedata.normalize("NFC", name.casefold()).translate(UMLAUTS)
    return tuple(dict.fromkeys((fold(name), fold(written_out))))


def without_why(text: str) -> str:
    """What a question is about: `Brega` of `why not Brega?`, in any language."""
    asked = text.strip().rstrip("? ")
    words = (word for lang in LANGS for word in Texts(__package__, lang)("move.why").split(", "))
    for word in sorted(words, key=len, reverse=True):
        if begins(f"{asked} ", f"{word} "):
            return asked[len(word) :].strip()
    return asked


def begins(name: str, typed: str) -> bool:
    """Whether what is typed is a name or the beginning of one."""
    return any(spelled.startswith(fold(typed)) for spelled in spellings(name))


def find_name(text: str, names: Sequence[tuple[str, ...]]) -> list[int]:
    """Which of the things, each with its names, are meant: in full, or by a beginning."""
    wanted = fold(text)
    folded = [[spelled for name in each for spelled in spellings(name)] for each in names]
    exact = [index for index, each in enumerate(folded) if wanted in each]
    if exact:
        return exact
    starts = (any(name.startswith(wanted) for name in each) for each in folded)
    return [index for index, fits in enumerate(starts) if fits]


def read_place(text: str, places: Sequence[NamedPlace], texts: Texts) -> int:
    """The place a person means by a name, its short form or an unambiguous beginning.

    The game's texts say what is wrong: error.several, error.close and error.unknown.
    """
    found = find_name(text, [(place.name, place.short) for place in places])
    if len(found) == 1:
        return found[0]
    names = [place.name for place in places]
    if found:
        fits = [names[index] for index in found]
        raise AmbiguousMove(texts("error.several", text=text, fits=", ".join(fits)), fits)
    close = closest(text, names)
    if close:
        raise UnreadableMove(texts("error.close", text=text, name=close))
    raise UnreadableMove(texts("error.unknown", text=text))


def closest(text: str, names: Sequence[str]) -> str | None:
    """The name that looks most like the text, if any does."""
    folded = {fold(name): name for name in names}
    close = get_close_matches(fold(text), folded, 1)
    return folded[close[0]] if close else None
