"""Channels of notices (a "way" in the API): their names, settings and senders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from cruachan.server.notices.compose import Notice
    from cruachan.server.store.notices import Way

WebhookKind = Literal["discord", "slack", "matrix", "ntfy", "json"]
WayKind = Literal["discord", "slack", "matrix", "ntfy", "json", "mail", "push"]
LONGEST_URL = 1000
OWN = ("mail", "push")
"""Ways that nobody reads but the person herself: they may say what her seat alone may see."""


class Undelivered(Exception):
    """A notice could not be sent."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.gone = gone
        """Whether the way does not exist any more, so that nothing is tried there again."""


class Outgoing(NamedTuple):
    """A notice on its way."""

    way: Way
    notice: Notice


Sender = Callable[[Outgoing], Awaitable[None]]
"""Sends a notice, or raises Undelivered."""
