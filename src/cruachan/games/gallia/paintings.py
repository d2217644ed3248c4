"""What is painted on Gallia Cisalpina's cards: shields and ears, meadows, palisades and walls."""

from __future__ import annotations

from cruachan.engine import svg
from cruachan.engine.boardfile import Point
from cruachan.engine.svg import INK, SANS, tag, write

CORNER = 14.0
"""The radius of a card's corners."""
CARD: Point = (170.0, 276.0)

WOOD = "#b98b5b"
GRAIN = "#a3774a"
MEADOW = "#eef0cf"
EARTH = "#e8cfa4"
SHIELD = "#7a4720"
GOLD = "#e2a91c"
STRAW = "#6e4a00"
STONE = "#efe6d6"
STANDARD = "#2f6b3a"
RED = "#a3231a"
NIGHT = {
    INK: "#eee7da",
    WOOD: "#46311f",
    GRAIN: "#56402b",
    "#7d5730": "#2c1e12",
    "#2f1c0a": "#b79b78",
    MEADOW: "#34475b",
    "#dde7bd": "#375154",
    "#cddca6": "#3b5a4b",
    "#7f9b5f": "#4f7450",
    "#5f7a45": "#7d9d6d",
    "#e3d79a": "#5d5430",
    "#c7b467": "#8b7e48",
    "#b4d3dc": "#2f5a72",
    "#8db5c2": "#5d8fa8",
    "#c3d597": "#456145",
    "#9fb571": "#628356",
    EARTH: "#3a3128",
    STONE: "#2a2930",
    "#e0cdb4": "#5d5249",
    "#b59d80": "#877564",
    "#c98d6b": "#8c5a41",
    "#9a6244": "#b47d5c",
    "#cfc3b2": "#4d4b4e",
    "#c3b6a4": "#46454b",
    "#84776a": "#928a80",
    "#a99c8c": "#6f6861",
}
"""The colours of table and cards by day, and what they are in dark mode."""


def shield_shape() -> str:
    """A shield around 0, 32 high."""
    return tag(
        "g",
        tag("path", d="M-13 -15Q0 -19 13 -15V2Q13 12 0 17Q-13 12 -13 2Z", fill=SHIELD,
            stroke="#fff6e6", stroke_width=1.6),
        tag("path", d="M-9.5 -11.5Q0 -14.5 9.5 -11.5V2Q9.5 9.5 0 13Q-9.5 9.5 -9.5 2Z",
            fill="none", stroke="#c08a55", stroke_width=1.4),
        id="gallia-shield",
        data_lit="",
    )  # fmt: skip


def ear_shape() -> str:
    """An ear of corn around 0, 40 high."""
    grains = "M0 -9C-4 -13 -3 -18 0 -21C3 -18 4 -13 0 -9Z"
    for y in (-5, 1, 7):
        grains += f"M0 {y}C-8 {y} -8 {y - 6} -7 {y - 9}C-2 {y - 8} 0 {y - 5} 0 {y}Z"
        grains += f"M0 {y}C8 {y} 8 {y - 6} 7 {y - 9}C2 {y - 8} 0 {y - 5} 0 {y}Z"
    return tag(
        "g",
        tag("path", d="M0 20V6", stroke=STRAW, stroke_width=2.2),
        tag("path", d=grains, fill=GOLD, stroke=STRAW, stroke_width=1, stroke_linejoin="round"),
        id="gallia-ear",
        data_lit="",
    )


def use(shape: str, x: float, y: float, scale: float = 1.0) -> str:
    """One of the shapes, somewhere."""
    move = f"translate({x:.1f} {y:.1f})" + (f" scale({scale:g})" if scale != 1 else "")
    return tag("use", href=f"#gallia-{shape}", transform=move)


def mirrored(shape: str, x: float, y: float) -> str:
    """A painting the other way round, so that not all cards look alike."""
    move = f"translate({x + CARD[0]:.1f} {y:.1f}) scale(-1 1)"
    return tag("use", href=f"#gallia-{shape}", transform=move)


def digit(x: float, y: float, number: int | None, size: float, fill: str = INK) -> str:
    """A number, or a question mark for one that nobody knows yet."""
    words = "?" if number is None else str(number)
    lit = {} if fill == INK else {"data_lit": ""}
    return write(x, y, words, size, font_family=SANS, font_weight="bold", fill=fill, **lit)


def draw_shields(x: float, y: float, many: int | None) -> str:
    """A stack of shields with their number on the first."""
    behind = max(0, (many or 0) - 1)
    step = min(9.0, 30 / behind) if behind else 0.0
    back = [use("shield", x + step * n, y - 1, 1.1) for n in range(behind, 0, -1)]
    first = use("shield", x, y, 1.3)
    return tag("g", *back, first, digit(x, y - 1, many, 25.0, "#ffffff"), class_="shields")


