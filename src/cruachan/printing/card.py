"""Pictures to share: what a link shows where it is posted, as a PNG of 1200 x 630 pixels."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cruachan.engine.identity import GameLook, ornament_svg, wordmark_svg
from cruachan.engine.texts import Lang
from cruachan.printing.inks import inked

STYLE = "card.typ"
WIDTH, HEIGHT = 1200, 630
ORNAMENT = 260.0
LONGEST = 150
"""How many characters of a line are shown."""


class ShareCard(NamedTuple):
    """What a picture to share shows."""

    title: str
    lines: tuple[str, ...]
    picture: str
    """SVG: a board as everybody may see it, or a cover."""
    look: GameLook
    lang: Lang
    whole: bool = True
    """Whether all of the picture is shown; else it fills its place."""


def make_card(card: ShareCard) -> bytes:
    """A picture as PNG. It needs the typesetter (`can_print`)."""
    import typst

    look = card.look
    content = {
        "title": card.title,
        "lines": [shortened(line) for line in card.lines],
        "accent": look.accent,
        "paper": look.paper,
        "lang": card.lang,
        "wordmark": look.wordmark is not None,
        "fit": "contain" if card.whole else "cover",
    }
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "card.json").write_text(json.dumps(content), "utf-8")
        (root / "picture.svg").write_text(inked(card.picture, False, False), "utf-8")
        (root / "ornament.svg").write_text(ornament_svg(look, ORNAMENT, look.accent), "utf-8")
        if look.wordmark is not None:
            (root / "wordmark.svg").write_text(wordmark_svg(look.wordmark, look.accent), "utf-8")
        (root / STYLE).write_text(files(__package__).joinpath(STYLE).read_text("utf-8"), "utf-8")
        made: bytes = typst.compile(
            root / STYLE, root=root, format="png", ppi=72, ignore_system_fonts=True
        )
    return made


def shortened(line: str) -> str:
    """A line that is not too long to be shown."""
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
