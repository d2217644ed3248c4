"""What is done when the package is built: a wheel carries the built page, so it must be there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INDEX = Path("src", "cruachan", "server", "built", "index.html")


class Page(BuildHookInterface[Any]):
    """Refuses a wheel without the page; an installation in place can do without it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look before anything is built."""
        if version != "editable" and not (Path(self.root) / INDEX).is_file():
            sys.exit("The page is not built yet, and the package carries it. First type: make page")
