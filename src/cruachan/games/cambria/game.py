"""Cambria behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import CHANCE, Option, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Sheet
from cruachan.games.cambria import board as boards
from cruachan.games.cambria import dispatch, notation, rules
from cruachan.games.cambria.board import Board, problems
from cruachan.games.cambria.draw import CambriaPicture
from cruachan.games.cambria.sheets import sheets
from cruachan.games.cambria.shown import CambriaView
from cruachan.games.cambria.state import BOARD, BOARD_FROM, OVER, BoardTables, State
from cruachan.games.cambria.tale import Tale
from cruachan.games.cambria.view import view, when


def make_box(board: Board) -> BoardTables:
    """The board as the rules need it."""
    box = BoardTables.new()
    index = {fort.short: number for number, fort in enumerate(board.forts)}
    for number, fort in enumerate(board.forts):
        box.value[number] = fort.value
    for number, road in enumerate(board.roads):
        for end, short in enumerate(road.between):
            fort_number = index[short]
            box.ends[2 * number + end] = fort_number
            box.roads[fort_number] |= 1 << number
            box.reach[box.value[fort_number]] |= 1 << number
    return box


class Cambria(KernelGame[BoardTables, State, CambriaView]):
    """Besiege the forts of Roman Wales."""

    name = "cambria"
    title = "Cambria"
    letter = "C"
    rules_version = 1
    players = range(2, 6)
    minutes = (15, 30)
    boards = tuple(boards.SHIPPED)
    options = (Option("fair", ("no", "yes"), "no", younger=True),)
    kernel = dispatch.KERNEL
    make_box = staticmethod(make_box)
    show = staticmethod(view)
    problems = staticmethod(problems)
    picture = CambriaPicture

    board: Board

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(which)

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
        ranks = [int(rules.rank(self.box, state, seat)) for seat in seats]
        places = tuple(1 + sum(other > own for other in ranks) for own in ranks)
        points = tuple(int(rules.points(self.box, state, seat)) for seat in seats)
        return Outcome(places, points, "C8.4")

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return Tale(self.board, self.plain_box, state, names, lang).why(move, number)

    def when(self, state: State) -> When:
        return when(state)

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return notation.write_move(self.board, state, move)

    def read_moves(self, state: State, text: str, lang: Lang) -> list[int]:
        return notation.read_moves(self.board, state, text, lang)

    def at_place(self, state: State, place: str, lang: Lang = DEFAULT_LANG) -> str:
        kind, _, name = place.partition(":")
        if kind != "ship":
            return super().at_place(state, place, lang)
        return f"board {name}" if state.phase in (BOARD, BOARD_FROM) else f"ship {name}"

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return notation.write_position(self.board, state)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.board, self.box, text)

    def sentence(
        self,
        before: State,
        seat: int,
        move: int,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang,
    ) -> str:
        return Tale(self.board, self.plain_box, before, names, lang).tell(move, after)

    def sheets(self, view: CambriaView, lang: Lang = DEFAULT_LANG) -> list[Sheet]:
        return sheets(view, lang)
