"""What quests are out for: kinds and manners of aims (S17, S18)."""

from __future__ import annotations

from typing import Any

from cruachan.engine.texts import Lang, tables


def sentences(lang: Lang) -> dict[str, Any]:
    """All words of aims in a language."""
    return tables(__name__, lang)
