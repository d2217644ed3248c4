"""The look of a game: read from its package, the same wherever it is shown, and safe to draw."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cruachan
from cruachan.engine.errors import CruachanError
from cruachan.engine.identity import (
    GameLook,
    cover_svg,
    icon_svg,
    ornament_svg,
    read_identity,
    wordmark_svg,
)
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS
from cruachan.games import BUILT_IN, GAMES, load_game

LOOK = Path(cruachan.__path__[0]).parents[1] / "web" / "src" / "look.css"
READABLE = 4.5
"""The contrast of WCAG AA."""


def brightness(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def grounds(scheme: str) -> dict[str, str]:
    """The colours of the page in a scheme."""
    css = LOOK.read_text("utf-8")
    begun = css.split(':root[data-scheme="dark"] {')[1] if scheme == "dark" else css
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", begun.split("}")[0]))


@pytest.mark.parametrize("name", [*BUILT_IN, ""])
def test_what_is_written_in_the_colour_of_a_game_can_be_read(name: str) -> None:
    look = GAMES[name].read_identity() if name else GameLook()
    for scheme, accent in (("light", look.accent), ("dark", look.accent_dark)):
        page = grounds(scheme)
        for ground in ("ground", "sheet", "raised", "on-accent"):
            assert contrast(accent, page[ground]) >= READABLE, (name, scheme, ground)
    assert contrast(look.accent, look.paper) >= READABLE


def test_no_two_games_look_or_sound_alike() -> None:
    looks = [GAMES[name].read_identity() for name in BUILT_IN]
    for part in ("accent", "accent_dark", "icon", "ornament", "wordmark", "sounds"):
        values = [getattr(look, part) for look in [*looks, GameLook()]]
        assert len(set(values)) == len(values), part


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_cover_is_a_part_of_the_board_with_pieces(name: str) -> None:
    """And in each language: what is written on the board is."""
    game, look = load_game(name), GAMES[name].read_identity()
    drawn = {lang: cover_svg(game, look, lang) for lang in LANGS}
    assert len(set(drawn.values())) == len(LANGS)
    root = ElementTree.fromstring(drawn[LANGS[0]])
    box = [float(number) for number in root.attrib["viewBox"].split()]
    assert box == list(look.cover or ())
    left, top, width, height = presentation_of(game).picture(game.board).box  # type: ignore[misc]
    assert left <= box[0] < box[0] + box[2] <= left + width
    assert top <= box[1] < box[1] + box[3] <= top + height
    assert ('data-key="' in drawn[LANGS[0]]) == bool(look.position)


@pytest.mark.parametrize("name", [*BUILT_IN, ""])
def test_icon_ornament_and_wordmark_are_drawn_in_a_colour(name: str) -> None:
    look = GAMES[name].read_identity() if name else GameLook()
    marks = [wordmark_svg(look.wordmark, "#123456")] if look.wordmark else []
    assert bool(marks) == bool(name)
    for drawn in (icon_svg(look, "#123456"), ornament_svg(look, 300, "#123456"), *marks):
        ElementTree.fromstring(drawn)
        assert "#123456" in drawn
    tiles = ornament_svg(look, 300, "#123456").count("<path")
    assert abs(tiles * look.ornament_width - 300) <= look.ornament_width / 2


def test_a_game_that_says_nothing_has_the_usual_look(tmp_path: Path) -> None:
    assert read_identity(tmp_path / "identity.toml", tmp_path / "wordmark.svg") == GameLook()


FAULTS = [
    ('accent = "red"', "accent"),
    ('accnt = "#123456"', "accnt"),
    ('icon = "M0 0\\"/><script>"', "icon"),
    ("ornament_width = 0", "ornament_width"),
    ("[sounds]\nbase = 20000", "base"),
    ("[sounds]\nturn = []", "turn"),
    ("[sounds]\ndraw = [99]", "draw"),
    ("accent =", "end of document"),
]


@pytest.mark.parametrize(("text", "named"), FAULTS)
def test_a_fault_is_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "identity.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(CruachanError) as raised:
        read_identity(file, tmp_path / "wordmark.svg")
    for lang in LANGS:
        assert named in raised.value.text(lang)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


@pytest.mark.parametrize(
    "text",
    [
        f"{SVG}<script/></svg>",
        f'{SVG}<path d="M0 0" onload="x"/></svg>',
        "",
    ],
)
def test_a_wordmark_is_one_path_and_nothing_else(tmp_path: Path, text: str) -> None:
    (tmp_path / "wordmark.svg").write_text(text, "utf-8")
    with pytest.raises(CruachanError, match=r"wordmark\.svg"):
        read_identity(tmp_path / "identity.toml", tmp_path / "wordmark.svg")


def test_a_look_that_cannot_be_read_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """The game has the usual look, and whoever runs the server finds out why."""
    broken = replace(GAMES[BUILT_IN[0]], identity_file="RULES.md")
    with caplog.at_level(logging.WARNING):
        assert broken.identity == GameLook()
    assert "identity.toml" in caplog.text
