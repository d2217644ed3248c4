"""A match of SHENT as a saga."""

from __future__ import annotations

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.engine.view import Story
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.page import pages
from cruachan.games.shent.saga.story import story


class ShentStory:
    """The saga as files, and as it stands while the match goes on."""

    def files(
        self, match: Match[State, Move], lang: Lang, viewer: Viewer = None
    ) -> dict[str, str | bytes]:
        """The saga as Markdown, HTML and EPUB, by the endings of the files."""
        return pages(match, lang, viewer)

    def so_far(self, match: Match[State, Move], lang: Lang, viewer: Viewer) -> Story:
        """The saga so far, as data."""
        return story(match, lang, viewer)
