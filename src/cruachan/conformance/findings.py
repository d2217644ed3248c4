"""What a check finds: faults and missing parts, each said once with an example."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cruachan.engine.description import GameDescription
from cruachan.engine.texts import Message, brief, message

P = ParamSpec("P")
T = TypeVar("T")
PACKAGE = __package__


def say(key: str, /, **values: Any) -> Message:
    """A sentence of this package."""
    return message(PACKAGE, key, **values)


@dataclass
class Report:
    """The result of a check."""

    game: str
    faults: list[Message] = field(default_factory=list)
    """What frameworks will stumble over."""
    missing: list[Message] = field(default_factory=list)
    """Optional parts that the game does not have, and what players do without for it."""
    played: int = 0
    """How many games were played to their end."""
    moves: int = 0


class Findings:
    """Gathers what is found about one game."""

    def __init__(self, description: GameDescription) -> None:
        self.description = description
        self.faults: dict[tuple[str, str], Message] = {}
        self.missing: list[Message] = []
        self.played = 0
        self.moves = 0
        self.at = ""
        """The position that is looked at now."""

    def fault(self, key: str, about: str = "", /, **values: Any) -> None:
        """Note a fault. Of those with the same key about the same thing the first one counts."""
        said = {name: brief(str(value)) for name, value in values.items()}
        self.faults.setdefault((key, about), say(f"fault.{key}", **said))

    def lacks(self, key: str, /, **values: Any) -> None:
        """Note that an optional part is missing."""
        self.missing.append(say(f"missing.{key}", **values))

    def attempt(
        self, doing: str, do: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """What a call returns; an exception is a fault, and None is returned."""
        try:
            return do(*args, **kwargs)
        except Exception as error:
            where = self.line(error)
            self.faults.setdefault(
                ("raised", f"{doing} {type(error).__name__} {where}"),
                say(
                    "fault.raised_at" if self.at else "fault.raised",
                    doing=say(f"doing.{doing}"),
                    error=brief(f"{type(error).__name__}: {error}"),
                    where=where,
                    at=brief(self.at),
                ),
            )
            return None

    def line(self, error: BaseException) -> str:
        """The line of the plugin that raised, or the last line at all."""
        folder = str(self.description.file("."))
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
        last = (own or frames)[-1]
        return f"{Path(last.filename).name}:{last.lineno}"

    def report(self) -> Report:
        """All that was found."""
        faults = list(self.faults.values())
        return Report(self.description.name, faults, self.missing, self.played, self.moves)
