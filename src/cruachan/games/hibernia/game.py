"""Hibernia behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cruachan.engine.game import CHANCE, Option, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import Lang
from cruachan.games.hibernia import board as boards
from cruachan.games.hibernia import notation, rules
from cruachan.games.hibernia.board import Board, problems
from cruachan.games.hibernia.shown import HiberniaView
from cruachan.games.hibernia.state import OVER, PULL, BoardTables, State
from cruachan.games.hibernia.tale import Tale
from cruachan.games.hibernia.view import when

if TYPE_CHECKING:
    from cruachan.games.hibernia.presentation import HiberniaPresentation


def make_box(board: Board) -> BoardTables:
    """The board as the rules need it."""
    box = BoardTables.new()
    index = {county.name: number for number, county in enumerate(board.counties)}
    for number, county in enumerate(board.counties):
        box.colour[number] = boards.COLOURS.index(county.colour)
        box.of_colour[box.colour[number]] |= 1 << number
        for name in county.neighbours:
            box.neighbours[number] |= 1 << index[name]
    for number, county in enumerate(board.counties):
        near = int(box.neighbours[number])
        for name in county.neighbours:
            near |= int(box.neighbours[index[name]])
        box.near[number] = near & ~(1 << number)
    box.castle[:] = [number for number, county in enumerate(board.counties) if county.castle]
    box.length = len(board.track)
    box.track[: len(board.track)] = [boards.COLOURS.index(colour) for colour in board.track]
    return box


class Hibernia(KernelGame[BoardTables, State, HiberniaView]):
    """March through Iron Age Ireland along a coloured score track."""

    name = "hibernia"
    title = "Hibernia"
    letter = "H"
    rules_version = 1
    players = range(3, 5)
    minutes = (20, 45)
    boards = ("ireland",)
    options = (
        Option("harder", ("no", "yes"), "no"),
        Option("fair", ("no", "yes"), "no", younger=True),
    )
    kernel = rules.KERNEL
    make_box = staticmethod(make_box)
    problems = staticmethod(problems)

    board: Board

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(None if which in cls.boards else Path(which))

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State.new()
        rules.setup(state, seats, int(chosen["harder"] == "yes"), int(chosen["fair"] == "yes"))
        return state

    def outcome(self, state: State) -> Outcome | None:
        """[H9.3] [H9.5] Places by steps, shared when equal."""
        if state.phase != OVER:
            return None
        steps = tuple(int(state.steps[seat]) for seat in range(state.seats))
        places = tuple(1 + sum(other > own for other in steps) for own in steps)
        return Outcome(places, steps, "H9.3")

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return Tale(self.board, self.plain_box, state.seats, names, lang).why(state, move, number)

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
        if state.phase == PULL:
            notation.check_march(self.box, state)
        return state

    @cached_property
    def presentation(self) -> HiberniaPresentation:
        from cruachan.games.hibernia.presentation import HiberniaPresentation

        return HiberniaPresentation(self)
