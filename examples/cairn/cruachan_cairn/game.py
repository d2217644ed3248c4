"""Cairn behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cruachan.engine.game import CHANCE, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import Lang, Texts
from cruachan_cairn import DESCRIPTION, notation, rules
from cruachan_cairn import board as boards
from cruachan_cairn.board import Board, problems
from cruachan_cairn.state import OVER, TAKEN, BoardTables, State
from cruachan_cairn.view import CairnView, when

if TYPE_CHECKING:
    from cruachan_cairn.presentation import CairnPresentation


def make_board_tables(board: Board) -> BoardTables:
    """The board as the rules need it."""
    tables = BoardTables.new()
    tables.stones[:] = [cairn.stones for cairn in board.cairns]
    return tables


class Cairn(KernelGame[BoardTables, State, CairnView]):
    """Who takes the last stone wins."""

    description = DESCRIPTION
    letter = "K"
    rules_version = 1
    players = range(2, 4)
    boards = ("moor",)
    rolls = False
    kernel = rules.KERNEL
    make_board_tables = staticmethod(make_board_tables)
    problems = staticmethod(problems)

    board: Board

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(None if which in cls.boards else Path(which))

    def setup(self, seats: int, options: Options) -> State:
        """[K1.1]"""
        self.complete(seats, options)
        state = State.new()
        state.seats = seats
        state.stones[:] = self.board_tables.stones
        return state

    def outcome(self, state: State) -> Outcome | None:
        """[K1.4]"""
        if state.phase != OVER:
            return None
        places = tuple(1 if seat == state.turn else 2 for seat in range(state.seats))
        return Outcome(places, tuple(2 - place for place in places), "K1.4")

    def when(self, state: State) -> When:
        return when(state)

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        cairn = move // TAKEN if 0 <= move < rules.LOT_START else 0
        many = int(state.stones[cairn])
        texts = Texts(__package__, lang)
        return texts(f"why.k{number}", cairn=self.board.cairns[cairn].name, many=many)

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return notation.parts(self.board, move).text

    def read_moves(self, state: State, text: str, lang: Lang) -> list[int]:
        return notation.read_moves(self.board, text, lang)

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return notation.write_position(state)

    def read_position(self, text: str) -> State:
        return notation.read_position(text)

    @cached_property
    def presentation(self) -> CairnPresentation:
        from cruachan_cairn.presentation import CairnPresentation

        return CairnPresentation(self)
