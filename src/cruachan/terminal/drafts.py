"""Words that a person has written on another device and not sent yet.

The page keeps them among her settings (`web/src/me/draft.ts`), so the names must be the same.
"""

from __future__ import annotations

import re

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import strip_control
from cruachan.server.client import Client

LONGEST_NAME = 64


def draft_name(table: str, seat: int, verb: str) -> str:
    """What a draft is called among the settings, which know small letters only."""
    small = re.sub(r"[A-Z]", r".\g<0>", f"{table} {seat} {verb}").lower()
    return ("draft." + re.sub(r"[^a-z0-9_.-]", "_", small))[:LONGEST_NAME]


def read_draft(client: Client, name: str) -> str:
    """The words of a draft; none for somebody who is no person, or while there is no server."""
    try:
        kept = client.get("/me/settings")["settings"].get(name)
    except CruachanError:
        return ""
    text = kept.get("text") if isinstance(kept, dict) else None
    if not isinstance(text, str):
        return ""
    return "\n".join(strip_control(line) for line in text.split("\n"))


def drop_draft(client: Client, name: str) -> None:
    """Forget a draft on every device; without a server it stays."""
    try:
        client.post("/me/settings", {"settings": {name: None}})
    except CruachanError:
        return
