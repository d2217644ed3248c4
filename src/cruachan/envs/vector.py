"""Thousands of games at once, from NumPy on the compiled rules.

    tables = VectorEnv(game, 4096, seats=2)
    batch = tables.reset(seed=1)
    while True:
        batch = tables.step(policy(batch.observations, batch.masks))

A row of every array is a table. Chance moves by itself, from the seed: a table's dice follow from
the seed and its number, so they do not depend on how many tables there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cruachan.engine import record
from cruachan.engine.errors import IllegalMove, MoveError
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import dice, type_of
from cruachan.engine.record import Ints
from cruachan.engine.texts import message
from cruachan.envs.observation import places
from cruachan.envs.table import make_steps, set_table


class Batch(NamedTuple):
    """All tables as they are now. The arrays are the environment's own: the next step overwrites
    them, and whoever wants to keep one copies it."""

    observations: npt.NDArray[np.float32]
    """What the seat to act sees, a row for each table."""
    masks: npt.NDArray[np.int8]
    """1 for each move that is legal for it."""
    rewards: npt.NDArray[np.float32]
    """For each seat, once a game is over: 1 for winning alone; all seats together have 0."""
    to_act: npt.NDArray[np.int8]
    """The seat that is asked; NOBODY (-2) where a game is over and is not set anew."""
    done: npt.NDArray[np.bool_]
    """Where the last step ended a game; with `auto_reset` all else is of the next one already."""


class VectorEnv:
    """Many tables of one game that are stepped together."""

    def __init__(
        self,
        game: str,
        tables: int,
        *,
        seats: int | None = None,
        board: str | None = None,
        options: Mapping[str, str] | None = None,
        auto_reset: bool = True,
    ) -> None:
        """Set the tables; `reset` begins."""
        self.game, self.seats, self._start, seen = set_table(game, seats, board, options)
        self.tables = tables
        self.auto_reset = auto_reset
        self.actions = seen.actions
        """Moves are the numbers below this."""
        self.observation_size = seen.size
        self.places = places(seen)
        """Where each part lies in a row of observations."""
        self._steps = make_steps(self.game.kernel, seen)
        self._states = np.zeros(tables, type_of(self._start[0]))
        self._dice = np.ones((tables, 1), np.int64)
        self.batch = Batch(
            np.zeros((tables, seen.size), np.float32),
            np.zeros((tables, seen.actions), np.int8),
            np.zeros((tables, self.seats), np.float32),
            np.full(tables, NOBODY, np.int8),
            np.zeros(tables, np.bool_),
        )

    def reset(self, seed: int | None = None) -> Batch:
        """Begin new games at all tables; the same ones for the same seed."""
        chosen = np.random.SeedSequence().entropy if seed is None else seed
        for index in range(self.tables):
            self._dice[index] = dice(int(chosen), index)  # type: ignore[arg-type]
        self._step(np.zeros(self.tables, np.int64), begin=True)
        return self.batch

    def step(self, moves: npt.ArrayLike) -> Batch:
        """Make a move at every table; one at a table whose game is over is not looked at.

        An IllegalMove names the rule that refuses a move; then no move was made at any table.
        """
        wanted = np.asarray(moves)
        if wanted.shape != (self.tables,) or wanted.dtype.kind not in "iu":
            raise MoveError(message(__package__, "error.moves", tables=self.tables))
        refused = self._step(wanted.astype(np.int64), begin=False)
        if refused >= 0:
            self._complain(refused, int(wanted[refused]))
        return self.batch

    def _step(self, moves: Ints, begin: bool) -> int:
        tables = (self._start, self._states, self._dice)
        batch = tuple(self.batch)
        return self._steps.step(
            self.game.board_tables, *tables, moves, begin, self.auto_reset, batch
        )

    def _complain(self, index: int, move: int) -> None:
        """Say why a move is not legal."""
        refusal = self.game.why_not(self.state(index), int(self.batch.to_act[index]), move)
        assert refusal is not None
        raise IllegalMove(refusal)

    def state(self, index: int = 0) -> Any:
        """The whole state of a table, for views, pictures and positions."""
        return record.copy(self._states[index])

    def observe(self, index: int, seat: int) -> npt.NDArray[np.float32]:
        """What any seat of a table sees, also one that is not asked."""
        row = np.zeros(self.observation_size, np.float32)
        table = self._states[index : index + 1]
        self._steps.observe(self.game.board_tables, table, table.copy(), seat, row)
        return row
