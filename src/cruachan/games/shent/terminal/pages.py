"""What can be looked up in SHENT: every land, quest and figure in words, and the runes."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cruachan.engine.texts import Texts
from cruachan.engine.view import Data
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import KINDS, RUNES
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.terminal.signs import goal_head, land_line, own_player, quest_head, tag


def lands_page(view: Data, board: Board, words: Texts) -> RenderableType:
    """Every land with its element, what is there, and its neighbours."""
    table = Table.grid(padding=(0, 1, 0, 0))
    shorts = [tag(land) for land in view["lands"]]
    table.add_row(
        *(Text(words(f"terminal.lands_{key}"), "dim") for key in ("name", "is", "beside"))
    )
    for number, land in enumerate(view["lands"]):
        near = " ".join(shorts[other] for other in board.near[number])
        name = f"{land['name']}, {land['element_name']}"
        besides = [f"+{token['name']}" for token in land.get("besides", ())]
        standing = Text(" ").join([land_line(view, land), *map(Text, besides)])
        table.add_row(name, standing, Text(near))
    shorter = ", ".join(f"{shorts[one]}-{shorts[two]}" for one, two in view["paths"])
    return Group(table, Text(words("terminal.paths", paths=shorter))) if shorter else table


def quests_page(view: Data, words: Texts) -> RenderableType:
    """The goal of the viewer, all quests as far as she knows them, and the legends to answer."""
    parts: list[RenderableType] = []
    own = own_player(view)
    if own:
        parts.append(Text(f"{goal_head(own['goal'], words)} {own['goal']['text']}"))
    for player in view["players"]:
        done = words("terminal.fulfilled", number=player["fulfilled"])
        parts.append(Text(f"{player['letter']} {player['name']} ({done})", "bold"))
        for quest in player["quests"]:
            text = quest["text"] or words("terminal.unknown")
            accepted = f" ({words('terminal.accepted')})" if quest["accepted"] else ""
            line = Text(f"{quest_head(quest, words)} ").append(text + accepted)
            parts.append(Padding(line, (0, 0, 0, 2)))
    return Group(*parts, *_legends(view, words))


def _legends(view: Data, words: Texts) -> list[RenderableType]:
    """The questions that anybody may take up."""
    told = [
        (land, token) for land in view["lands"] for token in land["tokens"] if token.get("text")
    ]
    lines: list[RenderableType] = [Text(words("terminal.legends"), "bold")] if told else []
    for land, token in told:
        head = Text(f"{land['name']} ({token['strength']}): ", "bold")
        lines.append(Padding(head.append(token["text"], "not bold"), (0, 0, 0, 2)))
    return lines


def pacts_page(view: Data, words: Texts) -> RenderableType:
    """The agreements that stand, and what became of the others."""
    lines: list[RenderableType] = []
    for pact in view["pacts"]:
        by = "" if pact["by"] is None else view["players"][pact["by"]]["name"]
        became = words(f"terminal.pact_{pact['end'] or 'stands'}", by=by, left=pact["left"])
        said = f": {pact['words']}" if pact["words"] else ""
        lines.append(Text(f"{pact['number']}  {pact['text']}{said} ({became})"))
    return Group(*(lines or [Text(words("terminal.no_pacts"))]))


def legends_page(view: Data, words: Texts) -> RenderableType:
    """The questions of all legends."""
    return Group(*(_legends(view, words) or [Text(words("terminal.no_legends"))]))


def figures_page(view: Data, words: Texts) -> RenderableType:
    """All figures and buildings by their owners, with where they stand."""
    table = Table.grid(padding=(0, 1, 0, 0))
    rows = [(figure["owner"], figure, land) for land in view["lands"] for figure in land["figures"]]
    for owner, figure, land in sorted(rows, key=lambda row: 99 if row[0] is None else row[0]):
        letter = "!" if owner is None else view["players"][owner]["letter"]
        worth = words("terminal.worth", strength=figure["strength"], wisdom=figure["wisdom"])
        flags = ", ".join(figure.get("flag_names", figure["flags"]))
        called = f"{figure['name']} {_number(figure)}".strip()
        table.add_row(letter, _named(figure, called), land["name"], worth, flags)
    for step in view["track"]:
        for figure in step["figures"]:
            letter = "!" if figure["owner"] is None else view["players"][figure["owner"]]["letter"]
            back = words("terminal.back_at", stone=step["stone"])
            away = _named(figure, figure.get("name", figure["kind"]))
            table.add_row(letter, away, back, "", "")
    return table


def _named(figure: dict[str, Any], kind: str) -> Text:
    """A figure by the name it was given, if it was, and its kind."""
    name = figure.get("called")
    return Text(name, "bold").append(f" ({kind})", "not bold") if name else Text(kind)


NUMBERS = ("tur", "golu", "aglar", "hand", "lands", "quests")


def signs_page(words: Texts) -> RenderableType:
    """What the heads of the numbers, the letters of figures and the signs of lands mean."""
    told = Texts("cruachan.games.shent", words.lang)
    said = [told(f"term.{key}") for key in (*NUMBERS, *(kind.key for kind in KINDS))]
    said += [words("terminal.legend"), words("terminal.signs_how")]
    return Group(*map(Text, said))


def _number(figure: dict[str, Any]) -> str:
    number: str = figure["id"][len(figure["id"].rstrip("0123456789")) :]
    return number


def runes_page(view: Data, words: Texts) -> RenderableType:
    """Every rune, what it means and can bring, those in the viewer's hand marked; and the bags."""
    told = Texts("cruachan.games.shent", words.lang)
    own = own_player(view)
    held = [rune["key"] for rune in own["runes"]] if own else []
    table = Table.grid(padding=(0, 1, 0, 0))
    for key in RUNES:
        brings = [reading for reading in Reading.ALL if reading.partition(".")[0] == key]
        names = ", ".join(str(Reading.ALL[each].words(words.lang)["name"]) for each in brings)
        count = f"{held.count(key)}x" if key in held else ""
        rune = Text(told(f"rune.{key}"), "bold" if key in held else "default")
        table.add_row(Text(count, "bold"), rune, Text(told(f"meaning.{key}")), Text(names, "dim"))
    parts: list[RenderableType] = [
        table,
        Text(words("terminal.runes_how", rune=(held or RUNES)[0])),
    ]
    numbers = " ".join(f"{count}x{n}" for n, count in enumerate(view["numbers"], 1) if count)
    parts.append(Text(words("terminal.bags", runes=view["bag"], numbers=numbers)))
    return Group(*parts)
