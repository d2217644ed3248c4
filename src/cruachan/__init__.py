"""Cruachan: small strategy games on a computer. `load_game` and `Match` are the way in."""

from cruachan.engine.errors import CruachanError, IllegalMove, MoveError
from cruachan.engine.game import CHANCE, Decision, Game, Outcome
from cruachan.engine.match import Match, Player
from cruachan.games import load_game, load_match

__all__ = [
    "CHANCE",
    "CruachanError",
    "Decision",
    "Game",
    "IllegalMove",
    "Match",
    "MoveError",
    "Outcome",
    "Player",
    "load_game",
    "load_match",
]
__version__ = "0.3.0"
