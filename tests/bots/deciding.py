"""Games as bots play them, and decisions to put to them."""

from __future__ import annotations

from typing import Any

from cruachan import load_game
from cruachan.engine.game import Decision
from cruachan.engine.kernel import KernelGame, record_game


def quick(name: str) -> KernelGame[Any, Any, Any]:
    """A game by its compiled rules."""
    game = record_game(load_game(name))
    assert game is not None
    return game


def asked(game: KernelGame[Any, Any, Any], state: Any) -> Decision[Any, Any]:
    """What whoever has to act is asked, as her seat sees it."""
    seat = game.to_act(state)[0]
    return Decision(seat, game.observe(state, seat), game.legal_moves(state, seat))
