"""The sum of many games, and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from cruachan.engine.game import Game, Outcome
from cruachan.engine.kernel import record_game
from cruachan.engine.record import Ints
from cruachan.engine.texts import Lang

MOST_ROUNDS = 1000


@dataclass
class Tally:
    """The sum of the games played so far."""

    game: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    ways: tuple[str, ...]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: Ints = field(init=False)
    order_wins: Ints = field(init=False)
    """Wins by order of play, the start player first; empty if the start player is not known."""
    ends: Ints = field(init=False)
    lengths: Ints = field(default_factory=lambda: np.zeros(MOST_ROUNDS, np.int64))

    def __post_init__(self) -> None:
        self.wins = np.zeros(self.seats, np.int64)
        self.order_wins = np.zeros(self.seats, np.int64)
        self.ends = np.zeros(len(self.ways), np.int64)

    def add(self, other: BlockTally) -> None:
        """Add a block of games."""
        self.games += other.games
        self.moves += other.moves
        self.wins = self.wins + other.wins
        self.order_wins = self.order_wins + other.order_wins
        self.lengths = self.lengths + other.lengths
        self.ends = self.ends + other.ends

    def rounds(self, share: float) -> int:
        """The length that this share of the games does not exceed."""
        return int(np.searchsorted(np.cumsum(self.lengths), max(1, share * self.games)))

    def more(self, lang: Lang) -> list[str]:
        """What else there is to say of a game's own matters, line by line, for people."""
        return []

    def report(self) -> dict[str, Any]:
        """The tally as plain data."""
        wins = [int(number) for number in self.wins]
        order_wins = [int(number) for number in self.order_wins] if any(self.order_wins) else []
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "bots": list(self.bots),
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else 0,
            "wins": wins,
            "win_intervals": [wilson(number, self.games) for number in wins],
            "wins_by_order": order_wins,
            "order_intervals": [wilson(number, self.games) for number in order_wins],
            "draws": self.games - sum(wins),
            "ends": {way: int(number) for way, number in zip(self.ways, self.ends, strict=True)},
            "rounds": {
                "min": self.rounds(0),
                "median": self.rounds(0.5),
                "max": self.rounds(1),
            },
        }


def ways_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """The names of the ways in which a game can end."""
    quick = record_game(game)
    return tuple(game.ends.values()) if quick is None else quick.kernel.ways


def way_of(game: Game[Any, Any], state: Any, outcome: Outcome) -> str:
    """In which of them a game that is over has ended."""
    quick = record_game(game)
    if quick is None:
        if outcome.rule not in game.ends:
            raise KeyError(f"`ends` of {game.name} has no word for {outcome.rule}")
        return game.ends[outcome.rule]
    return quick.kernel.ways[quick.kernel.way(quick.board_tables, state)]


@dataclass(frozen=True)
class BlockTally:
    """The result of one block of games."""

    games: int
    moves: int
    wins: Ints
    order_wins: Ints
    lengths: Ints
    ends: Ints


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's score)."""
    if games == 0:
        return (0.0, 1.0)
    z = 1.96
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (round((centre - spread) / scale, 4), round((centre + spread) / scale, 4))
