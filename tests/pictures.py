"""What every game's picture must be, and how a test looks at one."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

from cruachan.engine.texts import Lang

SVG = "{http://www.w3.org/2000/svg}"


def parse(picture: str) -> ElementTree.Element:
    """The picture as the eye sees it: symbols where they are used, and not where they are made."""
    root = ElementTree.fromstring(picture)
    symbols = {found.get("id"): found for found in root.iter(f"{SVG}symbol")}
    for parent in list(root.iter()):
        for number, child in enumerate(list(parent)):
            used = symbols.get(child.get("href", "")[1:]) if child.tag == f"{SVG}use" else None
            if child.tag == f"{SVG}symbol":
                parent.remove(child)
            elif used is not None:
                parent.remove(child)
                for shape in reversed(list(used)):
                    parent.insert(number, moved(deepcopy(shape), child.get("transform", "")))
    return root


MOVE = re.compile(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?")


def moved(shape: ElementTree.Element, move: str) -> ElementTree.Element:
    """A shape of a symbol where a piece lies; its numbers too, where it is not turned."""
    found = MOVE.fullmatch(move)
    if found is None or shape.get("transform") or shape.tag == f"{SVG}path":
        shape.set("transform", f"{move} {shape.get('transform', '')}".strip())
        return shape
    x, y, size = float(found[1]), float(found[2]), float(found[3] or 1)
    for key in ("x", "y", "cx", "cy"):
        if shape.get(key) or shape.tag != f"{SVG}g":
            aside = x if key in ("x", "cx") else y
            shape.set(key, f"{aside + size * float(shape.get(key, '0')):.2f}")
    for key in ("r", "rx", "width", "height", "font-size"):
        if shape.get(key):
            shape.set(key, f"{size * float(shape.get(key, '')):.2f}")
    if shape.get("points"):
        pairs = (pair.split(",") for pair in shape.get("points", "").split())
        points = (f"{x + size * float(a):.2f},{y + size * float(b):.2f}" for a, b in pairs)
        shape.set("points", " ".join(points))
    for inner in shape:
        moved(inner, move)
    return shape


def body(piece: ElementTree.Element) -> ElementTree.Element:
    """The first shape of a piece."""
    return next(shape for shape in piece if shape.tag != f"{SVG}title")


def lying(root: ElementTree.Element, key: str) -> list[ElementTree.Element]:
    """The pieces whose keys begin so."""
    return [each for each in having(root, "lying") if each.get("data-key", "").startswith(key)]


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
    """Names on a ground are readable without `paint-order`: a rim of its own lies beneath each, and
    the rims of all lines of a name beneath all of them; signs may lie between rims and names."""
    assert "paint-order" not in picture
    rims: list[ElementTree.Element] = []
    lines: list[ElementTree.Element] = []
    root = parse(picture)
    signs = {text for sign in root.iter() if sign.get("data-crest") for text in sign.iter()}
    for text in root.iter(f"{SVG}text"):
        if text in signs:
            continue
        if text.get("class") == "rim":
            assert not lines
            rims.append(text)
        elif rims:
            lines.append(text)
        if len(lines) == len(rims):
            for beneath, above in zip(rims, lines, strict=True):
                assert beneath.text == above.text
                assert all(beneath.get(key) == above.get(key) for key in ("x", "y", "font-size"))
                assert beneath.get("stroke")
                assert not above.get("stroke")
            rims, lines = [], []
    assert not rims


def assert_stands_alone(picture: str) -> None:
    """No script, nothing from elsewhere, and every id that is used is there once."""
    assert "<script" not in picture
    assert "<image" not in picture
    assert picture.count("http") == 1  # the name space
    root = ElementTree.fromstring(picture)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        if element.get("href"):
            assert element.get("href", "")[1:] in ids
        if element.get("clip-path"):
            assert element.get("clip-path", "")[5:-1] in ids
