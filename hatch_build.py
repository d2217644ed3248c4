"""What is done when the package is built: the wheel carries the page if it is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INDEX = Path("src", "cruachan", "server", "built", "index.html")


class Page(BuildHookInterface[Any]):
    """Says when a wheel is built without the page; `cruachan serve` says it once more."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Look before anything is built."""
        if version != "editable" and not (Path(self.root) / INDEX).is_file():
            self.app.display_warning(
                "This wheel has no page for browsers, for it is not built. First type: make page"
            )