def draw_ears(x: float, y: float, many: int | None) -> str:
    """A number, and so many ears side by side."""
    step = min(11.0, 44 / (many - 1)) if many and many > 1 else 0.0
    ears = [use("ear", x + 21 + step * n, y - 1) for n in range(many or 0)]
    return tag("g", *ears, digit(x, y, many, 29.0), class_="ears")


def draw_pips(x: float, y: float, size: float, pips: int, fill: str) -> str:
    """A number as on a die."""
    spots = [
        tag("circle", cx=x + a * size * 0.26, cy=y + b * size * 0.26, r=size * 0.1, fill=fill)
        for a, b in svg.PIPS.get(pips, ())
    ]
    return tag("g", *spots, class_="pips")


def draw_moved(x: float, y: float, radius: float) -> str:
    """The sign of a die that has moved: an arrow on a disc."""
    return tag(
        "g",
        tag("circle", r=11.0, fill="#ffffff", stroke=RED, stroke_width=2.6),
        tag("path", d="M-6 0h10m-4 -4.6l4.6 4.6l-4.6 4.6", fill="none", stroke=RED,
            stroke_width=2.8, stroke_linejoin="round", stroke_linecap="round"),
        transform=f"translate({x:.1f} {y:.1f}) scale({radius / 11:.2f})",
        class_="arrow",
    )  # fmt: skip


def draw_eye() -> str:
    """The sign for having looked at a back, around 0."""
    return tag("path", d="M-13 0q13 -14 26 0q-13 14 -26 0Z", fill="#ffffff", stroke=INK,
               stroke_width=2.2) + tag("circle", r=5.0, fill=INK)  # fmt: skip


# --- What is painted on the cards ---------------------------------------------------------


def card_shape() -> str:
    """The rounded rectangle that no painting leaves."""
    return tag(
        "clipPath",
        tag("rect", x=0, y=0, width=CARD[0], height=CARD[1], rx=CORNER),
        id="gallia-card",
    )


def painting(name: str, ground: str, *content: str) -> str:
    """What one kind of card shows, from its upper left corner on."""
    return tag(
        "g",
        tag("rect", x=0, y=0, width=CARD[0], height=CARD[1], fill=ground),
        tag("g", *content, transform="translate(0 14)"),
        clip_path="url(#gallia-card)",
        id=f"gallia-{name}",
    )


def meadow() -> str:
    """Open land: hills, a river, ploughed fields and trees."""
    furrows = "".join(
        f"M{98 + 9 * n} 205Q{118 + 11 * n} 182 {168 + 9 * n} 168" for n in range(-3, 5)
    )
    trees = "".join(
        f"M{x} {y}q-7 -5 -6 -13q1 -9 6 -14q5 5 6 14q1 8 -6 13Zm0 0v6"
        for x, y in ((22, 142), (35, 146), (47, 141), (136, 136), (148, 141))
    )
    return painting(
        "land",
        MEADOW,
        tag("path", d="M0 128Q28 98 60 118T118 108T170 120V262H0Z", fill="#dde7bd"),
        tag("path", d="M0 150Q50 128 96 146T170 138V262H0Z", fill="#cddca6"),
        tag("path", d=trees, fill="#7f9b5f", stroke="#5f7a45", stroke_width=1.6),
        tag("path", d="M64 152Q160 142 200 170L180 214Q120 214 52 212Z", fill="#e3d79a"),
        tag("path", d=furrows, fill="none", stroke="#c7b467", stroke_width=2.2),
        tag("path", d="M-4 172Q40 160 52 186T30 222T60 268L28 268Q2 240 18 214T-4 186Z",
            fill="#b4d3dc", stroke="#8db5c2", stroke_width=1.6),
        tag("path", d="M0 222Q80 204 170 222V262H0Z", fill="#c3d597"),
        tag("path", d="M0 222Q80 204 170 222", fill="none", stroke="#9fb571", stroke_width=1.6),
    )  # fmt: skip


def hut(x: float, y: float, size: float) -> str:
    """A round house with a roof of straw."""
    roof = f"M{-size:g} 0Q0 {-1.3 * size:g} 0 {-1.5 * size:g}Q0 {-1.3 * size:g} {size:g} 0Z"
    house = f"M{-0.74 * size:g} 0V{0.62 * size:g}H{0.74 * size:g}V0Z"
    door = f"M{-0.2 * size:g} {0.62 * size:g}V{0.12 * size:g}H{0.2 * size:g}V{0.62 * size:g}Z"
    return tag(
        "g",
        tag("path", d=house, fill="#cda673", stroke="#8a6337", stroke_width=1.6),
        tag("path", d=door, fill="#7d5730"),
        tag("path", d=roof, fill="#d9b35c", stroke="#8a6337", stroke_width=1.8,
            stroke_linejoin="round"),
        transform=f"translate({x:g} {y:g})",
    )  # fmt: skip


