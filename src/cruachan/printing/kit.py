"""The kit of a game as a PDF: cover, player aid, pieces, board, rules, poster.

typst sets it: `kit.typ` is the style, and all content goes to it as JSON and SVG files. The bytes
are the same whenever and wherever the same kit is made: no date, no fonts of the system.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game
from cruachan.engine.identity import cover_svg, ornament_svg, wordmark_svg
from cruachan.engine.presentation import presentation_of
from cruachan.engine.print_material import PrintBoard, PrintMaterial, cropped
from cruachan.engine.texts import Lang, Texts, message
from cruachan.games import GAMES, load_game
from cruachan.printing import booklet
from cruachan.printing.inks import inked, plain
from cruachan.printing.paper import PAPERS, board_size
from cruachan.printing.sheets import Sheet, piece_sheets, poster_sheet, tile_sheets

EXTRA = "print"
"""The extra that brings the typesetter."""
STYLE = "kit.typ"
ORNAMENT = 480.0
"""How wide a band of the game's ornament is, where it is 12 high."""


class KitPart(StrEnum):
    """What of a kit is printed."""

    ALL = "all"
    BOARD = "board"
    PIECES = "pieces"
    RULES = "rules"


class KitOptions(NamedTuple):
    """How a kit is printed."""

    lang: Lang
    paper: str = "a4"
    grey: bool = False
    save_ink: bool = False
    part: KitPart = KitPart.ALL


def can_print() -> bool:
    """Whether the typesetter is installed."""
    return find_spec("typst") is not None


def make_kit(game: Game[Any, Any], options: KitOptions) -> bytes:
    """The kit of a game on its board, as a PDF; a CruachanError without the typesetter."""
    if not can_print():
        raise CruachanError(message(__package__, "error.extra", extra=EXTRA))
    import typst

    with TemporaryDirectory() as folder:
        root = Path(folder)
        write_sources(game, options, root)
        made: bytes = typst.compile(
            root / STYLE,
            root=root,
            ignore_system_fonts=True,
            pdf_standards=["ua-1"],
            timestamp=0,
        )
    return made


def write_sources(game: Game[Any, Any], options: KitOptions, root: Path) -> None:
    """Write what typst reads: the style, the content and the drawings."""
    content = kit_content(game, options)
    Drawings(root, options).write(content)
    style = files(__package__).joinpath(STYLE).read_text("utf-8")
    (root / STYLE).write_text(style, "utf-8")
    (root / "kit.json").write_text(json.dumps(content), "utf-8")


class Drawings:
    """Writes the drawings of a kit into files, each once, and puts their names in their places."""

    def __init__(self, root: Path, options: KitOptions) -> None:
        self.root = root
        self.options = options

    def write(self, content: Any) -> None:
        """Replace every value under the key `drawing` by the name of a file with it."""
        if isinstance(content, dict):
            for key, value in content.items():
                if key == "drawing":
                    content[key] = self.file(value) if value else ""
                else:
                    self.write(value)
        elif isinstance(content, list):
            for each in content:
                self.write(each)

    def file(self, drawing: str) -> str:
        """The name of the file with a drawing."""
        text = inked(drawing, self.options.grey, self.options.save_ink)
        name = hashlib.sha256(text.encode()).hexdigest()[:16] + ".svg"
        (self.root / name).write_text(text, "utf-8")
        return name


# --- Content --------------------------------------------------------------------------------


def material_of(game: Game[Any, Any], lang: Lang) -> PrintMaterial:
    """What a game puts on paper; of one that says nothing about it, its board."""
    made = GAMES[game.name].print_material
    if made is not None:
        return made(game, lang)
    shown = presentation_of(game)
    if shown.picture is None:
        return PrintMaterial()
    box = shown.picture(game.board).box
    return PrintMaterial(board=PrintBoard(cropped(shown.board_svg(lang), box), box))


def kit_content(game: Game[Any, Any], options: KitOptions) -> dict[str, Any]:
    """All that a kit says and shows, as the style reads it."""
    lang, paper = options.lang, PAPERS[options.paper]
    say, material = Texts(__package__, lang), material_of(game, lang)
    board = board_title(game, lang)
    pieces = options.part in (KitPart.ALL, KitPart.PIECES)
    sheets: list[Sheet] = []
    if pieces:
        sheets += piece_sheets(material.components, paper, say)
    poster: list[Sheet] = []
    if material.board is not None and options.part in (KitPart.ALL, KitPart.BOARD):
        sheets += tile_sheets(material.board, paper, board, say)
        poster = [poster_sheet(material.board, paper, board, say)]
    rules = options.part in (KitPart.ALL, KitPart.RULES)
    return {
        "title": game.title,
        "subtitle": sentence(game, lang),
        "board": board,
        "lang": lang,
        "paper": list(paper),
        "accent": plain(GAMES[game.name].identity.accent, options.grey),
        "look": look(game),
        "texts": dict(style_texts(say)),
        "cover": cover(game, material, options),
        "aid": [section._asdict() for section in material.aid] if pieces else [],
        "sheets": [sheet_data(sheet) for sheet in sheets],
        "rules": rules_content(game, material, lang) if rules else None,
        "poster": [sheet_data(sheet) for sheet in poster],
    }


