"""Where a reading leads: distances, neighbours, and what lies in a land."""

from __future__ import annotations

from collections.abc import Iterable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.aims import lands_named
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import relocate, settle
from cruachan.games.shent.core.presence import adjacent, distances
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import State, building, led, others_in, tokens
from cruachan.games.shent.readings.reach import concerns

# --- Distances ----------------------------------------------------------------------------


def within(state: State, land: int, most: int, least: int = 0) -> list[int]:
    """The lands that lie no farther than this, and no nearer."""
    return [other for other, far in enumerate(distances(state, land)) if least <= far <= most]


def nearest(state: State, seat: int) -> list[int] | None:
    """How far every land is from the seat's nearest figure; None without one on the board."""
    lands = {state.pieces[piece].land for piece in led(state, seat)}
    if not lands:
        return None
    return [min(ways) for ways in zip(*(distances(state, land) for land in lands), strict=True)]


def around(state: State, land: int) -> list[int]:
    """A land and those next to it."""
    return [land, *sorted(adjacent(state, land))]


# --- Ways ---------------------------------------------------------------------------------


def way_out(state: State, seat: int, land: int) -> list[int]:
    """The adjacent lands without figures of other players into which something can go."""
    return [
        other
        for other in sorted(adjacent(state, land))
        if not others_in(state, seat, other) and not tokens(state, TokenKind.STANDSTILL, other)
    ]


def can_receive(state: State, seat: int, land: int) -> bool:
    """Whether figures of a seat can come there without a step: none of others, no standstill."""
    return not others_in(state, seat, land) and not tokens(state, TokenKind.STANDSTILL, land)


def move_all(state: State, pieces: Iterable[int], land: int) -> None:
    """Figures are moved together by something other than a step; no event follows."""
    for piece in pieces:
        relocate(state, piece, land)
    settle(state)


# --- What is there ------------------------------------------------------------------------


def house_of(state: State, seat: int, land: int) -> int | None:
    """The building in a land if this seat has it."""
    house = building(state, land)
    return house if house is not None and state.pieces[house].leader == seat else None


def keeps(state: State, act: Act) -> list[Target]:
    """[S20.6] [S25.5] Magic: the marker of the land cannot fade, unless it is kept already."""
    owner = state.markers[act.land]
    kept = any(
        tokens(state, kind, act.land, owner) for kind in (TokenKind.BLOSSOM, TokenKind.WELCOME)
    )
    return [()] if owner != NOBODY and concerns(act, owner) and not kept else []


def known_lands(state: State, seat: int) -> set[int]:
    """The lands named by a seat's quests whose aim all know."""
    return {
        land
        for quest in state.players[seat].quests
        if quest.aim is not None and quest.mode == "open"
        for land in lands_named(quest.aim)
    }
