"""Storytellers: a whole match as one story.

A storyteller is an optional capability of a game (`Game.story`): None where there is none to tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cruachan.engine.game import Viewer
    from cruachan.engine.match import Match
    from cruachan.engine.texts import Lang
    from cruachan.engine.view import Story


class Storyteller(Protocol):
    """Tells matches of one game, each as far as a viewer may know it."""

    def files(self, match: Match[Any, Any], lang: Lang, viewer: Viewer) -> dict[str, str | bytes]:
        """The story as documents, by the suffixes of their files."""

    def so_far(self, match: Match[Any, Any], lang: Lang, viewer: Viewer) -> Story:
        """The story up to now, as data, to be read while the match goes on."""