def sentence(game: Game[Any, Any], lang: Lang) -> str:
    """What a game is about, or what is special about its board, if it is not the usual one."""
    own = getattr(game.board, "sentence", None)
    if own is None or game.board_digest == load_game(game.name).board_digest:
        return Texts(game.package, lang)("game.sentence")
    return str(own.text(lang))


def board_title(game: Game[Any, Any], lang: Lang) -> str:
    """What a board is called."""
    title = getattr(game.board, "title", None)
    return str(title.text(lang)) if title is not None else str(game.board_name)


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet as the style reads it."""
    return {
        "group": sheet.group,
        "titles": [title._asdict() for title in sheet.titles],
        "about": ", ".join(sheet.about),
        "placed": sheet.placed,
        "marks": [list(line) for line in sheet.marks],
        "cuts": [list(spot) for spot in sheet.cuts],
        "size": list(sheet.size) if sheet.size else None,
    }


STYLE_KEYS = (
    "aid",
    "box",
    "how",
    "ruler",
    "rules",
    "contents",
    "examples",
    "index",
    "page",
    "elsewhere",
)
PLAN_HEADS = ("pages", "what", "how")
PLAN_ROWS = ("aid", "backed", "pieces", "tiles", "rules", "poster")


def style_texts(say: Texts) -> Iterator[tuple[str, str]]:
    """The words that the style puts between the content."""
    return ((key, say(f"kit.{key}")) for key in STYLE_KEYS)


def plan(say: Texts) -> dict[str, Any]:
    """What is said of the pages that are printed in the same way; the style knows their numbers."""
    rows = {key: [say(f"plan.{key}"), say(f"plan.{key}_how")] for key in PLAN_ROWS}
    return {"heads": [say(f"plan.{key}") for key in PLAN_HEADS], "rows": rows}


def look(game: Game[Any, Any]) -> dict[str, Any]:
    """The title as the game writes it, nothing where it has no wordmark, and its ornament."""
    identity = GAMES[game.name].identity
    mark = identity.wordmark
    return {
        "wordmark": {"drawing": wordmark_svg(mark, identity.accent) if mark else ""},
        "ornament": {"drawing": ornament_svg(identity, ORNAMENT, identity.accent)},
    }


def cover(game: Game[Any, Any], material: PrintMaterial, options: KitOptions) -> dict[str, Any]:
    """The first page: a picture, what belongs to the game, and how the kit is printed."""
    lang, say = options.lang, Texts(__package__, options.lang)
    hints = ["size", "card", *(["tiles"] if material.board is not None else [])]
    return {
        "drawing": cover_picture(game, lang),
        "about": say("kit.cover_about", title=game.title, board=board_title(game, lang)),
        "material": list(material_list(material, say)),
        "how": [say(f"how.{hint}") for hint in hints],
        "plan": plan(say),
        "size": board_line(material, options, say),
        "referee": [
            say("kit.referee"),
            f"cruachan play {game.name} --referee",
            say("kit.referee_does"),
        ],
    }


def cover_picture(game: Game[Any, Any], lang: Lang) -> str:
    """The board without the strip below it."""
    shown = presentation_of(game)
    drawing = shown.board_svg(lang)
    return cropped(drawing, shown.picture(game.board).box) if shown.picture else drawing


def material_list(material: PrintMaterial, say: Texts) -> Iterator[str]:
    """The list of materials, as on the back of a box."""
    if material.board is not None:
        yield say("kit.board")
    for component in material.components:
        yield f"{component.count} {component.title}"
    yield say("kit.booklet")


def board_line(material: PrintMaterial, options: KitOptions, say: Texts) -> str:
    """How great the board becomes."""
    if material.board is None:
        return ""
    paper = PAPERS[options.paper]
    size = board_size(paper, material.board.box[2:], material.board.columns, material.board.rows)
    return say("kit.board_size", width=round(size[0]), height=round(size[1]))


def rules_content(game: Game[Any, Any], material: PrintMaterial, lang: Lang) -> dict[str, Any]:
    """The booklet."""
    shown: Iterable[booklet.Example] = booklet.examples(GAMES[game.name], material.examples, lang)
    usual = load_game(game.name)
    say = Texts(__package__, lang)
    return {
        "picture": {
            "drawing": cover_svg(usual, GAMES[game.name].identity, lang),
            "about": say("kit.cover_about", title=game.title, board=board_title(usual, lang)),
        },
        "chapters": booklet.chapters(game.package, lang),
        "index": booklet.index(game.package, lang),
        "examples": [{"text": each.text, "drawing": each.drawing} for each in shown],
    }