def palisade() -> str:
    """An oppidum: huts behind a palisade."""
    wide = CARD[0] / 12
    row = "".join(f"M{wide * n:.1f} 262V232l{wide / 2:.1f} -11l{wide / 2:.1f} 11V262Z"
                  for n in range(12))  # fmt: skip
    sides = "".join(f"M{x} {y}h8v22h-8Z" for x in (0, 162) for y in range(90, 240, 22))
    return painting(
        "oppidum",
        EARTH,
        tag("path", d="M0 136Q50 112 96 126T170 120V262H0Z", fill="#ddbd88"),
        hut(44, 150, 26),
        hut(124, 146, 24),
        hut(86, 180, 32),
        tag("path", d=sides, fill="#a97542", stroke="#5d3a17", stroke_width=1.4),
        tag("path", d=row, fill="#a97542", stroke="#5d3a17", stroke_width=1.8,
            stroke_linejoin="round"),
        tag("path", d="M0 239h170M0 256h170", stroke="#5d3a17", stroke_width=3),
    )  # fmt: skip


def walls() -> str:
    """A capital: houses behind a wall with towers and a gate."""
    teeth = "M0 262V214" + "h11v8h11v-8" * 8 + "V262Z"
    towers = "".join(f"M{x} 262V186h10v8h8v-8h10v8h8v-8h10V262Z" for x in (-16, 140))
    stones = "".join(
        f"M{x} {y}h13"
        for y, start in ((232, 34), (243, 44), (254, 34))
        for x in range(start, 140, 24)
    )
    roofs = "".join(
        f"M{x} 214V{y}l17 -14l17 14V214Z" for x, y in ((34, 176), (68, 160), (102, 178))
    )
    return painting(
        "capital",
        STONE,
        tag("path", d=roofs, fill="#e0cdb4", stroke="#b59d80", stroke_width=1.8,
            stroke_linejoin="round"),
        tag("path", d="M32 176l19 -16l19 16ZM66 160l19 -16l19 16ZM100 178l19 -16l19 16Z",
            fill="#c98d6b", stroke="#9a6244", stroke_width=1.6, stroke_linejoin="round"),
        tag("path", d=teeth, fill="#cfc3b2", stroke="#84776a", stroke_width=2),
        tag("path", d=stones, stroke="#a99c8c", stroke_width=1.8),
        tag("path", d=towers, fill="#c3b6a4", stroke="#84776a", stroke_width=2,
            stroke_linejoin="round"),
    )  # fmt: skip


DIE = 47.0
"""How wide a die is as its symbol has it."""


def die_face(name: str, letter: str, pips: int) -> str:
    """A die around 0: pips on top, letter and digit in front."""
    piece = svg.PIECES[name]
    front, ink = ("#e3d6ad", INK) if piece.ink == INK else ("#0e161d", "#ffffff")
    height = DIE * 0.44
    x, y = -DIE / 2, -DIE * 0.72
    rx = DIE * (0.24 if not piece.corners else 0.08)
    text: dict[str, object] = {"font_family": SANS, "font_weight": "bold", "fill": ink}
    middle = y + DIE + height / 2 - 1
    return (
        tag("rect", x=x, y=y, width=DIE, height=DIE + height, rx=rx, fill=front,
            stroke=INK, stroke_width=2.2)
        + tag("rect", x=x, y=y, width=DIE, height=DIE, rx=rx, fill=piece.fill,
              stroke=INK, stroke_width=1.4)
        + draw_pips(x + DIE / 2, y + DIE / 2, DIE, pips, piece.ink)
        + write(x + DIE * 0.28, middle, letter, height * 0.8, class_="letter", **text)
        + write(x + DIE * 0.68, middle, str(pips), height * 0.98, class_="digit", **text)
    )  # fmt: skip


def flap(back: tuple[int, int] | None) -> str:
    """The corner of a card folded over, the card's own corner being at 0; its back, if known."""
    fold = 22 if back else 36
    crease = f"M{-fold} 0L0 {-fold}"
    return (
        tag("path", d=f"M{-fold} 7v-7L0 {-fold}h5v{fold + 7}Z", fill=WOOD)
        + tag("path", d=f"{crease}V-36H-96V0Z" if back else f"{crease}H{-fold}Z", fill=EARTH,
              stroke=INK, stroke_width=2, stroke_linejoin="round")
        + (draw_small_side(-80, -18, *back) if back else digit(-24, -24, None, 20.0))
    )  # fmt: skip


def draw_small_side(x: float, y: float, shields: int, ears: int) -> str:
    """The two numbers of a side, small."""
    return tag(
        "g",
        use("shield", x, y, 0.95),
        digit(x, y - 1, shields, 20.0, "#ffffff"),
        use("ear", x + 24, y, 0.78),
        digit(x + 41, y, ears, 21.0),
        class_="numbers",
    )
