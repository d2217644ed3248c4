"""Verifies finished games on request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cruachan.engine.errors import CruachanError
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.transcript import parse, write
from cruachan.engine.verify import check
from cruachan.games import load_for_transcript
from cruachan.server import PACKAGE
from cruachan.server.api.responses import VerificationAnswer


def _check(text: str, lang: Lang) -> VerificationAnswer:
    texts = Texts(PACKAGE, lang)
    try:
        found = check(parse(text, Path("table"), strict=False), load_for_transcript)
    except CruachanError as error:
        reason = getattr(error, "reason", error.said)
        said = reason if isinstance(reason, str) else reason.text(lang)
        return VerificationAnswer(fits=False, text=texts("verify.misfit", reason=said))
    counts = {"rolls": found.rolls, "moves": found.moves}
    since = found.match.opened
    key, more = ("opened", {"since": since + 1, "taken": found.taken}) if since else ("fits", {})
    sentences = [texts(f"verify.{key}", **counts, **more)]
    sentences += [texts("verify.chosen")] if found.match.chosen else []
    return VerificationAnswer(
        fits=True, text=" ".join(sentences), since=since, digest=found.digest, **counts
    )


def check_match(match: Match[Any, Any], lang: Lang) -> VerificationAnswer:
    """Whether every roll and every move of a finished match fits, in words and numbers."""
    return _check(write(match), lang)
