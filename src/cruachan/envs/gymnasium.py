"""The record games as environments of Gymnasium: one learner, house bots on the other seats.

    import gymnasium
    import cruachan.envs.gymnasium  # registers them

    envs = gymnasium.make_vec("cruachan/Cairn-v0", num_envs=256, opponents="greedy")

Masks of legal moves are in `infos["action_mask"]` and in `action_masks()`. Needs the package
gymnasium: the extra `gymnasium`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cruachan.engine.errors import OptionError
from cruachan.engine.texts import message
from cruachan.envs.picture import RENDER_MODES, check_render_mode, render
from cruachan.envs.table import needed, playable
from cruachan.envs.vector import VectorEnv

gymnasium: Any = needed("gymnasium", "gymnasium")
spaces: Any = needed("gymnasium.spaces", "gymnasium")
vector: Any = needed("gymnasium.vector", "gymnasium")

ILLEGAL = ("raise", "lot")
"""What becomes of an illegal move: an IllegalMove, or a legal one by lot in its place."""


def _check(illegal: str, render_mode: str | None) -> None:
    check_render_mode(render_mode)
    if illegal not in ILLEGAL:
        raise OptionError(
            message(__package__, "error.illegal", illegal=illegal, known=list(ILLEGAL))
        )


class CruachanVectorEnv(vector.VectorEnv):  # type: ignore[misc]
    """Many tables with one learner each, stepped in machine code.

    A game that is over begins anew in the same step (`AutoresetMode.SAME_STEP`): its last
    observation is in `infos["final_obs"]`. With `opponents=None` every seat is asked in turn, and
    the reward is that of the seat that moved; `infos["rewards"]` has those of all seats.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        board: str | None = None,
        options: Mapping[str, str] | None = None,
        opponents: str | Sequence[str] | None = "random",
        seat: int | None = None,
        start: Any = None,
        shaping: float = 0.0,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """Parameters as of `VectorEnv`; `illegal="lot"` is for learners that cannot mask."""
        _check(illegal, render_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "autoreset_mode": vector.AutoresetMode.SAME_STEP,
        }
        self.tables = VectorEnv(
            game,
            num_envs,
            seats=seats,
            board=board,
            options=options,
            opponents=opponents,
            seat=seat,
            start=start,
            shaping=shaping,
            keep_last=True,
        )
        self.num_envs, self.render_mode, self.illegal = num_envs, render_mode, illegal
        self.single_observation_space = spaces.Box(
            0, 1, (self.tables.observation_size,), np.float32
        )
        self.single_action_space = spaces.Discrete(self.tables.actions)
        batched = needed("gymnasium.vector.utils", "gymnasium").batch_space
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self._lots = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin games at all tables; the same ones for the same seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._lots = np.random.default_rng(seed)
        chosen = int(self._lots.integers(2**62)) if seed is None else seed
        batch = self.tables.reset(chosen)
        return batch.observations.copy(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.float32],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Make a move at every table, and let the opponents answer."""
        moves, batch = np.asarray(actions), self.tables.batch
        if self.illegal == "lot":
            moves = self._mended(moves)
        movers = batch.to_act.astype(np.intp)
        batch = self.tables.step(moves)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        infos, done = self._infos(), batch.done.copy()
        if done.any():
            last = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(done):
                last[index] = self.tables.last[index].copy()
            infos |= {"final_obs": last, "_final_obs": done.copy()}
            infos |= {"rewards": batch.rewards.copy(), "_rewards": done.copy()}
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observations.copy(), rewards, done, truncated, infos

    def _mended(self, moves: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Legal moves by lot in place of illegal ones."""
        masks = self.tables.batch.masks
        wrong = np.flatnonzero(masks[np.arange(self.num_envs), moves] == 0)
        if not len(wrong):
            return moves
        lots = self._lots.random((len(wrong), self.tables.actions)) * masks[wrong]
        moves = moves.copy()
        moves[wrong] = lots.argmax(axis=1)
        return moves

    def _infos(self) -> dict[str, Any]:
        batch, all_of_them = self.tables.batch, np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": batch.masks.copy(),
            "_action_mask": all_of_them,
            "to_act": batch.to_act.copy(),
            "_to_act": all_of_them,
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal moves of every table, as sb3-contrib asks for them."""
        return self.tables.batch.masks.astype(np.bool_)

    def render(self) -> tuple[str | None, ...]:
        """Every table, as everybody may see it."""
        names = _names(self.tables)
        return tuple(
            render(self.tables, self.render_mode, names, index) for index in range(self.num_envs)
        )


class CruachanEnv(gymnasium.Env):  # type: ignore[misc]
    """One table with one learner."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: str, *, render_mode: str | None = None, **table: Any) -> None:
        """Parameters as of `CruachanVectorEnv`."""
        self._one = CruachanVectorEnv(game, 1, render_mode=render_mode, **table)
        self._one.tables.auto_reset = False
        self.render_mode = render_mode
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin a game."""
        super().reset(seed=seed)
        seen, _ = self._one.reset(seed=seed)
        return seen[0], self._info()

    def step(
        self, action: Any
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponents answer."""
        seen, rewards, done, _, _ = self._one.step(np.array([action]))
        over = bool(done[0])
        shown = self._one.tables.last[0].copy() if over else seen[0]
        return shown, float(rewards[0]), over, False, self._info()

    def _info(self) -> dict[str, Any]:
        batch = self._one.tables.batch
        return {"action_mask": batch.masks[0].copy(), "to_act": int(batch.to_act[0])}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal moves, as sb3-contrib asks for them."""
        masks: npt.NDArray[np.bool_] = self._one.action_masks()[0]
        return masks

    def render(self) -> str | None:
        """The table, as everybody may see it."""
        return render(self._one.tables, self.render_mode, _names(self._one.tables))


def _names(tables: VectorEnv) -> list[str]:
    return [f"player_{seat}" for seat in range(tables.seats)]


def register() -> None:
    """Register every game, as `cruachan/Cairn-v0`; again is allowed."""
    for name in playable():
        known = f"cruachan/{name.capitalize()}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{__name__}:CruachanEnv",
                vector_entry_point=f"{__name__}:CruachanVectorEnv",
                kwargs={"game": name},
            )


register()
