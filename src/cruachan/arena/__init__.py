"""Many games at once: simulations, tournaments, and what they show."""

from cruachan.arena.contest import tournament

__all__ = ["tournament"]
