"""The choice among several wordings: the one that was used longest ago."""

from __future__ import annotations

from collections.abc import Sequence

MEMORIES = 20
"""How many sentences lie between two memories, at least."""
LEFT_OUT = ("memory.quest_", "opening.")
"""The saga speaks of quests in its own words, and begins without the narrator's sighs."""


class SentenceRotation:
    """Chooses the wording that was used longest ago, and limits memories of a land."""

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift
        """By how much the order of the sentences differs from that of other sagas."""
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
            return self._of_quest(key, options)
        if key.startswith(LEFT_OUT):
            return ""
        if key.startswith("memory."):
            late = self.time - self.last.get("memory", -99) >= MEMORIES
            if not (self.counts and self.calm and late):
                return ""
            self.last["memory"] = self.time
        begin = (number + self.shift) % len(options)
        order = [*options[begin:], *options[:begin]]
        chosen = min(order, key=lambda each: self.last.get(each, -1))
        if self.counts:
            self.last[chosen] = self.time
        return chosen

    def _of_quest(self, key: str, options: Sequence[str]) -> str:
        """A quest ends in the story in which it began."""
        if key not in self.begun:
            kind = key.rsplit(".", 1)[0]
            begin = (self.shift + len(kind)) % len(options)
            order = [*options[begin:], *options[:begin]]
            chosen = min(order, key=lambda each: self.last.get(f"{kind} {each}", -1))
            self.last[f"{kind} {chosen}"] = self.time
            self.begun[key] = chosen
        return self.begun[key]
