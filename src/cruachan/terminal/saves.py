"""Where games are kept between one evening and the next."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from platformdirs import user_data_dir, user_log_dir

from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError

SUFFIX = ".game"


def home() -> Path:
    """The folder of everything kept: CRUACHAN_HOME, else the user's data folder."""
    chosen = os.environ.get("CRUACHAN_HOME")
    return Path(chosen) if chosen else Path(user_data_dir("cruachan", appauthor=False))


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
