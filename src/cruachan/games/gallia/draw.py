"""Draw a view of Gallia Cisalpina as one standalone SVG picture.

Nothing is told by colour alone: an oppidum has a palisade, a die has pips and a digit and its
owner's letter, a die that has moved wears an arrow.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.boardfile import Point, ViewBox
from cruachan.engine.notation import LETTERS
from cruachan.engine.picture import (
    Picture,
    face,
    piece,
    place,
    slot,
    symbol,
    wooden,
    woods,
    written,
)
from cruachan.engine.pieces import PIECES
from cruachan.engine.svg import INK, PAPER, ROW, SANS, tag, write
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Data, DrawnPiece
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.paintings import (
    CARD,
    CORNER,
    DIE,
    GRAIN,
    NIGHT,
    RED,
    STANDARD,
    WOOD,
    card_shape,
    die_face,
    draw_ears,
    draw_eye,
    draw_moved,
    draw_shields,
    draw_small_side,
    ear_shape,
    flap,
    meadow,
    mirrored,
    palisade,
    shield_shape,
    use,
    walls,
)
from cruachan.games.gallia.state import CAPITALS, COLUMNS, ROWS, TERRITORIES

WIDTH = 780.0
EDGE = 20.0
"""Of the table around the cards."""
GAP: Point = (20.0, 38.0)
"""Between the cards: room for an arrow."""
TABLE = EDGE + ROWS * (CARD[1] + GAP[1]) + 2
"""How high the table is, with a line of words below the cards."""
STATS = 64.0
DICE = 92.0
STRIP = 38.0
"""On a card: how far down its numbers stand and its dice begin, and how high its foot is."""
LINE = 31.0
"""How high a line of the question is."""
LINES = 3
"""Room for so many, so that the picture keeps its height."""
LETTERS_IN_A_LINE = 58
WOODEN = PIECES[:2]
"""The wood of the two seats."""


class Drawing(svg.SvgDrawing[Cards]):
    """What is to be drawn, and in which words."""

    package = __package__

    def __init__(self, view: Data, cards: Cards, lang: Lang) -> None:
        super().__init__(view, cards, lang)
        known = {card["short"]: card for card in view.get("cards") or []}
        self.cards = [known.get(card["short"], card) for card in fresh(cards)]
        self.battle: Data | None = view.get("battle")

    def called(self, seat: int) -> str:
        """A player in words."""
        side = self.sides[seat]
        return f"{side.name} ({side.letter})"

    def seen_by(self, card: Data) -> list[str]:
        """The letters of those who have seen a card's back."""
        seats = self.sides if card["shown"] else card["looked"]
        return [self.sides[seat].letter for seat in seats]


def fresh(cards: Cards) -> list[Data]:
    """The cards as they lie before anybody sits down."""
    return [
        {
            "name": card.name,
            "short": card.short,
            "row": index // COLUMNS,
            "column": index % COLUMNS,
            "capital": CAPITALS.index(index) if index in CAPITALS else None,
            "oppidum": False,
            "shields": cards.capital_shields if card.capital else cards.front.shields,
            "ears": 0 if card.capital else cards.front.ears,
            "back": None,
            "looked": [],
            "shown": False,
            "dice": [],
        }
        for index, card in enumerate(cards.cards)
    ]


class GalliaPicture(Picture[Cards]):
    """The table with its cards, and the dice on them."""

    title = "Gallia Cisalpina"
    drawing = Drawing

    @property
    def box(self) -> ViewBox:
        return 0, 0, WIDTH, TABLE

    def about(self, lang: Lang) -> str:
        return self.board.about.text(lang)

    def ground(self, drawing: Drawing) -> str:
        shapes = (shield_shape(), ear_shape(), card_shape(), meadow(), palisade(), walls())
        return (
            tag("defs", *shapes, *symbols(drawing))
            + table(drawing)
            + "".join(draw_card(drawing, card) for card in drawing.cards)
        )

    def describe(self, drawing: Drawing) -> Iterator[tuple[str, str]]:
        return ((place_of(card), describe(drawing, card)) for card in drawing.cards)

    def lay(self, drawing: Drawing) -> Iterator[DrawnPiece]:
        for card in drawing.cards:
            if card["capital"] is not None:
                yield from lay_owner(drawing, card)
            elif card["oppidum"]:
                yield from lay_oppidum(drawing, card)
            yield from lay_dice(drawing, card)
            if card["capital"] is None and not card["oppidum"]:
                yield from lay_back(drawing, card)
        yield from lay_battle(drawing)

    def panel(self, drawing: Drawing, y: float) -> tuple[float, str]:
        asked = textwrap.wrap(drawing.view.get("prompt") or "", LETTERS_IN_A_LINE)
        below = panel_height(drawing, asked)
        paper = tag("rect", x=0, y=TABLE, width=WIDTH, height=below, fill=PAPER)
        return below, paper + panel(drawing, asked) if below else ""


