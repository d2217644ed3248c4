"""The saga as data, for readers beside the map of a running game."""

from __future__ import annotations

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.engine.view import Story, StoryChapter
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.book import Book, Chapter
from cruachan.games.shent.saga.saga import book


def story(match: Match[State, Move], lang: Lang, viewer: Viewer) -> Story:
    """The saga so far, as far as a viewer may know it; what people told themselves is theirs."""
    saga = book(match, lang, viewer)
    return {
        "title": saga.title,
        "subtitle": saga.subtitle,
        "people": [{"name": name, "about": who} for name, who in (*saga.people, *saga.figures)],
        "chapters": [_chapter(saga, chapter) for chapter in saga.chapters],
    }


def _chapter(saga: Book, chapter: Chapter) -> StoryChapter:
    return {
        "title": chapter.title,
        "when": chapter.when,
        "lead": chapter.lead_text,
        "passages": [
            {"text": each.text, "by": saga.names[each.by] if each.by != NOBODY else None}
            for each in chapter.passages
        ],
    }
