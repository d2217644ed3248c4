"""From a typed line to a move: by number, in notation, in words of the list, with a narration."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text

from cruachan.engine.errors import (
    AmbiguousMove,
    CruachanError,
    IllegalMove,
    MoveError,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE
from cruachan.engine.notation import begins, fold
from cruachan.engine.texts import Texts, brief, paragraphs, whole_number
from cruachan.engine.view import PackedMove
from cruachan.terminal import answers
from cruachan.terminal.choices import ListedMove, full_list
from cruachan.terminal.commands import is_whole, read_command
from cruachan.terminal.question import PromptQuestion
from cruachan.terminal.screen import Screen
from cruachan.terminal.seating import Quit
from cruachan.terminal.table import NarrationLimits, TerminalTable

SPLIT = re.compile(r"[\s–-]+")
"""What stands between words, also between the two of a road."""
NUMBERED = re.compile(r"(\d+)\s*:\s*(.*)")
"""A number from the list, and what is told with it."""
WORD = re.compile(r"\w+")
LETTER = re.compile(r"[^\W\d_]")
LONG = 100
"""Texts that may have so many characters are written in several lines."""
NEAR = 0.9
"""From so much of the room on one is told how much is left."""


class Entered(NamedTuple):
    """A move that somebody typed."""

    move: PackedMove
    narration: str = ""
    """Her own words for it."""
    checked: bool = False
    """Whether reading it has checked that it is legal."""


class MoveEntry:
    """Reads moves, asks for their narration, and makes them."""

    def __init__(self, table: TerminalTable, screen: Screen, texts: Texts) -> None:
        self.table = table
        self.screen = screen
        self.texts = texts
        self.lang = texts.lang
        self.asks_narration = True
        """Whether she is asked to tell her moves in her own words."""
        self.saw_all = False
        """Whether she has seen what the list only names, and its numbers."""

    def enter(self, line: str, question: PromptQuestion) -> bool:
        """Make the move that a line means; False if she must type again."""
        entered = self._find(line, question)
        if entered is None:
            return False
        if entered.narration or ":" in line:
            self._play(entered, question.seat)
            return True
        return self._play_narrated(entered, question)

    def _play(self, entered: Entered, seat: int) -> None:
        self.table.play(
            seat, entered.move, entered.narration or None, self.lang, entered.checked
        )  # fmt: skip

    def _find(self, line: str, question: PromptQuestion) -> Entered | None:
        """Return the move that a line means; None if it was said why there is none."""
        listed = question.listed
        if not line and len(listed) == 1:
            return Entered(listed[0].move)
        if not line:
            self.screen.show(self.texts("say.enter"))
            return None
        if question.seat == CHANCE:
            return self.understand(line, question)
        number, narration = self._split_narration(line, question)
        if not number.isdecimal():
            return self.understand(line, question)
        found = numbered(number, listed)
        if found is None:
            ends = {"first": listed[0].number, "last": listed[-1].number}
            self.screen.show(self.texts("say.number", number=brief(number), **ends))
            return None
        if found.aside and not self.saw_all:
            self.saw_all = True
            self.screen.show(self.texts("say.aside", number=number, label=found.label))
            return None
        return Entered(found.move, narration)

    def _split_narration(self, line: str, question: PromptQuestion) -> tuple[str, str]:
        """Split a number from the list and what is told with it; the colon may be forgotten."""
        with_colon = NUMBERED.fullmatch(line)
        if with_colon:
            return with_colon[1], with_colon[2]
        number, _, tale = line.partition(" ")
        found = numbered(number, question.listed)
        if found and LETTER.search(tale) and self._narration(question.seat, found.move).taken:
            return number, tale
        return line, ""

    def understand(self, text: str, question: PromptQuestion) -> Entered:
        """Return the move that is meant, in notation or in words of the list; else a MoveError."""
        try:
            return Entered(self.table.read(question.seat, text, self.lang), checked=True)
        except UnreadableMove:
            said = text.partition(":")[0]
            fits = [choice for choice in question.listed if choice.narrated and _says(choice, said)]
            if not fits:
                raise
            if len(fits) > 1:
                raise AmbiguousMove("", [choice.text for choice in fits]) from None
            return Entered(fits[0].move)

    def is_understood(self, text: str, question: PromptQuestion) -> bool:
        """Whether a text can be understood as a move, legal or not, or as one of several."""
        try:
            self.understand(text, question)
        except UnreadableMove:
            return False
        except MoveError:
            pass
        return True

    # NarrationLimits

    def _narration(self, seat: int, move: PackedMove) -> NarrationLimits:
        """Return how a move may be told; in most games not at all."""
        return self.table.narration(seat, move) if self.table.game.narration else NarrationLimits()

    def _play_narrated(self, entered: Entered, question: PromptQuestion) -> bool:
        """Make a move after asking for its narration, if it is one to be told."""
        seat, move = question.seat, entered.move
        may = self._narration(seat, move)
        if not (may.needed or (self.asks_narration and may.prompted)):
            self._play(entered, seat)
            return True
        if not may.needed:
            self.table.permit(seat, move)
        while True:
            narration = self._ask_narration(may, lambda: self.table.draft(seat, move))
            if narration is None:
                return False
            try:
                self._play(entered._replace(narration=narration), seat)
            except MoveError as error:
                if not narration or self.table.remote:
                    raise
                self.explain(error, [])
            else:
                return True

    def _ask_narration(self, may: NarrationLimits, draft: Callable[[], str]) -> str | None:
        """Return her own words; empty if she has none, None if she thinks better of the move."""
        while True:
            line = self._read_narration(may, draft)
            if not line:
                return None if may.needed else ""
            command = None if SPLIT.search(line) else read_command(line, self.lang)
            if command is None:
                return line
            if command.name == "quit":
                raise Quit
            if command.name == "undo":
                return None
            if command.name == "tales":
                self.toggle_narration()
                return ""
            self.screen.show(self.texts("say.words_how"))

    def _read_narration(self, may: NarrationLimits, draft: Callable[[], str]) -> str:
        """Return what she writes: what is short in a line, a longer text in several lines that
        begin with her draft from another device."""
        question = self.texts("ask.needed" if may.needed else "ask.words")
        if may.longest < LONG:
            return self.screen.ask(question)

        def count(text: str) -> str:
            length, most = len(paragraphs(text)), may.longest
            key = "over" if length > most else "near" if length > NEAR * most else "count"
            values = {"length": length, "most": most, "left": most - length}
            return self.texts(f"count.{key}", **values, over=length - most)

        def is_command(text: str) -> bool:
            return not SPLIT.search(text.strip()) and bool(read_command(text, self.lang))

        return self.screen.ask_text(question, count, is_command, draft())

    def toggle_narration(self) -> None:
        """Ask for narrations from now on, or no more."""
        if self.table.game.narration is None:
            self.screen.show(self.texts("say.no_tales"))
            return
        self.asks_narration = not self.asks_narration
        self.screen.show(self.texts("say.tales_on" if self.asks_narration else "say.tales_off"))

    # Refusals

    def explain(self, error: CruachanError, listed: list[ListedMove]) -> None:
        """Show why a move was not made, and what could be meant instead."""
        if isinstance(error, IllegalMove):
            self.screen.show(answers.refusal_page(error.refusal))
            return
        narrated = bool(listed) and listed[0].narrated
        if isinstance(error, AmbiguousMove):
            fits = [[choice] for choice in listed if choice.text in error.candidates]
            if fits:
                said = [] if narrated else [Text(error.text(self.lang), "bold")]
                page = full_list(fits, self.screen.width)
                self.screen.show(*said, self.texts("say.candidates"), page)
                return
        if narrated and isinstance(error, UnreadableMove):
            self.screen.show(Text(self.texts("say.not_understood"), "bold"))
            return
        self.screen.show(Text(error.text(self.lang), "bold"))


def is_move(line: str, listed: list[ListedMove]) -> bool:
    """Whether a line is a move before it is a command.

    `ende` would else be a farewell, and a place be taken for the beginning of a command.
    """
    typed = fold(line)
    texts = {fold(choice.text) for choice in listed}
    if typed in ("end", *texts) or (typed == "ende" and "end" in texts):
        return True
    return not is_whole(line) and any(typed in text.split() for text in texts)


def numbered(text: str, listed: list[ListedMove]) -> ListedMove | None:
    """Return the move of the list with this number."""
    number = whole_number(text)
    return next((each for each in listed if number is not None and each.number == number), None)


def _says(choice: ListedMove, text: str) -> bool:
    """Whether all words of a text stand in what a move is called, in their order."""
    label = iter(WORD.findall(choice.label))
    said = WORD.findall(text)
    return bool(said) and all(any(begins(own, word) for own in label) for word in said)
