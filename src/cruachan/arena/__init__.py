"""Many games at once: simulations, tournaments, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cruachan.arena.contest import tournament

__all__ = ["tournament"]


def __getattr__(name: str) -> Any:
    """Load tournaments when somebody asks for them: the analysis of a game needs none."""
    if name == "tournament":
        from cruachan.arena.contest import tournament

        return tournament
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