def draw(view: Data, cards: Cards, lang: Lang = DEFAULT_LANG) -> str:
    """The table with the cards and the dice, and below it the turn and the players."""
    return GalliaPicture(cards).draw(view, lang)


def draw_board(cards: Cards, lang: Lang = DEFAULT_LANG) -> str:
    """The cards alone, before anybody sits down."""
    return draw({}, cards, lang)


# --- Symbols ------------------------------------------------------------------------------


def symbols(drawing: Drawing) -> Iterator[str]:
    """What can lie on the table."""
    cards = drawing.board
    yield woods(WOODEN)
    for letter, name in zip(LETTERS, WOODEN, strict=False):
        yield symbol(f"owner-{name}", owner_rim(name))
        for pips in range(1, 7):
            side = die_face(name, letter.upper(), pips)
            yield face(name, f"die-{name}-{pips}", side)
            yield face(
                f"{name}-moved",
                f"die-{name}-{pips}-moved",
                side,
                draw_moved(DIE / 2 + 1, -DIE * 0.72 - 1, DIE * 0.13 + 3.5),
            )
    for number in (None, *sorted({back.shields for back in cards.backs})):
        yield symbol(f"shields-{number or 'unknown'}", draw_shields(0, 0, number))
    for number in (None, *sorted({back.ears for back in cards.backs})):
        yield symbol(f"ears-{number or 'unknown'}", draw_ears(0, 0, number))
    for card in drawing.cards:
        if card["capital"] is None:
            yield symbol(f"oppidum-{card['short']}", oppidum_face(drawing, card))
    yield symbol("back", flap(None))
    for back in cards.backs:
        yield symbol(f"back-{back.name}", flap((back.shields, back.ears)))
    yield symbol("eye", draw_eye())
    yield symbol(
        "army",
        tag(
            "path",
            d="M-25 -17H3V-28L28 0L3 28V17H-25Z",
            fill="#fff3d6",
            stroke=RED,
            stroke_width=4,
            stroke_linejoin="round",
        ),
    )
    yield symbol(
        "embattled",
        tag(
            "rect",
            width=CARD[0],
            height=CARD[1],
            rx=CORNER,
            fill="none",
            stroke=RED,
            stroke_width=6,
            stroke_dasharray="14 8",
        ),
    )


# --- The table ----------------------------------------------------------------------------


def table(drawing: Drawing) -> str:
    """A wooden table, with whose cards these are written on it."""
    plank = TABLE / 8
    seams = "".join(f"M0 {plank * n:.1f}H{WIDTH:g}" for n in range(1, 8))
    grain = "".join(
        f"M0 {plank * (n + share):.1f}q{WIDTH / 4:g} {7 - 3 * (n % 3)} {WIDTH / 2:g} 0"
        f"t{WIDTH / 2:g} 0"
        for n in range(8)
        for share in (0.24, 0.5, 0.78)
    )
    words = f"{drawing.board.name} · {drawing.say('ours')}"
    return tag(
        "g",
        tag("rect", x=0, y=0, width=WIDTH, height=TABLE, fill=WOOD),
        tag("path", d=grain, fill="none", stroke=GRAIN, stroke_width=1.4, stroke_opacity=0.6),
        tag("path", d=seams, stroke="#7d5730", stroke_width=2.5),
        write(EDGE, TABLE - 16, words, 19.0, text_anchor="start", font_style="italic",
              fill="#2f1c0a"),
        class_="table",
        data_night=svg.night(NIGHT),
    )  # fmt: skip


# --- Cards --------------------------------------------------------------------------------


def corner(card: Data) -> Point:
    """Where a card lies: its upper left corner."""
    return EDGE + card["column"] * (CARD[0] + GAP[0]), EDGE + card["row"] * (CARD[1] + GAP[1])


