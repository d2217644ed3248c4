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

from cruachan.engine.game import NOBODY
from cruachan.engine.presentation import presentation_of
from cruachan.envs.picture import describe
from cruachan.envs.table import needed, playable
from cruachan.envs.vector import VectorEnv

AECEnv: Any = needed("pettingzoo", "pettingzoo").AECEnv
wrappers: Any = needed("pettingzoo.utils.wrappers", "pettingzoo")
spaces: Any = needed("gymnasium.spaces", "pettingzoo")

METADATA = {
    "name": "cruachan",
    "render_modes": ["human", "ansi", "svg"],
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


class RecordEnv(AECEnv):  # type: ignore[misc]
    """A table of one game; an illegal move is refused with the rule that refuses it."""

    metadata = METADATA

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
        game = game or playable()[0]
        self.table = VectorEnv(game, 1, seats=seats, board=board, options=options, auto_reset=False)
        self.metadata = self.metadata | {"name": f"cruachan_{game}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        numbers = spaces.Box(0, 1, (self.table.observation_size,), np.float32)
        mask = spaces.Box(0, 1, (self.table.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents
        }
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; its dice follow from the seed, those of later games too."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        batch = self.table.reset(int(self._seeds.integers(2**63)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[batch.to_act[0]]
        self._show()

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked."""
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
        """What an agent sees now; its mask is empty when it is not asked."""
        seat, batch = self.possible_agents.index(agent), self.table.batch
        asked = batch.to_act[0] in (seat, NOBODY)
        mask = batch.masks[0].copy() if asked else np.zeros(self.table.actions, np.int8)
        return {"observation": self.table.observe(0, seat), "action_mask": mask}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everybody may see: text, a picture (SVG), or the text printed."""
        game, state = self.table.game, self.table.state()
        shown = presentation_of(game)
        view = shown.view(state, None, self.possible_agents)
        if self.render_mode == "svg":
            return shown.draw(view)
        text = describe(game, view)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is left open."""
