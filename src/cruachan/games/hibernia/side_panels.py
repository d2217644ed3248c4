"""What is shown beside the board of Hibernia: what each player has, and the neutral colour."""

from __future__ import annotations

from cruachan.engine.side_panels import Writer, of_seat, panel
from cruachan.engine.texts import Lang
from cruachan.engine.view import PanelEntry, SidePanel
from cruachan.games.hibernia.board import COLOURS
from cruachan.games.hibernia.shown import HiberniaView, PlayerView
from cruachan.games.hibernia.state import PLAYERS

AHEAD = 7
"""How many spaces before each marker are told."""


def side_panels(view: HiberniaView, lang: Lang) -> list[SidePanel]:
    """A side panel for each seat, and one for the colour that nobody plays."""
    writer = Writer(__package__, lang)
    found = [of_seat(view, each["seat"], _player(view, each, writer)) for each in view["players"]]
    neutral = view["neutral"]
    if neutral:
        entries = [
            _counties(view, PLAYERS - 1, "neutral", writer),
            writer.entry("box", neutral["box"]),
        ]
        found.append(panel("neutral", neutral["name"], entries))
    return found


def _player(view: HiberniaView, player: PlayerView, writer: Writer) -> list[PanelEntry]:
    letter, length = player["letter"], view["track_length"]
    standing = [
        writer.progress("steps", player["steps"], length, {"length": length},
                        at=[f"marker:{letter}"], symbol=f"piece-{player['piece']}"),
        _counties(view, player["seat"], "counties", writer),
    ]  # fmt: skip
    if view["result"]:
        return standing
    return [
        *standing,
        _next(view, player, writer),
        writer.entry("supply", player["supply"], near=True),
        writer.entry("shield", player["shield"], at=[f"fallen:{letter}"]),
    ]


def _counties(view: HiberniaView, owner: int, key: str, writer: Writer) -> PanelEntry:
    """The number of counties and the colour of each."""
    held = [county for county in view["counties"] if county["owner"] == owner]
    held.sort(key=lambda county: COLOURS.index(county["colour"]))
    symbols = [f"colour-{county['colour']}" for county in held]
    at = [f"county:{county['short']}" for county in held]
    return writer.entry(key, len(held), at=at, symbols=symbols)


def _next(view: HiberniaView, player: PlayerView, writer: Writer) -> PanelEntry:
    """The spaces before a marker, as far as they are told."""
    length = view["track_length"]
    spaces = [(player["space"] + step) % length for step in range(1, AHEAD + 1)]
    symbols = [f"colour-{view['track'][space]}" for space in spaces]
    return writer.entry(
        "next", at=[f"space:{space}" for space in spaces], symbols=symbols, near=True
    )
