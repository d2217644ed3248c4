"""The language of whoever signed in: the page's, until a command names another one (`--lang`)."""

from __future__ import annotations

import json
from pathlib import Path

from cruachan.engine.files import safe_write
from cruachan.engine.texts import LANGS, Lang
from cruachan.terminal.folders import home


def _file() -> Path:
    return home() / "language.json"


def _kept() -> dict[str, object]:
    try:
        found = json.loads(_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def kept_language() -> Lang | None:
    """The language that came with a person, if there is one."""
    lang = _kept().get("lang")
    return lang if isinstance(lang, str) and lang in LANGS else None


def keep_language(lang: Lang, address: str) -> None:
    """Remember the language of the person who signed in at a server."""
    safe_write(_file(), json.dumps({"lang": lang, "address": address}, indent=1), private=True)


def forget_language(address: str) -> None:
    """Forget the language that came from a server."""
    if _kept().get("address") == address:
        _file().unlink(missing_ok=True)
