"""Where games are kept between one evening and the next."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from platformdirs import user_log_dir

from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game
from cruachan.terminal.folders import home

SUFFIX = ".game"
LONGEST_HEAD = 60
"""A file says within so many lines which game it holds."""


def folder() -> Path:
    """The folder of games."""
    return home() / "games"


def reports() -> Path:
    """The folder of reports about faults of the program."""
    chosen = os.environ.get("CRUACHAN_HOME")
    return Path(chosen) / "log" if chosen else Path(user_log_dir("cruachan", appauthor=False))


def new_path(game: str) -> Path:
    """A file for a new game, made at once so that no other game takes it."""
    folder().mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder() / f"{game}-{date.today().isoformat()}-{number}{SUFFIX}"
        try:
            path.touch(0o600, exist_ok=False)
        except FileExistsError:
            number += 1
        else:
            return path


def next_edition(where: Path, game: Game[Any, Any]) -> int:
    """The number of a new game among the stories of a folder; 0 for a game without a story."""
    if game.story is None:
        return 0
    found = (_edition(path, game.name) for path in where.glob(f"*{SUFFIX}"))
    return max(found, default=0) + 1


def _edition(path: Path, game: str) -> int:
    """Which of the stories of its folder a file holds; 0 where it is none, or cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = [line.partition("  #")[0] for line in islice(file, LONGEST_HEAD)]
    except OSError:
        return 0
    same = any(line.startswith(f"game {game} ") for line in head)
    counted = (line.removeprefix("edition ") for line in head if line.startswith("edition "))
    return max((int(each) for each in counted if each.isdecimal()), default=0) if same else 0


@dataclass(frozen=True)
class UnfinishedGame:
    """An unfinished game on disk."""

    path: Path
    game: str
    names: tuple[str, ...]
    moves: int
    when: datetime


def unfinished() -> list[UnfinishedGame]:
    """The games that can go on, the latest first; files that cannot be read are left out."""
    games = []
    for path in folder().glob(f"*{SUFFIX}"):
        if not transcript.seed_path(path).exists():
            continue
        try:
            kept = transcript.read(path, cut_off=True)
            when = datetime.fromtimestamp(path.stat().st_mtime)
        except (CruachanError, OSError):
            continue
        if kept.result is None:
            names = tuple(player.name for player in kept.players)
            games.append(UnfinishedGame(path, kept.game, names, len(kept.plies), when))
    return sorted(games, key=lambda game: game.when, reverse=True)
