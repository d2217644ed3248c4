"""Moves that players tell in their own words.

A narration is an optional capability of a game (`Game.narration`): None where no move takes words.
The text is part of the move, so that it is recorded with it; `legal_moves` lists moves without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cruachan.engine.errors import UnreadableMove
from cruachan.engine.texts import message

if TYPE_CHECKING:
    from cruachan.engine.game import Game

S = TypeVar("S")
M = TypeVar("M")


class Narration(ABC, Generic[S, M]):
    """Which moves of a game take a player's own words, and how they carry them."""

    @abstractmethod
    def allows(self, state: S, seat: int, move: M) -> bool:
        """Whether this move may carry words."""

    def invites(self, state: S, seat: int, move: M) -> bool:
        """Whether players should be asked for words; a move may allow them without that."""
        return self.allows(state, seat, move)

    def requires(self, state: S, seat: int, move: M) -> bool:
        """Whether the move is legal only with words."""
        return False

    @abstractmethod
    def max_length(self, move: M) -> int:
        """The most characters of a player's words for this move."""

    @abstractmethod
    def attach(self, move: M, text: str) -> M:
        """A copy of the move with these words; an UnreadableMove if it takes none."""

    @abstractmethod
    def text_of(self, move: M) -> str:
        """The words of a move; empty where the game tells it."""

    def strip(self, move: M) -> M:
        """The move as `legal_moves` lists it, without words and manner of telling."""
        return self.attach(move, "")

    def redact(self, move: M) -> M:
        """The move without the player's words; what a rule needs of them stays."""
        return self.attach(move, "")

    def is_public(self, before: S, seat: int, move: M, now: S) -> bool:
        """Whether everybody has read the words of a move by now."""
        return True


def stripped(game: Game[S, M], move: M) -> M:
    """The move as `legal_moves` lists it, in any game."""
    return move if game.narration is None else game.narration.strip(move)


def with_text(game: Game[S, M], move: M, text: str) -> M:
    """The move with a player's words; an UnreadableMove in a game without narration."""
    if game.narration is None:
        raise UnreadableMove(message(__package__, "game.no_words"))
    narrated: M = game.narration.attach(move, text)
    return narrated


def allows_text(game: Game[S, M], state: S, seat: int, move: Any) -> bool:
    """Whether this move may carry a player's words; False in a game without narration."""
    return game.narration is not None and game.narration.allows(state, seat, move)
