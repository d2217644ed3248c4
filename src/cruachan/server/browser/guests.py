"""What another device may ask the server of this one: whoever was invited to a table over a
connection between two browsers.

A guest has no cookie here. She asks for a key of her own and sends it along, as a program does, so
she has the rights of whoever has that key: the seat she sat down at, and a spectator's eyes. What
else this device has (other tables, files, settings) is not for her.
"""

from __future__ import annotations

LONGEST_BODY = 65_536
"""Bytes of a request; a move with a story is a hundredth of it."""


def may_ask(table: str, method: str, path: str) -> bool:
    """Whether a guest of a table may make a request."""
    if (method, path) == ("POST", "/api/keys"):
        return True
    own = f"/api/tables/{table}"
    return bool(table) and (path == own or path.startswith(f"{own}/")) and ".." not in path
