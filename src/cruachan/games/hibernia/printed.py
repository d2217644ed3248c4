"""Hibernia on paper: its board with the shield, its warriors, its die, and a player aid."""

from __future__ import annotations

from typing import Any

from cruachan.engine import svg
from cruachan.engine.game import Game
from cruachan.engine.picture import fill, piece
from cruachan.engine.pieces import called
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
from cruachan.engine.svg import INK, tag
from cruachan.engine.texts import Lang
from cruachan.games.hibernia.draw import PIECES, HiberniaPicture, draw_shield, draw_sword, patterns
from cruachan.games.hibernia.drawing import DARK_FACES, FILLS, Drawing
from cruachan.games.hibernia.panel import draw_die
from cruachan.games.hibernia.state import WARRIORS

WARRIOR = (15.0, 15.0)
PAWN = (22.0, 32.0)
EDGE = 20.0
FACES = ("blue", "green", "red", "yellow", "black", "purple")
"""The sides of the die, in the order of the numbers that stand for them on an ordinary one."""
LIGHT_SHIELD = ("#c9a06a", "#efdcb8", "#8c5a33", "#4a2c14")
EXAMPLES = (2, 5, 8, 12)
"""Steps of the lesson: the beginning, a march, a purple roll, raising warriors."""


def material(game: Game[Any, Any], lang: Lang) -> PrintMaterial:
    """What belongs into the box: 56 warriors, a die, a pawn, the board."""
    drawing = Drawing({}, game.board, lang)
    return PrintMaterial(
        components=(warriors(drawing), die(drawing), pawn(drawing)),
        board=board(game, drawing),
        aid=aid(drawing),
        examples=EXAMPLES,
    )


def board(game: Game[Any, Any], drawing: Drawing) -> PrintBoard:
    """The board with the shield, which lies on it as long as the game lasts: of light wood, on
    which the fallen are seen and which takes little ink."""
    picture = HiberniaPicture(game.board)
    shield = piece("shield", "shield", *picture.shield)
    ground = fill(picture.ground(drawing) + '<g data-slot=""/>', [shield], {})
    ground = ground.replace(draw_shield(drawing), draw_shield(drawing, LIGHT_SHIELD))
    return PrintBoard(cropped(artwork(picture.box, ground), picture.box), picture.box)


def warriors(drawing: Drawing) -> PrintComponent:
    """14 warriors in each of four colours."""
    names = called((), len(PIECES), drawing.lang)
    items = tuple(
        PrintItem(
            drawing.texts("print.warrior", colour=name),
            WARRIORS,
            artwork((-20, -20, 40, 40), svg.wood(wood, 13.0)),
        )
        for wood, name in zip(PIECES, names, strict=True)
    )
    return component(drawing.texts, "warriors", PieceLayout.COUNTERS, WARRIOR, items)


def die(drawing: Drawing) -> PrintComponent:
    """The die with a colour on each side."""
    faces = tuple(
        artwork((-36, -36, 72, 72), patterns(), draw_die(drawing, face)) for face in FACES
    )
    item = PrintItem(drawing.texts("print.die"), 1, faces=faces)
    return component(drawing.texts, "dice", PieceLayout.DICE, (EDGE, EDGE), (item,))


def pawn(drawing: Drawing) -> PrintComponent:
    """The pawn of whoever starts."""
    front = artwork(
        (-33, -48, 66, 96),
        tag("rect", x=-33, y=-48, width=66, height=96, fill="#f2e2c2"),
        tag("circle", cx=0, cy=0, r=28, fill="#ffffff", stroke=INK, stroke_width=3),
        tag("g", draw_sword(0, 0), transform="scale(1.7)"),
    )
    item = PrintItem(drawing.texts("print.pawn"), 1, front)
    return component(drawing.texts, "pawns", PieceLayout.STANDEES, PAWN, (item,))


def aid(drawing: Drawing) -> tuple[AidSection, ...]:
    """The turn in short, and what the die allows; an ordinary one does too. The setup, the end, and
    what is different with three players."""
    said = drawing.texts
    rows = tuple(
        (str(number), said(f"colour.{face}"), said(f"print.face_{kind(face)}"))
        for number, face in enumerate(FACES, start=1)
    )
    heads = (said("print.ordinary"), said("print.shows"), said("print.allows"))
    return (
        howto_section(said),
        AidSection(said("print.die"), table=(heads, *rows)),
        rules_section(said.package, "H2", drawing.lang),
        rules_section(said.package, "H9", drawing.lang),
        rules_section(said.package, "H10", drawing.lang),
    )


def kind(face: str) -> str:
    """What a side of the die allows: a county of its colour, any, or a step."""
    return "colour" if face in FILLS else face if face in DARK_FACES else ""
