"""Former players: people who had what is stored about them erased.

In events, lists and transcripts they bear one name, which is in the language of the reader.
"""

from __future__ import annotations

import re

from cruachan.engine.game import Viewer
from cruachan.engine.texts import Addressed, Lang, Texts
from cruachan.server import PACKAGE

FORMER = "Former player"
"""The name that is stored."""
SILENT = "…"
"""What is left of what they said."""
_NAME = re.compile(rf"{FORMER}( \d+)?")


def said_name(name: str, lang: Lang) -> str:
    """A name as it is said in a language."""
    found = _NAME.fullmatch(name)
    return name if found is None else Texts(PACKAGE, lang)("person.former") + (found[1] or "")


def said_names(names: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    """Names as they are said in a language."""
    return tuple(said_name(name, lang) for name in names)


def addressed(names: tuple[str, ...], viewer: Viewer) -> tuple[str, ...]:
    """Names in a text for a viewer, who is spoken to in it."""
    return tuple(Addressed(name) if seat == viewer else name for seat, name in enumerate(names))
