"""The saga: a whole match as one story. `pipeline` lists the passes that write it."""

from __future__ import annotations

from typing import Any

from cruachan.engine.texts import Lang, tables


def sentences(lang: Lang) -> dict[str, Any]:
    """What only the saga says, in a language."""
    found: dict[str, Any] = tables(__name__, lang)["saga"]
    return found
