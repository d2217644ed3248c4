"""Checks viewers: every method that takes a viewer validates it first.

A viewer is a seat of the game, None for a spectator, or CHANCE for the owner of a match. `Game` and
`Presentation` wrap the methods of their subclasses, so a game cannot forget the check.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral
from typing import Any, TypeVar, cast

from cruachan.engine.errors import ViewerError
from cruachan.engine.texts import message

F = TypeVar("F", bound=Callable[..., Any])
OWNER = -1
"""The viewer who sees everything; `CHANCE` in the vocabulary of games."""
TAKES_VIEWER = ("observe", "write_move", "write_position", "view", "tell", "outcome")
"""The methods of games and presentations that show a state to a viewer."""


def check_viewer(viewer: object, seats: int) -> None:
    """Raise a ViewerError unless the viewer is None, CHANCE or a seat."""
    if viewer is None:
        return
    whole = isinstance(viewer, Integral) and not isinstance(viewer, bool)
    if not whole or not OWNER <= int(viewer) < seats:  # type: ignore[call-overload]
        said = message(__package__, "viewer.nobody", viewer=repr(viewer), last=seats - 1)
        raise ViewerError(said)


def checks_viewer(method: F) -> F:
    """The method, which refuses a viewer that is nobody; its first argument is a state."""
    known = signature(method).parameters
    at, first = list(known).index("viewer"), list(known)[1]
    usual = known["viewer"].default

    @wraps(method)
    def checked(self: Any, *args: Any, **named: Any) -> Any:
        viewer = args[at - 1] if len(args) >= at else named.get("viewer", usual)
        if viewer is not None and viewer is not Parameter.empty:
            state = args[0] if args else named[first]
            check_viewer(viewer, self.seats_of(state))
        return method(self, *args, **named)

    return cast("F", checked)


def wrap_viewers(kind: type) -> None:
    """Wrap the methods of a class that take a viewer."""
    for name in TAKES_VIEWER:
        method = vars(kind).get(name)
        if method is None or getattr(method, "__isabstractmethod__", False):
            continue
        if "viewer" in signature(method).parameters:
            setattr(kind, name, checks_viewer(method))
