"""What a move did, in sentences."""

from __future__ import annotations

from typing import Any

from cruachan.engine.texts import Lang, tables


def sentences(lang: Lang) -> dict[str, Any]:
    """All sentences of the tale in a language."""
    return tables(__name__, lang)
