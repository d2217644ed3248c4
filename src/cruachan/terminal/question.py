"""What a person is asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from cruachan.engine.view import View
from cruachan.terminal.choices import ListedMove


@dataclass(frozen=True)
class PromptQuestion:
    """A question at the keyboard."""

    seat: int
    view: View
    text: str
    listed: list[ListedMove] = field(default_factory=list)
    """The moves she may answer with."""
    may_pass: bool = False
    """Whether Enter goes on although there are moves."""
    idle: str = ""
    """What she is told if she types a move and there is none."""
