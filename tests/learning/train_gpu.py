"""Run by test_train_gpu.py with PyTorch: a little learning on a processor, and its parts."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from tools.train_gpu import Device, GpuLearner, GpuSchedule, Play, ship, targets, torch

from cruachan import load_game
from cruachan.bots.network import learned, network
from cruachan.engine.kernel import record_game

SEATS, LITTLE = 2, GpuSchedule(units=160, seconds=0.1, games=30, decisions=6, batch=64)


def greatest_error(learner: GpuLearner) -> float:
    """How far the chances of one game's moves are from what the game's network says."""
    game, play = learner.game, learner.play
    play.play(learner.net)
    boards, _, where, own, _, moves, totals, *_ = play.for_tables
    judge, net, most = network(game.name, game.kernel), learned(game.name, SEATS), 0.0
    ends = play.totals.cumsum(0)
    play.firsts.copy_(ends - play.totals)
    rows = int(ends[-1])
    play.owners[:rows] = torch.repeat_interleave(play.totals)
    play.x[:rows] = 0.0
    play.see(rows, *play.for_moves)
    with torch.no_grad():
        found = play.rate(learner.net, rows).numpy()
    for at, total in enumerate(totals):
        table, rated = own[at : at + 1], np.zeros((total, 2 * SEATS), np.float32)
        x, hidden = np.zeros(judge.inputs, np.float32), np.zeros_like(net.bias)
        board = boards[where[at] : where[at] + 1]
        judge.rate(board[0], table, net, moves[at], total, table.copy(), x, hidden, rated)
        first = int(play.firsts[at])
        most = max(most, float(np.abs(found[first : first + total] - rated[:, :SEATS]).max()))
    return most


def told() -> Any:
    """What three moves of a game are told: the second ended it, the first was drawn by lot."""
    rows = torch.tensor([[[0.5, 0.5]], [[0.7, 0.3]], [[0.4, 0.6]]])
    no, yes = torch.tensor([False]), torch.tensor([True])
    instead = torch.tensor([[[0.6, 0.4]]] * 3)
    result = torch.tensor([[[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]])
    strayed, ended = torch.stack([no, no, no]), torch.stack([no, yes, no])
    play = Play(None, None, rows, instead, strayed, ended, result)
    plain = targets(play, 0.5)[:, 0].tolist()
    drawn = targets(play._replace(strayed=torch.stack([no, yes, no])), 0.5)[:, 0].tolist()
    return plain, drawn


game = record_game(load_game("cambria"))
assert game is not None
learner = GpuLearner(game, SEATS, LITTLE, Device(game, "cpu"))
error = greatest_error(learner)
path = Path(sys.argv[1]) / "cambria.npz"
before = [part.detach().clone() for part in learner.parts]
learner.run(path)
ship(learner, path)
changed = [bool((a != b).any()) for a, b in zip(before, learner.parts, strict=True)]
print(json.dumps({"error": error, "changed": changed, "told": told(), "units": learner.units}))
