"""The play loop: whose turn it is, what she may do, and what she typed.

It knows no game. It works from a match's views and log, and keeps the match on disk after every
ply, so that nothing is lost when it stops, however it stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from cruachan.bots import Bot, load_bot
from cruachan.engine import transcript
from cruachan.engine.errors import AmbiguousMove, IllegalMove, MoveError
from cruachan.engine.game import CHANCE, Lang, View, Viewer
from cruachan.engine.match import Match
from cruachan.engine.notation import fold
from cruachan.engine.rulebook import rulebook
from cruachan.engine.words import Words
from cruachan.terminal import answers
from cruachan.terminal.boards import drawing
from cruachan.terminal.choices import Choice, Choices, choices, flat, full_list, listing
from cruachan.terminal.commands import COMMANDS, Command, command_words, read_command
from cruachan.terminal.screen import ENDLESS, Screen

PERSON = "person"
RESULT_ROWS = 12
NEWS_ROWS = 5
"""What the result takes below the board, and the news of one turn above it."""
PAUSE = 0.6
"""Seconds after what a bot did, for the eye to follow."""


class Quit(EOFError):
    """The players stop here; the game is kept."""


class Session:
    """One match at one keyboard."""

    def __init__(
        self,
        match: Match[Any, Any],
        screen: Screen,
        path: Path,
        lang: Lang,
        pause: float = PAUSE,
    ) -> None:
        self.match = match
        self.screen = screen
        self.path = path
        self.lang = lang
        self.words = Words("cruachan.terminal", lang)
        self.pause = pause if screen.interactive else 0.0
        people = [seat for seat, player in enumerate(match.players) if player.kind == PERSON]
        self.people = frozenset(people)
        # Where several share the screen, nothing is told that only one of them may know.
        self.eyes: Viewer = people[0] if len(people) == 1 else None
        self._bots: dict[int, Bot] = {}
        # A game gone on with begins with the news of the last round.
        latest = list(answers.turns(match))[-len(match.players) :]
        self._told = latest[0].start if latest else 0
        """Up to which ply the history has been told."""
        self._news = 0
        """How many rows of news were told since a person last typed."""
        self._ended = len(match.history) if match.outcome else -1
        """At which ply a person said that her turn is over."""
        self._typed_ahead = ""
        """A command given before the question for it came."""
        self._done = False
        """Whether what was asked has been answered."""

    # The loop

    def run(self) -> None:
        """Play to the end, and show the result."""
        self._keep()
        if not self.match.history and self.people:
            self.screen.show(self.words("say.welcome"))
        try:
            while not self._is_over():
                self._step()
        except KeyboardInterrupt:
            # It may have come between a move and its keeping.
            self._keep()
            raise
        self._show_result()

    def _show_result(self) -> None:
        self._tell()
        view = self.match.view(self.eyes, self.lang)
        board = self._board(view, self.screen.height - RESULT_ROWS)
        page = Group(board, answers.result_page(self.match, view, self.words))
        self._wait_for_reader(self.screen.rows_of(page) + 2)
        self.screen.show(page)
        self.screen.show_path(self.words("end.file", path=self.path))

    def _is_over(self) -> bool:
        return self.match.outcome is not None and self._open_turn() is None

    def _step(self) -> None:
        seat = self._open_turn()
        if seat is not None:
            self._ask_end(seat)
            return
        waiting = self.match.to_act
        bots = [seat for seat in waiting if seat not in self.people and seat != CHANCE]
        if CHANCE in waiting:
            self.match.roll()
            self._keep()
        elif bots:
            self._play_bot(bots[0])
        else:
            self._tell()
            self._ask_move(waiting[0])

    def _open_turn(self) -> int | None:
        """The person whose turn is played but not ended: she may still take back."""
        if not self.match.history or self._ended == len(self.match.history):
            return None
        seat = self.match.history[-1].seat
        if seat not in self.people or seat in self.match.to_act:
            return None
        return None if self.match.why_no_undo(seat) else seat

    def _play_bot(self, seat: int) -> None:
        if seat not in self._bots:
            self._bots[seat] = load_bot(self.match.players[seat].kind, self.match.game)
        # The same seed gives the same game, bots included.
        rng = Random(f"{(self.match.seed or b'').hex()} {len(self.match.history)}")
        move = self._bots[seat].choose(self.match.view(seat, self.lang), rng)
        self.match.play(seat, move, self.lang)
        self._keep()
        if seat not in self.match.to_act:
            self._tell()
            time.sleep(self.pause)

    def _keep(self) -> None:
        transcript.save(self.match, self.path)

    def _tell(self) -> None:
        """Say what happened since it was last said, a paragraph for each turn."""
        self._told = min(self._told, len(self.match.history))
        parts = [
            answers.told(self.match, plies, self.eyes, self.lang)
            for plies in answers.turns(self.match, self._told)
        ]
        if parts:
            page = answers.bullets(parts)
            self._news += self.screen.rows_of(page)
            self.screen.show(page)
        self._told = len(self.match.history)

    # Asking

    def _ask_move(self, seat: int) -> None:
        """Ask a person until the position is another one."""
        view = self.match.view(seat, self.lang)
        groups = choices(view)
        self._show_position(view, groups)
        self._converse(seat, view, flat(groups), self._move_question(seat, groups))

    def _move_question(self, seat: int, groups: Choices) -> str:
        key = "ask.only" if len(flat(groups)) == 1 else "ask.move"
        return self.words(key, name=self.match.names[seat])

    def _ask_end(self, seat: int) -> None:
        """Show what the turn came to, and let it be taken back before the next one begins."""
        self._tell()
        view = self.match.view(seat, self.lang)
        self._show_board(view, self.screen.height - NEWS_ROWS)
        question = self.words("ask.end", name=self.match.names[seat])
        self._converse(seat, view, [], question)

    def _converse(self, seat: int, view: View, listed: list[Choice], question: str) -> None:
        self._done = False
        while not self._done:
            line = self._typed_ahead or self.screen.ask(question, self._suggester(view, listed))
            self._typed_ahead = ""
            command = read_command(line, self.lang)
            try:
                if command:
                    self._obey(command, seat, view, listed)
                elif listed:
                    self._choose(line, seat, listed)
                elif line:
                    self.screen.show(self.words("say.ended"))
                else:
                    self._ended = len(self.match.history)
                    self._done = True
                    self._news = 0
            except MoveError as error:
                self._explain(error, listed)

    def _choose(self, line: str, seat: int, listed: list[Choice]) -> None:
        """Make the move that a number or words mean."""
        if not line and len(listed) == 1:
            move = listed[0].move
        elif not line:
            self.screen.show(self.words("say.enter"))
            return
        elif line.isdecimal():
            if not 1 <= int(line) <= len(listed):
                self.screen.show(self.words("say.number", number=line, last=len(listed)))
                return
            move = listed[int(line) - 1].move
        else:
            move = self._read(seat, line)
        self.match.play(seat, move, self.lang)
        self._moved()

    def _read(self, seat: int, text: str) -> Any:
        match = self.match
        return match.game.read_move(match.state, seat, text, self.lang, match.names)

    def _moved(self) -> None:
        self._keep()
        self._news = 0
        self._done = True

    def _explain(self, error: MoveError, listed: list[Choice]) -> None:
        """Why a move was not made, and what could be meant instead."""
        if isinstance(error, IllegalMove):
            self.screen.show(answers.refusal_page(error.refusal))
            return
        self.screen.show(Text(str(error), "bold"))
        if isinstance(error, AmbiguousMove):
            fits = [[choice] for choice in listed if choice.text in error.candidates]
            if fits:
                self.screen.show(self.words("say.candidates"), full_list(fits))

    def _suggester(self, view: View, listed: list[Choice]) -> Callable[[str], Iterator[str]]:
        """What Tab offers: moves by any of their words, commands, names after ?, rules."""
        module = drawing(self.match.game.name)
        known = {
            "why": module.names(view) if module else [],
            "rules": list(rulebook(self.match.game.name).rules),
        }

        def suggest(typed: str) -> Iterator[str]:
            command = read_command(typed, self.lang)
            if command and command.name in known and " " in typed:
                head, _, last = typed.rpartition(" ")
                fits = (word for word in known[command.name] if fold(word).startswith(fold(last)))
                yield from (f"{head} {word}" for word in fits)
                return
            wanted = fold(typed).split()
            for choice in listed:
                its = fold(f"{choice.text} {choice.label}").split()
                if all(any(word.startswith(part) for word in its) for part in wanted):
                    yield choice.text
            words = (command_words(name, self.lang)[0] for name in COMMANDS)
            yield from (word for word in words if fold(word).startswith(fold(typed) or " "))

        return suggest

    # Commands

    def _obey(self, command: Command, seat: int, view: View, listed: list[Choice]) -> None:
        game, show, words = self.match.game, self.screen.show, self.words
        match command.name:
            case "help":
                show(answers.help_page(game.name, words))
            case "moves":
                show(full_list(choices(view)) if listed else words("say.ended"))
            case "board":
                self._show_board(view, ENDLESS)
            case "undo":
                self._undo(seat)
            case "redo":
                self._redo(seat)
            case "hint":
                self._hint(view, listed)
            case "why":
                self._why(command.argument, seat, listed)
            case "rules":
                show(answers.rules_page(game.name, command.argument, words))
            case "log":
                show(answers.log_page(self.match, command.argument, self.eyes, words))
            case "save":
                self._save_copy(command.argument, seat)
            case "quit":
                raise Quit

    def _hint(self, view: View, listed: list[Choice]) -> None:
        if listed:
            self.screen.show(answers.hint_page(self.match, view, listed, self.words))
        else:
            self.screen.show(self.words("say.ended"))

    def _undo(self, seat: int) -> None:
        ply = self.match.undo(seat, self.lang)
        self._say_ply("say.undone", seat, ply.move, self.match.state)
        self._told = min(self._told, len(self.match.history))
        self._moved()

    def _redo(self, seat: int) -> None:
        before = self.match.state
        ply = self.match.redo(seat, self.lang)
        self._say_ply("say.redone", seat, ply.move, before)
        self._moved()

    def _say_ply(self, key: str, seat: int, move: Any, before: Any) -> None:
        text = self.match.game.write_move(before, seat, move, seat)
        self.screen.show(self.words(key, name=self.match.names[seat], text=text))

    def _why(self, text: str, seat: int, listed: list[Choice]) -> None:
        if not text:
            self.screen.show(self.words("say.ask_why"))
            return
        if text.isdecimal() and 1 <= int(text) <= len(listed):
            choice = listed[int(text) - 1]
        else:
            move = self._read(seat, text)
            choice = next(choice for choice in listed if choice.move == move)
        self.screen.show(self.words("say.legal", label=f"{choice.number} {choice.label}"))

    def _save_copy(self, name: str, seat: int) -> None:
        """Write what this seat may know into another file."""
        words = self.words
        if not name:
            self.screen.show_path(words("say.kept", path=self.path))
            self.screen.show(words("say.save_how"))
            return
        path = Path(name).expanduser()
        if path.exists():
            answer = self.screen.ask(words("ask.overwrite", path=path))
            if answer.casefold() not in words("ask.yes").split():
                self.screen.show(words("say.nothing_saved"))
                return
        try:
            transcript.safe_write(path, transcript.write(self.match, viewer=seat))
        except OSError as error:
            reason = error.strerror or str(error)
            self.screen.show(words("say.not_saved", path=path, reason=reason))
            return
        self.screen.show_path(words("say.saved", path=path.absolute()))

    # Showing

    def _show_position(self, view: View, groups: Choices) -> None:
        """The board and the list below it, together on one screen."""
        screen = self.screen
        prompt = Text(view["prompt"], "bold")
        below = screen.rows_of(prompt) + 1
        room = screen.height - below
        board = self._board(view, room - self._news - min(len(groups), room // 3))
        space = max(room - screen.rows_of(board), 4) if screen.interactive else ENDLESS
        page = Group(board, prompt, listing(groups, screen, space, self.words))
        self._wait_for_reader(screen.rows_of(page) + 1)
        screen.show(page)

    def _wait_for_reader(self, rows: int) -> None:
        """Let the news be read before the board pushes them off the screen."""
        unread = self._news and self._news + rows > self.screen.height
        if unread and self.screen.interactive:
            line = self.screen.ask(self.words("ask.go_on"))
            self._typed_ahead = line if read_command(line, self.lang) else ""
        self._news = 0

    def _board(self, view: View, height: int) -> RenderableType:
        module = drawing(self.match.game.name)
        if module is None:
            return Text(self.words("say.no_board"))
        board = getattr(self.match.game, "board", None)
        return module.render(view, board, self.screen.width, height, self.lang)

    def _show_board(self, view: View, height: int) -> None:
        self.screen.show(self._board(view, height))
