"""Gallia Cisalpina's table: twelve cards with their dice, and what the viewer knows of their backs.

A card has its name in its upper edge with the shields and ears that lie up: `Insubres S1 E2`.
Below lie the dice, `A [4](2)`: armies of A, one of 4 and one of 2 that has moved this turn.
`back 3-4 (A)` is a back of 3 shields and 4 ears at which A has looked; `?` one the viewer does not
know. An oppidum says so, and its edge is double. No colour stands without its letter.
"""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, Data
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.state import COLUMNS, ROWS, TERRITORIES
from cruachan.terminal.boards.common import LONGEST_NAME, PIECE, WIDE, no_tag, seat_line

CELL, WIDEST_CELL = 18, 34
"""Columns of a card between its edges: the least that says everything, and the most."""
TABLE = COLUMNS * (CELL + 1) + 1
"""Columns of the least table."""
ROOMY = 21
"""Rows of the table with everything written out."""

OPPIDUM = Style.parse("bold black on #d9c9a3")
UNKNOWN = "?"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Card = dict[str, Any]

tag = no_tag


def names(view: Data) -> list[str]:
    """The cards."""
    return [card["name"] for card in view["cards"]]


def example(view: Data) -> str:
    """An army of the viewer and a card beside it, as they are typed: `Med4 Oro`."""
    cards = {(card["column"], card["row"]): card for card in view["cards"]}
    for (column, row), card in cards.items():
        for die in card["dice"]:
            if die["seat"] == view["seat"]:
                beside = ((column + right, row + down) for right, down in STEPS)
                target = next(cards[place]["short"] for place in beside if place in cards)
                return f"{card['short']}{die['pips']} {target}"
    return f"{cards[0, 0]['short']}4 {cards[1, 0]['short']}"


def mark(view: Data, point: str, move: Choice) -> str:
    """`!` for an attack; before scouting and building the back, where the viewer knows it."""
    verb, short = move["verb"], move["target"]
    card = next((card for card in view["cards"] if card["short"] == short), None)
    if card is None:
        return ""
    if verb == "move":
        return "!" if any(die["seat"] != view["seat"] for die in card["dice"]) else ""
    known = verb in ("scout", "build") and card["back"]
    return f"={_back(card)}" if known else ""


