"""The saga of a match: a book that tells it as a story, as far as a viewer may know it."""

from __future__ import annotations

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.book import Book
from cruachan.games.shent.saga.draft import SagaDraft
from cruachan.games.shent.saga.pipeline import run


def book(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> Book:
    """The story of a match, running or over, as a viewer may know it."""
    return drafted(match, lang, viewer).book


def drafted(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> SagaDraft:
    """The finished draft: the book, and what the passes found out on the way."""
    return run(SagaDraft(match, lang, viewer))
