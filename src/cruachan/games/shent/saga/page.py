"""The saga as files: HTML, Markdown and EPUB, without resources from elsewhere."""

from __future__ import annotations

from html import escape

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import markup
from cruachan.games.shent.saga.book import Book
from cruachan.games.shent.saga.epub import epub
from cruachan.games.shent.saga.markdown import markdown
from cruachan.games.shent.saga.routes import with_routes
from cruachan.games.shent.saga.saga import drafted


def pages(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> dict[str, str | bytes]:
    """The saga as somebody may read it, by the ending of its file."""
    draft = drafted(match, lang, viewer)
    saga = draft.book
    picture = presentation_of(match.game).draw(match.view(viewer, lang), lang)
    drawn = with_routes(picture, match.state.board, draft.routes)
    return {".md": markdown(saga), ".html": html(saga, drawn), ".epub": epub(saga, drawn)}


def html(saga: Book, picture: str) -> str:
    """The page."""
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{saga.lang}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(saga.title)}</title>",
        f"<style>\n{markup.STYLE}\n</style></head>",
        "<body><main>",
        markup.header(saga),
        markup.people(saga.people),
        _contents(saga),
        *(
            markup.section(saga, chapter, f"chapter-{number}")
            for number, chapter in enumerate(saga.chapters)
        ),
        "" if saga.over else f"<h2>{escape(saga.word('now'))}</h2>",
        markup.table(saga),
        markup.cast(saga),
        f'<section class="map"><h2>{escape(saga.word("map" if saga.over else "map_now"))}</h2>'
        f"{markup.bare(picture)}{markup.walked(saga)}</section>",
        "</main></body></html>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _contents(saga: Book) -> str:
    """The chapters, to go to."""
    lines = "".join(
        f'<li><a href="#chapter-{number}">{escape(chapter.title)}</a></li>'
        for number, chapter in enumerate(saga.chapters)
    )
    return f'<nav aria-label="{escape(saga.word("contents"))}"><ol>{lines}</ol></nav>'
