"""Moves out of turn: who may make one, and who has been offered it already."""

from __future__ import annotations

from cruachan.engine.texts import Lang
from cruachan.engine.view import View
from cruachan.terminal.table import TerminalTable


class Calls:
    """What persons may do out of turn, and which of it they know already."""

    def __init__(self, table: TerminalTable, lang: Lang) -> None:
        self.table = table
        self.lang = lang
        self._offered: dict[int, frozenset[str]] = {}
        """What each person was last offered out of turn."""
        self._looked_up = -1
        """At which ply that was looked up last."""

    def note(self, seat: int, view: View) -> None:
        """Note that a person sees what she may do."""
        self._offered[seat] = self._offered.get(seat, frozenset()) | called_for(view)

    def next_caller(self) -> int | None:
        """Return a person who may do something out of turn that she could not do before."""
        last = self.table.plies
        if not self.table.game.out_of_turn or self._looked_up == last:
            return None
        for seat in sorted(self.table.people - set(self.table.to_act)):
            calls = called_for(self.table.view(seat, self.lang))
            new = calls - self._offered.get(seat, frozenset())
            self._offered[seat] = calls
            if new:
                return seat
        self._looked_up = last
        return None

    def rewind(self) -> None:
        """Look again: the position is another one, though it may have as many plies."""
        self._looked_up = -1


def called_for(view: View) -> frozenset[str]:
    """Return what a person may do out of turn and should be told of."""
    return frozenset(call["text"] for call in view["calls"])
