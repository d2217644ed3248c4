"""What a view of Hibernia holds besides what all views hold."""

from __future__ import annotations

from typing import TypedDict

from cruachan.engine.view import View


class March(TypedDict):
    """A march under way that still lacks warriors."""

    county: str
    host: int
    missing: int


class PlayerView(TypedDict):
    """A player."""

    seat: int
    letter: str
    piece: str
    name: str
    steps: int
    space: int
    supply: int
    shield: int
    counties: int


class NeutralView(TypedDict):
    """The colour nobody plays, with three players."""

    letter: str
    piece: str
    name: str
    box: int


class CountyView(TypedDict):
    """A county, and who holds it."""

    name: str
    short: str
    colour: str
    province: str
    castle: bool
    centre: bool
    neighbours: list[str]
    warriors: int
    owner: int | None


class HiberniaView(View):
    """The view for a seat or a spectator."""

    harder: bool
    start: int | None
    die: str | None
    plays: list[str]
    march: March | None
    track: list[str]
    track_length: int
    neutral: NeutralView | None
    counties: list[CountyView]
