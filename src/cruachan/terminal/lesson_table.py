"""A table on this computer at which a first game is taught."""

from __future__ import annotations

from typing import Any

from cruachan.bots.advice import Suggestion
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.narration import stripped
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.engine.view import PackedMove, View
from cruachan.lessons.course import Course
from cruachan.lessons.lesson import Lesson
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.table import Advised


class LessonTable(LocalTable):
    """A match that is played as a lesson, as long as that lasts."""

    def __init__(self, writer: TranscriptWriter, lesson: Lesson, lang: Lang) -> None:
        super().__init__(writer)
        self.course = Course(lesson, writer.match, lang)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats waited for, one after the other; none while an explanation is read."""
        if self.course.over or CHANCE in self.match.to_act:
            return self.match.to_act
        mover = self.course.mover()
        return () if mover is None else (mover,)

    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        """With what the lesson says in place of the game's own question."""
        view = super().view(viewer, lang, shared)
        if not self.course.over:
            view["calls"] = []
            view["prompt"] = self._taught(lang) or view["prompt"]
        return view

    def _taught(self, lang: Lang) -> str:
        step, of, text, *_ = self.course.present(lang)
        return text and Texts(__package__, lang)("learn.step", step=step, of=of, text=text)

    def explains(self, lang: Lang) -> str:
        return self._taught(lang) if self.course.waits else ""

    def permit(self, seat: int, move: PackedMove) -> None:
        self.course.check(seat, self.game.unpack(move), narrated=False)

    def _push(self, seat: int, move: Any) -> None:
        self.course.check(seat, move)
        super()._push(seat, move)

    def advice(self, seat: int, lang: Lang) -> Advised:
        taught = self.course.move()
        if taught is None:
            return super().advice(seat, lang)
        return Advised([Suggestion(self.game.pack(stripped(self.game, taught)))])

    def open_turn(self, ended: int) -> int | None:
        """An explanation takes the place of the question whether the turn is over."""
        return None if self.course.waits else super().open_turn(ended)

    def end_turn(self, seat: int) -> None:
        """Enter goes on after an explanation, too."""
        if self.course.waits:
            self.course.go_on()

    def play_bot(self, seat: int) -> bool:
        """The move that is written, as long as there is one."""
        move = self.course.move()
        if move is None:
            return super().play_bot(seat)
        self.match.play(seat, move)
        self.save()
        return CHANCE in self.to_act and self.showed(self.plies - 1)
