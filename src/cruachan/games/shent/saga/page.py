"""The saga as a page to read and to print: one file, nothing from elsewhere."""

from __future__ import annotations

import re
from html import escape

from cruachan.engine.match import Match
from cruachan.engine.words import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.picture.signs import RUNES
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.text import columns, markdown
from cruachan.games.shent.saga.told import Book, Chapter

CAP = 200
"""A paragraph of this length has room for a great first letter."""
STYLE = """
:root { --ink: #2b2118; --faint: #8a7a62; --paper: #fbf7ec; --accent: #7c2f1d; }
* { box-sizing: border-box; }
html { font-size: 18px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  line-height: 1.55; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1.1rem 4rem; }
header { text-align: center; padding: 1.5rem 0 1rem; }
h1 { font-size: 2.1rem; line-height: 1.15; font-weight: normal; letter-spacing: .04em;
  margin: .4em 0; }
header p { font-style: italic; color: var(--faint); }
section { margin-top: 3rem; }
h2 { font-size: 1.2rem; font-weight: normal; text-align: center; letter-spacing: .05em;
  margin: .3rem 0 .8rem; break-after: avoid; }
.sign { display: block; width: 2rem; height: 2rem; margin: 0 auto; color: var(--accent);
  break-after: avoid; }
.band { display: flex; justify-content: center; gap: .9rem; }
.band .sign { width: 1.3rem; height: 1.3rem; margin: 0; color: var(--faint); }
.people { max-width: 30rem; margin: 1rem auto 0; padding: .8rem 0; font-size: .9rem;
  border: solid #d9cdb4; border-width: 1px 0; }
.people dt { float: left; clear: left; margin-right: .5em; font-variant: small-caps;
  letter-spacing: .04em; color: var(--accent); }
.people dd { margin: 0 0 .25em 1.4em; }
.lead { font-style: italic; text-align: center; margin: 0 auto 1.3rem; max-width: 30rem;
  break-inside: avoid; break-after: avoid; }
p { margin: 0; text-align: justify; hyphens: auto; overflow-wrap: anywhere; orphans: 2; widows: 2; }
p.under, p.lead { text-align: center; hyphens: manual; }
.told p + p { text-indent: 1.4em; }
.told.cap p:first-of-type::first-letter { float: left; font-size: 3.1em; line-height: .82;
  padding: .06em .09em 0 0; color: var(--accent); }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; font-size: .85rem;
  break-inside: avoid; }
th { font-weight: normal; font-style: italic; color: var(--faint); }
th, td { padding: .3em .35em; text-align: center; border-bottom: 1px solid #d9cdb4; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; min-width: 4.5em; }
.map svg { display: block; width: 100%; height: auto; max-height: 92vh; }
@media (max-width: 30rem) {
  html { font-size: 17px; }
  h1 { font-size: 1.7rem; }
  p { text-align: left; }
  table { font-size: .7rem; }
  th, td { padding: .3em .12em; }
}
@page { size: A4; margin: 22mm 24mm; }
@media print {
  html { font-size: 11.5pt; }
  body { background: none; }
  main { max-width: none; padding: 0; }
  .map { break-before: page; }
  .map svg { max-height: 210mm; }
}
""".strip()


def pages(match: Match[State, Move], lang: Lang) -> dict[str, str]:
    """The saga as anybody may read it, by the ending of its file."""
    saga = book(match, lang)
    picture = match.game.draw(match.view(None, lang), lang)
    return {".md": markdown(saga), ".html": html(saga, picture)}


def html(saga: Book, svg_map: str) -> str:
    """The page; everything people wrote is shown as text."""
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{saga.lang}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(saga.title)}</title>",
        f"<style>\n{STYLE}\n</style></head>",
        "<body><main>",
        _header(saga),
        *(_section(chapter) for chapter in saga.chapters),
        _table(saga),
        _map(saga, svg_map),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _sign(rune: str) -> str:
    """A rune as an ornament."""
    return (
        '<svg class="sign" viewBox="-12 -12 24 24" aria-hidden="true"><path fill="none" '
        f'stroke="currentColor" stroke-width="1.5" stroke-linecap="round" d="{RUNES[rune]}"/></svg>'
    )


def _header(saga: Book) -> str:
    ornament = "".join(_sign(rune) for rune in list(RUNES)[:5])
    return (
        f'<header><div class="band">{ornament}</div><h1>{escape(saga.title)}</h1>'
        f'<p class="under">{escape(saga.subtitle)}</p></header>{_people(saga)}'
    )


def _people(saga: Book) -> str:
    """Who is who."""
    lines = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(who)}</dd>" for name, who in saga.people if who
    )
    return f'<dl class="people">{lines}</dl>' if lines else ""


def _section(chapter: Chapter) -> str:
    sign = _sign(chapter.rune) if chapter.rune in RUNES else ""
    lead = f'<p class="lead">{escape(chapter.lead_text)}</p>' if chapter.lead_text else ""
    told = "".join(f"<p>{escape(text)}</p>\n" for text in chapter.paragraphs)
    cap = " cap" if chapter.paragraphs and len(chapter.paragraphs[0]) > CAP else ""
    body = f'<div class="told{cap}">{told}</div>' if told else ""
    return f"<section>{sign}<h2>{escape(chapter.title)}</h2>{lead}{body}</section>"


def _table(saga: Book) -> str:
    shown = columns(saga)
    heads = "".join(f"<th>{escape(head)}</th>" for head, _ in shown)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cells[row]))}</td>" for _, cells in shown) + "</tr>"
        for row in range(len(saga.players))
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _map(saga: Book, svg_map: str) -> str:
    """The picture as the game draws it, without what only a file of its own needs."""
    picture = re.sub(r"^\s*<\?xml[^>]*\?>\s*", "", svg_map)
    title = escape(saga.word("map" if saga.over else "map_now"))
    return f'<section class="map"><h2>{title}</h2>{picture}</section>'
