"""The text of a notice: game, table, who moved, what is asked, time left, and a link.

It is made from what one viewer may see and from nothing else: for a person's own devices her seat,
for a channel that others read a spectator.
"""

from __future__ import annotations

from typing import NamedTuple

from cruachan.engine.durations import duration
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import Lang, Texts
from cruachan.server import PACKAGE
from cruachan.server.tables.events.base import MoveEvent
from cruachan.server.tables.former import said_names
from cruachan.server.tables.table import GameTable

LONGEST = 300
"""How many characters of what was told are said."""


class Notice(NamedTuple):
    """The text of a notice in one language."""

    id: str
    """The notice's id, the same for every attempt to send it."""
    table: str
    game: str
    """The name of the game, for programs."""
    seat: int
    name: str
    """The seat that is to move."""
    title: str
    lines: tuple[str, ...]
    link: str
    left: int | None
    """The milliseconds that are left on her clock."""

    @property
    def text(self) -> str:
        """Everything but the title and the link."""
        return "\n".join(self.lines)


def compose(
    table: GameTable, seat: int, viewer: Viewer, lang: Lang, link: str, id_: str = ""
) -> Notice:
    """The notice that a seat is waited for, as a viewer may read it."""
    texts, names = Texts(PACKAGE, lang), said_names(table.names, lang)
    who = "your" if viewer == seat else "their"
    others = ", ".join(name for number, name in enumerate(names) if number != seat)
    lines = [_moved(table, seat, viewer, lang), _asked(table, seat, viewer, lang)]
    left = table.time_left(seat) if table.setting.clock != "none" else None
    if left is not None:
        shown = duration(left, lang) if left > 0 else texts("notices.no_time")
        lines.append(texts("notices.left", time=shown))
    return Notice(
        id_,
        table.id,
        table.setting.game,
        seat,
        names[seat],
        texts(f"notices.{who}_turn", game=table.game.title, name=names[seat], others=others),
        tuple(line for line in lines if line),
        f"{link}/t/{table.id}",
        left,
    )


def _moved(table: GameTable, seat: int, viewer: Viewer, lang: Lang) -> str:
    """What somebody else did last, as the viewer is told."""
    for event in reversed(table.events):
        body = event.body
        others = isinstance(body, MoveEvent) and body.seat not in (seat, CHANCE)
        if isinstance(body, MoveEvent) and others and event.scene is not None:
            text = body.describe(table, event, viewer, lang).told
            return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"
    return ""


def _asked(table: GameTable, seat: int, viewer: Viewer, lang: Lang) -> str:
    """The question at hand, as the viewer may read it."""
    match, request = table.match, table.undo_request
    if match is None:
        return ""
    names = said_names(table.names, lang)
    if request is not None:
        return Texts(PACKAGE, lang)("notices.undo", name=names[request.seat])
    return match.view(viewer, lang, names=names)["prompt"]
