"""Cambria on paper: its board, its soldiers, markers, dice and the legion, and a player aid."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cruachan.engine import svg
from cruachan.engine.game import Game
from cruachan.engine.pieces import PIECES, called
from cruachan.engine.presentation import presentation_of
from cruachan.engine.print_material import (
    AidSection,
    PieceLayout,
    PrintBoard,
    PrintComponent,
    PrintItem,
    PrintMaterial,
    artwork,
    component,
    cropped,
    howto_section,
    rules_section,
)
from cruachan.engine.svg import tag
from cruachan.engine.texts import Lang, Texts
from cruachan.games.cambria.board import Board
from cruachan.games.cambria.draw import CambriaPicture
from cruachan.games.cambria.shapes import (
    STONE,
    WALL,
    draw_die,
    draw_digit,
    draw_laurels,
    draw_legion,
    draw_walls,
)
from cruachan.games.cambria.state import COLOURS, SOLDIERS

POINTS = {4: 2, 5: 3, 6: 4}
"""[C1.5] The points of the marker below that of a fort, by its value."""
SOLDIER = (16.0, 16.0)
MARKER = (20.0, 20.0)
LEGION = (22.0, 30.0)
EDGE = 16.0
DICE = 2
EXAMPLES = (2, 4, 6, 10)
"""Steps of the lesson: the first soldier, a fort that falls, the legion, a majority."""
ENDING = ("C8.1", "C8.2", "C8.3", "C8.4", "C8.5", "C8.6")
"""How a game ends on a real table, where nobody counts a hundred turns."""


def material(game: Game[Any, Any], lang: Lang) -> PrintMaterial:
    """What belongs into the box: 25 soldiers, 23 markers, the legion, two dice, the board."""
    said = Texts(game.package, lang)
    box = CambriaPicture(game.board).box
    return PrintMaterial(
        components=(soldiers(said), markers(game.board, said), legion(said), dice(said)),
        board=PrintBoard(cropped(presentation_of(game).board_svg(lang), box), box),
        aid=aid(said),
        examples=EXAMPLES,
    )


def soldiers(said: Texts) -> PrintComponent:
    """Five soldiers in each of five colours."""
    names = called((), COLOURS, said.lang)
    items = tuple(
        PrintItem(
            said("print.soldier", colour=name),
            SOLDIERS,
            artwork((-20, -20, 40, 40), svg.wood(wood, 13.0)),
        )
        for wood, name in zip(PIECES, names, strict=False)
    )
    return component(said, "soldiers", PieceLayout.COUNTERS, SOLDIER, items)


def markers(board: Board, said: Texts) -> PrintComponent:
    """One marker for each fort, and those with points for whoever comes second."""
    forts = Counter(fort.value for fort in board.forts)
    items = [
        PrintItem(said("print.fort", value=value), many, fort_marker(value))
        for value, many in sorted(forts.items())
    ]
    items += [
        PrintItem(said("print.points", points=points), forts[value], points_marker(points))
        for value, points in sorted(POINTS.items())
        if forts[value]
    ]
    return component(said, "markers", PieceLayout.COUNTERS, MARKER, items)


def fort_marker(value: int) -> str:
    """A fort with its value as pips and digit."""
    return artwork(
        (-40, -40, 80, 80),
        tag("rect", x=-40, y=-40, width=80, height=80, fill="#efe3c4"),
        draw_walls(0, 0, value, STONE, WALL, "1 0"),
        draw_digit(24, 24, value),
    )


def points_marker(points: int) -> str:
    """A golden star with its points."""
    return artwork(
        (-20, -20, 40, 40),
        tag("rect", x=-20, y=-20, width=40, height=40, fill="#fbf3dc"),
        draw_laurels(points),
    )


def legion(said: Texts) -> PrintComponent:
    """The legion, which stands."""
    front = artwork((-33, -45, 66, 90), tag("g", draw_legion(), transform="scale(1.4)"))
    item = PrintItem(said("print.legion"), 1, front)
    return component(said, "legions", PieceLayout.STANDEES, LEGION, (item,))


def dice(said: Texts) -> PrintComponent:
    """Two ordinary dice."""
    faces = tuple(artwork((-34, -34, 68, 68), draw_die(pips)) for pips in range(1, 7))
    item = PrintItem(said("print.die"), DICE, faces=faces)
    return component(said, "dice", PieceLayout.DICE, (EDGE, EDGE), (item,))


def aid(said: Texts) -> tuple[AidSection, ...]:
    """The turn in short, what a roll allows, the rules of storming, the end and two players."""
    rows = tuple(
        (said(f"print.roll_{roll}"), said(f"print.allows_{roll}"))
        for roll in ("two", "double", "one", "ones", "ship")
    )
    heads = (said("print.roll"), said("print.allows"))
    package, lang = said.package, said.lang
    return (
        howto_section(said),
        AidSection(said("print.rolls"), table=(heads, *rows)),
        rules_section(package, "C2", lang),
        rules_section(package, "C7", lang),
        rules_section(package, "C8", lang, *ENDING),
        rules_section(package, "C9", lang),
    )
