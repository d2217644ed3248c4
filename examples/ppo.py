"""PPO in NumPy, in the style of CleanRL: one file, one loop, masks of legal moves.

    python examples/ppo.py

trains a learner for two-player Cambria against the random bot, in two to three minutes of one core,
and prints its share of wins. Its environment is Gymnasium's: `pip install 'cruachan[gymnasium]'`.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from cruachan.envs.gymnasium import CruachanVectorEnv

Array = Any


class Learner:
    """A hidden layer, a policy and a value on top of it, trained with Adam."""

    def __init__(self, inputs: int, actions: int, hidden: int = 64, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.rng = rng
        shapes = {"w": (inputs, hidden), "b": (hidden,), "p": (hidden, actions), "v": (hidden,)}
        scales = {"w": 1.4 / inputs**0.5, "b": 0.0, "p": 0.01, "v": 0.1}
        self.weights = {
            name: (rng.normal(size=shape) * scales[name]).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.moments = {n: (np.zeros_like(w), np.zeros_like(w)) for n, w in self.weights.items()}
        self.steps = 0

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of all moves, and the value."""
        layer = np.tanh(seen @ self.weights["w"] + self.weights["b"])
        logits = np.where(masks, layer @ self.weights["p"], -1e9)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return layer, powers / powers.sum(axis=1, keepdims=True), layer @ self.weights["v"]

    def act(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """A move for each table by its chance, that chance, and the value."""
        _, chances, value = self.look(seen, masks)
        lots = self.rng.random((len(seen), 1), np.float32) * chances.sum(axis=1, keepdims=True)
        moves = np.minimum((chances.cumsum(axis=1) <= lots).sum(axis=1), masks.shape[1] - 1)
        wrong = masks[np.arange(len(seen)), moves] == 0
        moves[wrong] = chances[wrong].argmax(axis=1)
        return moves, chances[np.arange(len(seen)), moves], value

    def learn(self, seen: Array, masks: Array, moves: Array, old: Array, gain: Array, back: Array,
              rate: float, clip: float = 0.2, entropy: float = 0.01) -> None:  # fmt: skip
        """One step of PPO's clipped objective, with its gradient written out."""
        count, rows = len(seen), np.arange(len(seen))
        layer, chances, value = self.look(seen, masks)
        ratio = chances[rows, moves] / old
        free = np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
        push = -chances * (ratio * gain * free)[:, None]
        push[rows, moves] += ratio * gain * free
        logs = np.log(chances + 1e-9)
        push -= entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        miss = (back - value)[:, None]
        below = (push @ self.weights["p"].T + 0.5 * miss * self.weights["v"]) * (1 - layer**2)
        slopes = {
            "w": seen.T @ below, "b": below.sum(axis=0), "p": layer.T @ push,
            "v": 0.5 * (layer * miss).sum(axis=0),
        }  # fmt: skip
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope / count - mean)
            square += 0.001 * ((slope / count) ** 2 - square)
            step = (mean / (1 - 0.9**self.steps)) / (
                np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            )
            self.weights[name] += rate * step.astype(np.float32)


def train(
    game: str = "cambria", rounds: int = 60, tables: int = 512, length: int = 32, **table: Any
) -> tuple[Learner, list[float]]:
    """Train against an opponent; the learner, and its share of wins in each round of training."""
    envs = CruachanVectorEnv(game, tables, **({"seats": 2, "opponents": "random"} | table))
    learner = Learner(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    seen, infos = envs.reset(seed=1)
    shares = []
    for at in range(rounds):
        rate = 3e-3 * (1 - at / rounds)
        kept, wins = [], []
        for _ in range(length):
            masks = infos["action_mask"]
            moves, chance, value = learner.act(seen, masks)
            before = seen
            seen, rewards, over, _, infos = envs.step(moves)
            kept.append((before, masks, moves, chance, value, rewards, over))
            wins += (rewards[over] > 0).tolist()
        shares.append(float(np.mean(wins)) if wins else 0.5)
        past = [np.stack(each) for each in zip(*kept, strict=True)]
        gain, back = advantages(*past[4:], learner.look(seen, infos["action_mask"])[2])
        flat = [each.reshape(tables * length, *each.shape[2:]) for each in (*past[:4], gain, back)]
        flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
        for _ in range(3):
            order = learner.rng.permutation(tables * length)
            for some in np.array_split(order, 4):
                learner.learn(*(each[some] for each in flat), rate)
    return learner, shares


def advantages(
    value: Array,
    rewards: Array,
    over: Array,
    after: Array,
    fade: float = 0.997,
    trace: float = 0.98,
) -> tuple[Array, Array]:
    """Generalized advantage estimation, and the returns that values are trained on."""
    gain, running, next_value = np.zeros_like(rewards, np.float32), 0.0, after
    for step in reversed(range(len(value))):
        goes_on = 1.0 - over[step]
        miss = rewards[step] + fade * next_value * goes_on - value[step]
        running = miss + fade * trace * goes_on * running
        gain[step], next_value = running, value[step]
    return gain, gain + value


def share_of_wins(learner: Learner, games: int = 1000, **table: Any) -> float:
    """How many of fresh games it wins with its likeliest moves: the first game of each table."""
    envs = CruachanVectorEnv("cambria", games, **({"seats": 2, "opponents": "random"} | table))
    seen, infos = envs.reset(seed=2)
    open_, won = np.ones(games, bool), 0
    while open_.any():
        _, chances, _ = learner.look(seen, infos["action_mask"])
        seen, rewards, over, _, infos = envs.step(chances.argmax(axis=1))
        won += int((rewards[open_ & over] > 0).sum())
        open_ &= ~over
    return won / games


if __name__ == "__main__":
    trained, won = train(rounds=450)
    for at in range(0, len(won), 45):
        print(f"rounds {at + 1:3d} to {at + 45:3d}: {np.mean(won[at : at + 45]):.0%} won")
    for bot in ("random", "greedy"):
        print(f"{share_of_wins(trained, opponents=bot):.1%} won against {bot} afterwards")
    print(f"{process_time():.0f} seconds of processor time")
