"""Rendered sheets: backs lie behind fronts, and pieces are told apart without their colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typst

from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.print_material import PrintComponent, artwork
from cruachan.engine.svg import REGULAR, tag, text_width
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games import GAMES, load_game
from cruachan.games.cambria import draw as cambria_draw
from cruachan.games.hibernia import panel as hibernia_panel
from cruachan.games.hibernia.draw import patterns as county_patterns
from cruachan.games.hibernia.drawing import FILLS
from cruachan.games.shent.components.material import ELEMENTS
from cruachan.games.shent.picture import panel as shent_panel
from cruachan.games.shent.picture import signs
from cruachan.printing import PAPERS
from cruachan.printing.booklet import examples
from cruachan.printing.paper import SheetSpot, Size
from cruachan.printing.sheets import Sheet, piece_sheets
from tests.printing.kits import NAMES, PAPER_OF, PIXELS, kit, material, pages, rendered

BEFORE = 2
"""Pages before the first sheet of pieces: cover and player aid."""


def sheets_of(components: tuple[PrintComponent, ...], lang: Lang, paper: str) -> list[Sheet]:
    return list(piece_sheets(components, PAPERS[paper], Texts("cruachan.printing", lang)))


def spots_of(sheet: Sheet) -> list[SheetSpot]:
    return [SheetSpot(*each["spot"]) for each in sheet.placed]


# --- The look of a game ---------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_cover_and_booklet_show_the_title_as_the_game_writes_it(name: str) -> None:
    """In the colour of the game: at the top of the first page, and of the first one with rules."""
    accent = GAMES[name].identity.accent
    colour = np.array([int(accent[at : at + 2], 16) for at in (1, 3, 5)])
    rules = f"{GAMES[name].title}: {Texts('cruachan.printing', 'en')('kit.rules')}"
    booklet = next(at for at, text in enumerate(pages(kit(name, "en"))) if rules in text)
    for page in (0, booklet):
        top = rendered(kit(name, "en"), page, 3)[3 * 12 : 3 * 36]
        assert (np.abs(top - colour).max(axis=2) < 8).sum() > 600


# --- Fronts and backs -----------------------------------------------------------------------


def inked_box(page: np.ndarray, spot: SheetSpot) -> tuple[float, ...]:
    """Where the drawing in a place begins and ends, in millimetres: left, top, right, bottom."""
    near = 0.5
    left, top = (round((at - near) * PIXELS) for at in (spot.x, spot.y))
    wide, high = (round((length + 2 * near) * PIXELS) for length in (spot.width, spot.height))
    dark = page[top : top + high, left : left + wide].max(axis=2) < 120
    # Crop marks lie outside, so the middle of each side tells where the rim is.
    rows, columns = dark[:, wide // 3 : wide // 2], dark[high // 3 : high // 2, :]
    y, x = np.flatnonzero(rows.any(axis=1)), np.flatnonzero(columns.any(axis=0))
    return (
        (left + x[0]) / PIXELS,
        (top + y[0]) / PIXELS,
        (left + x[-1] + 1) / PIXELS,
        (top + y[-1] + 1) / PIXELS,
    )


def apart(front: np.ndarray, back: np.ndarray, spot: SheetSpot, paper: Size) -> float:
    """How far the edges of a back lie from those of its front, once the sheet is turned."""
    left, top, right, bottom = inked_box(front, spot)
    turned = (paper[0] - right, top, paper[0] - left, bottom)
    behind = inked_box(back, spot.mirrored(paper))
    return max(abs(a - b) for a, b in zip(turned, behind, strict=True))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "number"), [("gallia", 12), ("shent", 64 + 36 + 6)])
def test_backs_lie_behind_their_fronts(name: str, number: int, lang: Lang, paper: str) -> None:
    """Measured on the rendered sheets: every edge of every card and stone within half a
    millimetre."""
    made = kit(name, lang, paper)
    read, size = pages(made), PAPERS[paper]
    sheets = sheets_of(material(name, lang).components, lang, paper)
    note = Texts("cruachan.printing", lang)("sheet.back_note")
    backs = [at for at, sheet in enumerate(sheets) if sheet.titles[0].note == note]
    assert all(note in read[BEFORE + at] for at in backs)
    distances = []
    for at in backs:
        front, back = (rendered(made, BEFORE + page) for page in (at - 1, at))
        distances += [apart(front, back, spot, size) for spot in spots_of(sheets[at - 1])]
    assert len(distances) == number
    assert max(distances) <= 0.5


# --- Without colours ------------------------------------------------------------------------

SEEN_BY = {
    "protanopia": ((0.152286, 1.052583, -0.204868),
                   (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968),
                     (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779),
                   (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
    "no colours": ((0.2126, 0.7152, 0.0722),) * 3,
}  # fmt: skip
"""What is left of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
WHITE = np.array((0.9505, 1.0, 1.089))
PLAIN = 15.0
"""A difference of colours (CIE 1976) that is seen at once; 2.3 is the least that is seen at all."""
ENOUGH = 0.01
"""Which part of a piece has to differ so: about as much as a letter or a pip."""


def seen(pixels: np.ndarray, how: str) -> np.ndarray:
    """Pixels as somebody sees them, in CIELAB."""
    share = pixels / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    left = np.clip(linear @ np.array(SEEN_BY[how]).T, 0, 1)
    xyz = left @ TO_XYZ.T / WHITE
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)


def cut_out(page: np.ndarray, spot: SheetSpot, pixels: int) -> np.ndarray:
    """A piece without its rim, where its neighbour begins."""
    x, y, width, height = (round(length * pixels) for length in spot)
    return page[y + 1 : y + height - 1, x + 1 : x + width - 1]


