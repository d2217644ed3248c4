"""PPO in PyTorch over `gymnasium.vector`, in the manner of CleanRL: one file, one loop, masks.

    pip install 'cruachan[gymnasium]' torch
    python examples/ppo_torch.py

trains a learner for two-player Cambria against the random bot and prints its share of wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import Tensor, nn
from torch.distributions import Categorical

import cruachan.envs.gymnasium  # noqa: F401  (registers the games)


@dataclass
class Args:
    """What can be set."""

    env_id: str = "cruachan/Cambria-v0"
    table: dict[str, Any] = field(default_factory=lambda: {"seats": 2, "opponents": "random"})
    num_envs: int = 512
    num_steps: int = 32
    updates: int = 180
    epochs: int = 3
    minibatches: int = 4
    learning_rate: float = 3e-3
    gamma: float = 0.997
    gae_lambda: float = 0.98
    clip: float = 0.2
    entropy: float = 0.01
    max_grad_norm: float = 0.5
    seed: int = 1


class Agent(nn.Module):
    """A policy and a value, each with one hidden layer."""

    def __init__(self, inputs: int, actions: int, hidden: int = 64) -> None:
        super().__init__()
        self.policy = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, actions)
        )
        self.value = nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        nn.init.normal_(self.policy[2].weight, std=0.01)

    def choices(self, seen: Tensor, masks: Tensor) -> Categorical:
        """The chances of all moves; illegal ones have none."""
        return Categorical(logits=self.policy(seen).masked_fill(~masks, -1e9))

    def values(self, seen: Tensor) -> Tensor:
        """What positions are worth to who sees them."""
        return self.value(seen).squeeze(-1)


def advantages(args: Args, rewards: Tensor, dones: Tensor, values: Tensor, last: Tensor) -> Tensor:
    """Generalized advantage estimation. `dones[t]`: the game ended with step t."""
    found, running, ahead = torch.zeros_like(rewards), torch.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        goes_on = 1.0 - dones[step]
        error = rewards[step] + args.gamma * ahead * goes_on - values[step]
        running = error + args.gamma * args.gae_lambda * goes_on * running
        found[step], ahead = running, values[step]
    return found


def train(args: Args) -> tuple[Agent, list[float]]:
    """Train against an opponent; the agent, and its share of wins in each update."""
    torch.manual_seed(args.seed)
    envs = gymnasium.make_vec(args.env_id, num_envs=args.num_envs, **args.table)
    envs = RecordEpisodeStatistics(envs)
    size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
    agent = Agent(size, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    shape = (args.num_steps, args.num_envs)
    seen, masks = torch.zeros((*shape, size)), torch.zeros((*shape, actions), dtype=torch.bool)
    moves, logs = torch.zeros(shape, dtype=torch.long), torch.zeros(shape)
    rewards, dones, values = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)

    shares: list[float] = []
    now, infos = envs.reset(seed=args.seed)
    for _ in range(args.updates):
        returns: list[float] = []
        for step in range(args.num_steps):
            seen[step] = torch.as_tensor(now)
            masks[step] = torch.as_tensor(infos["action_mask"], dtype=torch.bool)
            with torch.no_grad():
                choices = agent.choices(seen[step], masks[step])
                moves[step] = choices.sample()
                logs[step], values[step] = choices.log_prob(moves[step]), agent.values(seen[step])
            now, reward, terminated, truncated, infos = envs.step(moves[step].numpy())
            rewards[step] = torch.as_tensor(reward)
            dones[step] = torch.as_tensor(terminated | truncated)
            if "episode" in infos:
                returns += infos["episode"]["r"][infos["_episode"]].tolist()
        shares.append(float(np.mean(np.array(returns) > 0)) if returns else 0.5)
        with torch.no_grad():
            gains = advantages(args, rewards, dones, values, agent.values(torch.as_tensor(now)))
        batch = [each.flatten(0, 1) for each in (seen, masks, moves, logs, gains, gains + values)]
        for _ in range(args.epochs):
            for some in torch.randperm(batch[0].shape[0]).chunk(args.minibatches):
                update(args, agent, optimizer, *(each[some] for each in batch))
    envs.close()
    return agent, shares


def update(
    args: Args,
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    seen: Tensor,
    masks: Tensor,
    moves: Tensor,
    logs: Tensor,
    gains: Tensor,
    returns: Tensor,
) -> None:
    """One step of PPO's clipped objective."""
    choices = agent.choices(seen, masks)
    ratio = (choices.log_prob(moves) - logs).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    policy = torch.min(ratio * gains, ratio.clamp(1 - args.clip, 1 + args.clip) * gains).mean()
    misses = 0.5 * (agent.values(seen) - returns).square().mean()
    optimizer.zero_grad()
    (0.5 * misses - policy - args.entropy * choices.entropy().mean()).backward()
    nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
    optimizer.step()


if __name__ == "__main__":
    _, won = train(Args())
    for at in range(0, len(won), 15):
        print(f"updates {at + 1:3d} to {at + 15:3d}: {np.mean(won[at : at + 15]):.0%} won")
