"""The look of a game: colours, icon, ornament, wordmark, cover and sounds, the same everywhere.

A game's package may have an `identity.toml`; what it leaves out is as below. Pages, printed kits
and stories read it through `GameDescription.identity`. Paths are SVG path data and are stroked: the
icon in a square of 24, the ornament in a tile that is 12 high and repeats. The wordmark is a file
beside it, `wordmark.svg`: the title as one filled path; without it the title is written.
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from cruachan.engine.boardfile import ViewBox
from cruachan.engine.errors import CruachanError
from cruachan.engine.presentation import presentation_of
from cruachan.engine.svg import tag
from cruachan.engine.texts import Lang, message

if TYPE_CHECKING:
    from cruachan.engine.game import Game

FILE = "identity.toml"
WORDMARK = "wordmark.svg"
ORNAMENT_HEIGHT = 12.0

Colour = Annotated[str, msgspec.Meta(pattern=r"\A#[0-9a-f]{6}\Z")]
PathData = Annotated[str, msgspec.Meta(pattern=r"\A[MmLlHhVvCcSsQqTtAaZz0-9 .,\-]+\Z")]
Semitones = Annotated[tuple[Annotated[int, msgspec.Meta(ge=-24, le=36)], ...],
                      msgspec.Meta(min_length=1, max_length=8)]  # fmt: skip
MARK = re.compile(
    r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 ([0-9.]+) ([0-9.]+)">'
    r'<path d="([MmLlHhVvCcSsQqTtAaZz0-9 .,\-]+)"/></svg>\s*'
)


class Sounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The voice of a game: what a page makes its few sounds of."""

    wave: Literal["sine", "triangle", "square", "sawtooth"] = "sine"
    base: Annotated[float, msgspec.Meta(ge=110, le=880)] = 523.0
    """The pitch in hertz from which its notes are counted."""
    ring: Annotated[float, msgspec.Meta(ge=0.05, le=1.5)] = 0.5
    """Seconds for which a note fades."""
    move: Semitones = (0,)
    """When somebody else has moved, in semitones above the base."""
    draw: Semitones = (7, 9)
    """When dice were rolled or a lot was drawn."""
    contest: Semitones = (0, 1)
    """When a move has decided something that is kept in sight, such as a fight or a vote."""
    turn: Semitones = (0, 7)
    """When it is my turn."""
    end: Semitones = (0, 4, 7, 12)
    """When the game is over."""


class Wordmark(NamedTuple):
    """The title of a game as a filled path."""

    width: float
    height: float
    path: str


class GameLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game looks and sounds wherever it is shown."""

    accent: Colour = "#5a4a3c"
    """Headings, ornament and chief buttons on light ground; white can be read on it."""
    accent_dark: Colour = "#d3c2a8"
    """Its colour on dark ground."""
    paper: Colour = "#f3ead7"
    """A light ground that goes with it."""
    icon: PathData = "M12 3l9 9-9 9-9-9zM12 8l4 4-4 4-4-4z"
    ornament: PathData = "M0 6h3M15 6h3M3 6l6-4 6 4-6 4z"
    ornament_width: Annotated[float, msgspec.Meta(ge=4, le=200)] = 18.0
    cover: ViewBox | None = None
    """The part of the board that its cover shows; None for all of it."""
    position: str = ""
    """What lies on the board of the cover, as the game writes a position; empty for nothing."""
    sounds: Sounds = Sounds()
    wordmark: Wordmark | None = None


def read_identity(file: Traversable, mark: Traversable) -> GameLook:
    """The identity in a file; the default where there is none. A CruachanError names the fault."""
    written: dict[str, Any] = {}
    try:
        if file.is_file():
            written = tomllib.loads(file.read_text("utf-8"))
        written["wordmark"] = _wordmark(mark.read_text("utf-8")) if mark.is_file() else None
        return msgspec.convert(written, GameLook)
    except (ValueError, OSError) as error:
        raise CruachanError(message(__package__, "identity.wrong", error=str(error))) from None


def _wordmark(text: str) -> Wordmark:
    """A wordmark as its file has it: one path in one box, and nothing else."""
    found = MARK.fullmatch(text)
    if found is None:
        raise ValueError(f"{WORDMARK}: one <path> in an <svg> with a viewBox from 0 0 is wanted")
    return Wordmark(float(found[1]), float(found[2]), found[3])


# --- Drawings -----------------------------------------------------------------------------


def cover_svg(game: Game[Any, Any], identity: GameLook, lang: Lang) -> str:
    """The cover picture: a part of the game's own board with pieces on it."""
    shown = presentation_of(game)
    if shown.picture is None:
        return shown.board_svg(lang)
    state = game.read_position(identity.position) if identity.position else None
    view = None if state is None else shown.view(state, None, lang=lang)
    return shown.draw_part(view, identity.cover, lang)


def wordmark_svg(mark: Wordmark, ink: str) -> str:
    """The title of a game in a colour."""
    return _drawing((mark.width, mark.height), tag("path", d=mark.path, fill=ink))


def icon_svg(identity: GameLook, ink: str) -> str:
    """The icon in a colour."""
    return _drawing((24.0, 24.0), _stroked(identity.icon, ink, 1.6))


def ornament_svg(identity: GameLook, width: float, ink: str) -> str:
    """A band of the ornament that is so wide and 12 high, in a colour; its tiles are whole."""
    tiles = max(1, round(width / identity.ornament_width))
    drawn = _stroked(identity.ornament, ink, 1.2)
    band = "".join(
        tag("g", drawn, transform=f"translate({number * identity.ornament_width:g} 0)")
        for number in range(tiles)
    )
    return _drawing((tiles * identity.ornament_width, ORNAMENT_HEIGHT), band)


def _stroked(path: str, ink: str, width: float) -> str:
    return tag("path", d=path, fill="none", stroke=ink, stroke_width=width,
               stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def _drawing(size: tuple[float, float], content: str) -> str:
    box = f"0 0 {size[0]:g} {size[1]:g}"
    return tag("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=box)
