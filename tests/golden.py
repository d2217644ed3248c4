"""Golden games: played once, stored, and replayed to the byte ever since.

Beside them the counts of positions reached. Each game's `golden/make.py` has its TABLES, and makes
the files anew with `make`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cruachan.bots import load_bot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.files import safe_write
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match, Player
from cruachan.games import game_class, load_game

Tell = Callable[[Match[Any, Any], int, Any, Random], Any]
"""(match, seat, move, rng) -> the move, perhaps told in words of its player's own"""


class Table(NamedTuple):
    """Who plays, on which board, with which options."""

    bots: tuple[str, ...]
    options: Mapping[str, str] = {}
    board: str | None = None


def make(
    game: str,
    names: tuple[str, ...],
    tables: Mapping[str, Table],
    into: Path,
    tell: Tell | None = None,
) -> None:
    """Play one game at each table, and store it."""
    for name, table in tables.items():
        seats = len(table.bots)
        playing = load_game(game, table.board or game_class(game).usual_board(seats))
        players = [Player(names[seat], bot) for seat, bot in enumerate(table.bots)]
        match = Match(playing, players, table.options, seed_from(f"golden {name}"))
        bots = [load_bot(bot, playing) for bot in table.bots]
        rng = Random(name)
        while match.outcome is None:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
                continue
            move = bots[seat].choose(match.decision(seat), rng)
            match.play(seat, tell(match, seat, move, rng) if tell else move)
        safe_write(into / f"{name}.game", transcript.write(match))


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many sequences of moves, chance included, lead that far."""
    seats = game.to_act(state)
    if depth == 0 or not seats:
        return 1
    moves = game.legal_moves(state, seats[0])
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, seats[0], move), depth - 1) for move in moves)
