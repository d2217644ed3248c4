"""Thousands of games at once, from NumPy on the compiled rules.

    tables = VectorEnv(game, 4096, seats=2)
    batch = tables.reset(seed=1)
    while True:
        batch = tables.step(policy(batch.observations, batch.masks))

A row of every array is a table. Chance moves by itself, from the seed: a table's dice follow from
the seed and its number, so they do not depend on how many tables there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cruachan.engine import record
from cruachan.engine.capabilities import ObservationSpec
from cruachan.engine.errors import IllegalMove, MoveError, OptionError, UnreadableMove
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import as_table, dice, type_of
from cruachan.engine.record import Ints, state_without
from cruachan.engine.texts import Message, message
from cruachan.envs.observation import observation_of, places
from cruachan.envs.opponents import LEARNER, make_house, make_mind, read_lineup
from cruachan.envs.table import Steps, make_observe, make_steps, set_table


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
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        start: Any = None,
        shaping: float = 0.0,
        keep_last: bool = False,
    ) -> None:
        """Set the tables; `reset` begins.

        `opponents` play the other seats within a step: `random`, `greedy` or `network`, one name
        for all of them or one for each seat after the learner's. Then `seat` is the learner's;
        without it the lot decides for each game. `start` is a state or a position in notation from
        which every game begins. `shaping` times the change of what a position is worth in points
        is added to the learner's rewards (potential-based, so that the best play stays the best).
        `keep_last` writes what the mover saw at the end of a game into `last`.
        """
        if tables < 1:
            raise OptionError(message(__package__, "error.tables", tables=tables))
        self.game, self.seats, usual, seen = set_table(game, seats, board, options)
        self.tables = tables
        self.auto_reset = auto_reset
        self.actions = seen.actions
        """Moves are the numbers below this."""
        self.observation_size = seen.size
        self.places = places(seen)
        """Where each part lies in a row of observations."""
        self._start = usual if start is None else self._position(start)
        self._states = np.zeros(tables, type_of(self._start[0]))
        self._dice = np.ones((tables, 1), np.int64)
        self._begun = False
        self._seat(read_lineup(self.game, self.seats, opponents), seat)
        if shaping and opponents is None:
            raise OptionError(message(__package__, "error.shaping"))
        self.last = np.zeros((tables if keep_last else 0, seen.size), np.float32)
        """With `keep_last`, where `done`: the observation at the end of the game that ended."""
        self._shaping = (float(shaping), np.zeros(tables, np.float64), self.last)
        self.batch = Batch(
            np.zeros((tables, seen.size), np.float32),
            np.zeros((tables, seen.actions), np.int8),
            np.zeros((tables, self.seats), np.float32),
            np.full(tables, NOBODY, np.int8),
            np.zeros(tables, np.bool_),
        )

    def _position(self, start: Any) -> Any:
        """A state or a position in notation as an array of one."""
        state = self.game.read_position(start) if isinstance(start, str) else start
        if self.game.seats(state) != self.seats:
            said = {"seats": self.seats, "found": self.game.seats(state)}
            raise OptionError(message(__package__, "error.start", **said))
        return as_table(state)

    def _seat(self, lineup: list[int], seat: int | None) -> None:
        """Keep who plays which seat."""
        if seat is not None and not 0 <= seat < self.seats:
            raise OptionError(message(__package__, "error.seat", seat=seat, last=self.seats - 1))
        self.learners = lineup.count(LEARNER)
        """How many seats of a table the learner plays."""
        self._kinds = frozenset(kind for kind in lineup if kind != LEARNER)
        shift = seat or 0
        first = np.array([lineup[(each - shift) % self.seats] for each in range(self.seats)])
        turned = bool(self._kinds) and seat is None
        mind = make_mind(self.game, self.seats, self._kinds)
        kinds = np.full((self.tables, self.seats), LEARNER, np.int8)
        self._lineup = (first.astype(np.int8), kinds, turned, mind)

    @cached_property
    def _steps(self) -> Steps:
        """The compiled rules of the tables."""
        kernel, shaped = self.game.kernel, bool(self._shaping[0])
        house = make_house(self.game.name, kernel, self._kinds, shaped)
        return make_steps(kernel, self._seen, house)

    @property
    def _seen(self) -> ObservationSpec:
        seen = observation_of(self.game)
        assert seen is not None
        return seen

    def __getstate__(self) -> dict[str, Any]:
        return state_without(self, "_steps")

    def __setstate__(self, state: dict[str, Any]) -> None:
        """`last` stays the array that a step writes into."""
        vars(self).update(state)
        self._shaping = (*self._shaping[:2], self.last)

    def reset(self, seed: int | None = None) -> Batch:
        """Begin new games at all tables; the same ones for the same seed."""
        chosen = np.random.SeedSequence().entropy if seed is None else seed
        for index in range(self.tables):
            self._dice[index] = dice(int(chosen), index)  # type: ignore[arg-type]
        self._step(np.zeros(self.tables, np.int64), begin=True)
        self._begun = True
        return self.batch

    def check_reset(self) -> None:
        """Raise a MoveError before the first `reset`."""
        if not self._begun:
            raise MoveError(message(__package__, "error.reset_first"))

    def step(self, moves: npt.ArrayLike) -> Batch:
        """Make a move at every table; one at a table whose game is over is not looked at.

        An IllegalMove names the table, the seat and the rule that refuses a move; then no move was
        made at any table.
        """
        self.check_reset()
        wanted = np.asarray(moves)
        if wanted.shape != (self.tables,) or wanted.dtype.kind not in "iu":
            raise MoveError(message(__package__, "error.moves", tables=self.tables))
        refused = self._step(wanted.astype(np.int64), begin=False)
        if refused >= 0:
            self._complain(refused, int(wanted[refused]))
        return self.batch

    def _step(self, moves: Ints, begin: bool) -> int:
        return self._steps.step(
            self.game.board_tables, self._start, self._states, self._dice, moves, begin,
            self.auto_reset, self._lineup, self._shaping, tuple(self.batch),
        )  # fmt: skip

    def _complain(self, index: int, move: int) -> None:
        """Say why a move is not legal, and where."""
        seat = int(self.batch.to_act[index])
        try:
            refusal = self.game.why_not(self.state(index), seat, move)
        except UnreadableMove as error:
            raise UnreadableMove(self._where(index, seat, move, error.said)) from None
        assert refusal is not None
        raise IllegalMove(refusal, self._where(index, seat, move, str(refusal)))

    def _where(self, index: int, seat: int, move: int, why: Message | str) -> Message:
        said = {"table": index, "seat": seat, "move": move, "why": why}
        return message(__package__, "error.refused", **said)

    def put(self, index: int, state: Any) -> Batch:
        """Put a table into a state, or into a position in notation, and show it.

        Chance and opponents move on from there; the lineup of the table stays as it is.
        """
        self._states[index] = self._position(state)[0]
        return self._shown(index)

    def copy_table(self, source: int, targets: npt.ArrayLike) -> Batch:
        """Let other tables go on from where one is, with dice of their own."""
        for target in np.atleast_1d(np.asarray(targets)).tolist():
            self._states[target] = self._states[source]
            self._lineup[1][target] = self._lineup[1][source]
            self._shaping[1][target] = self._shaping[1][source]
            self._shown(target)
        return self.batch

    def _shown(self, index: int) -> Batch:
        self.check_reset()
        self._steps.show(
            self.game.board_tables, self._states, index, self._dice, self._lineup, tuple(self.batch)
        )
        return self.batch

    def state(self, index: int = 0) -> Any:
        """The whole state of a table, for views, pictures and positions."""
        return record.copy(self._states[index])

    def observe(self, index: int, seat: int) -> npt.NDArray[np.float32]:
        """The observation of any seat of a table, also of one that is not to move."""
        return self._row(self._states[index : index + 1], seat)

    def observation_of(self, state: Any, seat: int) -> npt.NDArray[np.float32]:
        """The row of any state of the game, also one at no table: for bots, of `decision.seen`."""
        return self._row(as_table(record.copy(state)), seat)

    def _row(self, table: Any, seat: int) -> npt.NDArray[np.float32]:
        row = np.zeros(self.observation_size, np.float32)
        observe = make_observe(self.game.kernel, self._seen)
        observe(self.game.board_tables, table, table.copy(), seat, row)
        return row
