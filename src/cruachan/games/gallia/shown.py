"""What a view of Gallia Cisalpina holds besides what all views hold."""

from __future__ import annotations

from typing import TypedDict

from cruachan.engine.view import View


class Battle(TypedDict):
    """The army under way, while a number is asked for."""

    source: str
    target: str
    army: int
    enemies: int
    winners: int


class PlayerView(TypedDict):
    """A player."""

    seat: int
    letter: str
    piece: str
    name: str
    capital: str
    territories: int
    outside: int
    ears: int
    free_dice: int


class BackView(TypedDict):
    """The back of a card that the viewer knows."""

    shields: int
    ears: int


class DieView(TypedDict):
    """A die on a card."""

    seat: int
    pips: int
    done: bool


class CardView(TypedDict):
    """A card, and what lies on it."""

    name: str
    short: str
    row: int
    column: int
    capital: int | None
    oppidum: bool
    shields: int | None
    ears: int | None
    back: BackView | None
    looked: list[int]
    shown: bool
    dice: list[DieView]


class GalliaView(View):
    """The view for a seat or a spectator."""

    strict: bool
    start: int | None
    turns: int
    phase: str
    about: str
    battle: Battle | None
    cards: list[CardView]
    unseen: list[str]
