"""Gallia Cisalpina behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cruachan.engine import record
from cruachan.engine.bits import bit, count
from cruachan.engine.game import CHANCE, Option, Options, Outcome, Viewer, When
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import Lang
from cruachan.games.gallia import DESCRIPTION, dispatch, moves, notation, rules
from cruachan.games.gallia import cards as boards
from cruachan.games.gallia.cards import Cards, problems
from cruachan.games.gallia.dice import occupied
from cruachan.games.gallia.moves import decode
from cruachan.games.gallia.shown import GalliaView
from cruachan.games.gallia.state import CARDS, COLUMNS, NOWHERE, OVER, ROWS, BoardTables, State
from cruachan.games.gallia.tale import Tale
from cruachan.games.gallia.view import when

if TYPE_CHECKING:
    from cruachan.games.gallia.presentation import GalliaPresentation

WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""


def make_board_tables(cards: Cards) -> BoardTables:
    """The cards as the rules need them."""
    tables = BoardTables.new()
    for card in range(CARDS):
        row, column = divmod(card, COLUMNS)
        for way, (right, down) in enumerate(WAYS):
            x, y = column + right, row + down
            inside = 0 <= x < COLUMNS and 0 <= y < ROWS
            tables.step[card * 4 + way] = y * COLUMNS + x if inside else NOWHERE
    for number, back in enumerate(cards.backs):
        tables.shields[number] = back.shields
        tables.ears[number] = back.ears
    tables.front_shields = cards.front.shields
    tables.front_ears = cards.front.ears
    tables.capital_shields = cards.capital_shields
    tables.recruits = cards.recruits
    return tables


class Gallia(KernelGame[BoardTables, State, GalliaView]):
    """Armies of dice on twelve cards."""

    description = DESCRIPTION
    letter = "G"
    rules_version = 1
    players = range(2, 3)
    secrets = True
    resigns = True
    boards = ("padus",)
    options = (
        Option("strict", ("no", "yes"), "no"),
        Option("fair", ("no", "yes"), "no", younger=True, house=("yes",)),
    )
    rolls = False
    kernel = dispatch.KERNEL
    make_board_tables = staticmethod(make_board_tables)
    problems = staticmethod(problems)

    board: Cards

    @classmethod
    def load_board(cls, which: str) -> Cards:
        return boards.load(None if which in cls.boards else Path(which))

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State.new()
        rules.setup(state, int(chosen["strict"] == "yes"), int(chosen["fair"] == "yes"))
        return state

    def legal_moves(self, state: State, seat: int) -> list[int]:
        """In an order that does not tell which die lies where."""
        return sorted(super().legal_moves(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        """[G9.1] [G9.2] [G9.5] [G9.6] One wins, or both share the first place in a draw."""
        if state.phase != OVER:
            return None
        places = tuple(1 if state.won in (0, seat + 1) else 2 for seat in range(2))
        lands = tuple(count(occupied(state, seat)) for seat in range(2))
        rule = ("G9.1", "G9.2", "G9.5", "G9.6")[rules.way(self.board_tables, state)]
        return Outcome(places, lands, rule)

    def reveals(self, state: State, seat: int, move: int) -> bool:
        """[G10.1] [G10.2] Scouting, and turning a card up that not both have seen."""
        decoded = decode(move)
        if decoded.kind == moves.TURN_CARD:
            card = bit(decoded.card)
            return not state.shown & card and not state.oppida & card
        return decoded.kind == moves.LOOK

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return Tale(self.board, self.unpacked_tables, state, names, lang).why(move, number)

    def observe(self, state: State, viewer: Viewer) -> State:
        """[G10.1] [G10.2] Without the backs that this viewer has not seen."""
        seen = record.copy(state)
        if viewer is None:
            rules.hide(seen, int(seen.shown))
        elif viewer != CHANCE:
            rules.observe(seen, viewer)
        return seen

    def when(self, state: State) -> When:
        return when(state)

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return notation.write_move(self.board, self.board_tables, state, move, viewer)

    def read_moves(self, state: State, text: str, lang: Lang) -> list[int]:
        return notation.read_moves(self.board, self.board_tables, state, text, lang)

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return notation.write_position(self.board, state, viewer)

    def read_position(self, text: str) -> State:
        return notation.read_position(self.board, self.board_tables, text)

    @cached_property
    def presentation(self) -> GalliaPresentation:
        from cruachan.games.gallia.presentation import GalliaPresentation

        return GalliaPresentation(self)
