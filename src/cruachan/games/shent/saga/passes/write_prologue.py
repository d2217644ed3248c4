"""The prologue: the frame story if there is one, the island, its players and their first quests."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State, quest_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Chapter, Paragraph, StorySentence, TurnScene
from cruachan.games.shent.saga.passes.write_chapters import ChapterWriter
from cruachan.games.shent.tale.subjects import OfQuest
from cruachan.games.shent.tale.voice import Said, Voice

BEGUN = ("start", "quest", "secret")
"""What belongs to a player's beginning."""


class PrologueWriter:
    """Writes the prologue with the writer that goes on with the chapters."""

    def __init__(self, match: Match[State, Move], voice: Voice, writer: ChapterWriter) -> None:
        self.match = match
        self.voice = voice
        self.writer = writer
        self.words = sentences(voice.lang)

    def write(self, opening: list[StorySentence]) -> Chapter:
        """The prologue from all that was said before the first round."""
        self.writer.namer.chapter()
        frame = [each for each in opening if each.by >= 0]
        about = [each for each in opening if each.said.kind in ("story", "new", "minor")]
        world = StorySentence(Said(self._island(), key="once"), 0)
        scenes = [TurnScene(NOBODY, 0, each) for each in (frame, [world], about)]
        begun = [each for each in opening if each.said.kind in BEGUN]
        for seat in dict.fromkeys(map(self._whose, begun)):
            own = [each._replace(weight=9) for each in begun if self._whose(each) == seat]
            scenes += [TurnScene(seat, 0, own)] if seat >= 0 else []
        return Chapter(self.words["prologue"], passages=self._joined(scenes))

    def _island(self) -> str:
        """The island and what it is like."""
        board = self.match.state.board
        once = self._one_of("once").format(
            island=board.title.text(self.voice.lang),
            lands=len(board.lands),
            names=self.voice.listed(self.voice.names),
        )
        return f"{once} {self._one_of('world')}"

    def _one_of(self, key: str) -> str:
        return self.voice.pick(f"saga.{key}", self.words[key], 0)

    def _joined(self, scenes: list[TurnScene]) -> list[Paragraph]:
        """Each player's beginning in one paragraph."""
        said: set[str] = set()
        found: list[Paragraph] = []
        for scene in scenes:
            made = self.writer.passages([scene], said)
            own = [each for each in made if each.by != NOBODY]
            plain = [told for each in made if each.by == NOBODY for told in each.told]
            found += [*own, *([Paragraph(plain)] if plain else [])]
        return found

    def _whose(self, told: StorySentence) -> int:
        """Whose beginning or quest it is."""
        if told.said.kind == "quest":
            number = told.said.about(OfQuest).quest.number
            found = quest_of(self.match.state_at(told.ply + 1), number)
            return found[0] if found else NOBODY
        return self.match.history[told.ply].seat
