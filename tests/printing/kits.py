"""Kits as the tests read them: made once, their text, and their pages as pixels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium_c
from filelock import FileLock

from cruachan.engine.texts import LANGS, Lang
from cruachan.games import GAMES, load_game
from cruachan.printing import PAPERS, KitOptions, make_kit
from cruachan.printing.paper import SheetSpot

NAMES = ("hibernia", "cambria", "gallia", "shent")
KITS = [(name, lang, paper) for name in NAMES for lang in LANGS for paper in PAPERS]
PAPER_OF: dict[Lang, str] = {"en": "letter", "de": "a4"}
"""The paper that people with a language have."""
SHARED: list[Path] = []
"""The folder in which all workers keep the kits that they made."""
MILLIMETRE = 72 / 25.4
"""In points, as PDF measures."""
PIXELS = 8
"""To a millimetre."""


def kit(name: str, lang: Lang, paper: str | None = None) -> bytes:
    """A kit, on the paper that people with the language have unless another one is named."""
    return _made_once(name, lang, paper or PAPER_OF[lang])


@cache
def _made_once(name: str, lang: Lang, paper: str) -> bytes:
    file = SHARED[0] / f"{name}-{lang}-{paper}.pdf"
    with FileLock(file.with_suffix(".lock")):
        if not file.exists():
            half = file.with_suffix(".half")
            half.write_bytes(make_kit(load_game(name), KitOptions(lang, paper)))
            half.rename(file)
        return file.read_bytes()


@cache
def pages(pdf: bytes) -> list[str]:
    """The text of each page, in one line."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            " ".join(page.get_textpage().get_text_bounded().replace("\ufffe", "").split())
            for page in document
        ]
    finally:
        document.close()


def text_in(pdf: bytes, page: int, spot: SheetSpot) -> str:
    """The text in one place of a page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        _, high = document[page].get_size()
        left, top, width, height = (length * MILLIMETRE for length in spot)
        text = document[page].get_textpage()
        found: str = text.get_text_bounded(left, high - top - height, left + width, high - top)
        return found
    finally:
        document.close()


def letter_sizes(pdf: bytes, page: int) -> set[float]:
    """How large the letters of a page are, in points."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = document[page].get_textpage()
        return {
            round(pdfium_c.FPDFText_GetFontSize(text, at), 1)
            for at in range(text.count_chars())
            if not text.get_text_range(at, 1).isspace()
        }
    finally:
        document.close()


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        found = map(document.get_page_size, range(len(document)))
        return [(width / MILLIMETRE, height / MILLIMETRE) for width, height in found]
    finally:
        document.close()


def rendered(pdf: bytes, page: int, pixels: float = PIXELS) -> Any:
    """A page as an array of rows of red, green, blue; so many pixels to a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=pixels / MILLIMETRE, rev_byteorder=True)
        return np.array(bitmap.to_numpy()[:, :, :3], dtype=np.int16)
    finally:
        document.close()


def material(name: str, lang: Lang = "en") -> Any:
    """What a game puts on paper."""
    made = GAMES[name].print_material
    assert made is not None
    return made(load_game(name), lang)
