"""Rounds bound to chapters: where a chapter ends."""

from __future__ import annotations

from collections.abc import Iterable

from cruachan.games.shent.saga.book import TurnScene

FULL = 1300
"""A chapter with so many letters is long enough: it ends with the round."""


def full(scenes: Iterable[TurnScene]) -> bool:
    """Whether enough is told for a chapter."""
    return sum(len(told.text) for scene in scenes for told in scene.told) >= FULL
