"""Below the board of Hibernia: the die, the wild play, and the table of the players."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.picture import piece
from cruachan.engine.svg import EDGE, INK, PAPER, ROW, SANS, fitted, tag, write, write_clearly
from cruachan.engine.view import DrawnPiece
from cruachan.games.hibernia.drawing import DARK_FACES, FILLS, STATUS, Drawing

COLUMNS = {"steps": 0.47, "supply": 0.61, "shield": 0.74, "counties": 0.9}
"""Where the numbers of a player stand, as a share of the width."""


def panel(drawing: Drawing) -> str:
    """Below the board: the die, what goes on, and the table of the players."""
    x, y, width, height = drawing.board.view_box
    top = y + height + STATUS
    beside = x + (192 if drawing.view.get("die") else 104)
    told = detail(drawing)
    room = x + width - beside - EDGE
    rows = [
        drawing.draw_seat((x, top + ROW * line, width), player, COLUMNS)
        for line, player in enumerate(drawing.players, start=1)
    ]
    return tag(
        "g",
        write(beside, y + height + 32, drawing.headline(), 27.0, text_anchor="start",
              font_weight="bold"),
        write(beside, y + height + 66, told, fitted(told, 22.0, room), text_anchor="start"),
        drawing.draw_heads((x, top, width), COLUMNS),
        *rows,
        class_="panel",
    )  # fmt: skip


def detail(drawing: Drawing) -> str:
    """The die and the plays that are left, or the march that lacks warriors; the neutral box."""
    view, march = drawing.view, drawing.view.get("march")
    if view.get("result"):
        parts = [drawing.say("over")]
    elif march:
        parts = [drawing.say("march", county=march["county"], missing=march["missing"])]
    else:
        parts = [die_in_words(drawing)]
        plays = [drawing.say(f"play_{play}") for play in view.get("plays") or []]
        parts += [drawing.say("plays", plays=", ".join(plays))] if plays else []
    neutral = view.get("neutral")
    if neutral:
        box = drawing.say("box", box=neutral["box"])
        parts.append(f"{neutral['letter']} {drawing.say('neutral')}, {box}")
    return " · ".join(parts)


def die_in_words(drawing: Drawing) -> str:
    """What the die shows, and whether its play is made."""
    die = drawing.view.get("die")
    if not die:
        return drawing.say("no_die")
    return drawing.say("die_used" if "die" in used(drawing) else "die", colour=drawing.colour(die))


def used(drawing: Drawing) -> list[str]:
    """The plays of this turn that are made; purple gives the die none."""
    die, left = drawing.view.get("die"), drawing.view.get("plays") or []
    given = [] if not die else ["wild"] if die == "purple" else ["die", "wild"]
    return [play for play in given if play not in left]


def draw_die(drawing: Drawing, face: str) -> str:
    """A face of the die: a county colour, or dark for black (any county) and purple (a step)."""
    fill = f"url(#pattern-{face})" if face in FILLS else DARK_FACES.get(face, "#ffffff")
    return tag(
        "rect", x=-33, y=-33, width=66, height=66, rx=13, fill=fill, stroke=INK, stroke_width=4
    ) + write(0, 0, drawing.say(f"mark_{face}") if face else "?", 27.0, font_family=SANS,
              font_weight="bold", fill="#ffffff" if face in DARK_FACES else INK)  # fmt: skip


def draw_colour(drawing: Drawing, colour: str) -> str:
    """A county colour as a small square, to be shown beside the board."""
    return tag(
        "rect", x=-15, y=-15, width=30, height=30, rx=5, fill=f"url(#pattern-{colour})", stroke=INK
    ) + write_clearly(
        0, 0, drawing.say(f"mark_{colour}"), 17.0, font_weight="bold", font_family=SANS
    )


def draw_wild(drawing: Drawing) -> str:
    """The wild play, which lies beside the die."""
    stripes = "".join(
        tag("path", d=f"M0 0L{x1} {y1}A33 33 0 0 1 {x2} {y2}Z", fill=f"url(#pattern-{colour})")
        for colour, (x1, y1, x2, y2) in zip(
            FILLS,
            ((0, -33, 33, 0), (33, 0, 0, 33), (0, 33, -33, 0), (-33, 0, 0, -33)),
            strict=True,
        )
    )
    ring = tag("circle", r=33, fill="none", stroke=INK, stroke_width=4)
    return (
        stripes
        + ring
        + tag("circle", r=20, fill="#ffffff", stroke=INK)
        + write(0, 0, drawing.say("mark_wild"), 15.0, font_weight="bold", font_family=SANS)
    )


def draw_used() -> str:
    """The mark on a used play."""
    tick = {"d": "M-16 1L-4 13L17 -13", "fill": "none", "stroke_linecap": "round"}
    return (
        tag("rect", x=-36, y=-36, width=72, height=72, rx=14, fill=PAPER, opacity=0.9)
        + tag("path", stroke="#ffffff", stroke_width=12, stroke_linejoin="round", **tick)
        + tag("path", stroke="#2f5d46", stroke_width=7, stroke_linejoin="round", **tick)
    )


def lay_plays(drawing: Drawing) -> Iterator[DrawnPiece]:
    """The die below the board, before it is rolled with a question mark, and the wild play; on
    those that are made lies a tick."""
    x, y, _, height = drawing.board.view_box
    spots = {"die": (x + 51, y + height + 47), "wild": (x + 139, y + height + 47)}
    shape = f"die-{drawing.view.get('die') or 'none'}"
    yield piece("die", shape, *spots["die"], label=die_in_words(drawing))
    if drawing.view.get("die"):
        made = "wild" in used(drawing)
        label = drawing.say("wild_used" if made else "wild")
        yield piece("wild", "wild", *spots["wild"], label=label)
    for play in used(drawing):
        yield piece(f"used:{play}", "used", *spots[play])
