"""Entry points of other distributions: games (`cruachan.games`) and bots (`cruachan.bots`).

A plugin that cannot be used is left out. Its fault is logged as one sentence that names the
distribution, and whoever asks for it by its name is told the same: no plugin breaks an import.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from cruachan.engine.texts import Message, message

LOG = logging.getLogger("cruachan")


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


def _reject(plugins: Plugins, entry: EntryPoint, why: Message, keep: bool = True) -> None:
    fault = message(
        __package__, "plugin.fault", name=entry.name, group=entry.group, dist=origin(entry), why=why
    )
    if keep:
        plugins.faults[entry.name] = fault
    LOG.warning(fault)
