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
    return [
        writer.progress("steps", player["steps"], length, {"length": length},
                        at=[f"marker:{letter}"], symbol=f"piece-{player['piece']}"),
        _counties(view, player["seat"], "counties", writer),
        _next(view, player, writer),
        writer.entry("supply", player["supply"]),
        writer.entry("shield", player["shield"], at=[f"fallen:{letter}"]),
    ]  # fmt: skip


def _counties(view: HiberniaView, owner: int, key: str, writer: Writer) -> PanelEntry:
    """How many of each colour: `5: B2 G1 Y2`."""
    held = [county for county in view["counties"] if county["owner"] == owner]
    many = {colour: sum(each["colour"] == colour for each in held) for colour in COLOURS}
    marks = [f"{_mark(colour, writer)}{many[colour]}" for colour in COLOURS if many[colour]]
    value = f"{len(held)}: {' '.join(marks)}" if held else "0"
    return writer.entry(key, value, at=[f"county:{county['short']}" for county in held])


def _next(view: HiberniaView, player: PlayerView, writer: Writer) -> PanelEntry:
    """The spaces before a marker, as far as they are told."""
    length = view["track_length"]
    spaces = [(player["space"] + step) % length for step in range(1, AHEAD + 1)]
    marks = [_mark(view["track"][space], writer) for space in spaces]
    return writer.entry("next", " ".join(marks), at=[f"space:{space}" for space in spaces])


def _mark(colour: str, writer: Writer) -> str:
    """The letter that a colour has on the board."""
    return writer.texts(f"draw.mark_{colour}")
