"""What is shown beside the board of Cambria: what each colour has, the end and the legion."""

from __future__ import annotations

from collections.abc import Iterable

from cruachan.engine.side_panels import Writer, of_seat, panel
from cruachan.engine.texts import Lang
from cruachan.engine.view import PanelEntry, SidePanel
from cruachan.games.cambria.shown import CambriaView, FortView, PlayerView
from cruachan.games.cambria.state import LAST_FORTS

NONE = "–"


def side_panels(view: CambriaView, lang: Lang) -> list[SidePanel]:
    """A side panel for each seat, one for the dummy, and one for the table."""
    writer = Writer(__package__, lang)
    found = [of_seat(view, each["seat"], _player(view, each, writer)) for each in view["players"]]
    dummy = view["dummy"]
    if dummy:
        entries = [*_colour(view, dummy, writer), writer.entry("dummy")]
        found.append(panel("dummy", dummy["name"][:1].upper() + dummy["name"][1:], entries))
    found.append(panel("table", writer.title("table"), _table(view, writer)))
    return found


def _player(view: CambriaView, player: PlayerView, writer: Writer) -> list[PanelEntry]:
    ships = [ship["value"] for ship in view["ships"] if ship["soldier"] == player["seat"]]
    aboard = writer.entry(
        "ships", ", ".join(map(str, ships)) or NONE, at=[f"ship:{value}" for value in ships]
    )
    return [*_colour(view, player, writer), *([] if view["result"] else [aboard])]


def _colour(view: CambriaView, player: PlayerView, writer: Writer) -> list[PanelEntry]:
    """What a player has, and the dummy too; at the end only what the points are made of."""
    colour = player["seat"]
    stormed = [fort for fort in view["forts"] if fort["owner"] == colour]
    second = [fort for fort in view["forts"] if fort["vp_owner"] == colour]
    roads = [road["name"] for road in view["roads"] if road["soldier"] == colour]
    made_of = [
        writer.entry("points", player["points"], symbol=f"piece-{player['piece']}"),
        writer.entry("stormed", _sum(fort["value"] for fort in stormed), at=_places(stormed)),
        writer.entry("second", _sum(fort["vp"] for fort in second), at=_places(second)),
    ]
    if view["result"]:
        return made_of
    return [
        *made_of,
        writer.entry("supply", player["supply"], near=True),
        writer.entry("roads", len(roads), at=[f"road:{road}" for road in roads]),
    ]


def _sum(points: Iterable[int]) -> str:
    """The points one by one: `6 + 4`."""
    return " + ".join(map(str, sorted(points, reverse=True))) or "0"


def _places(forts: Iterable[FortView]) -> list[str]:
    return [f"fort:{fort['short']}" for fort in forts]


def _table(view: CambriaView, writer: Writer) -> list[PanelEntry]:
    left = _places(fort for fort in view["forts"] if fort["owner"] is None)
    till_the_end = max(view["forts_left"] - LAST_FORTS, 0)
    return [
        writer.entry("forts", till_the_end, {"last": LAST_FORTS}, at=left),
        writer.entry("legion", _where(view, writer), at=["legion"], symbol="legion"),
    ]


def _where(view: CambriaView, writer: Writer) -> str:
    """Where the legion is."""
    names = {fort["short"]: fort["name"] for fort in view["forts"]}
    between = {road["name"]: road["between"] for road in view["roads"]}
    here = between.get(view["legion"])
    return "–".join(names[short] for short in here) if here else writer.title("sea")
