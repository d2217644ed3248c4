"""Builds side panels from a view and a game's texts.

Entries are written by keys: a game's texts have `sheet.KEY` (a short label, for a narrow card) and
`about.KEY` (what it means).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Data, PanelEntry, SidePanel

NOTHING: Mapping[str, Any] = {}


def panel(
    key: str, title: str, entries: Iterable[PanelEntry], seat: int | None = None, own: bool = False
) -> SidePanel:
    """A side panel: the table's, or a seat's."""
    return {"id": key, "title": title, "seat": seat, "own": own, "entries": list(entries)}


def of_seat(view: Data, seat: int, entries: Iterable[PanelEntry] = ()) -> SidePanel:
    """What a seat has in the open."""
    return panel(f"seat:{seat}", view["players"][seat]["name"], entries, seat)


def own_seat(view: Data) -> int | None:
    """The seat of the viewer, if she has one."""
    seat: int | None = view["seat"]
    return None if seat is None or seat < 0 else seat


class Writer:
    """Writes the entries of one game in one language."""

    def __init__(self, package: str, lang: Lang) -> None:
        self.texts = Texts(package, lang)

    def title(self, key: str, **names: Any) -> str:
        """What a side panel is called."""
        return self.texts(f"sheet.{key}", **names)

    def entry(
        self, key: str, value: object = "", names: Mapping[str, Any] = NOTHING, **more: Any
    ) -> PanelEntry:
        """An entry by the key of its words, which may name something; what is None is left out."""
        found: PanelEntry = {
            "label": self.title(key, **names),
            "value": str(value),
            "about": more.pop("about", None) or self.texts(f"about.{key}", **names),
        }
        known = {name: each for name, each in more.items() if each is not None}
        return found | known  # type: ignore[return-value]

    def progress(
        self, key: str, done: int, of: int, names: Mapping[str, Any] = NOTHING, **more: Any
    ) -> PanelEntry:
        """An entry that comes from 0 to a number, perhaps beyond it."""
        return self.entry(key, self.far(done, of), names, done=done, of=of, **more)

    def far(self, done: int, of: int) -> str:
        """How far something has come on the way from 0 to a number, in words."""
        texts = Texts(__package__, self.texts.lang)
        return texts("panel.beyond" if done > of else "panel.of", done=done, of=of)
