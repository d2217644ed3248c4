"""Which tables a server may have in memory: all, or those that no other server has."""

from __future__ import annotations

from typing import Protocol

from cruachan.server.store.jobs import Job


class TableOwnership(Protocol):
    """Says which tables this server owns, that is, may have in memory."""

    def holds(self, table: str) -> bool:
        """Whether it may have a table."""

    def lease(self, table: str) -> Job:
        """What is written with a new table, so that it may have that one too."""

    def unmade(self, table: str) -> None:
        """A table for which it has a lease was not stored."""

    def dropped(self, table: str) -> None:
        """It does not have a table any more."""

    async def taken(self, table: str) -> bool:
        """Whether it has a table or could take it just now."""


class SoleOwner:
    """The ownership of a store that no other server has open."""

    def holds(self, table: str) -> bool:
        """Every table is held."""
        return True

    def lease(self, table: str) -> Job:
        """There is nobody to tell."""
        return []

    def unmade(self, table: str) -> None:
        """There is nobody to tell."""

    def dropped(self, table: str) -> None:
        """There is nobody to tell."""

    async def taken(self, table: str) -> bool:
        """Every table is held."""
        return True
