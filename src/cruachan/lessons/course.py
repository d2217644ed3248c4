"""A match that is played as a lesson: where it stands, what is taught now, and who moves next.

Everything follows from the match's history and from how many plain explanations the learner has
put behind her; so a lesson that was left goes on wherever the match does. What chance decides
belongs to no step: it follows from the seed, and waits for nobody.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.narration import stripped, with_text
from cruachan.engine.texts import DEFAULT_LANG, Lang, Message, message
from cruachan.lessons.lesson import Lesson, LessonStep

ANY = "any"


class LessonError(MoveError):
    """A legal move that is not what is taught now."""


class PresentStep(NamedTuple):
    """What a learner is told now."""

    step: int
    """The number of the step, counted from 1."""
    of: int
    """How many there are."""
    text: str
    """What is said; nothing while the others move, and once the lesson is over."""
    marks: tuple[str, ...]
    """What it speaks of."""
    expects: tuple[str, ...]
    """The moves that are wanted, in notation."""
    tell: bool
    """Whether the move is to be told in the learner's own words."""
    wait: bool
    """Whether it only explains, and waits until she goes on."""
    over: bool
    """Whether the lesson is over and the game goes on without it."""


class _Where(NamedTuple):
    """Where a match stands: in a step, and in what the others do after it."""

    step: int
    after: int = -1
    """The number of the other players' next move; -1 while it is the learner's part."""


class _Here(NamedTuple):
    """The place in a course, with the step shown there and the moves that it makes next."""

    number: int
    after: int
    step: LessonStep
    moves: list[Any]
    """The moves of which one is made next."""
    explains: bool
    """Whether the learner has only to read."""


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"error.{key}", **values)


class Course:
    """A lesson and the match in which it is played."""

    def __init__(self, lesson: Lesson, match: Match[Any, Any], lang: Lang = DEFAULT_LANG) -> None:
        """The language is that of whatever the other players tell."""
        self.lesson = lesson
        self.match = match
        self.lang = lang
        self.explained = 0
        """How many plain explanations the learner has put behind her."""
        self._moment: tuple[Any, ...] = (None, None, None)
        self._found: _Here | None = None
        """Where it stood at that moment."""

    # Where it stands

    def _where(self) -> _Where | None:
        """Where the match stands; None once the lesson is over, or the match not on its way."""
        movers = [ply.seat for ply in self.match.history if ply.seat != CHANCE]
        done = explained = 0
        for number, step in enumerate(self.lesson.steps):
            if step.do:
                if done == len(movers):
                    return _Where(number)
                if movers[done] != self.lesson.learner:
                    return None
                done += 1
            else:
                explained += 1
                if done == len(movers) and explained > self.explained:
                    return _Where(number)
            for after in range(len(step.then)):
                if done == len(movers):
                    return _Where(number, after)
                if movers[done] != step.scripted(after, self.lang).seat:
                    return None
                done += 1
        return None

    def _here(self) -> _Here | None:
        """The place with its step and next moves; None past the end or if no move is legal."""
        match = self.match
        moment = (match.state, self.explained, match.resigned)
        if any(new is not old for new, old in zip(moment, self._moment, strict=True)):
            self._moment, self._found = moment, self._look()
        return self._found

    def _look(self) -> _Here | None:
        where = self._where()
        if where is None:
            return None
        step = self.lesson.steps[where.step]
        explains = where.after < 0 and not step.do
        rolling = CHANCE in self.match.to_act
        if explains or rolling:
            return _Here(*where, step, [], explains and not rolling)
        moves = self._meant(step) if where.after < 0 else self._scripted(step, where.after)
        return _Here(*where, step, moves, False) if moves else None

    def _meant(self, step: LessonStep) -> list[Any]:
        """The moves that a step wants."""
        found: list[Any] = []
        for text in step.do:
            fits = self._any(text) if text.split()[0] == ANY else self._read(self._learner, text)
            found += [move for move in fits if move not in found]
        return found

    def _any(self, text: str) -> list[Any]:
        """All legal moves with a verb, or all there are."""
        verb = text.partition(" ")[2]
        moves = self.match.legal_moves(self._learner)
        return [move for move in moves if not verb or self._text(move).split()[0] == verb]

    def _scripted(self, step: LessonStep, number: int) -> list[Any]:
        wanted = step.scripted(number, self.lang)
        return self._read(wanted.seat, wanted.text)

    def _read(self, seat: int, text: str) -> list[Any]:
        """The legal move that a text means; none where it means none."""
        match = self.match
        try:
            move = match.game.read_move(match.state, seat, text, DEFAULT_LANG, match.names)
            match.check(seat, self._worded(seat, move))
        except MoveError:
            return []
        return [move]

    def _worded(self, seat: int, move: Any) -> Any:
        """A move that is nothing without words, with some; any other as it is."""
        game = self.match.game
        if game.narration is None or game.narration.text_of(move):
            return move
        needed = game.narration.requires(self.match.state, seat, move)
        return with_text(game, move, ANY) if needed else move

    def _text(self, move: Any) -> str:
        game = self.match.game
        return game.write_move(self.match.state, self._learner, stripped(game, move), self._learner)

    @property
    def _learner(self) -> int:
        return self.lesson.learner

    # What is asked of it

    @property
    def over(self) -> bool:
        """Whether the game goes on without the lesson."""
        return self._here() is None

    def present(self, lang: Lang) -> PresentStep:
        """What the learner is told now."""
        here, of = self._here(), len(self.lesson.steps)
        if here is None:
            return PresentStep(of, of, "", (), (), False, False, True)
        number, step = here.number + 1, here.step
        if here.after >= 0 or not (here.moves or here.explains):
            return PresentStep(number, of, "", (), (), False, False, False)
        expects = tuple(self._text(move) for move in here.moves)
        shown = step.said.text(lang), step.mark, expects, step.tell
        return PresentStep(number, of, *shown, here.explains, False)

    @property
    def waits(self) -> bool:
        """Whether an explanation is to be read before anybody moves."""
        here = self._here()
        return here is not None and here.explains

    def go_on(self) -> None:
        """The learner has read the present explanation."""
        here = self._here()
        assert here is not None
        self.explained = 1 + sum(not step.do for step in self.lesson.steps[: here.number])

    def mover(self) -> int | None:
        """Who moves next; None while an explanation is read or chance decides, and afterwards."""
        here = self._here()
        if here is None or not here.moves:
            return None
        return self._learner if here.after < 0 else here.step.scripted(here.after, self.lang).seat

    def move(self) -> Any:
        """The move that is made next: the script's, or the first of those that are wanted."""
        here = self._here()
        return here.moves[0] if here and here.moves else None

    def check(self, seat: int, move: Any, narrated: bool = True) -> None:
        """Raise a LessonError if a legal move is not the one that is made now.

        With `narrated=False` it may still be narrated later in the learner's own words.
        """
        here = self._here()
        if here is None:
            return
        step, mover = here.step, self.mover()
        if mover is None:
            raise LessonError(_say("read_first"))
        if seat != mover:
            raise LessonError(_say("wait", name=self.match.names[mover]))
        untold = partial(stripped, self.match.game)
        if untold(move) not in [untold(each) for each in here.moves]:
            wrong = step.wrong
            said = wrong or _say("otherwise")
            raise LessonError(_say("said", said=said))
        if narrated and step.tell and seat == self._learner and untold(move) == move:
            raise LessonError(_say("tell"))
