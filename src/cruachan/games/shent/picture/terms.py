"""What things mean, as pictures say it."""

from __future__ import annotations

from cruachan.engine.texts import Lang, Texts
from cruachan.games.shent import WORDS
from cruachan.games.shent.components.material import ELEMENTS, KIND, RUNES


def term(key: str, lang: Lang) -> str:
    """What a key means in a language: of a rune, an element, a figure, a token.* or a flag."""
    words = Texts(WORDS, lang)
    if key.startswith("token."):
        return words(key)
    if key in RUNES:
        return words(f"meaning.{key}")
    if key in ELEMENTS:
        return words(f"element.{key}")
    return words(f"kind.{key}" if key in KIND else f"flag.{key}")
