"""Drawings that are folded: nets of dice, and figures that stand."""

from __future__ import annotations

from cruachan.engine.print_material import artwork
from cruachan.engine.svg import tag

NET = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""Where the sides lie that `ORDER` names: column and row."""
ORDER = (2, 1, 0, 4, 5, 3)
"""The sides of a die in a net; those that lie opposite sum up to 5."""
FLAP = 0.3
"""How wide the flaps for glue are, as a share of an edge."""
EDGE = 0.25
"""The room around a net in which the outer half of its lines lies, in millimetres."""
FOOT = 8.0
"""How long the two feet of a standing figure are, in millimetres."""
CUT = {"fill": "none", "stroke": "#8a8a8a", "stroke_width": 0.25}
FOLD = CUT | {"stroke_dasharray": "1.5 1.2"}


def placed(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing inside another one."""
    where = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
    return drawing.replace("<svg ", where, 1)


def net_size(edge: float) -> tuple[float, float]:
    """How much paper the net of a die takes, with its flaps."""
    return edge * (4 + FLAP) + 2 * EDGE, edge * (3 + 2 * FLAP) + 2 * EDGE


def net(faces: tuple[str, ...], edge: float) -> str:
    """The net of a die with six sides: what is cut is drawn through, what is folded is dashed."""
    top, flap = edge * FLAP, edge * FLAP
    sides = [
        placed(faces[face], column * edge, top + row * edge, edge, edge)
        for face, (column, row) in zip(ORDER, NET, strict=True)
    ]
    return artwork(
        (-EDGE, -EDGE, *net_size(edge)),
        tag("path", d=flaps(edge, top, flap), **CUT | {"fill": "#f4f4f4"}),
        *sides,
        tag("path", d=outer(edge, top), **CUT),
        tag("path", d=folds(edge, top), **FOLD),
    )


def outer(edge: float, top: float) -> str:
    """The edges of a net that have no flap: the row of four at its left, above and below."""
    lines = f"M0 {top + edge:g}v{edge:g}"
    for column in (0, 2, 3):
        for row in (1, 2):
            lines += f"M{column * edge:g} {top + row * edge:g}h{edge:g}"
    return lines


def folds(edge: float, top: float) -> str:
    """Where two sides of a net meet, and where a flap begins."""
    lines = "".join(f"M{edge:g} {top + row * edge:g}h{edge:g}" for row in range(4))
    for column in (1, 2, 3, 4):
        lines += f"M{column * edge:g} {top + edge:g}v{edge:g}"
    for column in (1, 2):
        for row in (0, 2):
            lines += f"M{column * edge:g} {top + row * edge:g}v{edge:g}"
    return lines


def flaps(edge: float, top: float, flap: float) -> str:
    """The flaps for glue, each narrower at its end: of the sides above, below and at the end. Where
    they begin nothing is drawn: there is a fold."""
    slant, rest = flap * 0.8, edge - 1.6 * flap
    paths = ""
    for y, out in ((top, -flap), (top + 3 * edge, flap)):
        paths += f"M{edge:g} {y:g}l{slant:g} {out:g}h{rest:g}l{slant:g} {-out:g}"
    for y in (top, top + 2 * edge):
        for x, out in ((edge, -flap), (2 * edge, flap)):
            paths += f"M{x:g} {y:g}l{out:g} {slant:g}v{rest:g}l{-out:g} {slant:g}"
    x, y = 4 * edge, top + edge
    return paths + f"M{x:g} {y:g}l{flap:g} {slant:g}v{rest:g}l{-flap:g} {slant:g}"


def standee_size(size: tuple[float, float]) -> tuple[float, float]:
    """How much paper a standing figure takes: both sides and both feet."""
    return size[0], 2 * (size[1] + FOOT)


def standee(front: str, back: str, size: tuple[float, float]) -> str:
    """A strip with the front of a figure, its back upside down above it, and a foot at each end."""
    width, height = size
    whole = standee_size(size)[1]
    upside = tag(
        "g",
        placed(back or front, 0, 0, width, height),
        transform=f"translate({width:g} {whole / 2:g}) rotate(180)",
    )
    folds = "".join(f"M0 {y:g}h{width:g}" for y in (FOOT, whole / 2, whole - FOOT))
    feet = "".join(f"M0 {y:g}h{width:g}v{FOOT:g}h{-width:g}Z" for y in (0, whole - FOOT))
    return artwork(
        (0, 0, width, whole),
        tag("path", d=feet, fill="#f4f4f4"),
        upside,
        placed(front, 0, whole / 2, width, height),
        tag("path", d=f"M0 0h{width:g}v{whole:g}h{-width:g}Z", **CUT),
        tag("path", d=folds, **FOLD),
    )