def render(view: Data, board: Cards, width: int, height: int, lang: Lang) -> RenderableType:
    """The cards as they lie, and the players; with everything written out where there is room."""
    texts = Texts(__package__, lang)
    head = Text(texts("terminal.round", number=view["round"]), "bold")
    if view["unseen"]:
        head.append(f" · {texts('terminal.unseen')} {' '.join(view['unseen'])}", "not bold")
    if width < TABLE:
        return Group(head, _list(view, texts), _players(view, width, texts))
    cell = min((width - 1) // COLUMNS - 1, WIDEST_CELL)
    roomy = height >= (ROOMY if width >= WIDE else 2 * ROOMY)
    if not roomy:
        cell = min(cell, CELL + 4)
    parts = [head, _table(view, cell, roomy, texts), _players(view, width, texts)]
    if roomy:
        legend = texts("terminal.legend", shields=texts("terminal.s"), ears=texts("terminal.e"))
        parts.append(Text(legend, "dim"))
    return Group(*parts)


# The cards


def _table(view: Data, cell: int, roomy: bool, texts: Texts) -> Text:
    """Three rows of four cards; cards beside each other share an edge."""
    lines = []
    for row in range(ROWS):
        cards = [card for card in view["cards"] if card["row"] == row]
        ends = "┌┬┐" if row == 0 else "├┼┤"
        lines.append(_between([_edge(card, cell, texts) for card in cards], ends))
        inside = [_inside(view, card, cell, roomy, texts) for card in cards]
        lines += [_between(list(parts), "│││") for parts in zip(*inside, strict=True)]
    lines.append(_between([Text("─" * cell)] * COLUMNS, "└┴┘"))
    return Text("\n").join(lines)


def _between(parts: list[Text], ends: str) -> Text:
    """Parts of a line with a sign before, between and behind them."""
    return Text.assemble(ends[0], Text(ends[1]).join(parts), ends[2])


def _worth(card: Card, texts: Texts) -> str:
    """What lies up: `S1 E2`, of a capital `S2`."""
    shields, ears = (UNKNOWN if card[key] is None else card[key] for key in ("shields", "ears"))
    worth = f"{texts('terminal.s')}{shields}"
    return worth if card["capital"] is not None else f"{worth} {texts('terminal.e')}{ears}"


def _edge(card: Card, cell: int, texts: Texts) -> Text:
    """The upper edge of a card, with its name and what lies up."""
    line = "═" if card["oppidum"] else "─"
    worth = _worth(card, texts)
    name = card["name"][: cell - len(worth) - 4]
    edge = Text(f"{line}").append(f"{name} ", OPPIDUM if card["oppidum"] else "bold")
    edge.append(line * (cell - edge.cell_len - len(worth) - 2))
    return edge.append(f" {worth}", "bold").append(line)


def _inside(view: Data, card: Card, cell: int, roomy: bool, texts: Texts) -> list[Text]:
    """What stands on a card below its edge."""
    lines = [_dice(view, card, cell - 1), _below(view, card, texts)]
    if roomy:
        total = sum(die["pips"] for die in card["dice"])
        many = texts("terminal.total", number=total) if len(card["dice"]) > 1 else ""
        lines = [_kind(view, card, texts), lines[0], Text(many), _back_line(view, card, texts)]
    padded = []
    for line in lines:
        text = Text(" ").append_text(line)
        text.truncate(cell, pad=True)
        padded.append(text)
    return padded


def _dice(view: Data, card: Card, room: int) -> Text:
    """Whose dice lie there: `A [4](2)`; many of them in one bracket."""
    if not card["dice"]:
        return Text("")
    owner = view["players"][card["dice"][0]["seat"]]
    fresh = [str(die["pips"]) for die in card["dice"] if not die["done"]]
    moved = [str(die["pips"]) for die in card["dice"] if die["done"]]
    if 2 + 3 * len(card["dice"]) > room:
        fresh, moved = (["".join(some)] if some else [] for some in (fresh, moved))
    text = Text(owner["letter"], PIECE[owner["piece"]]).append(" ", "default")
    text.append("".join(f"[{pips}]" for pips in fresh), "bold not reverse")
    return text.append("".join(f"({pips})" for pips in moved), "dim")


def _kind(view: Data, card: Card, texts: Texts) -> Text:
    """A capital and whose, an oppidum, or open land."""
    if card["capital"] is not None:
        letter = view["players"][card["capital"]]["letter"]
        return Text(texts("terminal.capital", letter=letter))
    return (
        Text(texts("terminal.oppidum"), OPPIDUM)
        if card["oppidum"]
        else Text(texts("terminal.open"))
    )


def _back(card: Card) -> str:
    """The back as in notation, `3-4`, or a question mark."""
    back = card["back"]
    return f"{back['shields']}-{back['ears']}" if back else UNKNOWN


def _back_line(view: Data, card: Card, texts: Texts) -> Text:
    """A line on what the viewer knows of a card's back, and on who has looked at it."""
    if card["capital"] is not None or card["oppidum"]:
        return Text("")
    seats = (0, 1) if card["shown"] else card["looked"]
    letters = "".join(view["players"][seat]["letter"] for seat in seats)
    text = texts("terminal.back", back=_back(card)) + (f" ({letters})" if letters else "")
    return Text(text, "" if card["back"] else "dim")


def _below(view: Data, card: Card, texts: Texts) -> Text:
    """What kind of card it is; of open land, what is known of its back."""
    special = card["capital"] is not None or card["oppidum"]
    return _kind(view, card, texts) if special else _back_line(view, card, texts)


def _list(view: Data, texts: Texts) -> Text:
    """A line for each card, where there is no room for a table."""
    lines = []
    for card in view["cards"]:
        line = Text(f"{card['short']} ", "bold").append(f"{_worth(card, texts):<6}", "not bold")
        line.append_text(_dice(view, card, LONGEST_NAME))
        line.append(" ").append_text(_below(view, card, texts))
        lines.append(line)
    return Text("\n").join(lines)


# The players


def _players(view: Data, width: int, texts: Texts) -> Text:
    """Each player's territories, warriors outside against ears, and free dice."""
    said = [_numbers(player, texts) for player in view["players"]]
    room = width - 5 - max(map(len, said))
    longest = max(len(player["name"]) for player in view["players"])
    name_width = max(min(room, longest, LONGEST_NAME), 3)
    lines = []
    for player, numbers in zip(view["players"], said, strict=True):
        hungry = player["outside"] > player["ears"]
        line = seat_line(view, player, name_width)
        lines.append(line.append(f"  {numbers}", "bold" if hungry else ""))
    return Text("\n").join(lines)


def _numbers(player: dict[str, Any], texts: Texts) -> str:
    hungry = player["outside"] > player["ears"]
    return texts(
        "terminal.hungry" if hungry else "terminal.fed",
        lands=f"{player['territories']}/{TERRITORIES}",
        outside=player["outside"],
        ears=player["ears"],
        dice=player["free_dice"],
    )
