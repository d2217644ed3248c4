"""The play loop: whose turn it is, and what is asked, shown or waited for next.

It knows no game, and not where the table stands. It works from the table's views and log; what was
done there is safe at once, so that nothing is lost when it stops, however it stops.

In some games seats may move out of turn (`Game.out_of_turn`). Such a game asks many small
questions, so only the end of a turn waits for Enter, and the log is told a turn at a time. A
person is interrupted when there is something new for her to do, but not at a shared keyboard: that
she is called for would be told to all; she finds it among her moves when she is asked next.
"""

from __future__ import annotations

import time

from rich.console import Group
from rich.text import Text

from cruachan.bots import gives_hints
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import View
from cruachan.terminal import answers
from cruachan.terminal.calls import Calls
from cruachan.terminal.choices import choices, flat, listing
from cruachan.terminal.display import Display
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.narrator import Narrator
from cruachan.terminal.prompt import Prompt
from cruachan.terminal.question import PromptQuestion
from cruachan.terminal.referee_table import RefereeTable
from cruachan.terminal.rolls import named
from cruachan.terminal.screen import Screen
from cruachan.terminal.seating import Seating
from cruachan.terminal.story import TurnLog
from cruachan.terminal.table import TerminalTable

RESULT_ROWS = 12
NEWS_ROWS = 5
"""What the result takes below the board, and the log of one turn above it."""
PAUSE = 0.6
"""Seconds after what a bot did, for the eye to follow."""


