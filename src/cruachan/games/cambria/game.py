"""Cambria behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cruachan.engine.game import CHANCE, BoardLabel, Option, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.cambria import DESCRIPTION, dispatch, notation, rules
from cruachan.games.cambria import board as boards
from cruachan.games.cambria.board import Board, problems
from cruachan.games.cambria.shown import CambriaView
from cruachan.games.cambria.state import OVER, BoardTables, State
from cruachan.games.cambria.tale import Tale
from cruachan.games.cambria.view import when

if TYPE_CHECKING:
    from cruachan.games.cambria.presentation import CambriaPresentation


def make_board_tables(board: Board) -> BoardTables:
    """The board as the rules need it."""
    tables = BoardTables.new()
    index = {fort.short: number for number, fort in enumerate(board.forts)}
    for number, fort in enumerate(board.forts):
        tables.value[number] = fort.value
    for number, road in enumerate(board.roads):
        for end, short in enumerate(road.between):
            fort_number = index[short]
            tables.ends[2 * number + end] = fort_number
            tables.roads[fort_number] |= 1 << number
            tables.reach[tables.value[fort_number]] |= 1 << number
    return tables


class Cambria(KernelGame[BoardTables, State, CambriaView]):
    """Besiege the forts of Roman Wales."""

    description = DESCRIPTION
    letter = "C"
    rules_version = 1
    players = range(2, 6)
    boards = tuple(boards.SHIPPED)
    options = (Option("fair", ("no", "yes"), "no", younger=True, house=("yes",)),)
    kernel = dispatch.KERNEL
    make_board_tables = staticmethod(make_board_tables)
    problems = staticmethod(problems)

    board: Board

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(which)

    @classmethod
    def board_label(cls, which: str, lang: Lang = DEFAULT_LANG) -> BoardLabel:
        board = cls.load_board(which)
        return BoardLabel(board.title.text(lang), board.sentence.text(lang))

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State.new()
        rules.setup(state, seats, int(chosen["fair"] == "yes"))
        return state

    def outcome(self, state: State) -> Outcome | None:
        """[C8.4] [C8.5] [C8.6] Places by points, then markers, then who had the last turn."""
        if state.phase != OVER:
            return None
        seats = range(state.seats)
        ranks = [int(rules.rank(self.board_tables, state, seat)) for seat in seats]
        places = tuple(1 + sum(other > own for other in ranks) for own in ranks)
        points = tuple(int(rules.points(self.board_tables, state, seat)) for seat in seats)
        return Outcome(places, points, "C8.4")

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return Tale(self.board, self.unpacked_tables, state, names, lang).why(move, number)

    def when(self, state: State) -> When:
        return when(state)

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return notation.write_move(self.board, state, move)

    def read_moves(self, state: State, text: str, lang: Lang) -> list[int]:
        return notation.read_moves(self.board, state, text, lang)

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return notation.write_position(self.board, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.board, self.board_tables, text)

    @cached_property
    def presentation(self) -> CambriaPresentation:
        from cruachan.games.cambria.presentation import CambriaPresentation

        return CambriaPresentation(self)
