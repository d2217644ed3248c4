"""Rights of guests: requests that another device, invited to a table over a connection between two
browsers, may send to the server of this one.

A guest has no cookie here. She asks for a key of her own and sends it along, as a program does, so
she has the rights of whoever has that key: the seat she sat down at, and a spectator's eyes. What
else this device has (other tables, files, settings) is not for her.
"""

from __future__ import annotations

from collections import Counter

LONGEST_BODY = 65_536
"""Bytes of a request; a move with a story is a hundredth of it."""
KEYS = "/api/keys"
MOST_KEYS = 50
"""Keys that guests of a table get until the server is started anew; each is kept. A device has one
for as long as it is invited."""
MOST_SOCKETS = 30
"""Sockets that all guests of a table have open; a page has one."""


class GuestLimits:
    """The room that the guests of each table have used."""

    def __init__(self) -> None:
        self._keys: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()

    def takes_key(self, table: str) -> bool:
        """Count a key; whether there is one left."""
        self._keys[table] += 1
        return self._keys[table] <= MOST_KEYS

    def opens(self, table: str) -> bool:
        """Count a socket if another one may be open."""
        free = self._sockets[table] < MOST_SOCKETS
        self._sockets[table] += free
        return free

    def closes(self, table: str) -> None:
        """A socket that was counted is closed."""
        self._sockets[table] -= 1


def may_ask(table: str, method: str, path: str) -> bool:
    """Whether a guest of a table may make a request."""
    if (method, path) == ("POST", KEYS):
        return True
    own = f"/api/tables/{table}"
    return bool(table) and (path == own or path.startswith(f"{own}/")) and ".." not in path
