"""The course of learning by search: rounds of games, what they teach, and trials of strength.

In a round bots that search play against themselves; then the network learns what the searches of
the last rounds found, and searches better in the next. It begins with a network that has learned to
judge alone (`learner.py`), or with one that has learned nothing. What is learned does not depend on
how many cores there are. The file is written anew after each round; whoever is interrupted goes on
from there, with lessons from then on.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from cruachan.bots.network import (
    Floats,
    Net,
    hidden_units,
    learned_numbers,
    net_of,
    network,
    seen_of,
    size,
)
from cruachan.bots.search import make_search
from cruachan.bots.tree import NODES, new_tree
from cruachan.bots.weights import load_weights
from cruachan.engine.capabilities import BOLD, TRUST
from cruachan.engine.kernel import KernelGame, dice
from cruachan.games import GAMES
from cruachan.learning.learner import TrainingSchedule, TrainingTable
from cruachan.learning.learner import begin as untaught
from cruachan.learning.lessons import Lessons, learn_some, new_lessons, shortened
from cruachan.learning.searchplay import PlayStyle, make_search_play
from cruachan.learning.selfplay import PARTS, improve

STREAMS = 64
"""In so many parts the games of a round are played, each with dice of its own."""
PARTS_OF_STEP = 16
"""In so many parts a step of learning is made."""
TRIAL_STREAM = 1 << 40
SEEN = 200
"""The usual number of inputs that are not 0, for which buffers have room."""


@dataclass(frozen=True)
class SearchSchedule:
    """The schedule by which a network learns from searches."""

    rounds: int = 10
    playouts: int = 64
    decisions: int = 100_000
    """Decisions of a round."""
    window: int = 4
    """Rounds whose lessons are kept."""
    batch: int = 256
    """Decisions in a step of learning."""
    repeats: float = 3.0
    """How often a decision of this round is learned, on average, in the round."""
    hidden: int = 128
    stray: float = 0.03
    trace: float = 0.9
    rate: float = 1e-3
    last_rate: float = 1e-4
    trial: int = 200
    """Games in the trial against the network in the beginning."""
    seed: int = 1


@dataclass
class SearchLearning:
    """A network in the course of learning from searches."""

    course: SearchSchedule
    begun: Floats
    """The numbers it began with."""
    numbers: Floats
    mean: Floats
    square: Floats
    round: int = 0
    step: int = 0
    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)
    origin: str = ""
    """The file it began with, or NEW; empty: the network that comes with the game."""
    before: dict[str, Any] = field(default_factory=dict)
    """How the network of that file had learned, as far as the file says."""


NEW = "new"
"""Where a network begins that has learned nothing."""


def origin_of(
    origin: str, game: KernelGame[Any, Any, Any], seats: int, seed: int
) -> tuple[Floats, dict[str, Any]]:
    """The numbers that learning begins with, and how they had been learned, as far as it is known.

    Raises an OptionError if a file has no network for the game and so many seats.
    """
    if not origin:
        return learned_numbers(game.name, seats), {}
    if origin == NEW:
        return untaught(
            TrainingSchedule(0, seed=seed), seen_of(game.name).INPUTS, seats
        ).numbers, {}
    numbers = np.concatenate([part.ravel() for part in load_weights(origin, game).net(seats)])
    with np.load(origin) as kept:
        about = json.loads(str(kept["about"])) if "about" in kept.files else {}
    before = dict(about.get("seats", {}).get(str(seats), {}))
    searched = about.get("search", {}).get(str(seats))
    return numbers, before | ({"search": searched} if searched else {})


def widened(numbers: Floats, inputs: int, seats: int, hidden: int, seed: int) -> Floats:
    """A network with more hidden units; the new ones have weights of 0, so its outputs stay."""
    old = net_of(numbers, inputs, seats)
    had = len(old.bias)
    wide = np.zeros(size(inputs, seats, hidden), np.float32)
    net = net_of(wide, inputs, seats)
    rng = np.random.default_rng([seed, seats])
    net.first[:, had:] = rng.normal(0, 0.1, (inputs, hidden - had))
    net.first[:, :had], net.bias[:had] = old.first, old.bias
    net.second[:had], net.last[:] = old.second, old.last
    net.policy[:had], net.policy_bias[:] = old.policy, old.policy_bias
    return wide


def begin(
    course: SearchSchedule, game: KernelGame[Any, Any, Any], seats: int, origin: str = ""
) -> SearchLearning:
    """Begin with what a network has learned already: the one of the game, or of a file, or NEW."""
    numbers, before = origin_of(origin, game, seats, course.seed)
    inputs = seen_of(game.name).INPUTS
    hidden = max(course.hidden, hidden_units(len(numbers), inputs, seats))
    wide = widened(numbers, inputs, seats, hidden, course.seed)
    mean, square = np.zeros_like(wide), np.zeros_like(wide)
    return SearchLearning(course, numbers, wide, mean, square, origin=origin, before=before)


class SearchLearner:
    """Learns from searches, for one number of seats."""

    def __init__(self, tables: list[TrainingTable], seats: int, cores: int | None = None) -> None:
        self.tables, self.seats = tables, seats
        game = tables[0].game
        self.kernel = game.kernel
        self.network = network(game.name, game.kernel)
        search = make_search(self.kernel, self.network)
        self.rules = make_search_play(self.kernel, self.network, search)
        self.pool = ThreadPoolExecutor(cores or os.cpu_count() or 1)
        self.stop = np.zeros(1, np.int64)
        self.lessons: deque[list[Lessons]] = deque()

    def net(self, numbers: Floats) -> Net:
        """A network over its numbers."""
        return net_of(numbers, self.network.inputs, self.seats)

    def run(self, learning: SearchLearning) -> Iterator[SearchLearning]:
        """Learn on; yields after every round."""
        course = learning.course
        while learning.round < course.rounds:
            begun = perf_counter()
            games, made = self.play(learning)
            played = perf_counter() - begun
            losses = self.learn(learning)
            learning.round += 1
            learning.games += games
            learning.seconds += perf_counter() - begun
            learning.curve.append(
                {
                    "round": learning.round,
                    "games": learning.games,
                    "decisions": made,
                    "playouts": course.playouts,
                    "seconds": round(learning.seconds, 1),
                    "playing": round(played, 1),
                    "value_loss": losses[0],
                    "policy_loss": losses[1],
                }
            )
            yield learning

    def play(self, learning: SearchLearning) -> tuple[int, int]:
        """Play the games of a round and keep their lessons; how many games and decisions."""
        course, net, most = learning.course, self.net(learning.numbers), self.kernel.most_moves
        each = course.decisions // STREAMS + 1
        how = PlayStyle(course.playouts, int(course.stray * PARTS), course.trace, BOLD, TRUST)

        def one(stream: int) -> tuple[int, Lessons]:
            number = learning.round * STREAMS + stream
            table = self.tables[number % len(self.tables)]
            scratch = table.start.copy()
            tree = new_tree(self.seats, (course.playouts + 1) * most)
            room = (each + 500) * 24
            lessons = new_lessons(self.seats, each + 500, room, room * SEEN)
            games = self.rules.play(
                table.board_tables, table.start, scratch, scratch.view(np.int64), net, tree,
                lessons, each, dice(course.seed, number), how, self.stop,
            )  # fmt: skip
            return int(games), shortened(lessons)

        found = list(self.pool.map(one, range(STREAMS)))
        self.lessons.append([lessons for _, lessons in found])
        while len(self.lessons) > course.window:
            self.lessons.popleft()
        made = sum(int(lessons.used[2]) for _, lessons in found)
        return sum(games for games, _ in found), made

    def learn(self, learning: SearchLearning) -> tuple[float, float]:
        """Learn from the lessons that are kept; the losses of a decision, value and policy."""
        course, net = learning.course, self.net(learning.numbers)
        parts = [part for kept in self.lessons for part in kept if part.used[2]]
        sizes = np.array([int(part.used[2]) for part in parts], float)
        fresh = sum(int(part.used[2]) for part in self.lessons[-1])
        steps = max(1, int(fresh * course.repeats) // course.batch)
        each = course.batch // PARTS_OF_STEP
        rng = np.random.default_rng([course.seed, learning.round])
        errors = np.zeros((PARTS_OF_STEP, len(learning.numbers)), np.float32)
        loss = np.zeros((PARTS_OF_STEP, 2), np.float64)

        def one(part: int, which: int, numbers: Any) -> None:
            learn_some(
                net, self.net(errors[part]), parts[which], numbers, TRUST, self.kernel.most_moves,
                loss[part],
            )  # fmt: skip

        for step in range(steps):
            chosen = rng.choice(len(parts), PARTS_OF_STEP, p=sizes / sizes.sum())
            numbers = [rng.integers(0, int(sizes[which]), each) for which in chosen]
            list(self.pool.map(one, range(PARTS_OF_STEP), chosen, numbers))
            learning.step += 1
            done = (learning.round + step / steps) / course.rounds
            rate = course.rate * (course.last_rate / course.rate) ** done
            total = errors.sum(0)
            errors[:] = 0.0
            improve(
                learning.numbers, total, learning.mean, learning.square, rate, learning.step,
                PARTS_OF_STEP * each,
            )  # fmt: skip
        mean = loss.sum(0) / (steps * PARTS_OF_STEP * each)
        return round(float(mean[0]), 5), round(float(mean[1]), 5)

    def trial(self, learning: SearchLearning) -> dict[str, Any]:
        """How often the network wins against the one in the beginning, playouts alike."""
        course = learning.course
        ours, theirs = self.net(learning.numbers), self.net(learning.begun)
        won = self.contest(
            ours, theirs, course.trial, course.playouts, course.playouts, course.seed
        )
        return {
            "won": round(won[0] / won[2], 4),
            "drawn": round(won[1] / won[2], 4),
            "trial": won[2],
        }

    def contest(
        self,
        ours: Net,
        theirs: Net,
        games: int,
        playouts: int,
        rivals: int,
        seed: int,
        first: int = 0,
    ) -> tuple[int, int, int]:
        """Games won, drawn and played by a network against others, each with its playouts; at all
        seats alike, and all tables in turn. The number of the first game says which lots they have.
        """
        streams = -(-games // self.seats) * self.seats
        nodes = min(NODES, (max(playouts, rivals) + 1) * self.kernel.most_moves)

        def one(stream: int) -> Any:
            table, seat = self.tables[stream // self.seats % len(self.tables)], stream % self.seats
            wins = np.zeros(self.seats + 1, np.int64)
            scratch = table.start.copy()
            self.rules.contest(
                table.board_tables, table.start, scratch, scratch.view(np.int64), ours, theirs,
                new_tree(self.seats, nodes), seat, 1, dice(seed, TRIAL_STREAM + stream), playouts,
                rivals, BOLD, TRUST, wins, self.stop,
            )  # fmt: skip
            return int(wins[seat]), int(wins[-1])

        found = list(self.pool.map(one, range(first, first + streams)))
        return sum(won for won, _ in found), sum(drawn for _, drawn in found), streams


def save(learning: SearchLearning, path: Path) -> None:
    """Keep everything but the lessons; the old file is there until the new one is whole."""
    kept = ("round", "step", "games", "seconds", "curve", "origin", "before")
    notes = {name: getattr(learning, name) for name in kept}
    whole = path.with_name(f".{path.name}.new")
    with whole.open("wb") as file:
        np.savez(
            file,
            notes=np.array(json.dumps(notes | {"course": asdict(learning.course)})),
            begun=learning.begun,
            numbers=learning.numbers,
            mean=learning.mean,
            square=learning.square,
        )
        file.flush()
        os.fsync(file.fileno())
    whole.replace(path)


def load(path: Path) -> SearchLearning:
    """Load the state of a learning."""
    with np.load(path) as kept:
        notes = json.loads(str(kept["notes"]))
        course = SearchSchedule(**notes.pop("course"))
        arrays = [kept[name] for name in ("begun", "numbers", "mean", "square")]
        return SearchLearning(course, *arrays, **notes)


def ship(game: KernelGame[Any, Any, Any], learnings: dict[int, SearchLearning], path: Path) -> None:
    """Write what bots need, with where it comes from: the networks that come with the game, and in
    their place those that have learned from searches.
    """
    description = GAMES[game.name]
    with description.file(description.weights).open("rb") as file, np.load(file) as kept:
        arrays = {name: kept[name] for name in kept.files if name != "about"}
        about = json.loads(str(kept["about"]))
    for seats, each in learnings.items():
        arrays[f"seats{seats}"] = each.numbers.astype(np.float16)
        if each.origin:
            about["seats"][str(seats)] = each.before
        about.setdefault("search", {})[str(seats)] = {
            "command": f"cruachan train {game.name} --seats {seats} --search",
            "begun_with": each.origin,
            "course": asdict(each.course),
            "games": each.games,
            "curve": each.curve,
        }
    whole = path.with_name(f".{path.name}.new")
    with whole.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    whole.replace(path)
