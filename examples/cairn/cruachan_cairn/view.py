"""What a seat may see of Cairn, as plain data. Nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from cruachan.engine.game import Outcome, Viewer, When
from cruachan.engine.notation import LETTERS
from cruachan.engine.pieces import PIECES, called, result_rows
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import View, choice, grouped
from cruachan_cairn import rules
from cruachan_cairn.board import Board
from cruachan_cairn.notation import parts
from cruachan_cairn.state import OVER, START, TAKEN, TURN, BoardTables, State


class CairnView(View):
    """The view for a seat or a spectator."""

    cairns: list[CairnRow]


class CairnRow(TypedDict):
    """A heap of stones."""

    name: str
    short: str
    stones: int


def when(state: State) -> When:
    """The round and whose turn it is."""
    return When(int(rules.rounds(state)), int(state.turn) if state.phase == TURN else None)


def view(
    board: Board,
    tables: BoardTables,
    state: State,
    legal: Sequence[int],
    outcome: Outcome | None,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> CairnView:
    """The view; `legal` are the viewer's own moves."""
    texts, known = Texts(__package__, lang), called(names, int(state.seats), lang)
    key = {START: "start", TURN: "turn", OVER: "over"}[int(state.phase)]
    return {
        "game": "cairn",
        "board": board.name,
        "seat": viewer,
        "seats": int(state.seats),
        "to_act": [] if state.phase == OVER else [int(rules.to_act(state))],
        "turn": when(state).seat,
        "round": when(state).round,
        "prompt": texts(f"prompt.{key}", name=known[state.turn]),
        "points": grouped(
            (point(board, move), choice(int(move), parts(board, move), label(board, move, texts)))
            for move in legal
        ),
        "calls": [],
        "players": [
            {"seat": seat, "name": name, "letter": LETTERS[seat].upper(), "piece": PIECES[seat]}
            for seat, name in enumerate(known)
        ],
        "cairns": [
            {"name": cairn.name, "short": cairn.short, "stones": int(state.stones[index])}
            for index, cairn in enumerate(board.cairns)
        ],
        "result": result_rows(outcome),
    }


def point(board: Board, move: int) -> tuple[str, str]:
    """The id and the label of what is pointed at."""
    if move >= rules.LOT_START:
        return "chance", ""
    cairn = board.cairns[move // TAKEN]
    return f"cairn:{cairn.short}", cairn.name


def label(board: Board, move: int, texts: Texts) -> str:
    """A move in words."""
    if move >= rules.LOT_START:
        return parts(board, move).text
    return texts("move.take", number=move % TAKEN + 1, cairn=board.cairns[move // TAKEN].name)
