"""Plies, and the states between them: all kept, or every n-th kept and the others recomputed.

The positions of a match form a tree: taking back goes up, and another move begins a new branch. A
node knows the ply that led to it and the node before, so its state follows from any state above it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Generic

from cruachan.engine.checkpoints import checkpoint
from cruachan.engine.game import Game, M, S

REMEMBERED = 512
"""How many computed states the process caches."""


@dataclass(frozen=True, slots=True)
class Ply(Generic[M]):
    """One move of the history."""

    seat: int
    move: M


class PositionNode(Generic[S, M]):
    """The position with which a match begins."""

    __slots__ = ("_state", "game", "plies")

    def __init__(self, game: Game[S, M], state: S, plies: int = 0) -> None:
        self.game = game
        self.plies = plies
        """How many plies led to it."""
        self._state: S | None = state

    @property
    def state(self) -> S:
        """The state, as it was kept or by making the plies again that led to it."""
        assert self._state is not None
        return self._state

    def keep(self) -> None:
        """Keep its state until it is released."""

    def release(self, every: int) -> None:
        """Keep its state no longer, unless it is one of those kept for good: every n-th."""


class PlyNode(PositionNode[S, M]):
    """A position of a match, the ply that led to it, and the position before."""

    __slots__ = ("_kept", "parent", "ply")

    def __init__(self, parent: PositionNode[S, M], ply: Ply[M]) -> None:
        checkpoint()
        after = parent.game.after(parent.state, ply.seat, ply.move)
        super().__init__(parent.game, after, parent.plies + 1)
        self.parent = parent
        self.ply = ply
        self._kept = True

    @property
    def number(self) -> int:
        """Which ply it was, from 0."""
        return self.plies - 1

    @property
    def before(self) -> S:
        """The state in which the ply was made."""
        return self.parent.state

    @property
    def after(self) -> S:
        """The state to which the ply led."""
        return self.state

    @property
    def state(self) -> S:
        """The state, as it was kept or by making the plies again that led to it."""
        path: list[PlyNode[S, M]] = []
        node: PositionNode[S, M] = self
        # Another thread may drop a state at any moment: each is looked at once.
        while (state := node._state) is None:
            assert isinstance(node, PlyNode)
            path.append(node)
            node = node.parent
        for each in reversed(path):
            checkpoint()
            state = self.game.after(state, each.ply.seat, each.ply.move)
            each._remember(state)
        return state

    def keep(self) -> None:
        """Keep its state until it is released."""
        self._state, self._kept = self.state, True

    def release(self, every: int) -> None:
        """Keep its state no longer, unless it is one of those kept for good: every n-th."""
        if self.plies % every:
            self._state, self._kept = None, False

    def _remember(self, state: S) -> None:
        """Keep a computed state for a while; those computed longest ago are dropped for it."""
        self._state = state
        _RECENT.append(self)
        while len(_RECENT) > REMEMBERED:
            oldest = _RECENT.popleft()
            if not oldest._kept:
                oldest._state = None


_RECENT: deque[PlyNode[Any, Any]] = deque()
