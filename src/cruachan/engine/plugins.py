"""Entry points of other distributions: games (`cruachan.games`) and bots (`cruachan.bots`).

A plugin that cannot be used is left out. Its fault is logged as one sentence that names the
distribution, and whoever asks for it by its name is told the same: no plugin breaks an import.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from cruachan.engine.texts import Message, message

LOG = logging.getLogger("cruachan")
GROUPS = ("cruachan.games", "cruachan.bots")
"""The entry points by which other distributions add something."""


class Plugins(NamedTuple):
    """What a group of entry points holds."""

    found: dict[str, Any]
    """What can be used, by its name."""
    faults: dict[str, Message]
    """Why something cannot be used, by its name."""
    entries: dict[str, EntryPoint]
    """Where what can be used comes from, by its name."""

    def leave_out(self, name: str, why: Message) -> None:
        """What was found cannot be used after all."""
        del self.found[name]
        _reject(self, self.entries.pop(name), why)


def load_plugins(
    group: str, taken: Callable[[str], bool], check: Callable[[str, Any], Message | None]
) -> Plugins:
    """Load all entry points of a group.

    `taken` says whether a name belongs to something built in; `check` gives what is wrong with a
    loaded value, or None.
    """
    plugins = Plugins({}, {}, {})
    for entry in sorted(entry_points(group=group), key=lambda each: (each.name, origin(each))):
        if taken(entry.name) or entry.name in plugins.found:
            _reject(plugins, entry, message(__package__, "plugin.taken"), keep=False)
            continue
        try:
            value = entry.load()
            wrong = check(entry.name, value)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            wrong = message(__package__, "plugin.failed", error=said)
        if wrong is not None:
            _reject(plugins, entry, wrong)
        else:
            plugins.found[entry.name], plugins.entries[entry.name] = value, entry
    return plugins


def origin(entry: EntryPoint) -> str:
    """The distribution an entry point comes from."""
    return entry.dist.name if entry.dist is not None else entry.value


def blamed(error: BaseException) -> str | None:
    """The distribution of the plugin whose code an error came through; None for our own."""
    frames = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    for entry in (each for group in GROUPS for each in entry_points(group=group)):
        module = sys.modules.get(entry.module.partition(".")[0])
        file = Path(getattr(module, "__file__", None) or "")
        folder = file.parent if file.name == "__init__.py" else file
        if file.name and any(frame.is_relative_to(folder) for frame in frames):
            return origin(entry)
    return None


def _reject(plugins: Plugins, entry: EntryPoint, why: Message, keep: bool = True) -> None:
    fault = message(
        __package__, "plugin.fault", name=entry.name, group=entry.group, dist=origin(entry), why=why
    )
    if keep:
        plugins.faults[entry.name] = fault
    LOG.warning(fault)
