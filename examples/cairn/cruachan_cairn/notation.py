"""Moves and positions of Cairn as text.

Moves:      take Kno 2
Chance:     start b
Positions:  2 b:4 3,4,5 (seats, whose turn after how many, stones); `start`, `over:b:4`
"""

from __future__ import annotations

import re

from cruachan.engine.errors import PositionError, UnreadableMove
from cruachan.engine.notation import LETTERS, fold, read_place
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.view import Parts
from cruachan_cairn.board import Board
from cruachan_cairn.rules import LOT_START
from cruachan_cairn.state import OVER, START, TAKEN, TURN, State

POSITION = re.compile(r"([23]) (?:start|(over:)?([abc]):(\d{1,2})) (\d),(\d),(\d)")


def parts(board: Board, move: int) -> Parts:
    """What a move says."""
    if move >= LOT_START:
        return Parts("start", target=LETTERS[move - LOT_START])
    return Parts("take", target=board.cairns[move // TAKEN].short, manner=str(move % TAKEN + 1))


def read_moves(board: Board, text: str, lang: Lang) -> list[int]:
    """All moves the words could mean, legal or not."""
    texts = Texts(__package__, lang)
    said = fold(text).removeprefix("take").split()
    if said[:1] == ["start"] and len(said) == 2 and said[1] in LETTERS[:3]:
        return [LOT_START + LETTERS.index(said[1])]
    if not said:
        raise UnreadableMove(texts("error.unreadable", text=text))
    numbers = [int(said[-1]) - 1] if said[-1] in "123" else list(range(TAKEN))
    place = " ".join(said[:-1] if said[-1] in "123" else said)
    cairn = read_place(place, board.cairns, texts)
    return [cairn * TAKEN + number for number in numbers]


def write_position(state: State) -> str:
    """The state in a line."""
    turn = f"{LETTERS[state.turn]}:{state.plays}"
    said = {START: "start", TURN: turn, OVER: f"over:{turn}"}[int(state.phase)]
    return f"{state.seats} {said} {','.join(str(n) for n in state.stones)}"


def read_position(text: str) -> State:
    """The state such a line describes."""
    found = POSITION.fullmatch(text)
    if found is None:
        raise PositionError(message(__package__, "error.position", text=text))
    seats, over, turn, plays, *stones = found.groups()
    state = State.new()
    state.seats = int(seats)
    state.stones[:] = [int(each) for each in stones]
    state.phase = START if turn is None else OVER if over else TURN
    state.turn = 0 if turn is None else LETTERS.index(turn)
    state.plays = int(plays or 0)
    if state.turn >= state.seats or (state.phase == OVER) == bool(state.stones.sum()):
        raise PositionError(message(__package__, "error.position", text=text))
    return state
