"""Making a game ready: everything it needs is loaded or compiled before anybody waits for it."""

from __future__ import annotations

from random import Random
from typing import Any

from cruachan.bots import Bot
from cruachan.engine.chance import SEED_BYTES
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of

TRIAL = 12
"""How many plies are played for it."""


def make_ready(game: Game[Any, Any], bot: Bot) -> Match[Any, Any]:
    """Play a little with a bot, show it and tell it; the match that came of it."""
    players = [Player(str(seat)) for seat in range(game.players[0])]
    trial = Match(game, players, seed=bytes(SEED_BYTES))
    while len(trial.history) < TRIAL and not trial.outcome:
        seat, before = trial.to_act[0], trial.state
        if seat == CHANCE:
            trial.roll()
        else:
            trial.play(seat, bot.choose(trial.decision(seat), Random(0)))
        last = trial.history[-1]
        presentation_of(game).tell(before, last.seat, last.move, trial.state, None, trial.names)
        trial.view(0)
    return trial
