"""The record games as environments of PettingZoo (AEC: one agent acts at a time).

    env = env(game, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else choose(**observation))

Needs the package pettingzoo: the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from cruachan.engine.errors import MoveError
from cruachan.engine.game import NOBODY
from cruachan.engine.texts import message
from cruachan.envs.picture import RENDER_MODES, check_render_mode, render
from cruachan.envs.table import needed, playable
from cruachan.envs.vector import VectorEnv

AECEnv: Any = needed("pettingzoo", "pettingzoo").AECEnv
ParallelEnv: Any = needed("pettingzoo", "pettingzoo").ParallelEnv
wrappers: Any = needed("pettingzoo.utils.wrappers", "pettingzoo")
spaces: Any = needed("gymnasium.spaces", "pettingzoo")

METADATA = {
    "name": "cruachan",
    "render_modes": list(RENDER_MODES),
    "is_parallelizable": False,
    "render_fps": 1,
}

Seen = dict[str, npt.NDArray[Any]]
"""`observation` (see docs/envs.md) and `action_mask`."""


def env(
    game: str | None = None,
    *,
    seats: int | None = None,
    board: str | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> Any:
    """The environment as PettingZoo wants it: an illegal move ends the game and costs 1."""
    raw = RecordEnv(game, seats=seats, board=board, options=options, render_mode=render_mode)
    punishing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(punishing))


def parallel_env(
    game: str | None = None,
    *,
    seats: int | None = None,
    board: str | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> ParallelRecordEnv:
    """A table by PettingZoo's parallel interface: all agents observe every step."""
    return ParallelRecordEnv(
        game, seats=seats, board=board, options=options, render_mode=render_mode
    )


def _spaces(table: VectorEnv, agents: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The observation and action spaces of each agent."""
    numbers = spaces.Box(0, 1, (table.observation_size,), np.float32)
    mask = spaces.Box(0, 1, (table.actions,), np.int8)
    seen = {agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in agents}
    return seen, {agent: spaces.Discrete(table.actions) for agent in agents}


def _seen(table: VectorEnv, seat: int) -> Seen:
    """An agent's observation; its mask is empty unless it is to move."""
    asked = table.batch.to_act[0] in (seat, NOBODY)
    mask = table.batch.masks[0].copy() if asked else np.zeros(table.actions, np.int8)
    return {"observation": table.observe(0, seat), "action_mask": mask}


class _TableEnv:
    """What the environments of both interfaces share: one table, its agents and their spaces."""

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str | None = None,
        *,
        seats: int | None = None,
        board: str | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        game = game or playable()[0]
        self.table = VectorEnv(game, 1, seats=seats, board=board, options=options, auto_reset=False)
        self.metadata = self.metadata | {"name": f"cruachan_{game}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = _spaces(self.table, self.possible_agents)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Begin a game; its dice follow from the seed, those of later games too."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table.reset(int(self._seeds.integers(2**63)) if seed is None else seed)
        self.agents = list(self.possible_agents)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everybody may see: text, a picture (SVG), or the text printed."""
        return render(self.table, self.render_mode, self.possible_agents)

    def close(self) -> None:
        """Nothing is left open."""


class RecordEnv(_TableEnv, AECEnv):  # type: ignore[misc]
    """A table of one game; an illegal move is refused with the rule that refuses it."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; its dice follow from the seed, those of later games too."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.batch.to_act[0]]
        self._show()

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is to move."""
        self.table.check_reset()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        batch = self.table.step(np.array([action]))
        self._cumulative_rewards[self.agent_selection] = 0.0
        over = bool(batch.done[0])
        for agent, reward in zip(self.possible_agents, batch.rewards[0].tolist(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = over
        seat = batch.to_act[0]
        self.agent_selection = self.possible_agents[max(seat, 0)]
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> Seen:
        """An agent's observation; its mask is empty unless it is to move."""
        return _seen(self.table, self.possible_agents.index(agent))


class ParallelRecordEnv(_TableEnv, ParallelEnv):  # type: ignore[misc]
    """A table of one game for all agents at once.

    One of them moves in each step: the one whose mask is not empty, also named by
    `infos[agent]["to_act"]`. What the others answer is not looked at.
    """

    metadata = METADATA | {"is_parallelizable": True}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game; its dice follow from the seed, those of later games too."""
        self._begin(seed)
        return self._first_observations()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the move of the agent that is asked; an IllegalMove names the rule against it."""
        self.table.check_reset()
        asked = self.possible_agents[max(int(self.table.batch.to_act[0]), 0)]
        if asked not in actions:
            raise MoveError(message(__package__, "error.no_action", agent=asked))
        batch = self.table.step(np.array([actions[asked]]))
        over = bool(batch.done[0])
        agents = self.possible_agents
        rewards = dict(zip(agents, batch.rewards[0].tolist(), strict=True))
        if over:
            self.agents = []
        seen, infos = self._first_observations()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _first_observations(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        agents, acting = self.possible_agents, int(self.table.batch.to_act[0])
        seen = {agent: _seen(self.table, seat) for seat, agent in enumerate(agents)}
        asked = None if acting == NOBODY else agents[acting]
        self._show()
        return seen, {agent: {"to_act": asked} for agent in agents}
