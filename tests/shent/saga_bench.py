"""A saga taken apart, so that tests can ask each of its parts."""

from __future__ import annotations

from functools import cached_property

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.book import Book
from cruachan.games.shent.saga.draft import SagaDraft
from cruachan.games.shent.saga.figure_naming import FigureNamer
from cruachan.games.shent.saga.passes.fill_gaps import ReaderMemory
from cruachan.games.shent.saga.passes.mark_repetitions import RepetitionMarker
from cruachan.games.shent.saga.passes.sum_up_dragon_deaths import DragonToll
from cruachan.games.shent.saga.passes.tell_rivalries import Rivalries
from cruachan.games.shent.saga.passes.tell_unseen_entries import UnseenEntries
from cruachan.games.shent.saga.passes.write_chapters import ChapterWriter
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.pipeline import run


class SagaBench:
    """The draft of a whole saga, and fresh tools to try on it."""

    def __init__(self, match: Match[State, Move], lang: Lang, viewer: Viewer) -> None:
        self.match = match
        self.draft = run(SagaDraft(match, lang, viewer))
        self.figures = self.draft.figures
        self.voice = self.draft.voice
        self.narration = self.draft.narration
        self.goal_teller = self.draft.goal_teller
        self.namer = FigureNamer(match, self.voice, self.figures)
        self.writer = ChapterWriter(self.voice, self.namer, self.figures)
        self.memory = ReaderMemory(match, self.voice, self.figures, self.narration.homes)
        self.repetitions = RepetitionMarker(self.voice, self.figures)
        self.rivalries = Rivalries(match, self.voice)
        self.toll = DragonToll(match, self.voice, self.figures)
        self.ending = EpilogueWriter(match, self.narration, self.voice, self.figures, self.namer)

    @cached_property
    def entries(self) -> UnseenEntries:
        """The lands that were entered unseen."""
        return UnseenEntries(self.match, self.voice, self.draft.viewer)

    def write(self) -> Book:
        """The book; `ending` is then the one that wrote its epilogue."""
        self.ending = self.draft.ending
        return self.draft.book
