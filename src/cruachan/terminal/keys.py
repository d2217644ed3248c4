"""The keys that were kept here: of seats that were taken, and of persons who signed in."""

from __future__ import annotations

import json
from typing import Any

from cruachan.engine.files import safe_write
from cruachan.server.client import Link
from cruachan.terminal.folders import home


class KeptKeys:
    """The file of keys, by the addresses of tables and of servers."""

    def __init__(self) -> None:
        self.path = home() / "keys.json"

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def find(self, name: str) -> str | None:
        """The key of a name, if there is one."""
        key = self._all().get(name)
        return key if isinstance(key, str) else None

    def at(self, address: str) -> list[str]:
        """The keys for a server, each once: of seats there, and of whoever signed in."""
        own = (key for name, key in self._all().items() if f"{name}/".startswith(f"{address}/"))
        return list(dict.fromkeys(key for key in own if isinstance(key, str)))

    def keep(self, name: str, key: str) -> None:
        """Remember a key."""
        safe_write(self.path, json.dumps(self._all() | {name: key}, indent=1), private=True)

    def forget(self, name: str) -> None:
        """Forget a key."""
        left = {each: key for each, key in self._all().items() if each != name}
        safe_write(self.path, json.dumps(left, indent=1), private=True)


class TableKeys:
    """The keys with which one comes back to a table: that of the seat which was taken here, else
    that of the person who signed in at the server."""

    def __init__(self, link: Link) -> None:
        self._kept = KeptKeys()
        self.address = link.address
        self.name = f"{link.address}/t/{link.table}"

    def find(self) -> str | None:
        """The key for this table, if there is one."""
        return self._kept.find(self.name) or self.person()

    def person(self) -> str | None:
        """The key of the person who is signed in here."""
        return self._kept.find(self.address)

    def keep(self, key: str) -> None:
        """Remember the key of a seat; a person's is remembered already."""
        if key != self.person():
            self._kept.keep(self.name, key)
