"""The saga as files: a page to read and to print, a book, a text; nothing from elsewhere."""

from __future__ import annotations

from html import escape

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import parts
from cruachan.games.shent.saga.epub import epub
from cruachan.games.shent.saga.saga import Scribe
from cruachan.games.shent.saga.text import markdown
from cruachan.games.shent.saga.told import Book
from cruachan.games.shent.saga.ways import main_ways, with_ways


def pages(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> dict[str, str | bytes]:
    """The saga as somebody may read it, by the ending of its file."""
    scribe = Scribe(match, lang, viewer)
    saga = scribe.write()
    picture = presentation_of(match.game).draw(match.view(viewer, lang), lang)
    drawn = with_ways(picture, match.state.board, main_ways(match, scribe.figures))
    return {".md": markdown(saga), ".html": html(saga, drawn), ".epub": epub(saga, drawn)}


def html(saga: Book, picture: str) -> str:
    """The page."""
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{saga.lang}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(saga.title)}</title>",
        f"<style>\n{parts.STYLE}\n</style></head>",
        "<body><main>",
        parts.header(saga),
        parts.people(saga.people),
        _contents(saga),
        *(
            parts.section(saga, chapter, f"chapter-{number}")
            for number, chapter in enumerate(saga.chapters)
        ),
        "" if saga.over else f"<h2>{escape(saga.word('now'))}</h2>",
        parts.table(saga),
        parts.cast(saga),
        f'<section class="map"><h2>{escape(saga.word("map" if saga.over else "map_now"))}</h2>'
        f"{parts.bare(picture)}{parts.walked(saga)}</section>",
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
