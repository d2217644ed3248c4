"""What happened: the history of a match in turns and rounds, told for one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import Lang, Texts, whole_number
from cruachan.terminal.table import TerminalTable

LOG_TURNS = 10
LOOK_BACK = 30
"""How many plies may be told again above a question."""


class TurnLog:
    """Divides a history by turns.

    Where seats answer each other all the time, a turn is what happens while one player is the
    active one; else it is what one player does on end.
    """

    def __init__(self, table: TerminalTable) -> None:
        self.table = table

    def passed_on(self) -> bool:
        """Whether the last ply ended a turn."""
        last = self.table.plies
        return last > 0 and self.table.when(last - 1) != self.table.when(last)

    def turns(self, since: int = 0) -> list[range]:
        """The plies from one on, divided by turns."""
        last = self.table.plies
        if not self.table.game.out_of_turn:
            return list(_runs(self.table, since))
        parts = groupby(range(since, last), key=self.table.when)
        return [range(plies[0], plies[-1] + 1) for plies in (list(part) for _, part in parts)]

    def paragraph(self, plies: range, viewer: Viewer, lang: Lang) -> Text:
        """A turn in sentences, the names of the players standing out."""
        return _named(self.table, self._sentences(plies, viewer, lang))

    def paragraphs(self, since: int, viewer: Viewer, lang: Lang) -> list[Text]:
        """All turns from a ply on; those of which there is nothing to tell are left out."""
        texts = (self.paragraph(plies, viewer, lang) for plies in self.turns(since))
        return [text for text in texts if text]

    def ending(self, viewer: Viewer, lang: Lang, width: int, rows: int) -> Text:
        """The last sentences, as many as fit into so many rows."""
        last = self.table.plies
        kept: list[str] = []
        for ply in range(last - 1, max(last - LOOK_BACK, 0) - 1, -1):
            sentences = self._sentences(range(ply, ply + 1), viewer, lang)
            room = (rows - 1) * width - sum(len(each) + 1 for each in kept)
            if sentences and len(sentences[0]) > room:
                return _named(self.table, kept or [_end_of(sentences[0], room)])
            kept = sentences + kept
        return _named(self.table, kept)

    def _sentences(self, plies: range, viewer: Viewer, lang: Lang) -> list[str]:
        sentences = self.table.sentences(plies, viewer, lang)
        return [sentence for sentence in map(str.strip, sentences) if sentence]

    # Pages

    def log_page(self, argument: str, viewer: Viewer, texts: Texts) -> RenderableType:
        """The last turns, or as many as asked for; any word asks for all."""
        history = self.paragraphs(0, viewer, texts.lang)
        if not history:
            return Text(texts("say.no_log"))
        few = LOG_TURNS if not argument else len(history)
        number = whole_number(argument)
        wanted = few if number is None else number
        return bullets(history[-wanted:] if wanted else [])

    def story_page(self, argument: str, viewer: Viewer, texts: Texts) -> RenderableType:
        """The whole tale under the numbers of its rounds, or that of the last rounds."""
        turns = self.turns()
        rounds = groupby(turns, key=lambda plies: self.table.when(plies.start).round)
        chapters = [(number, list(each)) for number, each in rounds]
        wanted = whole_number(argument)
        if wanted is not None:
            chapters = chapters[-wanted:] if wanted else []
        parts: list[RenderableType] = []
        for number, each in chapters:
            written = [self.paragraph(plies, viewer, texts.lang) for plies in each]
            if any(written):
                parts += [Text(texts("board.round", number=number), "bold underline")] * bool(
                    number
                )
                parts.append(Text("\n").join(text for text in written if text))
        return Group(*parts) if parts else Text(texts("say.no_log"))


def _runs(table: TerminalTable, since: int) -> Iterator[range]:
    """What each player did on end; a roll begins the turn it is for."""
    start = since
    for ply in range(since + 1, table.plies):
        before, seat = table.mover(ply - 1), table.mover(ply)
        if (before != seat and before != CHANCE) or before == seat == CHANCE:
            yield range(start, ply)
            start = ply
    if start < table.plies:
        yield range(start, table.plies)


def _named(table: TerminalTable, sentences: list[str]) -> Text:
    text = Text(_joined(sentences))
    text.highlight_words(table.names, "bold")
    return text


def _joined(sentences: list[str]) -> str:
    """One sentence after the other; what has lines of its own is set apart."""
    text = ""
    for before, sentence in pairwise(["", *sentences]):
        apart = "\n" in before or "\n" in sentence
        text += ("\n" if apart else " ") + sentence
    return text.strip()


def _end_of(text: str, room: int) -> str:
    """The last words of a text that fit into a width."""
    cut = text[max(len(text) - room, 0) :]
    return "... " + cut.partition(" ")[2]


def bullets(texts: Iterable[Text]) -> Table:
    """A list."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for text in texts:
        table.add_row("-", text)
    return table
