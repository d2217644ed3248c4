"""What is counted in games of SHENT: quests, contests and readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cruachan.arena.plain import PlainTally, Watcher
from cruachan.games.shent.box.material import RUNES
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.readings import Reading


@dataclass
class TaleTally(PlainTally):
    """The sum of the games played so far, with quests, contests and readings."""

    def report(self) -> dict[str, Any]:
        """The tally as plain data."""
        return super().report() | {
            "goal_share": round(int(self.ends[0]) / max(1, self.games), 4),
            "quests": self._of("quests"),
            "quests_per_player": [
                round(self.counts[f"seat.{seat}"] / max(1, self.games), 3)
                for seat in range(self.seats)
            ],
            "contests": self._of("contest"),
            "readings": {
                rune: {
                    reading.key.split(".")[1]: self.counts[f"reading.{reading.key}"]
                    for reading in Reading.OF[index]
                }
                for index, rune in enumerate(RUNES)
            },
        }

    def _of(self, group: str) -> dict[str, int]:
        head = f"{group}."
        found = {key[len(head) :]: n for key, n in self.counts.items() if key.startswith(head)}
        return dict(sorted(found.items(), key=lambda item: -item[1]))


class TaleWatcher(Watcher):
    """Watches what is read, fulfilled and fought."""

    tally = TaleTally

    def seen(self, move: Move, after: State) -> Iterator[str]:
        """The reading of a move, and what it brought about."""
        if move.verb in ("read", "choose"):
            yield f"reading.{move.args[0]}"
        for deed in after.deeds:
            if deed.what == DeedKind.FULFILLED:
                aim = deed.more[0].aim
                yield f"quests.{aim.kind if aim else 'free'}"
                yield f"seat.{deed.seat}"
            elif deed.what == DeedKind.MEASURED:
                yield f"contest.{deed.more[0]}"


WATCHER = TaleWatcher()
