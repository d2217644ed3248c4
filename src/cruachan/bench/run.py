"""`cruachan bench`: our games interpreted and compiled, and other engines, in turn on one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from cruachan.bench import peers
from cruachan.bench.peers import PeerPace
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.games import GAMES, game_class

ROUNDS = 3
PLAIN = "plain"
"""The mode of a game that is no kernel game."""
PEERS = {"catanatron": peers.catanatron, "OpenSpiel": peers.openspiel_maedn}


@dataclass(frozen=True)
class Contender:
    """Something that plays: what it is called, and how to time it for some seconds."""

    name: str
    time: Callable[[float], PeerPace | None]


def in_mode(game: str, mode: str) -> Callable[[float], PeerPace]:
    """How to time a game with its rules in a mode, in a process of its own."""

    def time(seconds: float) -> PeerPace:
        done = subprocess.run(
            [sys.executable, "-m", "cruachan.bench.pace", game, str(seconds)],
            env=os.environ | ({} if mode == PLAIN else {"CRUACHAN_RULES": mode}),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = done.stderr.strip()
            raise CruachanError(
                message(__package__, "error.failed", game=game, mode=mode, said=said)
            )
        return PeerPace(**json.loads(done.stdout))

    return time


def modes(game: str) -> tuple[str, ...]:
    """In which modes a game's rules can run."""
    return (PLAIN,) if game_class(game).kernel is None else ("compiled", "interpreted")


def contenders(games: Sequence[str]) -> list[Contender]:
    """Everything to be timed, other engines last."""
    ours = [
        Contender(f"{game} {mode}", in_mode(game, mode)) for game in games for mode in modes(game)
    ]
    return ours + [Contender(name, time) for name, time in PEERS.items()]


def bench(games: Sequence[str], seconds: float) -> Iterator[tuple[str, PeerPace | None]]:
    """Time all contenders in turn, several rounds; yields each timing as it is made.

    None stands for an engine that is not installed.
    """
    chosen = list(games) or list(GAMES)
    for game in chosen:
        game_class(game)
    for _ in range(ROUNDS):
        for contender in contenders(chosen):
            yield contender.name, contender.time(seconds)


def report(timings: Sequence[tuple[str, PeerPace | None]]) -> dict[str, Any]:
    """The median pace of each contender, and the ratios of our games to all others."""
    paces: dict[str, list[PeerPace]] = {}
    missing = sorted({name for name, pace in timings if pace is None})
    for name, pace in timings:
        if pace is not None:
            paces.setdefault(name, []).append(pace)
    rates = {name: median(p.steps_per_second for p in runs) for name, runs in paces.items()}
    ratios = {
        name: {
            other: round(rate / rates[other], 3)
            for other in rates
            if other in PEERS
            or (other != name and other == name.replace("compiled", "interpreted"))
        }
        for name, rate in rates.items()
        if name.endswith((" compiled", " plain"))
    }
    return {
        "steps_per_second": {name: round(rate) for name, rate in rates.items()},
        "what": {name: runs[0].what for name, runs in paces.items()},
        "rounds": ROUNDS,
        "ratios": ratios,
        "not_installed": missing,
    }
