"""One game of a tournament: played, and as a line of the file of games.

Dice and each seat's lots follow from the seed and the number of the game alone, and every game has
bots of its own that remember no other: so it is the same whenever and wherever it is played.
"""

from __future__ import annotations

import json
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from cruachan.arena.simulate import COMPILED, compiled, play_out
from cruachan.arena.tally import way_of
from cruachan.bots import load_bot
from cruachan.engine.game import CHANCE, Decision, Game, Options
from cruachan.engine.kernel import KernelGame, as_table, dice


class ArenaTable(NamedTuple):
    """What all games of a tournament are played on."""

    kind: type[Game[Any, Any]]
    board: Any
    seats: int
    options: Options
    seed: int


class Result(NamedTuple):
    """How a game went."""

    number: int
    bots: tuple[str, ...]
    """By seat, as all that follows."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    start: int
    """The start player, or NOBODY."""
    rounds: int
    moves: int
    end: str
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """How often each was asked, and how long it thought; nothing where that is not counted."""

    def line(self) -> str:
        """The game as a line of JSON."""
        return json.dumps(self._asdict(), separators=(",", ":")) + "\n"

    @classmethod
    def of_line(cls, text: str) -> Result:
        """The game of a line; a ValueError, KeyError or TypeError if it is none."""
        data = json.loads(text)
        lists = ("bots", "places", "scores", "decisions", "seconds")
        return cls(**data | {name: tuple(data[name]) for name in lists})


def play_games(table: ArenaTable, games: list[tuple[int, tuple[str, ...]]]) -> list[Result]:
    """Some games, one after the other: their numbers and who sits where."""
    game = table.kind(table.board)
    return [_play(game, table, number, bots) for number, bots in games]


def _play(game: Game[Any, Any], table: ArenaTable, number: int, bots: tuple[str, ...]) -> Result:
    quick = compiled(game, bots)
    if quick is not None:
        return _play_quickly(quick, table, number, bots)
    chance = Random(f"{table.seed} {number}")
    lots = [Random(f"{table.seed} {number} {seat}") for seat in range(table.seats)]
    players = [load_bot(name, game) for name in bots]
    decisions, seconds = [0] * table.seats, [0.0] * table.seats
    state, moves = game.setup(table.seats, table.options), 0
    while waiting := game.to_act(state):
        seat = waiting[0]
        legal = game.legal_moves(state, seat)
        if seat == CHANCE:
            move = chance.choices(legal, game.chances(state))[0]
        else:
            begun = perf_counter()
            move = players[seat].choose(
                Decision(seat, game.observe(state, seat), legal), lots[seat]
            )
            seconds[seat] += perf_counter() - begun
            decisions[seat] += 1
        state = game.apply(state, seat, move)
        moves += 1
    thought = tuple(round(each, 4) for each in seconds)
    return _result(game, state, number, bots, moves, tuple(decisions), thought)


def _play_quickly(
    game: KernelGame[Any, Any, Any], table: ArenaTable, number: int, bots: tuple[str, ...]
) -> Result:
    kinds = np.array([COMPILED.index(bot) for bot in bots], np.int64)
    state = as_table(game.setup(table.seats, table.options))
    moves = play_out(game, state, kinds, dice(table.seed, number))
    return _result(game, state[0], number, bots, moves, (), ())


def _result(
    game: Game[Any, Any],
    state: Any,
    number: int,
    bots: tuple[str, ...],
    moves: int,
    decisions: tuple[int, ...],
    seconds: tuple[float, ...],
) -> Result:
    outcome = game.outcome(state)
    assert outcome is not None
    return Result(
        number=number,
        bots=bots,
        places=outcome.places,
        scores=outcome.scores,
        start=int(game.starter(state)),
        rounds=game.when(state).round,
        moves=moves,
        end=way_of(game, state, outcome),
        decisions=decisions,
        seconds=seconds,
    )
