"""The players at this keyboard, and the viewer of the screen.

Where seats have secrets and several persons share the keyboard, it is handed over: everything on
the screen is wiped before another person is asked, and what she is shown and told is hers alone. So
is what the commands answer; only a saved copy, which stays on the computer they share, holds no
more than a spectator may know. (The game's own file must hold everything.)
"""

from __future__ import annotations

from rich.text import Text

from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Viewer
from cruachan.engine.texts import Texts
from cruachan.engine.view import View
from cruachan.terminal.commands import TypedCommand, read_command
from cruachan.terminal.narrator import Narrator
from cruachan.terminal.seats import read_bot, read_seat
from cruachan.terminal.table import PERSON


class Quit(EOFError):
    """The players stop here; the game is kept."""


class Seating:
    """Hands the keyboard from person to person, and seats to bots and back."""

    def __init__(self, narrator: Narrator, texts: Texts) -> None:
        self.narrator = narrator
        self.display = narrator.display
        self.table = narrator.table
        self.screen = narrator.display.screen
        self.texts = texts
        self._sat = set(self.people)
        """All who sat here as persons."""
        self.eyes: Viewer = min(self.people) if len(self.people) == 1 else None
        """The viewer of the screen; None for several with nothing to hide, or for nobody yet."""
        self.watched: int | None = None
        """The seat that the last person left to a bot, to look on."""
        self.pausing = -1
        """The ply at which a spectator was last asked."""
        self._asked_openly = False
        """Whether the last question was put before all eyes."""

    @property
    def people(self) -> frozenset[int]:
        """The seats of persons."""
        return self.table.people

    @property
    def shared(self) -> bool:
        """Whether persons with secrets of their own take turns at the keyboard."""
        return self.table.game.secrets and len(self._sat) > 1

    def view_of(self, seat: int) -> View:
        """Return what a person is shown: before all eyes nothing of her own."""
        return self.table.view(seat, self.texts.lang, shared=self.shared and self.eyes is None)

    def tell(self) -> None:
        """Show the log to the viewer of the screen."""
        self.narrator.tell(self.eyes, self.people)

    def show_notices(self) -> None:
        """Show what was said and done beside the game."""
        for notice in self.table.notices(self.texts.lang):
            self.screen.show(Text(notice, "italic"))

    def sit_down(self, seat: int, alone: bool = False) -> bool:
        """Hand the keyboard over before anything is shown that only this person may know.

        `alone` says that nobody else may see what she is asked, whatever was asked before.
        False if the seat was given to a bot or another person instead.
        """
        if not self.shared or self.eyes == seat:
            return True
        self.leave()
        if not alone and self._seen_by_all(seat):
            return True
        question = self.texts("ask.hand_over", name=self.table.names[seat])
        command = read_command(self.screen.ask(question), self.texts.lang)
        if command and command.name == "quit":
            raise Quit
        if command and command.name in ("bot", "person"):
            try:
                self.change_seat(command, seat)
            except CruachanError as error:
                self.screen.show(Text(error.text(self.texts.lang), "bold"))
            return False
        self.screen.clear()
        self.eyes = seat
        self.display.unread = 0
        return True

    def _seen_by_all(self, seat: int) -> bool:
        """Whether a seat is asked, or was, what everybody at the keyboard may see."""
        if seat in self.table.to_act:
            self._asked_openly = self.table.in_the_open(seat)
        return self._asked_openly

    def leave(self) -> None:
        """Wipe what the person at the keyboard has seen."""
        if self.shared and self.eyes is not None:
            self.screen.clear()
            self.eyes = None

    def change_seat(self, command: TypedCommand, seat_to_move: int | None) -> None:
        """Hand a seat to a bot or a person; by default the seat that is to move."""
        table, texts = self.table, self.texts
        if command.name == "bot":
            seat, kind = read_bot(table.game, table.players, command.argument, seat_to_move, texts)
        else:
            usual = self.watched
            seat = read_seat(table.players, command.argument, usual, texts, "say.person_how")
            kind = PERSON
        table.hand_over(seat, kind)
        self._sat |= self.people
        self.watched = None if self.people else seat
        self.pausing = table.plies
        self._look_from(seat)
        key = "say.person_takes" if kind == PERSON else "say.bot_takes"
        self.screen.show(texts(key, name=table.names[seat], kind=kind))

    def _look_from(self, seat: int) -> None:
        """Let the right person look at the screen after a seat was handed over."""
        shown_until = self.narrator.shown_until(self.eyes)
        if self.shared:
            if self.eyes not in self.people:
                self.leave()
                self.narrator.mark_shown([None], self.table.plies)
        elif self.people == {seat} and self.eyes != seat:
            self.eyes = seat
            self.narrator.mark_shown([seat], shown_until)