def describe(drawing: Drawing, card: Data) -> str:
    """A card in a line, for screen readers and pointers."""
    parts = [drawing.count("shields", card["shields"])]
    if card["capital"] is None:
        kind = drawing.say("oppidum" if card["oppidum"] else "land")
        parts.append(drawing.count("ears", card["ears"]))
    else:
        owner = card["capital"] in drawing.sides
        kind = (
            drawing.say("capital", who=drawing.called(card["capital"]))
            if owner
            else drawing.say("a_capital")
        )
        parts.append(drawing.say("recruits", many=drawing.board.recruits))
    if not drawing.players:
        return f"{card['name']}, {kind}" if card["capital"] is not None else str(card["name"])
    if card["shields"] is None:
        parts = [drawing.say("turning")]
    words = [f"{card['name']}, {kind}: {', '.join(parts)}", describe_dice(drawing, card)]
    if card["capital"] is None and not card["oppidum"] and drawing.sides:
        words.append(describe_back(drawing, card))
    return "; ".join(words)


def describe_dice(drawing: Drawing, card: Data) -> str:
    """The dice on a card in words; they are all of one player."""
    dice = [
        drawing.say("moved", pips=die["pips"]) if die["done"] else str(die["pips"])
        for die in card["dice"]
    ]
    if not dice:
        return drawing.say("empty")
    return drawing.say("dice", who=drawing.called(card["dice"][0]["seat"]), dice=", ".join(dice))


def describe_back(drawing: Drawing, card: Data) -> str:
    """What is known of the back of a land that lies on its front."""
    back, letters = card["back"], drawing.seen_by(card)
    if back:
        numbers = (drawing.count(key, back[key]) for key in ("shields", "ears"))
        words = drawing.say("back", what=", ".join(numbers))
    else:
        words = drawing.say("no_back" if letters else "back_unseen")
    if card["shown"]:
        return f"{words}, {drawing.say('shown')}"
    return f"{words}, {drawing.say('looked', who=', '.join(letters))}" if letters else words


def place_of(card: Data) -> str:
    """The id of a card as a place, the same as that of the point of a view."""
    return f"card:{card['short']}"


def draw_card(drawing: Drawing, card: Data) -> str:
    """A card as it lies at the beginning, and room for what comes onto it."""
    x, y = corner(card)
    capital = card["capital"] is not None
    kind = "capital" if capital else "land"
    return place(
        place_of(card),
        describe(drawing, card),
        tag("rect", x=x + 3, y=y + 5, width=CARD[0], height=CARD[1], rx=CORNER, fill="#3d2610",
            opacity=0.35),
        draw_face(card, kind, x, y),
        draw_shields(x + (33 if capital else 27), y + STATS, card["shields"]),
        draw_standard(drawing, card) if capital else draw_ears(x + 92, y + STATS, card["ears"]),
        slot(place_of(card)),
        data_card=card["name"],
        class_=f"card {kind}",
    )  # fmt: skip


def draw_face(card: Data, kind: str, x: float, y: float) -> str:
    """One side of a card: its painting, its rim and its name, where it has one."""
    name = card["name"]
    return (
        (mirrored(kind, x, y) if (card["row"] + card["column"]) % 2 else use(kind, x, y))
        + tag("rect", x=x, y=y, width=CARD[0], height=CARD[1], rx=CORNER, fill="none",
              stroke=INK, stroke_width=2.4)
        + (write(x + CARD[0] / 2, y + 24, name, min(24.0, 212 / len(name)), font_weight="bold",
                 class_="name") if name else "")
    )  # fmt: skip


def oppidum_face(drawing: Drawing, card: Data) -> str:
    """The other side of a land, from its corner on, with a plank that says what it is."""
    a, b = CARD[0] / 2, CARD[1] - 16
    return draw_face(card, "oppidum", 0, 0) + tag(
        "g",
        tag("rect", x=a - 50, y=b - 13, width=100, height=25, rx=4, fill="#f6e6c4",
            stroke="#5d3a17", stroke_width=2),
        write(a, b, drawing.say("oppidum").capitalize(), 20.0, font_style="italic",
              font_weight="bold"),
        class_="sign",
    )  # fmt: skip


def lay_oppidum(drawing: Drawing, card: Data) -> Iterator[DrawnPiece]:
    """A land turned over, with the numbers of its back."""
    (x, y), at = corner(card), place_of(card)
    short, label = card["short"], drawing.say("oppidum").capitalize()
    yield piece(f"oppidum:{short}", f"oppidum-{short}", x, y, at, label=label)
    for key, right in (("shields", 27), ("ears", 92)):
        shape = f"{key}-{card[key] or 'unknown'}"
        told = drawing.count(key, card[key])
        yield piece(f"{key}:{short}", shape, x + right, y + STATS, at, label=told)


