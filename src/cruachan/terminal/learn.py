"""`cruachan learn`: a guided first game, and the game that comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cruachan.engine import transcript
from cruachan.engine.chance import commitment
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.engine.locks import lock_file
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES, load_game
from cruachan.lessons.lesson import has_lesson, load
from cruachan.terminal import saves
from cruachan.terminal.folders import home
from cruachan.terminal.play import Evening, PlayOptions, held
from cruachan.terminal.screen import Screen
from cruachan.terminal.shell import command

if TYPE_CHECKING:
    from cruachan.terminal.table import TerminalTable


def run(game: str, lang: Lang, plain: bool = False, screen: Screen | None = None) -> int:
    """Teach a game; 0 when it ended or was stopped, 2 when it could not be played."""
    options = PlayOptions(game=game, lang=lang, plain=plain)
    return held(options, screen, lambda shown: _Lesson(game, options, shown).run())


def listing(lang: Lang) -> str:
    """The games that can be learnt here, and how."""
    texts = Texts(__package__, lang)
    taught = [name for name in GAMES if has_lesson(name)]
    lines = [f"  {name:10} {Texts(GAMES[name].package, lang)('game.sentence')}" for name in taught]
    how = [texts("learn.how"), f"  {command('learn', taught[0])}"]
    return "\n".join([texts("learn.games"), *lines, *how])


def kept(game: str) -> Path:
    """Where the first game of a game is kept."""
    return home() / "lessons" / f"{game}{saves.SUFFIX}"


class _Lesson(Evening):
    """An evening with a lesson."""

    def __init__(self, game: str, options: PlayOptions, screen: Screen) -> None:
        super().__init__(options, screen)
        self.lesson = load(game)
        self.game = game

    def _open(self) -> transcript.TranscriptWriter:
        """The lesson that was left, if it is to go on; else a new one."""
        from cruachan.terminal.chooser import own_name

        path = kept(self.game)
        if self._can_go_on(path) and self._wants_to_go_on():
            return self._resume(path)
        lesson = self.lesson
        game = load_game(self.game, lesson.board)
        self._prepare(game)
        self.path = path
        self._held.enter_context(lock_file(path))
        players = lesson.players(own_name())
        match = Match(game, players, lesson.options, lesson.seed, chosen=True)
        return transcript.TranscriptWriter(match, path)

    def _can_go_on(self, path: Path) -> bool:
        """Whether a lesson was left there, and is still the same."""
        if not transcript.seed_path(path).exists():
            return False
        try:
            found = transcript.read(path, cut_off=True)
        except CruachanError:
            return False
        fresh = load_game(self.game, self.lesson.board)
        same = (found.commitment, found.rules_version, found.board_digest) == (
            commitment(self.lesson.seed),
            fresh.rules_version,
            fresh.board_digest,
        )
        begun = any(ply.seat != CHANCE for ply in found.plies)
        return same and begun and found.result is None

    def _wants_to_go_on(self) -> bool:
        answer = self.screen.ask(self.texts("learn.go_on", title=GAMES[self.game].title))
        return answer.casefold() not in self.texts("choose.new").split()

    def _table(self, writer: transcript.TranscriptWriter) -> TerminalTable:
        from cruachan.terminal.lesson_table import LessonTable

        return LessonTable(writer, self.lesson, self.options.lang)

    def _say_goodbye(self) -> None:
        if self.match is not None and self.match.history:
            self._say_command("say.go_on_with", command("learn", self.game))
