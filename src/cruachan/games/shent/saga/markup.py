"""Markup that the page and the EPUB share: well-formed XML, all texts escaped."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from cruachan.engine.game import NOBODY
from cruachan.engine.identity import FILE, WORDMARK, read_identity
from cruachan.games.shent.picture.signs import RUNES
from cruachan.games.shent.saga.book import Book, Chapter, Paragraph, SagaPerson
from cruachan.games.shent.saga.markdown import columns

CAP = 200
"""A paragraph of this length has room for a great first letter."""
GAME = files("cruachan.games.shent")
LOOK = read_identity(GAME.joinpath(FILE), GAME.joinpath(WORDMARK))
"""The saga has the colours and the lettering of the game."""
COLOURS = f"""
:root {{ --ink: #2b2118; --faint: #6f614c; --paper: {LOOK.paper}; --accent: {LOOK.accent}; }}
""".lstrip()
STYLE = (
    COLOURS
    + """* { box-sizing: border-box; }
html { font-size: 18px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
  line-height: 1.55; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1.1rem 4rem; }
header { text-align: center; padding: 1.5rem 0 1rem; }
.mark { display: block; width: 7rem; height: 2.3rem; margin: 0 auto 1.2rem;
  color: var(--accent); }
h1 { font-size: 2.1rem; line-height: 1.15; font-weight: normal; letter-spacing: .04em;
  margin: .4em 0; color: var(--accent); }
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
.when { text-align: center; color: var(--faint); font-size: .8rem; letter-spacing: .04em;
  margin: 0 auto .8rem; break-after: avoid; }
blockquote { margin: .9rem 0; padding: 0 0 0 .9rem; border-left: 3px double var(--faint);
  break-inside: avoid; }
blockquote p + p { margin-top: .5em; }
blockquote footer { font-variant: small-caps; color: var(--faint); }
nav ol { list-style: none; margin: 1rem auto 0; padding: 0; max-width: 30rem; text-align: center; }
nav a { color: inherit; text-decoration: none; }
nav li { margin: .15rem 0; }
.walked { list-style: none; margin: 1rem 0 0; padding: 0; font-size: .8rem; }
.lead { font-style: italic; text-align: center; margin: 0 auto 1.3rem; max-width: 30rem;
  break-inside: avoid; break-after: avoid; }
p { margin: 0; text-align: justify; hyphens: auto; overflow-wrap: anywhere; orphans: 2; widows: 2; }
p.under, p.lead, p.when { text-align: center; hyphens: manual; }
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
)


def sign(rune: str) -> str:
    """A rune as an ornament."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="sign" viewBox="-12 -12 24 24" '
        'aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.5" '
        f'stroke-linecap="round" d="{RUNES[rune]}"/></svg>'
    )


def wordmark() -> str:
    """The name of the game in its own letters."""
    mark = LOOK.wordmark
    assert mark is not None
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mark" role="img" aria-label="SHENT" '
        f'viewBox="0 0 {mark.width:g} {mark.height:g}"><path fill="currentColor" '
        f'd="{mark.path}"/></svg>'
    )


def header(saga: Book) -> str:
    """The title, below the name of the game."""
    ornament = "".join(sign(rune) for rune in list(RUNES)[:5])
    return (
        f'<header>{wordmark()}<div class="band">{ornament}</div><h1>{escape(saga.title)}</h1>'
        f'<p class="under">{escape(saga.subtitle)}</p></header>'
    )


def people(persons: list[SagaPerson]) -> str:
    """Who is who."""
    lines = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(who)}</dd>" for name, who in persons if who
    )
    return f'<dl class="people">{lines}</dl>' if lines else ""


def cast(saga: Book) -> str:
    """The figures with a name, and who told what."""
    parts = [
        f"<section><h2>{escape(saga.word(key))}</h2>{people(found)}</section>"
        for key, found in (("figures", saga.figures), ("narrators", saga.narrators))
        if found
    ]
    return "\n".join(parts)


def section(saga: Book, chapter: Chapter, name: str = "") -> str:
    """A chapter; everything people wrote is shown as text."""
    ornament = sign(chapter.rune) if chapter.rune in RUNES else ""
    when = f'<p class="when">{escape(chapter.when)}</p>' if chapter.when else ""
    lead = f'<p class="lead">{escape(chapter.lead_text)}</p>' if chapter.lead_text else ""
    told = "\n".join(_passage(saga, passage) for passage in chapter.passages)
    first = chapter.passages[0] if chapter.passages else None
    cap = " cap" if first and first.by == NOBODY and len(first.text) > CAP else ""
    body = f'<div class="told{cap}">{told}</div>' if told else ""
    anchor = f' id="{name}"' if name else ""
    return (
        f"<section{anchor}>{ornament}<h2>{escape(chapter.title)}</h2>{when}{lead}{body}</section>"
    )


def _passage(saga: Book, passage: Paragraph) -> str:
    if passage.by == NOBODY:
        return f"<p>{escape(passage.text)}</p>"
    told = "".join(f"<p>{escape(each)}</p>" for each in passage.text.splitlines() if each.strip())
    by = escape(saga.names[passage.by])
    return f"<blockquote>{told}<footer>– {by}</footer></blockquote>"


def table(saga: Book) -> str:
    """How the players stand."""
    shown = columns(saga)
    heads = "".join(f"<th>{escape(head)}</th>" for head, _ in shown)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cells[row]))}</td>" for _, cells in shown) + "</tr>"
        for row in range(len(saga.players))
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def walked(saga: Book) -> str:
    """The ways of the map in words."""
    lines = "".join(f"<li>{escape(each)}</li>" for each in saga.ways)
    return f'<ul class="walked">{lines}</ul>' if lines else ""


def bare(picture: str) -> str:
    """A picture without what only a file of its own needs."""
    return re.sub(r"^\s*<\?xml[^>]*\?>\s*", "", picture)
