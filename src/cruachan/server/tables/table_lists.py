"""Lists of tables: the public ones, and those of a player, each with its players."""

from __future__ import annotations

from cruachan.server.store.lists import EVERY, ListFilter, Standing, of_tables
from cruachan.server.tables import retention
from cruachan.server.tables import setting as settings
from cruachan.server.tables.events import SEATING, seats_after
from cruachan.server.tables.identity import Asker, Identity, identity_of
from cruachan.server.tables.memory import TableMemory
from cruachan.server.tables.setting import SeatSetting

ListedTable = tuple[Standing, list[SeatSetting], list[int]]
"""A table in a list, its players, and the seats of the requester."""


class TableLists:
    """What is listed of the tables of a store."""

    def __init__(self, memory: TableMemory) -> None:
        self.memory, self.store = memory, memory.store

    async def public(
        self,
        key: Asker | None,
        most: int | None = None,
        skip: int = 0,
        which: ListFilter = EVERY,
    ) -> list[ListedTable]:
        """The public tables that are open or played."""
        return await self.store.read(self._public, key, most, skip, which)

    def _public(
        self, key: Asker | None, most: int | None, skip: int, which: ListFilter
    ) -> list[ListedTable]:
        found = self.store.listed(most, skip, which)
        abandoned = retention.abandoned(self.memory, found)
        return self._seated([each for each in found if each.table.id not in abandoned], key)

    async def mine(
        self, key: Asker, most: int | None = None, skip: int = 0, which: ListFilter = EVERY
    ) -> list[ListedTable]:
        """The tables of somebody: those that wait for her first, those that were closed last."""
        return await self.store.read(self._mine, identity_of(key), most, skip, which)

    async def mine_of(self, who: Identity, ids: list[str]) -> list[ListedTable]:
        """The tables of a list in which a person has a seat or the host's chair."""
        found = await self.store.read(self._mine_of, who, ids)
        return [each for each in found if each[2]]

    async def one(self, id_: str) -> ListedTable | None:
        """A table as lists have it; None where there is none."""
        return await self.store.read(self._one, id_)

    def _one(self, id_: str) -> ListedTable | None:
        with self.store.reading() as connection:
            standings = of_tables(connection, [id_])
        return next(iter(self._seated(standings, None)), None)

    def _mine_of(self, who: Identity, ids: list[str]) -> list[ListedTable]:
        with self.store.reading() as connection:
            standings = of_tables(connection, ids)
        return self._seated(standings, who)

    def _mine(
        self, who: Identity, most: int | None, skip: int, which: ListFilter
    ) -> list[ListedTable]:
        return self._seated(self.store.own(who.holders, most, skip, which), who)

    def _seated(self, standings: list[Standing], key: Asker | None) -> list[ListedTable]:
        """Tables with their players, and the seats that somebody has."""
        ids = [standing.table.id for standing in standings]
        held = self.store.seats_held(identity_of(key).holders, ids) if key else {}
        unknown = [each.table.id for each in standings if each.seats is None]
        changes = self.store.seatings(unknown, SEATING) if unknown else {}
        found = []
        for each in standings:
            id_ = each.table.id
            if each.seats is None:
                seats = seats_after(settings.decode(each.table.setup), changes[id_])
            else:
                seats = settings.decode_seats(each.seats)
            found.append((each, seats, held.get(id_, [])))
        return found