def owner_rim(name: str) -> str:
    """The rim of a capital in its owner's colour, from its corner on."""
    rim: dict[str, object] = {"fill": "none", "rx": CORNER - 5}
    rim |= {"x": 5, "y": 5, "width": CARD[0] - 10, "height": CARD[1] - 10}
    return tag("rect", stroke=INK, stroke_width=8, **rim) + tag(
        "rect", stroke=svg.PIECES[name].fill, stroke_width=5, **rim
    )


def lay_owner(drawing: Drawing, card: Data) -> Iterator[DrawnPiece]:
    """Whose capital it is: a rim in the owner's colour, and the owner's piece."""
    side = drawing.sides.get(card["capital"])
    if side:
        (x, y), at = corner(card), place_of(card)
        who = drawing.called(card["capital"])
        label = drawing.say("capital", who=who)
        yield piece(f"rim:{side.letter}", f"owner-{side.piece}", x, y, at)
        yield wooden(f"owner:{side.letter}", side, x + 137, y + STATS, 18.0, side.letter, at, label)


def draw_standard(drawing: Drawing, card: Data) -> str:
    """At the foot of a capital its standard, and how many warriors it recruits."""
    x, y = corner(card)
    a, b = x + CARD[0] / 2, y + CARD[1] - 24
    return tag(
        "g",
        tag("rect", x=a - 38, y=b - 17, width=76, height=34, rx=7, fill=PAPER, stroke="#84776a",
            stroke_width=2),
        tag("path", d=f"M{a - 20:g} {b - 14:g}v28", stroke=INK, stroke_width=3),
        tag("path", d=f"M{a - 31:g} {b - 10:g}h22v14l-5.5 -4l-5.5 4l-5.5 -4l-5.5 4Z",
            fill=STANDARD, stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        write(a + 14, b, f"+{drawing.board.recruits}", 25.0, font_family=SANS, font_weight="bold"),
        class_="recruits",
    )  # fmt: skip


SPREAD = {1: (1, 76.0), 2: (2, 68.0), 3: (3, 48.0), 4: (2, 47.0), 5: (3, 47.0), 6: (3, 47.0)}
"""For so many dice on a card: how many side by side, and how large."""


def lay_dice(drawing: Drawing, card: Data) -> Iterator[DrawnPiece]:
    """The dice on a card, in one row or two; dice of a player are all alike."""
    dice = card["dice"]
    across, size = SPREAD.get(len(dice), (4, 35.0))
    x, y = corner(card)
    lines = [dice[n : n + across] for n in range(0, len(dice), across)]
    tall, gap = size * 1.44, 8.0
    top = y + DICE + (CARD[1] - STRIP - DICE - tall * len(lines) - 4 * (len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        left = x + (CARD[0] - size * len(line) - gap * (len(line) - 1)) / 2
        for n, die in enumerate(line):
            yield lay_die(
                drawing,
                die,
                f"die:{card['short']}:{across * number + n}",
                (left + (size + gap) * n + size / 2, top + (tall + 4) * number + tall / 2),
                size,
                place_of(card),
            )


def lay_die(
    drawing: Drawing, die: Data, key: str, middle: Point, size: float, at: str
) -> DrawnPiece:
    """A die; with an arrow when it has moved."""
    who, moved = drawing.called(die["seat"]), die["done"]
    shape = f"die-{drawing.sides[die['seat']].piece}-{die['pips']}" + ("-moved" if moved else "")
    label = drawing.say("die_moved" if moved else "die", who=who, pips=die["pips"])
    return piece(key, shape, *middle, at, size=round(size / DIE, 3), label=label)


def lay_back(drawing: Drawing, card: Data) -> Iterator[DrawnPiece]:
    """The folded corner: what is on the back if the viewer knows it, and who has looked."""
    if not drawing.sides:
        return
    (x, y), at = corner(card), place_of(card)
    letters, back = drawing.seen_by(card), card["back"]
    if letters:
        words = written("".join(letters), 19.0, 22 + 7.5 * len(letters))
        label = drawing.say("looked", who=", ".join(letters))
        yield piece(
            f"eye:{card['short']}", "eye", x + 20, y + CARD[1] - 19, at, label=label, **words
        )
    shape = f"back-{back['shields']}-{back['ears']}" if back else "back"
    label = describe_back(drawing, card)
    yield piece(f"back:{card['short']}", shape, x + CARD[0], y + CARD[1], at, label=label)


# --- A battle under way -------------------------------------------------------------------


def lay_battle(drawing: Drawing) -> Iterator[DrawnPiece]:
    """An arrow with the number of the army, from its card to the other."""
    if not drawing.battle:
        return
    named = {card["name"]: card for card in drawing.cards}
    one, two = named[drawing.battle["source"]], named[drawing.battle["target"]]
    x, y, x2, y2 = (*corner(one), *corner(two))
    turn = round(math.degrees(math.atan2(y2 - y, x2 - x)))
    level = (DICE + CARD[1] - STRIP) / 2 if y == y2 else CARD[1] / 2
    label = drawing.say("attack" if drawing.battle["enemies"] else "march", **drawing.battle)
    for key, (left, top) in (("source", (x, y)), ("target", (x2, y2))):
        yield piece(f"battle:{key}", "embattled", left, top)
    words = written(str(drawing.battle["army"]), 26.0)
    middle = (x + x2 + CARD[0]) / 2, (y + y2) / 2 + level
    yield piece("battle", "army", *middle, turn=turn, label=label, **words)


# --- The panel below ----------------------------------------------------------------------

COLUMNS_OF_PLAYERS = {"territories": 0.47, "fed": 0.67, "free_dice": 0.88}
"""Where the numbers of a player stand, as a share of the width."""
HEAD = 50.0
UNSEEN = 74.0


def panel_height(drawing: Drawing, asked: list[str]) -> float:
    """How high the panel is; nothing when nobody sits there."""
    if not drawing.players:
        return 0.0
    question = LINE * max(LINES, len(asked))
    return HEAD + question + ROW * (len(drawing.players) + 1) + UNSEEN + 8


def panel(drawing: Drawing, asked: list[str]) -> str:
    """Below the table: what goes on, what is asked, the players, the backs still unseen."""
    y = TABLE + HEAD
    top = y + LINE * max(LINES, len(asked))
    question = [
        write(24, y + LINE * (n + 0.4), words, 24.0, text_anchor="start")
        for n, words in enumerate(asked)
    ]
    rows = [
        tag(
            "g",
            tag("title", escape(describe_seat(drawing, player))),
            drawing.draw_seat(
                (0, top + ROW * line, WIDTH), counted(drawing, player), COLUMNS_OF_PLAYERS
            ),
        )
        for line, player in enumerate(drawing.players, start=1)
    ]
    return tag(
        "g",
        write(24, TABLE + 30, drawing.headline(), 28.0, text_anchor="start", font_weight="bold"),
        tag("g", *question, class_="prompt"),
        drawing.draw_heads((0, top, WIDTH), COLUMNS_OF_PLAYERS),
        *rows,
        draw_unseen(drawing, top + ROW * (len(rows) + 1)),
        class_="panel",
    )


def hungry(player: Data) -> bool:
    """Whether more warriors stand outside than ears are grown."""
    return bool(player["outside"] > player["ears"])


def describe_seat(drawing: Drawing, player: Data) -> str:
    """A player's numbers in a line."""
    who = drawing.called(player["seat"])
    words = drawing.say("seat", who=who, goal=TERRITORIES, **player)
    return f"{words}: {drawing.say('hungry')}" if hungry(player) else words


def counted(drawing: Drawing, player: Data) -> Data:
    """The numbers of a player as they are written."""
    short = " !" if hungry(player) else ""
    return {
        **player,
        "territories": f"{player['territories']} / {TERRITORIES}",
        "fed": drawing.say("fed_of", ears=player["ears"], outside=player["outside"]) + short,
    }


def draw_unseen(drawing: Drawing, y: float) -> str:
    """The backs the viewer has not seen."""
    sides = [name.split("-") for name in drawing.view.get("unseen") or []]
    step = (WIDTH - 36) / 10
    drawn = [
        draw_small_side(38 + step * n, y + 48, int(shields), int(ears))
        for n, (shields, ears) in enumerate(sides)
    ]
    return tag(
        "g",
        write(
            24, y + 16, drawing.say("unseen" if sides else "all_seen"), 20.0, text_anchor="start"
        ),
        *drawn,
        class_="unseen",
    )
