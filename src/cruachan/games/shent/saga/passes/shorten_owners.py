"""Alternates between two forms of possession: the people of Medb, Medb's people."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import Chapter, StorySentence
from cruachan.games.shent.tale.voice import Voice, genitive

PLAIN = 3
"""Every so many times it stays as it is."""
FIXED = ("taken", "meanwhile", "treasure")
"""Sentences that stand as they are."""
QUOTED = re.compile(r"(„[^“]*“|“[^”]*”)")
"""What is called by a name: it stays as it is."""


class OwnerShortener:
    """Replaces the longer form by the shorter one, two times of three."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        pairs = [each.split(" | ") for each in voice.tales["called"]["owned"]]
        self.short: dict[str, str] = dict(pairs)
        owned = "|".join(map(re.escape, self.short))
        names = "|".join(map(re.escape, sorted(filter(None, voice.names), key=len, reverse=True)))
        both = voice.tales["called"]["and"]
        self.long = re.compile(rf"\b({owned}) ({names})\b(?!['’]|,? {both}\b|, (?:{names}))")
        self.times = 0

    def tell(self, chapters: Iterable[Chapter]) -> None:
        """All sentences that the game tells."""
        for chapter in chapters:
            chapter.lead = [self._told(each) for each in chapter.lead]
            for passage in chapter.passages:
                passage.told[:] = [self._told(each) for each in passage.told]

    def _told(self, told: StorySentence) -> StorySentence:
        if told.by != NOBODY or told.said.key in FIXED:
            return told
        parts = QUOTED.split(told.text)
        parts[::2] = [self.long.sub(self._shorter, part) for part in parts[::2]]
        return told.saying("".join(parts))

    def _shorter(self, found: re.Match[str]) -> str:
        self.times += 1
        if self.times % PLAIN == 0:
            return found[0]
        return self.short[found[1]].format(owner=genitive(self.voice, found[2]))
