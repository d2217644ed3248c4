"""The saga as Markdown."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import Book, Chapter, Paragraph, SagaPerson

_MARKED = str.maketrans({sign: "\\" + sign for sign in "\\`*_{}[]<>#|~"})


def safe(text: str) -> str:
    """Text in which nothing is taken for a mark of Markdown."""
    return text.translate(_MARKED)


def markdown(saga: Book) -> str:
    """The saga as Markdown."""
    lines = [f"# {safe(saga.title)}", f"*{safe(saga.subtitle)}*", *_people(saga.people)]
    for chapter in saga.chapters:
        lines += _chapter(saga, chapter)
    if not saga.over:
        lines.append(f"## {saga.word('now')}")
    lines.append(_table(saga))
    for key, people in (("figures", saga.figures), ("narrators", saga.narrators)):
        if people:
            lines += [f"## {saga.word(key)}", *_people(people)]
    return "\n\n".join(lines) + "\n"


def _people(people: list[SagaPerson]) -> list[str]:
    lines = [f"- **{safe(name)}**: {safe(who)}" for name, who in people if who]
    return ["\n".join(lines)] if lines else []


def _chapter(saga: Book, chapter: Chapter) -> list[str]:
    lines = [f"## {safe(chapter.title)}"]
    if chapter.when:
        lines.append(f"*{safe(chapter.when)}*")
    if chapter.lead_text:
        lines.append(f"*{safe(chapter.lead_text)}*")
    return [*lines, *(_passage(saga, passage) for passage in chapter.passages)]


def _passage(saga: Book, passage: Paragraph) -> str:
    if passage.by == NOBODY:
        return safe(passage.text)
    told = "\n>\n".join(f"> {safe(each)}" for each in passage.text.splitlines() if each.strip())
    return f"{told}\n>\n> – {safe(saga.names[passage.by])}"


def columns(saga: Book) -> list[tuple[str, list[Any]]]:
    """The table of the players, column by column."""
    keys = ["name", "element", "lands", "houses", "aglar", "quests"]
    rows = saga.players
    if saga.over:
        keys.append("place")
        rows = sorted(rows, key=lambda row: row.place)
    heads = {"name": "player", "place": "rank"}
    return [(saga.word(heads.get(key, key)), [getattr(row, key) for row in rows]) for key in keys]


def _table(saga: Book) -> str:
    shown = columns(saga)
    lines = [" | ".join(head for head, _ in shown), " | ".join("---" for _ in shown)]
    count = len(saga.players)
    lines += [" | ".join(safe(str(cells[row])) for _, cells in shown) for row in range(count)]
    return "\n".join(f"| {line} |" for line in lines)
