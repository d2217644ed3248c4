"""Round robin: takes waiting items group by group, so that no large group starves the others."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class WaitingTurn(NamedTuple, Generic[T]):
    """Something that waits for its turn, and the group it belongs to."""

    group: str
    what: T


class RoundRobin(Generic[T]):
    """Things that wait for their turn: one of each group after the other."""

    def __init__(self) -> None:
        self._groups: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))

    def put(self, group: str, what: T) -> None:
        """Let something wait behind all others of its group."""
        self._groups.setdefault(group, deque()).append(what)

    def take(
        self,
        may: Callable[[str], bool] = lambda group: True,
        spent: Callable[[str], float] = lambda group: 0.0,
    ) -> WaitingTurn[T] | None:
        """What comes next of the groups that may have their turn; None if nothing does. Those that
        have spent least come first, and of these one after the other."""
        group = min(filter(may, self._groups), key=spent, default=None)
        if group is None:
            return None
        waiting = self._groups.pop(group)
        what = waiting.popleft()
        if waiting:
            self._groups[group] = waiting
        return WaitingTurn(group, what)

    def count(self, group: str) -> int:
        """How many of a group wait."""
        return len(self._groups.get(group, ()))