class GameLoop:
    """Plays one table at one keyboard to its end."""

    def __init__(
        self, table: TerminalTable, screen: Screen, lang: Lang, pause: float = PAUSE
    ) -> None:
        self.table = table
        self.screen = screen
        self.lang = lang
        self.texts = Texts("cruachan.terminal", lang)
        self.pause = pause if screen.interactive else 0.0
        self.answering = table.game.out_of_turn
        """Whether seats answer each other all the time, and may move out of turn."""
        self.story = TurnLog(table)
        self.display = Display(table, screen, self.story, self.texts)
        self.narrator = Narrator(self.display, lang)
        self.seating = Seating(self.narrator, self.texts)
        self.calls = Calls(table, lang)
        self.prompt = Prompt(self.seating, self.calls)
        self._shown = -1
        """The ply at which the board was last shown to waiting players."""

    def run(self) -> None:
        """Play to the end, and show the result."""
        self.table.save()
        if not self.table.plies and self.seating.people:
            played = "say.welcome" if gives_hints(self.table.game) else "say.welcome_no_hints"
            key = "say.welcome_referee" if self.table.referee else played
            welcome = Text(self.texts(key))
            self.screen.show(welcome)
            self.display.unread = self.screen.rows_of(welcome)
        try:
            watched = self.table.plies and not self.seating.people
            if watched and not (self.table.over or self.table.remote):
                self._ask_watcher(0)
            while not self._is_over():
                self._step()
        except KeyboardInterrupt:
            # It may have come between a move and its saving.
            self.table.save()
            self.seating.leave()
            raise
        except EOFError:
            self.seating.leave()
            raise
        self._show_result()

    def _step(self) -> None:
        """Do what the state of the table asks for next."""
        if self.table.refresh():
            self.prompt.rewind()
            self.seating.show_notices()
        ended, watched = self._open_turn(), self._turn_watched()
        caller = None if self.seating.shared else self.calls.next_caller()
        explained = self.table.explains(self.lang)
        mine = [seat for seat in self.table.to_act if seat in self.seating.people]
        if ended is not None:
            self._ask_end(ended)
        elif watched is not None:
            self._ask_watcher(watched)
        elif explained:
            self._let_read(explained)
        elif caller is not None:
            self._ask_call(caller)
        elif isinstance(self.table, LocalTable) and set(self.table.to_act) - set(mine):
            self._let_others_move(self.table)
        elif mine:
            # Of several, whoever sits here already comes first.
            self._ask_move(self.seating.eyes if self.seating.eyes in mine else mine[0])
        else:
            self._wait()

    def _is_over(self) -> bool:
        return self.table.over and self._open_turn() is None

    def _open_turn(self) -> int | None:
        """The person who has played but not said so."""
        return self.table.open_turn(self.prompt.ended)

    def _turn_watched(self) -> int | None:
        """The seat that is looked on, when its turn is over."""
        last, seat = self.table.plies, self.seating.watched
        if seat is None or last == self.seating.pausing:
            return None
        ended = self.story.passed_on() and self.table.when(last - 1).seat == seat
        return seat if ended else None

    # Others

    def _let_others_move(self, table: LocalTable) -> None:
        """Let chance decide, or else a bot."""
        if CHANCE in table.to_act:
            if isinstance(table, RefereeTable) and self._asks_roll(table):
                self._ask_roll(table)
            else:
                table.roll()
            self._tell_turn()
            return
        seat = next(seat for seat in table.to_act if seat not in self.seating.people)
        # What it turns up is told together with it.
        turning = table.play_bot(seat)
        if self.answering:
            self._tell_turn()
        elif seat not in table.to_act and not turning:
            self._tell_spectators()

    def _asks_roll(self, table: RefereeTable) -> bool:
        """Whether what chance decides now fell at the real table, where somebody saw it."""
        return table.typed_rolls and table.roll_seers() != []

    def _tell_turn(self) -> None:
        """Tell a turn once it is over."""
        if self.answering and self.story.passed_on():
            self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Show it at once, unless another player takes the keyboard next."""
        if self.seating.shared and self.seating.people:
            return
        self.seating.tell()
        time.sleep(self.pause)

    def _wait(self) -> None:
        """Wait for what others do elsewhere; commands are obeyed meanwhile."""
        self.seating.show_notices()
        self.seating.tell()
        view = self.table.view(self.seating.eyes, self.lang)
        self._show_once(view, self.screen.height - NEWS_ROWS)
        names = [self.table.names[seat] for seat in self.table.to_act if seat != CHANCE]
        text = self.texts("ask.wait_far" if names else "ask.wait_dice", names=", ".join(names))
        if not self.screen.interactive:
            self.table.wait()
            return
        seat = self.seating.eyes if self.seating.eyes is not None else NOBODY
        self.prompt.ask(PromptQuestion(seat, view, text, idle=self.texts("say.wait_far")))

    def _show_once(self, view: View, height: int) -> None:
        """Show the board unless it is the one shown last."""
        if self._shown != self.table.plies:
            self._shown = self.table.plies
            self.display.show_board(view, height)

    # Questions

    def _ask_move(self, seat: int) -> None:
        """Ask a person until the position is another one."""
        seating = self.seating
        if not seating.sit_down(seat):
            return
        seating.tell()
        if seating.shared and seating.eyes is None:
            self.narrator.mark_shown_to_all(seating.people)
        view = seating.view_of(seat)
        self.calls.note(seat, view)
        groups = choices(view, self.table.game.narration is not None)
        self.display.show_position(view, groups, seating.eyes)
        key = "ask.only" if len(flat(groups)) == 1 else "ask.move"
        text = self.texts(key, name=self.table.names[seat])
        self.prompt.ask(PromptQuestion(seat, view, text, flat(groups)))

    def _ask_roll(self, table: RefereeTable) -> None:
        """Ask what fell at the real table: where one player alone may see it, that one."""
        seating, seers = self.seating, table.roll_seers()
        if seers and not seating.sit_down(seers[0], alone=True):
            return
        seating.tell()
        view = table.view(seating.eyes, self.lang)
        listed = table.outcomes(self.lang)
        if len(listed) > 1:
            self.screen.show(Text(view["prompt"], "bold"))
            self.screen.show(self.texts("roll.can", outcomes=named(listed, self.texts)))
            text = self.texts("ask.typed_roll")
            question = PromptQuestion(CHANCE, view, text, listed, may_pass=True)
            before = table.plies
            self.prompt.ask(question)
            if table.plies != before or CHANCE not in table.to_act:
                return
        table.roll()

    def _ask_end(self, seat: int) -> None:
        """Show what the turn came to, and let it be taken back before the next one begins."""
        if not self.seating.sit_down(seat):
            return
        self.seating.tell()
        view = self.seating.view_of(seat)
        self.display.show_board(view, self.screen.height - NEWS_ROWS)
        does = self._enter_does(seat)
        text = self.texts(f"ask.{does}", name=self.table.names[seat])
        self.prompt.ask(PromptQuestion(seat, view, text, idle=self.texts(f"say.{does}")))

    def _enter_does(self, seat: int) -> str:
        """What comes after a move that leaves a person nothing to decide.

        Her next roll, the end of her turn, or somebody else's decision in the midst of a turn;
        after she saw something hidden, whatever comes, for nothing can be taken back.
        """
        table = self.table
        if not table.can_undo(seat):
            return "seen"
        last = table.plies
        before = table.when(last - 1).seat
        goes_on = not table.over and table.when(last).seat == seat
        if goes_on and CHANCE in table.to_act:
            return "roll"
        return "wait" if goes_on or before not in (seat, None) else "end"

    def _let_read(self, text: str) -> None:
        """Show what a lesson explains, and the board if it is another one since."""
        seat = self.seating.eyes
        if seat is None or not self.seating.people:
            self.table.end_turn(NOBODY)
            return
        self.seating.tell()
        view = self.table.view(seat, self.lang)
        said = Text(text, "bold")
        self._show_once(view, self.screen.height - NEWS_ROWS - self.screen.rows_of(said))
        self.screen.show(said)
        idle = self.texts("learn.read")
        self.prompt.ask(PromptQuestion(seat, view, self.texts("ask.go_on"), idle=idle))

    def _ask_call(self, seat: int) -> None:
        """Offer a person what she may do out of turn."""
        self.seating.tell()
        view = self.table.view(seat, self.lang)
        groups = choices(view, self.table.game.narration is not None)
        for call in view["calls"]:
            self.screen.show(Text(call["label"], "bold"))
        self.screen.show(listing(groups, self.screen, self.screen.height // 2, self.texts))
        text = self.texts("ask.call", name=self.table.names[seat])
        self.prompt.ask(PromptQuestion(seat, view, text, flat(groups), may_pass=True))

    def _ask_watcher(self, seat: int) -> None:
        """Let a spectator read, and take a seat."""
        self.seating.watched = seat
        self.seating.pausing = self.table.plies
        self.seating.tell()
        view = self.table.view(self.seating.eyes, self.lang)
        text = self.texts("ask.watch", name=self.table.names[seat])
        self.prompt.ask(PromptQuestion(seat, view, text, idle=self.texts("say.watch")))

    # The end

    def _show_result(self) -> None:
        if self.seating.shared:
            self.seating.leave()
            self.narrator.mark_shown([None], self.narrator.last_round())
        self.seating.tell()
        view = self.table.view(self.seating.eyes, self.lang)
        board = self.display.board(view, self.screen.height - RESULT_ROWS)
        page = Group(board, answers.result_page(self.table, view, self.texts))
        self.display.wait_for_reader(self.screen.rows_of(page) + 2)
        self.screen.show(page)
        if self.table.path:
            key = "end.file" if self.table.game.rolls else "end.file_drawn"
            key = "end.file_typed" if self.table.typed_rolls else key
            self.screen.show_path(self.texts(key, path=self.table.path))
        if not (self.table.chosen or self.table.typed_rolls):
            self.screen.show_path(self.texts("end.promise", promise=self.table.commitment))
