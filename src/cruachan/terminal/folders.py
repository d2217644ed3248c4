"""The folder of everything that is kept for one user."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_dir


def home() -> Path:
    """The folder of everything kept: CRUACHAN_HOME, else the user's data folder."""
    chosen = os.environ.get("CRUACHAN_HOME")
    return Path(chosen) if chosen else Path(user_data_dir("cruachan", appauthor=False))
