"""A question to a person, asked until something has come of it."""

from __future__ import annotations

from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.terminal.calls import Calls
from cruachan.terminal.command_handlers import CommandHandlers
from cruachan.terminal.commands import read_command
from cruachan.terminal.move_entry import MoveEntry, is_move
from cruachan.terminal.question import PromptQuestion
from cruachan.terminal.screen import Updates
from cruachan.terminal.seating import Seating


class Prompt:
    """Asks until there is an answer; commands are obeyed in between."""

    def __init__(self, seating: Seating, calls: Calls) -> None:
        self.seating = seating
        self.calls = calls
        self.table = seating.table
        self.screen = seating.screen
        self.display = seating.display
        self.texts = seating.texts
        self.entry = MoveEntry(self.table, self.screen, self.texts)
        self.handlers = CommandHandlers(seating, self.entry)
        self.ended = self.table.plies if self.table.over else -1
        """At which ply a person said that her turn is over."""

    def ask(self, question: PromptQuestion) -> None:
        """Ask, until something has come of it."""
        self.entry.saw_all = False
        answered = False
        while not answered:
            moment = self.table.moment()
            try:
                line = self.display.typed_ahead or self._read_line(question)
            except Updates:
                if not self._still_stands(moment):
                    return
                continue
            self.display.typed_ahead = ""
            try:
                answered = self._take(line, question)
            except CruachanError as error:
                self.entry.explain(error, question.listed)
        self.display.unread = 0

    def _read_line(self, question: PromptQuestion) -> str:
        """Return what is typed; at a remote table updates interrupt it."""
        listen = self.table.listen if self.table.remote else None
        return self.screen.ask(question.text, self.handlers.suggester(question), listen)

    def _still_stands(self, moment: object) -> bool:
        """Whether updates leave the question as it was; notices are shown then."""
        self.table.refresh()
        if self.table.moment() != moment:
            return False
        self.seating.show_notices()
        return True

    def _take(self, line: str, question: PromptQuestion) -> bool:
        """Do what a line means; whether the question is answered."""
        command = None
        if not (is_move(line, question.listed) or self._says_roll(line, question)):
            command = read_command(line, self.texts.lang)
        if command:
            answered = self.handlers.obey(command, question)
            if command.name == "undo" and answered:
                self.rewind()
            return answered
        if line and self.handlers.look_up(line, question.view):
            return False
        if question.listed and (line or not question.may_pass):
            return self.entry.enter(line, question)
        if line:
            self.screen.show(question.idle)
            return False
        self._go_on(question)
        return True

    def _says_roll(self, line: str, question: PromptQuestion) -> bool:
        """Whether a line says what fell: a player's letter would else be taken for a command."""
        return question.seat == CHANCE and bool(line) and self.entry.is_understood(line, question)

    def _go_on(self, question: PromptQuestion) -> None:
        """Enter: the turn is over, or there is nothing to do out of turn."""
        if not question.may_pass:
            self.ended = self.table.plies
            self.table.end_turn(question.seat)

    def rewind(self) -> None:
        """Note that moves were taken back or others made instead."""
        self.seating.narrator.rewind()
        self.calls.rewind()
