"""Checking stored games: one finished game for whoever asks, and all of them for the keeper."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from cruachan.engine.errors import CruachanError
from cruachan.engine.verify import verify
from cruachan.engine.words import Lang, Words
from cruachan.games import load_for_transcript


def _check(text: str, lang: Lang) -> dict[str, Any]:
    words = Words(__package__, lang)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.game"
        path.write_text(text, "utf-8")
        try:
            found = verify(path, load_for_transcript)
        except CruachanError as error:
            reason = getattr(error, "reason", error.said)
            said = reason if isinstance(reason, str) else reason.text(lang)
            return {"fits": False, "text": words("verify.misfit", reason=said)}
    counts = {"rolls": found.rolls, "moves": found.moves}
    said = [words("verify.fits", **counts)]
    said += [words("verify.chosen")] if found.match.chosen else []
    return {"fits": True, "text": " ".join(said), **counts}


async def check_match(text: str, lang: Lang) -> dict[str, Any]:
    """Whether every roll and every move of a transcript fits, in words and numbers."""
    return await asyncio.to_thread(_check, text, lang)
