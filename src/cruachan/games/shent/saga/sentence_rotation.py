"""The choice among several wordings: the one that the table has read, else the one that was used
longest ago."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2s
from typing import Any

from cruachan.engine.match import Match
from cruachan.games.shent.tale.voice import by_number

MEMORIES = 20
"""How many sentences lie between two memories, at least."""
APART = 0.381966
"""How far the next edition begins from the last one, as a share of all wordings: what an edition
uses of them is used again only when the others have been, or nearly."""
READ = ("event.", "magic.")
"""What was read to the table: the saga repeats it, as long as it has not told it already."""
LEFT_OUT = ("memory.quest_", "opening.")
"""The saga speaks of quests in its own words, and begins without the narrator's sighs."""


def edition(match: Match[Any, Any]) -> int:
    """The number that tells the wordings of a match from those of others.

    It is the number that the match was given among the stories of its server or folder. Where it
    has none it follows from the commitment to the dice, which everybody at the table knows from the
    beginning. So a reader of any time and any form gets the same words.
    """
    by_lot = blake2s(match.commitment.encode(), digest_size=4).digest()
    return match.edition or int.from_bytes(by_lot, "big")


_FIELD = re.compile(r"\{([a-z]+(?:_figure)?)")
"""What a wording names, in whatever case."""


class SentenceRotation:
    """Chooses the wording that was used longest ago, and limits memories of a land."""

    def __init__(self, edition: int = 0, more: Mapping[str, Sequence[str]] | None = None) -> None:
        self.start = edition * APART % 1
        """Where among the wordings it begins, as a share of them."""
        self.more = more or {}
        """Wordings that only the saga has, by the key of the others."""
        self.time = 0
        self.last: dict[str, int] = {}
        self.begun: dict[str, str] = {}
        self.counts = True
        """Whether what is chosen now will be told."""
        self.calm = True
        """Whether there is time for a memory."""

    def __call__(self, key: str, options: Sequence[str], number: int) -> str:
        self.time += self.counts
        if key.startswith("aim."):
            return self._of_quest(key, options, number)
        if key.startswith(LEFT_OUT):
            return ""
        if key.startswith("memory."):
            late = self.time - self.last.get("memory", -99) >= MEMORIES
            if not (self.counts and self.calm and late):
                return ""
            self.last["memory"] = self.time
        order = self._order([*options, *self._more(key, options)])
        if key.startswith(READ) and (same := by_number(key, options, number)) not in self.last:
            order = [same]
        chosen = min(order, key=lambda each: self.last.get(each, -1))
        if self.counts:
            self.last[chosen] = self.time
        return chosen

    def _more(self, key: str, options: Sequence[str]) -> list[str]:
        """The wordings that only the saga has, as far as they name no more than the others."""
        if key not in self.more:
            return []
        named = set(_FIELD.findall(" ".join(options)))
        return [each for each in self.more[key] if named.issuperset(_FIELD.findall(each))]

    def _order(self, options: Sequence[str]) -> list[str]:
        """All wordings, beginning with the first one of this edition."""
        begin = int(self.start * len(options))
        return [*options[begin:], *options[:begin]]

    def _of_quest(self, key: str, options: Sequence[str], number: int) -> str:
        """A quest ends in the story in which it began, and began on the card and in the vote."""
        if key not in self.begun:
            kind = key.rsplit(".", 1)[0]
            order = self._order(options)
            if f"{kind} {(same := by_number(key, options, number))}" not in self.last:
                order = [same]
            chosen = min(order, key=lambda each: self.last.get(f"{kind} {each}", -1))
            self.last[f"{kind} {chosen}"] = self.time
            self.begun[key] = chosen
        return self.begun[key]
