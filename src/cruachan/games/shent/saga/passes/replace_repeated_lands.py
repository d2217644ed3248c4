"""Replaces the name of a land that was just named by `there`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import Chapter, StorySentence
from cruachan.games.shent.saga.passes.shorten_owners import FIXED, QUOTED
from cruachan.games.shent.tale.voice import Voice


class RepeatedLandReplacer:
    """Rewrites paragraph by paragraph; remembers which land was named last."""

    def __init__(self, voice: Voice) -> None:
        lands = [land.called(voice.lang) for land in voice.state.board.lands]
        longest = "|".join(map(re.escape, sorted(lands, key=len, reverse=True)))
        pairs = [each.split(" | ") for each in voice.tales["called"]["there"]]
        self.words: dict[str, str] = dict(pairs)
        there = next(iter(self.words.values()))
        self.said = re.compile(rf"\b{there}\b", re.IGNORECASE)
        self.land = re.compile(rf"\b(?:{longest})\b")
        begins, both = "|".join(self.words), voice.tales["called"]["and"]
        self.at = re.compile(rf"\b({begins}) ({longest})\b(?!['’-]| (?:{there}|{both})\b)")

    def tell(self, chapters: Iterable[Chapter]) -> None:
        """All paragraphs that the game tells."""
        for chapter in chapters:
            for passage in chapter.passages:
                if passage.by == NOBODY:
                    passage.told[:] = self._passage(passage.told)

    def _passage(self, told: list[StorySentence]) -> list[StorySentence]:
        found: list[StorySentence] = []
        last = ""
        for each in told:
            lands = self.land.findall(each.text)
            again = bool(last) and lands[:1] == [last] and not self.said.search(each.text)
            again = again and each.said.key not in FIXED
            text = self._there(each.text, last) if again else each.text
            found.append(each.saying(text))
            if self.said.search(text) or len(set(lands)) > 1 or each.said.kind == "arc":
                last = ""
            elif lands:
                last = lands[-1]
        return found

    def _there(self, text: str, land: str) -> str:
        """The first time that a sentence says where it is, outside of names of quests."""
        parts = QUOTED.split(text)
        for at in range(0, len(parts), 2):
            place = self.at.search(parts[at])
            if place is None:
                continue
            if place[2] == land:
                end = parts[at][place.end() :]
                parts[at] = parts[at][: place.start()] + self.words[place[1]] + end
            break
        return "".join(parts)
