"""Shows the people at the keyboard the log since they last saw it."""

from __future__ import annotations

from collections.abc import Iterable

from cruachan.engine.game import Viewer
from cruachan.engine.texts import Lang
from cruachan.terminal.display import Display
from cruachan.terminal.story import bullets


class Narrator:
    """Shows the log to each viewer once, a paragraph for each turn."""

    def __init__(self, display: Display, lang: Lang) -> None:
        self.display = display
        self.table = display.table
        self.lang = lang
        self._begin = self.last_round()
        """A resumed game begins with the log of its last round."""
        self._shown_until: dict[Viewer, int] = {}
        """The ply up to which each viewer has seen the log."""

    def last_round(self) -> int:
        """Return the ply at which the last turns of all players begin."""
        latest = self.display.story.turns()[-len(self.table.players) :]
        return latest[0].start if latest else 0

    def shown_until(self, viewer: Viewer) -> int:
        """Return the ply up to which a viewer has seen the log."""
        return self._shown_until.get(viewer, self._begin)

    def mark_shown(self, viewers: Iterable[Viewer], ply: int) -> None:
        """Note that viewers have seen the log up to a ply."""
        self._shown_until |= dict.fromkeys(viewers, ply)

    def mark_shown_to_all(self, people: Iterable[int]) -> None:
        """Note that everybody at the keyboard has seen the whole log."""
        self._shown_until = dict.fromkeys((None, *self._shown_until, *people), self.table.plies)

    def tell(self, viewer: Viewer, people: frozenset[int]) -> None:
        """Show the log since the viewer last saw it."""
        display, screen = self.display, self.display.screen
        since = self.shown_until(viewer)
        paragraphs = display.story.paragraphs(since, viewer, self.lang)
        if paragraphs:
            movers = {self.table.mover(ply) for ply in range(since, self.table.plies)}
            display.only_own = len(movers) == 1 and movers <= people and not display.unread
        for text in paragraphs:
            page = bullets([text])
            rows = screen.rows_of(page)
            if screen.interactive:
                display.wait_for_reader(rows + 1)
            screen.show(page)
            display.unread += rows
        self._shown_until[viewer] = self.table.plies

    def rewind(self) -> None:
        """Forget what was shown of moves that have been taken back."""
        last = self.table.plies
        self._shown_until = {viewer: min(ply, last) for viewer, ply in self._shown_until.items()}
