"""Self-play and learning on a GPU: thousands of games at once, a network of any width.

    python -m tools.train_gpu hibernia --seats 4 --units 256 --seconds 360 --out learned/

plays the network against itself, one move ahead, on all tables that `cruachan train` learns at, and
learns by TD(lambda) as that does (docs/bots.md); PyTorch does the sums. It begins with the network
that comes with the game, widened to so many units. In each round every table makes `--decisions`
moves, and the network learns from all of them once. The file, `learned/hibernia.npz`, is written
after every minute and at the end, and keeps the other networks that it has; Ctrl-C ends the
learning with what there is. Without a GPU the same runs on a processor, slowly. Only for games in
which nothing is hidden. As it ends by the clock, two runs do not make the same network.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from cruachan.bots.judgement import leave
from cruachan.bots.network import DRAWN, hidden_units, learned_numbers, net_of, seen_of
from cruachan.engine.bits import below, bit, count
from cruachan.engine.game import NOBODY
from cruachan.engine.kernel import KernelGame, all_open, dice, record_game, type_of
from cruachan.engine.record import Ints, rule
from cruachan.games import GAMES, load_game
from cruachan.learning.iteration import widened
from cruachan.learning.learner import tables

torch: Any = import_module("torch")
Game = KernelGame[Any, Any, Any]
GROUP = 128
ROWS = 40
"""Room for so many moves of each table, on average."""
WARM = 8
"""So many rounds are played before the first is learned from, until games stand in all phases."""
TIES = 1e-7
"""What the lot adds to the worth of a move, so that it decides among equals."""


@dataclass(frozen=True)
class GpuSchedule:
    """How a network learns."""

    units: int = 128
    seconds: float = 200.0
    games: int = 16384
    """Games that are played at the same time."""
    decisions: int = 32
    """Moves of each game in a round."""
    batch: int = 8192
    stray: float = 0.03
    trace: float = 0.9
    rate: float = 2e-3
    last_rate: float = 3e-5
    seed: int = 1


class TableRules(NamedTuple):
    """What is done for one table, and for one move that could be made there."""

    go_on: Callable[..., None]
    """(boards, starts, where, tables, lots, moves, totals, seats, result, ended, chosen, at): makes
    the chosen move at a table, rolls, begins anew after the end, and lists what is legal then"""
    see: Callable[..., None]
    """(boards, where, tables, scratch, moves, owners, firsts, x, turns, worth, row): what the
    network sees after a move; x is 0 before; of a game that is over what it is worth, turns -1"""


def table_rules(game: Game, features: Any) -> TableRules:
    """Compile what is done for a table and for a move."""
    kernel, known = game.kernel, GAMES[game.name].bots
    to_act, legal_moves, play, winners = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.winners,
    )
    settle = (known.settle if known is not None else None) or leave

    @rule
    def result_of(board: Any, state: Any, result: Any) -> None:
        first = winners(board, state)
        for seat in range(len(result)):
            won = DRAWN if count(first) > 1 else 1.0
            result[seat] = won if first & bit(seat) else 0.0

    @rule
    def go_on(
        boards: Any, starts: Any, where: Ints, tables: Any, lots: Ints, moves: Ints, totals: Ints,
        seats: Ints, result: Any, ended: Ints, chosen: Ints, at: int,
    ) -> None:  # fmt: skip
        which = where[at]
        board = boards[which]
        ended[at] = 0
        if chosen[at] >= 0:
            play(board, tables[at], chosen[at])
        total = legal_moves(board, tables[at], moves[at])
        seat = to_act(tables[at])
        while total == 0 or seat < 0:
            if total == 0:
                result_of(board, tables[at], result[at])
                ended[at] = 1
                tables[at] = starts[which]
            else:
                play(board, tables[at], moves[at, below(lots[at], total)])
            total = legal_moves(board, tables[at], moves[at])
            seat = to_act(tables[at])
        totals[at] = total
        seats[at] = seat

    @rule
    def see(
        boards: Any, where: Ints, tables: Any, scratch: Any, moves: Ints, owners: Ints,
        firsts: Ints, x: Any, turns: Ints, worth: Any, row: int,
    ) -> None:  # fmt: skip
        at = owners[row]
        board = boards[where[at]]
        scratch[row] = tables[at]
        state = scratch[row]
        play(board, state, moves[at, row - firsts[at]])
        if to_act(state) != NOBODY:
            settle(board, state)
        if to_act(state) == NOBODY:
            turns[row] = -1
            result_of(board, state, worth[row])
        else:
            turns[row] = state.turn
            features(board, state, x[row])

    return TableRules(go_on, see)


class Device:
    """Where it is computed: calls a rule for every place of a row, and keeps records."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        if name == "cuda":
            from cruachan.arena.gpu_learned import features_of

            self.cuda: Any = import_module("numba.cuda")
            self.features = features_of(game)
        else:
            self.features = seen_of(game.name).features

    def over(self, function: Any, arguments: int) -> Callable[..., None]:
        """A function that calls another with its arguments and each number below a limit.

        Written as text, because a kernel for a GPU must name its arguments.
        """
        names = ", ".join(f"a{number}" for number in range(arguments))
        space = {"function": function, "cuda": getattr(self, "cuda", None)}
        if self.name != "cuda":
            loop = f"for at in range(limit):\n        function({names}, at)"
            exec(f"def run(limit, {names}):\n    {loop}\n", space)
            found: Callable[..., None] = import_module("numba").njit(nogil=True)(space["run"])
            return found
        place = f"at = cuda.grid(1)\n    if at < limit:\n        function({names}, at)"
        exec(f"def run(limit, {names}):\n    {place}\n", space)
        run = self.cuda.jit(space["run"], lto=False)

        def launch(limit: int, *given: Any) -> None:
            run[-(-limit // GROUP), GROUP](limit, *given)

        return launch

    def records(self, array: Any) -> Any:
        """Records there."""
        return self.cuda.to_device(array) if self.name == "cuda" else array

    def empty_records(self, number: int, kind: Any) -> Any:
        """Room for records."""
        if self.name == "cuda":
            return self.cuda.device_array(number, kind)
        return np.zeros(number, kind)

    def zeros(self, *shape: int, kind: Any) -> Any:
        """A tensor of zeros."""
        return torch.zeros(shape, dtype=kind, device=self.name)

    def view(self, tensor: Any) -> Any:
        """The numbers of a tensor as rules take them."""
        return self.cuda.as_cuda_array(tensor) if self.name == "cuda" else tensor.numpy()


class Play(NamedTuple):
    """The decisions of a round, by move and game."""

    seen: Any
    turns: Any
    worth: Any
    instead: Any
    strayed: Any
    ended: Any
    result: Any


class SelfPlayOnGpu:
    """Many games of a network against itself, one move ahead."""

    def __init__(self, game: Game, seats: int, course: GpuSchedule, device: Device) -> None:
        self.seats, self.course, self.device = seats, course, device
        self.inputs, most, many = seen_of(game.name).INPUTS, game.kernel.most_moves, course.games
        where = tables(game, seats)
        starts = np.concatenate([each.start for each in where])
        boards = np.concatenate(
            [np.atleast_1d(np.asarray(each.board_tables)) for each in where]
        ).astype(type_of(where[0].board_tables))
        rules = table_rules(game, device.features)
        self.go_on, self.see = device.over(rules.go_on, 11), device.over(rules.see, 10)
        ints, floats = torch.int64, torch.float32
        self.where = torch.arange(many, device=device.name) * len(where) // many
        self.lots = torch.tensor(
            [int(dice(course.seed, number)[0]) for number in range(many)], device=device.name
        ).reshape(many, 1)
        self.moves = device.zeros(many, most, kind=torch.int16)
        self.totals, self.acting = device.zeros(many, kind=ints), device.zeros(many, kind=ints)
        self.result, self.ended = (
            device.zeros(many, seats, kind=floats),
            device.zeros(many, kind=ints),
        )
        self.chosen = device.zeros(many, kind=ints) - 1
        self.firsts, self.owners = (
            device.zeros(many, kind=ints),
            device.zeros(many * ROWS, kind=ints),
        )
        self.x = device.zeros(many * ROWS, self.inputs, kind=floats)
        self.turns = device.zeros(many * ROWS, kind=ints)
        self.over = device.zeros(many * ROWS, seats, kind=floats)
        boards_there, starts_there = device.records(boards), device.records(starts)
        own = device.records(starts[self.where.cpu().numpy()])
        scratch, view = device.empty_records(many * ROWS, starts.dtype), device.view
        self.for_tables = (
            boards_there, starts_there, view(self.where), own, view(self.lots), view(self.moves),
            view(self.totals), view(self.acting), view(self.result), view(self.ended),
            view(self.chosen),
        )  # fmt: skip
        self.for_moves = (
            boards_there, view(self.where), own, scratch, view(self.moves), view(self.owners),
            view(self.firsts), view(self.x), view(self.turns), view(self.over),
        )  # fmt: skip
        self.go_on(many, *self.for_tables)
        shape = course.decisions, many
        self.kept = Play(
            torch.zeros((*shape, self.inputs), dtype=torch.float16, device=device.name),
            device.zeros(*shape, kind=ints),
            device.zeros(*shape, seats, kind=floats),
            device.zeros(*shape, seats, kind=floats),
            device.zeros(*shape, kind=torch.bool),
            device.zeros(*shape, kind=torch.bool),
            device.zeros(*shape, seats, kind=floats),
        )
        self.finished = 0

    def rate(self, net: Any, rows: int) -> Any:
        """By move what each seat's chance is after it."""
        answers = torch.sigmoid(net(self.x[:rows]))
        turns = self.turns[:rows, None]
        places = (torch.arange(self.seats, device=self.device.name) - turns) % self.seats
        return torch.where(turns < 0, self.over[:rows], answers.gather(1, places))

    def choose(self, worth: Any, rows: int) -> tuple[Any, Any, Any]:
        """By game the row of its move, the row of its best move, and whether it was drawn."""
        owners = self.owners[:rows]
        mine = worth.gather(1, self.acting[owners][:, None])[:, 0]
        mine = mine + TIES * torch.rand(rows, device=self.device.name)
        best = torch.full_like(self.totals, -9, dtype=mine.dtype)
        best.scatter_reduce_(0, owners, mine, "amax")
        number = torch.arange(rows, device=self.device.name)
        is_best = torch.where(mine >= best[owners], number, -1)
        best_row = torch.full_like(self.totals, -1).scatter_reduce_(0, owners, is_best, "amax")
        draws = torch.rand(2, self.course.games, device=self.device.name)
        strays = draws[0] < self.course.stray
        drawn = self.firsts + (draws[1] * self.totals).long().clamp(max=self.totals - 1)
        return torch.where(strays, drawn, best_row), best_row, strays

    def play(self, net: Any) -> Play:
        """So many moves of each game."""
        kept = self.kept
        for step in range(self.course.decisions):
            ends = self.totals.cumsum(0)
            self.firsts.copy_(ends - self.totals)
            rows = int(ends[-1])
            assert rows <= len(self.owners), "more moves than there is room for"
            self.owners[:rows] = torch.repeat_interleave(
                torch.arange(self.course.games, device=self.device.name),
                self.totals,
                output_size=rows,
            )
            self.x[:rows] = 0.0
            self.see(rows, *self.for_moves)
            with torch.no_grad():
                worth = self.rate(net, rows)
                row, best, strays = self.choose(worth, rows)
            kept.seen[step] = self.x[row]
            kept.turns[step], kept.worth[step] = self.turns[row], worth[row]
            kept.instead[step], kept.strayed[step] = worth[best], strays
            place = (row - self.firsts)[:, None]
            self.chosen.copy_(self.moves.gather(1, place)[:, 0])
            self.go_on(self.course.games, *self.for_tables)
            kept.ended[step], kept.result[step] = self.ended.bool(), self.result
        self.finished += int(kept.ended.sum())
        return kept


def targets(play: Play, trace: float) -> Any:
    """By move and game what came of it for each seat (TD(lambda)); cut at the end of the round."""
    found = torch.empty_like(play.worth)
    target = play.worth[-1].clone()
    for at in range(len(found) - 1, -1, -1):
        target = torch.where(play.ended[at][:, None], play.result[at], target)
        found[at] = target
        faded = (1 - trace) * play.worth[at] + trace * target
        target = torch.where(play.strayed[at][:, None], play.instead[at], faded)
    return found


class GpuLearner:
    """A network in the course of learning."""

    def __init__(self, game: Game, seats: int, course: GpuSchedule, device: Device) -> None:
        self.game, self.seats, self.course, self.device = game, seats, course, device
        self.inputs = seen_of(game.name).INPUTS
        torch.manual_seed(course.seed)
        torch.set_float32_matmul_precision("high")
        begun = learned_numbers(game.name, seats)
        self.units = max(course.units, hidden_units(len(begun), self.inputs, seats))
        wide = widened(begun, self.inputs, seats, self.units, course.seed)
        net = net_of(wide, self.inputs, seats)
        parts = [net.first, net.bias, net.second, net.last]
        self.parts = [torch.tensor(part, device=device.name, requires_grad=True) for part in parts]
        self.adam = torch.optim.Adam(self.parts, fused=device.name == "cuda")
        self.play = SelfPlayOnGpu(game, seats, course, device)
        self.curve: list[dict[str, Any]] = []
        self.begun = perf_counter()

    def net(self, x: Any) -> Any:
        """The chances of all places, before the sigmoid."""
        first, bias, second, last = self.parts
        return torch.relu(x @ first + bias) @ second + last

    def learn(self, play: Play, done: float) -> float:
        """Learn from every decision of a round once; the mean error."""
        course = self.course
        for group in self.adam.param_groups:
            group["lr"] = course.rate * (course.last_rate / course.rate) ** done
        turns = play.turns.reshape(-1)
        seats = torch.arange(self.seats, device=self.device.name)
        wanted = targets(play, course.trace).reshape(-1, self.seats)
        wanted = wanted.gather(1, (turns.clamp(min=0)[:, None] + seats) % self.seats)
        seen = play.seen.reshape(-1, self.inputs)
        order = torch.nonzero(turns >= 0)[:, 0]
        order = order[torch.randperm(len(order), device=self.device.name)]
        total = torch.zeros((), device=self.device.name)
        for places in order.split(course.batch):
            answers = self.net(seen[places].float())
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                answers, wanted[places], reduction="none"
            ).sum(1)
            self.adam.zero_grad(set_to_none=True)
            loss.mean().backward()
            self.adam.step()
            total += loss.detach().sum()
        return float(total) / max(1, len(order))

    def run(self, out: Path) -> None:
        """Learn until the time is over."""
        for _ in range(WARM):
            self.play.play(self.net)
        written = self.begun = perf_counter()
        done, number = 0.0, 0
        while done < 1.0:
            done = min(1.0, (perf_counter() - self.begun) / self.course.seconds)
            loss = self.learn(self.play.play(self.net), done)
            number += 1
            if number in (1, 2, 5) or number % 20 == 0 or done == 1.0:
                seconds = round(perf_counter() - self.begun, 1)
                note = {"round": number, "games": self.play.finished, "seconds": seconds}
                self.curve.append(note | {"loss": round(loss, 4)})
                print(self.game.name, self.seats, self.units, self.curve[-1], flush=True)
            if perf_counter() - written > 60:
                ship(self, out)
                written = perf_counter()


def kept_networks(name: str, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The networks in a file, or those that come with a game, and how they were made."""
    description = GAMES[name]
    source = path if path.exists() else description.file(description.weights)
    with source.open("rb") as file, np.load(file) as kept:
        arrays = {each: kept[each] for each in kept.files if each != "about"}
        return arrays, json.loads(str(kept["about"]))


def ship(learner: GpuLearner, path: Path) -> None:
    """Write what bots need: the networks that were there, and in its place the new one."""
    kind, course, seats = type(learner.game), learner.course, learner.seats
    arrays, about = kept_networks(learner.game.name, path)
    numbers = [part.detach().float().cpu().numpy().ravel() for part in learner.parts]
    policy = np.zeros((learner.units + 1) * seats, np.float32)
    arrays[f"seats{seats}"] = np.concatenate([*numbers, policy]).astype(np.float16)
    about.setdefault("gpu", {})[str(seats)] = {
        "command": f"python -m tools.train_gpu {learner.game.name} --seats {seats}",
        "course": asdict(course),
        "device": learner.device.name,
        "games": learner.play.finished,
        "curve": learner.curve,
        "boards": [kind.on_board(board).board_digest for board in kind.boards],
        "rules_version": learner.game.rules_version,
    }
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    new.replace(path)


def read() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    usual = GpuSchedule()
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    return parser.parse_args()


def main() -> None:
    """Learn, and write the networks."""
    asked = read()
    game = record_game(load_game(asked.game))
    assert game is not None
    assert game.kernel.observe is all_open, "something is hidden in this game"
    course = GpuSchedule(**{name: getattr(asked, name) for name in asdict(GpuSchedule())})
    device = Device(game, "cuda" if torch.cuda.is_available() else "cpu")
    learner = GpuLearner(game, asked.seats, course, device)
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / f"{game.name}.npz"
    with suppress(KeyboardInterrupt):
        learner.run(path)
    ship(learner, path)


if __name__ == "__main__":
    main()
