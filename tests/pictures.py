"""What every game's picture must be, and how a test looks at one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from cruachan.engine.words import Lang

SVG = "{http://www.w3.org/2000/svg}"


def parse(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def having(root: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    """Every element of this class."""
    return [element for element in root.iter() if word in element.get("class", "").split()]


def texts(element: ElementTree.Element) -> list[str]:
    """What is written, without the rims that lie beneath."""
    return [text.text or "" for text in element.iter(f"{SVG}text") if text.get("class") != "rim"]


def titles(element: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in element.iter(f"{SVG}title")]


def assert_complete(root: ElementTree.Element, board: Any, lang: Lang) -> None:
    """An image with a title and a description, the board's own where it has one."""
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("lang") == lang
    about = getattr(board, "about", None)
    described = {
        element.get("id") for element in root if element.tag in (f"{SVG}title", f"{SVG}desc")
    }
    assert set((root.get("aria-labelledby") or "").split()) == described
    said = root.findtext(f"{SVG}desc")
    assert said == about.text(lang) if about else said


def assert_clear_everywhere(picture: str) -> None:
    """Names on a ground are readable without `paint-order`: a rim of its own lies beneath each."""
    assert "paint-order" not in picture
    written = list(parse(picture).iter(f"{SVG}text"))
    for beneath, above in pairwise(written):
        if beneath.get("class") == "rim":
            assert above.get("class") != "rim"
            assert beneath.text == above.text
            assert all(beneath.get(key) == above.get(key) for key in ("x", "y", "font-size"))
            assert beneath.get("stroke")
            assert not above.get("stroke")


def assert_stands_alone(picture: str) -> None:
    """No script, nothing from elsewhere, and every id that is used is there once."""
    assert "<script" not in picture
    assert "<image" not in picture
    assert picture.count("http") == 1  # the name space
    root = parse(picture)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        if element.get("href"):
            assert element.get("href", "")[1:] in ids
        if element.get("clip-path"):
            assert element.get("clip-path", "")[5:-1] in ids