def least_difference(pictures: list[np.ndarray]) -> float:
    """The part that differs between the two pictures that are most alike, whoever looks."""
    shape = np.min([picture.shape[:2] for picture in pictures], axis=0)
    cropped = [picture[: shape[0], : shape[1]] for picture in pictures]
    shares = []
    for how in SEEN_BY:
        looks = [seen(picture, how) for picture in cropped]
        for one, other in combinations(looks, 2):
            shares.append((np.linalg.norm(one - other, axis=-1) > PLAIN).mean())
    return float(min(shares))


@pytest.mark.parametrize("name", NAMES)
def test_pieces_are_told_apart_without_colours(name: str) -> None:
    """By their shapes, signs and letters: for each kind of colour blindness, on rendered sheets."""
    pixels, found = 3, 0
    for at, sheet in enumerate(sheets_of(material(name).components, "en", PAPER_OF["en"])):
        page = rendered(kit(name, "en"), BEFORE + at, pixels)
        kinds: dict[tuple[float, str], np.ndarray] = {}
        for each in sheet.placed:
            spot = SheetSpot(*each["spot"])
            if "drawing" in each:
                kinds.setdefault((spot.height, each["drawing"]), cut_out(page, spot, pixels))
        for size in {height for height, _ in kinds}:
            alike = [picture for (height, _), picture in kinds.items() if height == size]
            if len(alike) > 1:
                found += len(alike)
                assert least_difference(alike) > ENOUGH
    assert found > 1


def county(colour: str) -> str:
    """The ground of a county of Hibernia, without the letters on it."""
    return county_patterns() + ground(f"pattern-{colour}")


def land(element: str) -> str:
    """The ground of a land of SHENT with its sign."""
    sign = signs.sign(signs.ELEMENTS[element], 45, 45, 15.0)
    return signs.patterns() + ground(f"ground-{element}") + sign


def ground(pattern: str) -> str:
    return tag("rect", x=0, y=0, width=90, height=90, fill=f"url(#{pattern})")


@pytest.mark.parametrize(("names", "draw"), [(tuple(FILLS), county), (ELEMENTS, land)])
def test_lands_are_told_apart_without_colours(
    names: tuple[str, ...], draw: Callable[[str], str], tmp_path: Path
) -> None:
    for name in names:
        drawn = artwork((0, 0, 90, 90), draw(name))
        (tmp_path / f"{name}.svg").write_text(drawn, "utf-8")
    rows = ", ".join(f'image("{name}.svg", width: 30mm)' for name in names)
    style = f"#set page(width: 30mm, height: {30 * len(names)}mm, margin: 0mm)\n#stack({rows})\n"
    (tmp_path / "lands.typ").write_text(style, "utf-8")
    page = rendered(typst.compile(tmp_path / "lands.typ", root=tmp_path), 0)
    tall = page.shape[0] // len(names)
    alike = [page[at * tall : (at + 1) * tall] for at in range(len(names))]
    assert least_difference(alike) > ENOUGH


# --- Examples -------------------------------------------------------------------------------

LINE = re.compile(
    r'<text x="(?P<x>[^"]+)"[^>]*font-size="(?P<size>[^"]+)"[^>]*text-anchor="start"[^>]*>'
    r"(?P<words>[^<]+)</text>"
)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", ["hibernia", "cambria"])
def test_lines_below_examples_end_where_the_picture_ends(name: str, lang: Lang) -> None:
    made = examples(GAMES[name], material(name, lang).examples, lang)
    assert len(made) == 4
    for each in made:
        box = re.search(r'viewBox="([^"]*)"', each.drawing)
        assert box
        left, _, width, _ = map(float, box[1].split())
        lines = list(LINE.finditer(each.drawing))
        assert lines
        for line in lines:
            long = REGULAR * text_width(unescape(line["words"]), float(line["size"]))
            assert float(line["x"]) + long <= left + width


@pytest.mark.parametrize("lang", ["en", "de"])
def test_examples_of_shent_show_the_island_as_large_as_can_be(lang: Lang) -> None:
    """Only what is said of the sky shows the sky; else its lands fill the picture."""
    made = examples(GAMES["shent"], material("shent", lang).examples, lang)
    boxes = [re.search(r'viewBox="([^"]*)"', each.drawing) for each in made]
    heights = [float(box[1].split()[3]) for box in boxes if box]
    assert len(heights) == len(made) == 6
    assert heights[0] > 1.25 * max(heights[1:])


HEAD = re.compile(
    r'<text x="([^"]+)" y="[^"]+" font-size="([^"]+)" text-anchor="middle"[^>]*>([^<]+)<'
)
HEADS = {
    "hibernia": hibernia_panel.COLUMNS,
    "cambria": cambria_draw.COLUMNS,
    "shent": shent_panel.COLUMNS,
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", HEADS)
def test_heads_of_the_players_table_do_not_reach_into_each_other(name: str, lang: Lang) -> None:
    game = load_game(name, "sirren" if name == "shent" else None)
    shown = presentation_of(game)
    match: Match[Any, Any] = Match(game, [Player(each) for each in ("Ada", "Ben", "Cy")])
    view = shown.view(match.state, None, match.names, lang)
    assert shown.picture is not None
    say = shown.picture.drawing(view, game.board, lang).say
    table = shown.draw(view, lang).rpartition(f">{say('player')}<")[2]
    heads = [say(key) for key in HEADS[name]]
    found = {
        head: (float(x), float(size)) for x, size, head in HEAD.findall(table) if head in heads
    }
    assert list(found) == heads
    for one, other in pairwise(heads):
        (x, size), (y, _) = found[one], found[other]
        assert x + REGULAR * (text_width(one, size) + text_width(other, size)) / 2 < y - 3
