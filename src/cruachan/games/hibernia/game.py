"""Hibernia behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cruachan.engine.errors import UnreadableMove
from cruachan.engine.game import CHANCE, BoardLabel, Option, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import DEFAULT_LANG, Lang, message
from cruachan.games.hibernia import DESCRIPTION, notation, rules
from cruachan.games.hibernia import board as boards
from cruachan.games.hibernia.board import Board, problems
from cruachan.games.hibernia.moves import decode
from cruachan.games.hibernia.shown import HiberniaView
from cruachan.games.hibernia.state import FAIR, FAIR_BEFORE, OVER, PULL, BoardTables, State
from cruachan.games.hibernia.tables import make_board_tables
from cruachan.games.hibernia.tale import Tale
from cruachan.games.hibernia.view import when

if TYPE_CHECKING:
    from cruachan.games.hibernia.presentation import HiberniaPresentation


class Hibernia(KernelGame[BoardTables, State, HiberniaView]):
    """March through Iron Age Ireland along a coloured score track."""

    description = DESCRIPTION
    letter = "H"
    rules_version = 2
    replays = (1,)
    players = range(3, 5)
    boards = tuple(boards.SHIPPED)
    older_boards = ("ireland",)
    options = (
        Option("harder", ("no", "yes"), "no"),
        Option("fair", ("no", "yes"), "no", younger=True, house=("yes",)),
    )
    kernel = rules.KERNEL
    make_board_tables = staticmethod(make_board_tables)
    problems = staticmethod(problems)

    board: Board

    def __init__(self, board: Board, rules: int = rules_version) -> None:
        self.rules_version = rules
        super().__init__(board)

    def by_rules(self, version: int) -> Hibernia:
        """[H12.4] A game goes on by its own version."""
        return self if version == self.rules_version else Hibernia(self.board, version)

    @property
    def _fair(self) -> int:
        """What a state says of a fair start."""
        return FAIR if self.rules_version > 1 else FAIR_BEFORE

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(which)

    @classmethod
    def board_label(cls, which: str, lang: Lang = DEFAULT_LANG) -> BoardLabel:
        board = cls.load_board(which)
        return BoardLabel(board.title.text(lang), board.sentence.text(lang))

    @cached_property
    def _elsewhere(self) -> frozenset[int]:
        """Moves in counties that the board does not have: it may have fewer than there are numbers
        for."""
        counties = len(self.board.counties)
        every = range(self.kernel.moves)
        return frozenset(move for move in every if decode(move).county >= counties)

    def _check(self, seat: Any, move: Any) -> None:
        super()._check(seat, move)
        if move in self._elsewhere:
            raise UnreadableMove(message(__package__, "error.not_here"))

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State.new()
        fair = self._fair if chosen["fair"] == "yes" else 0
        rules.setup(state, seats, int(chosen["harder"] == "yes"), fair)
        return state

    def outcome(self, state: State) -> Outcome | None:
        """[H9.3] [H9.5] Places by steps, shared when equal."""
        if state.phase != OVER:
            return None
        steps = tuple(int(state.steps[seat]) for seat in range(state.seats))
        places = tuple(1 + sum(other > own for other in steps) for own in steps)
        return Outcome(places, steps, "H9.3")

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return Tale(self.board, self.unpacked_tables, state.seats, names, lang).why(
            state, move, number
        )

    def when(self, state: State) -> When:
        return when(state)

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return notation.write_move(self.board, move)

    def read_moves(self, state: State, text: str, lang: Lang) -> list[int]:
        return notation.read_moves(self.board, state, text, lang)

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return notation.write_position(self.board, state)

    def read_position(self, text: str) -> State:
        state = notation.read_position(self.board, text)
        state.fair *= self._fair
        if state.phase == PULL:
            notation.check_march(self.board_tables, state)
        return state

    @cached_property
    def presentation(self) -> HiberniaPresentation:
        from cruachan.games.hibernia.presentation import HiberniaPresentation

        return HiberniaPresentation(self)
