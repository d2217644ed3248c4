"""What a game shows on the screen: the board, the list of moves below it, and long pages."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from cruachan.engine.game import Viewer
from cruachan.engine.texts import Texts
from cruachan.engine.view import View
from cruachan.terminal.boards import renderer
from cruachan.terminal.choices import (
    Choices,
    choices,
    full_list,
    listing,
    needed_rows,
    shortest,
    wanted_rows,
)
from cruachan.terminal.commands import read_command
from cruachan.terminal.screen import ENDLESS, Screen
from cruachan.terminal.story import TurnLog
from cruachan.terminal.table import TerminalTable

LEAST_BOARD, SMALLEST_BOARD, CROWDED_BOARD = 11, 4, 8
"""Rows of the board where the list of moves needs many; where else it would not be whole; and where
it cannot be whole anyhow."""


class Display:
    """Lays out the board and the moves, and lets log lines be read before they scroll away."""

    def __init__(self, table: TerminalTable, screen: Screen, story: TurnLog, texts: Texts) -> None:
        self.table = table
        self.screen = screen
        self.story = story
        self.texts = texts
        self.unread = 0
        """How many rows of the log were shown since a person last typed."""
        self.only_own = False
        """Whether they are only about what that person did."""
        self.typed_ahead = ""
        """A command given before the question for it came."""

    def wait_for_reader(self, rows: int) -> None:
        """Wait for Enter if so many more rows would push unread log lines off the screen."""
        full = self.unread and self.unread + rows > self.screen.height
        if full and self.screen.interactive:
            line = self.screen.ask(self.texts("ask.go_on"))
            self.typed_ahead = line if read_command(line, self.texts.lang) else ""
            self.unread = 0

    # The board

    def board(self, view: View, height: int) -> RenderableType:
        """Return the board in about so many rows."""
        module = renderer(self.table.game.name)
        if module is None:
            return Group()
        board = self.table.game.board
        lang, width = self.texts.lang, self.screen.width
        drawn: RenderableType = module.render(view, board, width, height, lang)
        return drawn

    def show_board(self, view: View, height: int) -> None:
        """Show the board in about so many rows."""
        if renderer(self.table.game.name):
            self.show_long(self.board(view, height))

    def show_whole_board(self, view: View) -> None:
        """Show the board with all that belongs to it, on one screen if possible."""
        whole, room = self.board(view, ENDLESS), self.screen.height - 1
        fitted = self.board(view, room)
        fits = self.screen.rows_of(fitted) in range(room * 3 // 4, room + 1)
        small = self.screen.rows_of(whole) > room and fits
        self.show_long(fitted if small else whole)

    def show_long(self, part: RenderableType) -> None:
        """Show a part that may not fit on the screen; what is typed meanwhile is typed ahead."""
        typed = self.screen.show_long(part, self.texts("ask.more"))
        self.typed_ahead = typed or self.typed_ahead

    def show_all_moves(self, view: View) -> None:
        """Show every move in full."""
        self.show_long(
            full_list(choices(view, self.table.game.narration is not None), self.screen.width)
        )

    # A decision

    def show_position(self, view: View, groups: Choices, viewer: Viewer) -> None:
        """Show the board and the list of moves below it, together on one screen."""
        screen = self.screen
        prompt = Text(view["prompt"], "bold")
        room = screen.height - screen.rows_of(prompt) - 1
        if self.table.game.out_of_turn:
            page = self._page_with_story(view, groups, prompt, room, viewer)
        else:
            page = self._page(view, groups, prompt, room)
        self.wait_for_reader(screen.rows_of(page) + 1)
        screen.show(page)
        self.unread = 0

    def _page(self, view: View, groups: Choices, prompt: Text, room: int) -> Group:
        screen = self.screen
        board = self.board(view, room - self.unread - min(len(groups), room // 3))
        space = room - screen.rows_of(board)
        if self.only_own and shortest(groups, screen.width, self.texts) <= space - self.unread:
            space -= self.unread
        space = max(space, 4) if screen.interactive else ENDLESS
        return Group(board, prompt, listing(groups, screen, space, self.texts))

    def _page_with_story(
        self, view: View, groups: Choices, prompt: Text, room: int, viewer: Viewer
    ) -> Group:
        """The board and the list, with the end of the log between them where there is room."""
        screen = self.screen
        log = self.story.ending(viewer, self.texts.lang, screen.width, max(room // 7, 2))
        rows = screen.rows_of(log) if log else 0
        wanted = wanted_rows(groups, screen, self.texts)
        needed = needed_rows(groups, screen, self.texts)
        if rows + needed + SMALLEST_BOARD > room:
            log, rows = Text(), 0
        spare = room - rows - needed
        least = min(spare, LEAST_BOARD) if spare >= SMALLEST_BOARD else CROWDED_BOARD
        board = self.board(view, max(room - rows - wanted, least))
        space = room - rows - screen.rows_of(board)
        space = max(space, min(wanted, 4)) if screen.interactive else ENDLESS
        moves = listing(groups, screen, space, self.texts)
        page = Group(board, prompt, moves)
        visible = self.unread and self.unread + screen.rows_of(page) < screen.height
        return page if visible or not log else Group(board, log, prompt, moves)
