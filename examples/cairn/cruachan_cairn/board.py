"""The board as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cruachan.engine import boardfile
from cruachan.engine.texts import DEFAULT_LANG, Lang, Message, message
from cruachan_cairn.state import CAIRNS, MOST_STONES

SHIPPED = Path(__file__).with_name("board.toml")


@dataclass(frozen=True)
class Cairn:
    """A heap of stones."""

    name: str
    short: str
    stones: int


@dataclass(frozen=True)
class Board:
    """The cairns."""

    name: str
    cairns: tuple[Cairn, ...]

    @property
    def digest(self) -> str:
        """What tells this board from any other."""
        return boardfile.digest([[each.short, each.stones] for each in self.cairns])


def load(path: Path | None = None) -> Board:
    """The board of the box, or the one in a file."""
    top = boardfile.read(path or SHIPPED)
    cairns = (
        Cairn(each.text("name"), each.text("short"), each.whole("stones"))
        for each in top.tables("cairns")
    )
    return Board(top.text("name"), tuple(cairns))


def problems(board: Board, lang: Lang = DEFAULT_LANG) -> list[str]:
    """What is wrong with a board, in words."""
    return boardfile.tell(board, (check_cairns,), lang)


def check_cairns(board: Board) -> Iterator[Message]:
    """[K1.2] So many cairns as the rules know, each with stones and a name of its own."""
    if len(board.cairns) != CAIRNS:
        yield message(__package__, "problem.count", count=len(board.cairns))
    for cairn in board.cairns:
        if not 0 < cairn.stones <= MOST_STONES:
            yield message(__package__, "problem.stones", name=cairn.name, most=MOST_STONES)
    yield from boardfile.wrong_names(board.cairns, message(__package__, "problem.plural"))
