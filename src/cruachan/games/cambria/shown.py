"""What a view of Cambria holds besides what all views hold."""

from __future__ import annotations

from typing import TypedDict

from cruachan.engine.view import View


class PlayerView(TypedDict):
    """A player, or the dummy."""

    seat: int
    letter: str
    piece: str
    name: str
    supply: int
    points: int
    markers: int


class FortView(TypedDict):
    """A fort, and who stormed it."""

    name: str
    short: str
    value: int
    vp: int
    owner: int | None
    vp_owner: int | str | None


class RoadView(TypedDict):
    """A road, and who stands there."""

    name: str
    between: list[str]
    soldier: int | None
    legion: bool
    reached: bool


class ShipView(TypedDict):
    """A ship, and whose soldier is aboard."""

    value: int
    soldier: int | None


class CambriaView(View):
    """The view for a seat or a spectator."""

    phase: str
    start: int | None
    dice: list[int] | None
    die: int | None
    replaced: bool
    dummy: PlayerView | None
    dummy_die: int | None
    forts: list[FortView]
    forts_left: int
    roads: list[RoadView]
    ships: list[ShipView]
    legion: str
