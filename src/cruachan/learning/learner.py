"""The course of learning: steps, trials of strength, and a file that holds all of it.

A step is a handful of games, each with dice of its own that follow from the seed and the step's
number, and one correction of the network. What is learned does not depend on how many cores there
are. The file is written anew after each trial; whoever is interrupted goes on from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import cycle, product
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.judgement import judgement
from cruachan.bots.network import HIDDEN, Floats, Net, net_of, network, size, with_policy
from cruachan.engine.kernel import KernelGame, as_table, dice, record_game
from cruachan.games import GAMES, load_game
from cruachan.learning.selfplay import PARTS, improve, make_self_play

STREAMS = 16
"""Games that are played at the same time in a step."""
TRIAL = 1000
"""Games in a trial of strength against the hand-made judgement."""
TRIAL_STREAM = 1 << 40


@dataclass(frozen=True)
class TrainingSchedule:
    """How a network learns."""

    steps: int
    games: int = 1
    """Games of each stream in a step."""
    taught: int = 300
    """In so many first steps the teacher makes the moves; then it fades out over as many."""
    stray: float = 0.03
    """The share of moves by lot."""
    trace: float = 0.8
    """How far the end of a game reaches back (lambda)."""
    rate: float = 2e-3
    last_rate: float = 1e-4
    """How large the corrections are at first and at last."""
    trials: int = 20
    """How often the strength is tried."""
    seed: int = 1
    against: str = ""
    """The bot at all other seats; none: the network plays against itself."""


@dataclass
class Learning:
    """A network in the course of learning."""

    course: TrainingSchedule
    numbers: Floats
    mean: Floats
    square: Floats
    step: int = 0
    played: int = 0
    seconds: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)


def begin(course: TrainingSchedule, inputs: int, seats: int) -> Learning:
    """A network that has learned nothing."""
    rng = np.random.default_rng([course.seed, seats])
    numbers = np.zeros(size(inputs, seats), np.float32)
    net = net_of(numbers, inputs, seats)
    net.first[:] = rng.normal(0, 0.1, net.first.shape)
    net.second[:] = rng.normal(0, 0.1, net.second.shape)
    net.last[:] = -np.log(max(1, seats - 1))
    return Learning(course, numbers, np.zeros_like(numbers), np.zeros_like(numbers))


class TrainingTable(NamedTuple):
    """A game, a board as its rules need it, and how it begins with certain options."""

    game: KernelGame[Any, Any, Any]
    board_tables: Any
    start: Any


def can_learn(name: str) -> bool:
    """Whether a game has what a network learns from."""
    return name in GAMES and GAMES[name].features_part is not None


def tables(game: KernelGame[Any, Any, Any], seats: int) -> list[TrainingTable]:
    """All tables of a game with so many seats: each board of the box with all its options.

    Where a game makes boards for practice, every other table has one of those.
    """
    kind = type(game)
    practice_boards = getattr(GAMES[game.name].features, "practice_boards", None)
    boxed, made = [], []
    for board in kind.boards:
        on_board = kind.on_board(board)
        practice = practice_boards(on_board.board_tables) if practice_boards else []
        for chosen in product(*(option.choices for option in kind.options)):
            options = {o.name: each for o, each in zip(kind.options, chosen, strict=True)}
            start = as_table(on_board.setup(seats, options))
            boxed.append(TrainingTable(on_board, on_board.board_tables, start))
            made += [TrainingTable(on_board, board_tables, start) for board_tables in practice]
    if not made:
        return boxed
    return [table for pair in zip(cycle(boxed), made, strict=False) for table in pair]


class Learner:
    """Learns the judgement of a game for one number of seats."""

    def __init__(
        self,
        tables: list[TrainingTable],
        seats: int,
        cores: int | None = None,
        hidden: int = HIDDEN,
    ) -> None:
        self.tables, self.seats = tables, seats
        game = tables[0].game
        self.network = network(game.name, game.kernel)
        self.rules = make_self_play(game.kernel, judgement(game.name, game.kernel), self.network)
        self.pool = ThreadPoolExecutor(cores or os.cpu_count() or 1)
        self.errors = np.zeros((STREAMS, size(self.network.inputs, seats, hidden)), np.float32)

    def net(self, numbers: Floats) -> Net:
        """A network over its numbers."""
        return net_of(numbers, self.network.inputs, self.seats)

    def run(self, learning: Learning) -> Iterator[Learning]:
        """Learn on; yields after every step, and after a trial the curve is longer."""
        course = learning.course
        every = max(1, course.steps // course.trials)
        if not learning.curve:
            self.trial(learning)
            yield learning
        while learning.step < course.steps:
            begun = perf_counter()
            self.one_step(learning)
            learning.seconds += perf_counter() - begun
            if learning.step % every == 0 or learning.step == course.steps:
                self.trial(learning)
            yield learning

    def one_step(self, learning: Learning) -> None:
        """Some games, and one correction."""
        course, step = learning.course, learning.step
        net = self.net(learning.numbers)
        taught = min(1.0, max(0.0, 2.0 - step / max(1, course.taught)))

        def play(stream: int) -> int:
            return self.play(course, step, stream, net, taught)

        positions = sum(self.pool.map(play, range(STREAMS)))
        learning.step += 1
        learning.played += STREAMS * course.games
        done = learning.step / course.steps
        rate = course.rate * (course.last_rate / course.rate) ** done
        error = self.errors.sum(0)
        self.errors[:] = 0.0
        improve(
            learning.numbers, error, learning.mean, learning.square, rate, learning.step, positions
        )

    def play(
        self, course: TrainingSchedule, step: int, stream: int, net: Net, taught: float
    ) -> int:
        """Play the games of a stream and add their errors up; how many decisions they had."""
        table = self.tables[step % len(self.tables)]
        return self.rules.play(
            table.board_tables, table.start, net, self.net(self.errors[stream]), course.games,
            dice(course.seed, step * STREAMS + stream), int(taught * PARTS),
            int(course.stray * PARTS), course.trace,
        )  # fmt: skip

    def contest(self, number: int, net: Net, games: int, lots: Any, seat: int, wins: Any) -> None:
        """Play games of a trial, on a table by its number, and count wins by seat, draws last."""
        table = self.tables[number % len(self.tables)]
        self.rules.contest(table.board_tables, table.start, net, games, lots, seat, wins)

    def trial(self, learning: Learning) -> None:
        """How often the network alone, one move ahead, beats those it is tried against."""
        net = self.net(learning.numbers)
        each = TRIAL // (STREAMS * self.seats) + 1

        def play(stream: int) -> Any:
            wins = np.zeros(self.seats + 1, np.int64)
            seat = stream % self.seats
            lots = dice(learning.course.seed, TRIAL_STREAM + stream)
            self.contest(stream // self.seats, net, each, lots, seat, wins)
            return wins[seat], wins[-1]

        won = list(self.pool.map(play, range(STREAMS * self.seats)))
        games = each * STREAMS * self.seats
        learning.curve.append(
            {
                "step": learning.step,
                "games": learning.played,
                "seconds": round(learning.seconds, 1),
                "won": round(float(sum(int(w) for w, _ in won)) / games, 4),
                "drawn": round(float(sum(int(d) for _, d in won)) / games, 4),
                "trial": games,
            }
        )


def stretch(name: str, seats: int, learning: Learning, cores: int) -> Learning:
    """Learn on until the next trial of strength; what comes out follows from what goes in."""
    game = record_game(load_game(name))
    assert game is not None
    numbers, mean, square = (
        each.copy() for each in (learning.numbers, learning.mean, learning.square)
    )
    own = replace(learning, numbers=numbers, mean=mean, square=square, curve=[*learning.curve])
    for _ in Learner(tables(game, seats), seats, cores).run(own):
        if len(own.curve) > len(learning.curve):
            break
    return own


def save(learnings: dict[int, Learning], path: Path) -> None:
    """Keep everything, so that it can go on; the old file is there until the new one is whole."""
    arrays: dict[str, Any] = {}
    notes = {}
    for seats, each in learnings.items():
        arrays |= {f"numbers{seats}": each.numbers, f"mean{seats}": each.mean}
        arrays[f"square{seats}"] = each.square
        notes[seats] = {
            "course": vars(each.course), "step": each.step, "played": each.played,
            "seconds": each.seconds, "curve": each.curve,
        }  # fmt: skip
    whole = path.with_name(f".{path.name}.new")
    with whole.open("wb") as file:
        np.savez(file, notes=np.array(json.dumps(notes)), **arrays)
        file.flush()
        os.fsync(file.fileno())
    whole.replace(path)


def load(path: Path, inputs: int) -> dict[int, Learning]:
    """Load the state of a learning of networks with a number of inputs."""
    with np.load(path) as kept:
        notes = json.loads(str(kept["notes"]))
        rows = {
            f"{kind}{seats}": with_policy(kept[f"{kind}{seats}"], inputs, int(seats))
            for kind, seats in product(("numbers", "mean", "square"), notes)
        }
    return {
        int(seats): Learning(
            TrainingSchedule(**note["course"]),
            rows[f"numbers{seats}"], rows[f"mean{seats}"], rows[f"square{seats}"],
            note["step"], note["played"], note["seconds"], note["curve"],
        )
        for seats, note in notes.items()
    }  # fmt: skip


def ship(game: KernelGame[Any, Any, Any], learnings: dict[int, Learning], path: Path) -> None:
    """Write what bots need, with where it comes from."""
    kind = type(game)
    bots = {each.course.against for each in learnings.values()} - {""}
    against = "".join(f" --against {bot}" for bot in bots)
    about = {
        "game": game.name,
        "rules_version": game.rules_version,
        "boards": [kind.on_board(board).board_digest for board in kind.boards],
        "command": f"cruachan train {game.name}{against}",
        "seats": {
            seats: {"course": vars(each.course), "games": each.played, "curve": each.curve}
            for seats, each in learnings.items()
        },
    }
    arrays: dict[str, Any] = {
        f"seats{seats}": each.numbers.astype(np.float16) for seats, each in learnings.items()
    }
    whole = path.with_name(f".{path.name}.new")
    with whole.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    whole.replace(path)
