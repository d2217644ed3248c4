"""Draw a view of Gallia Cisalpina as one standalone SVG picture.

Nothing is told by colour alone: an oppidum has a palisade, a die has pips and a digit and its
owner's letter, a die that has moved wears an arrow. Cards are groups with an id, so that a page
can make them clickable.
"""

from __future__ import annotations

import math
import textwrap
from xml.sax.saxutils import escape

from cruachan.engine import svg
from cruachan.engine.boardfile import Point, ViewBox
from cruachan.engine.svg import INK, PAPER, ROW, SANS, Side, draw_piece, tag, write
from cruachan.engine.view import Data
from cruachan.engine.words import Lang
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.paintings import (
    CARD,
    CORNER,
    EARTH,
    GRAIN,
    RED,
    STANDARD,
    WOOD,
    card_shape,
    digit,
    draw_ears,
    draw_eye,
    draw_moved,
    draw_pips,
    draw_shields,
    ear_shape,
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


class Drawing(svg.Drawing[Cards]):
    """What is to be drawn, and in which words."""

    package = __package__

    def __init__(self, view: Data, cards: Cards, lang: Lang) -> None:
        super().__init__(view, cards, lang)
        known = {card["short"]: card for card in view.get("cards") or []}
        self.cards = [known.get(card["short"], card) for card in fresh(cards)]
        self.battle: Data | None = view.get("battle")

    def count(self, key: str, many: int | None) -> str:
        """So many shields or ears."""
        return self.say(f"{key}_1" if many == 1 else key, many="?" if many is None else many)

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


def draw(view: Data, cards: Cards, lang: Lang = "en") -> str:
    """The table with the cards and the dice, and below it the turn and the players."""
    drawing = Drawing(view, cards, lang)
    about = cards.about.text(drawing.lang)
    asked = textwrap.wrap(view.get("prompt") or "", LETTERS_IN_A_LINE)
    below = panel_height(drawing, asked)
    box: ViewBox = (0, 0, WIDTH, TABLE + below)
    return svg.picture(
        "Gallia Cisalpina",
        cards.name,
        about,
        drawing.lang,
        box,
        tag("defs", shield_shape(), ear_shape(), card_shape(), meadow(), palisade(), walls()),
        table(drawing),
        *(draw_card(drawing, card) for card in drawing.cards),
        draw_battle(drawing),
        tag("rect", x=0, y=TABLE, width=WIDTH, height=below, fill=PAPER) if below else "",
        panel(drawing, asked) if below else "",
    )


def draw_board(cards: Cards, lang: Lang = "en") -> str:
    """The cards alone, before anybody sits down."""
    return draw({}, cards, lang)


# --- Dice ---------------------------------------------------------------------------------


def draw_die(drawing: Drawing, x: float, y: float, size: float, die: Data) -> str:
    """A die: pips on top, letter and digit in front, an arrow when it has moved."""
    side: Side = drawing.sides[die["seat"]]
    piece = svg.PIECES[side.piece]
    front, ink = ("#e3d6ad", INK) if piece.ink == INK else ("#0e161d", "#ffffff")
    height = size * 0.44
    rx = size * (0.24 if not piece.corners else 0.08)
    title = drawing.say(
        "die_moved" if die["done"] else "die", who=drawing.called(die["seat"]), pips=die["pips"]
    )
    text: dict[str, object] = {"font_family": SANS, "font_weight": "bold", "fill": ink}
    middle = y + size + height / 2 - 1
    return tag(
        "g",
        tag("title", escape(title)),
        tag("rect", x=x, y=y, width=size, height=size + height, rx=rx, fill=front,
            stroke=INK, stroke_width=2.2),
        tag("rect", x=x, y=y, width=size, height=size, rx=rx, fill=piece.fill,
            stroke=INK, stroke_width=1.4),
        draw_pips(x + size / 2, y + size / 2, size, die["pips"], piece.ink),
        write(x + size * 0.28, middle, side.letter, height * 0.8, class_="letter", **text),
        write(x + size * 0.68, middle, str(die["pips"]), height * 0.98, class_="digit", **text),
        draw_moved(x + size + 1, y - 1, size * 0.13 + 3.5) if die["done"] else "",
        class_=f"die die-{side.piece}" + (" moved" if die["done"] else ""),
        data_seat=die["seat"],
        data_pips=die["pips"],
    )  # fmt: skip


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
        write(WIDTH - EDGE, TABLE - 16, words, 19.0, text_anchor="end", font_style="italic",
              fill="#2f1c0a"),
        class_="table",
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


def draw_card(drawing: Drawing, card: Data) -> str:
    """A card with everything on it."""
    x, y = corner(card)
    width, height = CARD
    capital = card["capital"] is not None
    kind = "capital" if capital else "oppidum" if card["oppidum"] else "land"
    foot = {"capital": draw_standard, "oppidum": draw_sign, "land": draw_back}[kind]
    name = card["name"]
    return tag(
        "g",
        tag("title", escape(describe(drawing, card))),
        tag("rect", x=x + 3, y=y + 5, width=width, height=height, rx=CORNER, fill="#3d2610",
            opacity=0.35),
        mirrored(kind, x, y) if (card["row"] + card["column"]) % 2 else use(kind, x, y),
        tag("rect", x=x, y=y, width=width, height=height, rx=CORNER, fill="none", stroke=INK,
            stroke_width=2.4),
        write(x + width / 2, y + 24, name, min(24.0, 245 / len(name)), font_weight="bold",
              class_="name"),
        draw_shields(x + (33 if capital else 27), y + STATS, card["shields"]),
        draw_owner(drawing, card) if capital else draw_ears(x + 92, y + STATS, card["ears"]),
        draw_dice(drawing, card),
        foot(drawing, card),
        id=f"card-{card['short']}",
        data_card=card["name"],
        data_side=kind,
        class_=f"card {kind}",
    )  # fmt: skip


def draw_owner(drawing: Drawing, card: Data) -> str:
    """Whose capital it is: a rim in the owner's colour, and the owner's piece."""
    x, y = corner(card)
    side = drawing.sides.get(card["capital"])
    if not side:
        return ""
    rim: dict[str, object] = {"fill": "none", "rx": CORNER - 5}
    rim |= {"x": x + 5, "y": y + 5, "width": CARD[0] - 10, "height": CARD[1] - 10}
    return tag(
        "g",
        tag("rect", stroke=INK, stroke_width=8, **rim),
        tag("rect", stroke=svg.PIECES[side.piece].fill, stroke_width=5, **rim),
        draw_piece(side, x + 137, y + STATS, 18.0, side.letter),
        class_="owner",
    )


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


def draw_sign(drawing: Drawing, card: Data) -> str:
    """At the foot of an oppidum a plank that says what it is."""
    x, y = corner(card)
    a, b = x + CARD[0] / 2, y + CARD[1] - 16
    return tag(
        "g",
        tag("rect", x=a - 50, y=b - 13, width=100, height=25, rx=4, fill="#f6e6c4",
            stroke="#5d3a17", stroke_width=2),
        write(a, b, drawing.say("oppidum").capitalize(), 20.0, font_style="italic",
              font_weight="bold"),
        class_="sign",
    )  # fmt: skip


SPREAD = {1: (1, 76.0), 2: (2, 68.0), 3: (3, 48.0), 4: (2, 47.0), 5: (3, 47.0), 6: (3, 47.0)}
"""For so many dice on a card: how many side by side, and how large."""


def draw_dice(drawing: Drawing, card: Data) -> str:
    """The dice on a card, in one row or two."""
    dice = card["dice"]
    across, size = SPREAD.get(len(dice), (4, 35.0))
    x, y = corner(card)
    lines = [dice[n : n + across] for n in range(0, len(dice), across)]
    tall, gap = size * 1.44, 8.0
    top = y + DICE + (CARD[1] - STRIP - DICE - tall * len(lines) - 4 * (len(lines) - 1)) / 2
    drawn = []
    for number, line in enumerate(lines):
        left = x + (CARD[0] - size * len(line) - gap * (len(line) - 1)) / 2
        drawn += [
            draw_die(drawing, left + (size + gap) * n, top + (tall + 4) * number, size, die)
            for n, die in enumerate(line)
        ]
    return "".join(drawn)


def draw_back(drawing: Drawing, card: Data) -> str:
    """The folded corner: what is on the back if the viewer knows it, and who has looked."""
    if not drawing.sides:
        return ""
    x, y = corner(card)
    right, bottom = x + CARD[0], y + CARD[1]
    letters, back = drawing.seen_by(card), card["back"]
    fold = 22 if back else 36
    cut = f"M{right - fold:g} {bottom + 7:g}v-7L{right:g} {bottom - fold:g}h5v{fold + 7:g}Z"
    crease = f"M{right - fold:g} {bottom:g}L{right:g} {bottom - fold:g}"
    flap = (
        f"{crease}V{bottom - 36:g}H{right - 96:g}V{bottom:g}Z"
        if back
        else f"{crease}H{right - fold:g}Z"
    )
    return tag(
        "g",
        draw_eye(x + 7, bottom - 19, letters) if letters else "",
        tag("path", d=cut, fill=WOOD),
        tag("path", d=flap, fill=EARTH, stroke=INK, stroke_width=2, stroke_linejoin="round"),
        draw_small_side(right - 80, bottom - 18, back["shields"], back["ears"]) if back else
        digit(right - 24, bottom - 24, None, 20.0),
        class_="back known" if back else "back",
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


# --- A battle under way -------------------------------------------------------------------


def draw_battle(drawing: Drawing) -> str:
    """An arrow with the number of the army, from its card to the other."""
    if not drawing.battle:
        return ""
    named = {card["name"]: card for card in drawing.cards}
    one, two = named[drawing.battle["source"]], named[drawing.battle["target"]]
    x, y, x2, y2 = (*corner(one), *corner(two))
    turn = math.degrees(math.atan2(y2 - y, x2 - x))
    level = (DICE + CARD[1] - STRIP) / 2 if y == y2 else CARD[1] / 2
    a, b = (x + x2 + CARD[0]) / 2, (y + y2) / 2 + level
    key = "attack" if drawing.battle["enemies"] else "march"
    rims = [
        tag("rect", x=left, y=top, width=CARD[0], height=CARD[1], rx=CORNER, fill="none",
            stroke=RED, stroke_width=6, stroke_dasharray="14 8")
        for left, top in (corner(one), corner(two))
    ]  # fmt: skip
    return tag(
        "g",
        tag("title", escape(drawing.say(key, **drawing.battle))),
        *rims,
        tag("path", d="M-25 -17H3V-28L28 0L3 28V17H-25Z", fill="#fff3d6", stroke=RED,
            stroke_width=4, stroke_linejoin="round",
            transform=f"translate({a:g} {b:g}) rotate({turn:.0f})"),
        digit(a, b, drawing.battle["army"], 26.0),
        pointer_events="none",
        id="battle",
        class_=key,
    )  # fmt: skip


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
            drawing.draw_seat((0, top + ROW * line, WIDTH), counted(player), COLUMNS_OF_PLAYERS),
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


def counted(player: Data) -> Data:
    """The numbers of a player as they are written."""
    short = " !" if hungry(player) else ""
    return {
        **player,
        "territories": f"{player['territories']} / {TERRITORIES}",
        "fed": f"{player['outside']} / {player['ears']}{short}",
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
