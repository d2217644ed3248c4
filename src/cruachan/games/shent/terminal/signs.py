"""SHENT in a few letters: elements, figures, lands and quests."""

from __future__ import annotations

from typing import Any

from rich.style import Style
from rich.text import Text

from cruachan.engine.texts import Texts
from cruachan.engine.view import Data
from cruachan.games.shent.components.material import printed
from cruachan.terminal.boards.common import PIECE

SIGN = {"nen": "~", "gwelu": '"', "calad": "*", "naur": "^", "cae": "=", "mor": "#"}
"""The elements in the order of their ring."""
ELEMENT = {
    "nen": Style.parse("white on #1d4f91"),
    "gwelu": Style.parse("black on #bfe3ee"),
    "calad": Style.parse("black on #f2dc7a"),
    "naur": Style.parse("white on #9b2d2d"),
    "cae": Style.parse("white on #6b4a26"),
    "mor": Style.parse("white on #3a2a4f"),
}
FIGURE = {
    **{"faron": "F", "maethor": "M", "thalion": "T", "randir": "R", "saelon": "S"},
    **{"gollor": "G", "pethdan": "P", "talagan": "B", "dru": "D", "adan": "A", "urlug": "U"},
}
FOE = "!"
NAMED = ">"
"""Before a land that a quest of the viewer's or a known one names."""
IDLE = {"held", "asleep"}

Land = dict[str, Any]
Figure = dict[str, Any]


def own_player(view: Data) -> dict[str, Any] | None:
    """The viewer, if there is one with a seat."""
    seat = view["seat"]
    return None if seat is None else view["players"][seat]


def _owner(view: Data, seat: int | None) -> Text:
    """Whose it is: a small letter, `!` for a foe."""
    if seat is None:
        return Text(FOE, "bold")
    player = view["players"][seat]
    return Text(player["letter"].lower(), PIECE[player["piece"]])


def _figure(view: Data, figure: Figure) -> str:
    """`F`, own ones with their number; small when it cannot act, in brackets when hidden."""
    letter = FIGURE.get(figure["kind"], figure["kind"][:1].upper())
    if IDLE & set(figure["flags"]):
        letter = letter.lower()
    if figure["owner"] is not None and figure["owner"] == view["seat"]:
        letter += figure["id"][len(figure["id"].rstrip("0123456789")) :]
    return f"({letter})" if "hidden" in figure["flags"] else letter


def there(view: Data, land: Land) -> Text:
    """Who and what is in a land: `aF1M !U b[tal] +band4`."""
    parts: list[Text] = []
    owners = {figure["owner"] for figure in land["figures"]}
    for owner in sorted(owners, key=lambda owner: 99 if owner is None else owner):
        codes = [_figure(view, figure) for figure in land["figures"] if figure["owner"] == owner]
        parts.append(_owner(view, owner).append("".join(codes), "bold"))
    if land["building"]:
        parts.append(_building(view, land["building"]))
    for token in land["tokens"]:
        parts.append(Text(f"+{token['name'][:4]}{token['strength'] or ''}"))
    return Text(" ").join(parts)


def _building(view: Data, building: dict[str, Any]) -> Text:
    siege = "!" if "siege" in building.get("flags", ()) else ""
    owner = building.get("owner")
    text = Text() if owner is None else _owner(view, owner)
    return text.append(f"[{building['kind'][:3]}{siege}]", "bold")


def tag(land: Land) -> str:
    """The land in a few letters."""
    return str(land.get("tag", land["short"]))


def land_name(view: Data, land: Land) -> Text:
    """`>Sil~A rath3`."""
    style = ELEMENT[land["element"]]
    text = Text(NAMED if land["quest"] else "", "bold")
    text.append(f"{tag(land)}{SIGN[land['element']]}", style + Style(bold=True))
    if land["marker"] is not None:
        player = view["players"][land["marker"]]
        text.append(player["letter"], PIECE[player["piece"]])
    if land["rune"]:
        text.append(f" {printed(land['rune']['name'])}{land['rune']['strength']}", "default")
    return text


def land_line(view: Data, land: Land) -> Text:
    """A land and what is there, in one line."""
    text, standing = land_name(view, land), there(view, land)
    return text.append(" ", "default").append_text(standing) if standing else text


def quest_head(quest: dict[str, Any], words: Texts) -> str:
    """`Quest 2 (silent, rath maeth, fair, 1/3):`."""
    parts = [quest["mode_name"], " ".join(quest["runes"])]
    parts.append(quest.get("level_name") or quest["level"] or "")
    if quest["progress"]:
        parts.append("/".join(map(str, quest["progress"])))
    said = ", ".join(part for part in parts if part)
    return f"{words('terminal.quest', number=quest['number'])} ({said}):"


def goal_head(goal: dict[str, Any], words: Texts) -> str:
    """`Goal 1/2:` by its runes; once it is complete, with how far it has come."""
    progress = goal.get("progress")
    done = f" ({'/'.join(map(str, progress))})" if progress else ""
    return f"{words('terminal.goal')} {goal['size']}/{goal['of']}{done}:"
