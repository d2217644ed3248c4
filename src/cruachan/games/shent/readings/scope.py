"""What readings have in common: how far they reach, whom they concern, what binds whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice

from cruachan.engine.game import NOBODY
from cruachan.games.shent.box.material import BAND
from cruachan.games.shent.core.acts import note, remove, swap
from cruachan.games.shent.core.presence import distances
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import (
    FOREVER,
    NOWHERE,
    State,
    Token,
    building,
    figures,
    led,
    mobile,
    on_piece,
    others_in,
    seen,
    standing,
    tokens,
    until_turn,
    value,
)
from cruachan.games.shent.readings.shared import concerns, doer, in_group, land_concerns, reaches

MOST_TARGETS = 20
"""How many choices of several figures are offered."""
MOST_PARTED = 8
"""Of how many figures all parts are looked at."""

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


def can_receive(state: State, seat: int, land: int) -> bool:
    """Whether figures of a seat can come there without a step: none of others, no standstill."""
    return not others_in(state, seat, land) and not tokens(state, "standstill", land)


# --- Whom it touches ----------------------------------------------------------------------


def touches(state: State, act: Act, seat: int) -> bool:
    """[S14.5] Whether something of this seat may be touched, or something of nobody there."""
    return land_concerns(state, act) if seat == NOBODY else reaches(state, act, seat)


def lasting(act: Act, event: int = FOREVER) -> int:
    """[S14.4] When it ends: as magic when the caster's next turn begins."""
    return until_turn(act.seat) if act.magic else event


def group(state: State, act: Act) -> list[int]:
    """The figures of the group that are still there and that no sleep protects. [S30.2]"""
    return in_group(state, act)


def in_reach(state: State, act: Act) -> list[int]:
    """The figures in the land that this magic can touch: concerned, not hidden, not asleep."""
    return [
        piece
        for piece in mobile(state, act.land)
        if touches(state, act, state.pieces[piece].leader)
        and (seen(state, piece) or (is_foe(state, piece) and not state.pieces[piece].hidden))
    ]


def sides(state: State, act: Act) -> list[tuple[int, list[int]]]:
    """The players in the land of a magic, each with the figures it can touch."""
    reach = in_reach(state, act)
    found = [
        (seat, [piece for piece in reach if state.pieces[piece].leader == seat])
        for seat in standing(state, act.land)
    ]
    return [(seat, pieces) for seat, pieces in found if pieces]


def mine(state: State, act: Act) -> list[int]:
    """Those the acting player can choose: her figures in the land, as magic those in reach."""
    own = figures(state, act.seat, act.land)
    if act.magic:
        reach = set(in_reach(state, act))
        return [piece for piece in own if piece in reach]
    return [piece for piece in own if on_piece(state, "asleep", piece) is None]


def is_foe(state: State, piece: int) -> bool:
    """A figure that nobody leads."""
    return state.pieces[piece].leader == NOBODY


def is_own(state: State, seat: int, piece: int) -> bool:
    """An own figure, no ally."""
    return state.pieces[piece].owner == seat


def might(state: State, piece: int) -> int:
    """The value of a figure, with what magic has added to it. [S20.3]"""
    valour = on_piece(state, "valour", piece)
    return value(state.pieces[piece]) + (valour.strength if valour else 0)


def sum_of(state: State, pieces: Target) -> int:
    """The values of several figures together."""
    return sum(might(state, piece) for piece in pieces)


def house_of(state: State, seat: int, land: int) -> int | None:
    """The building in a land if this seat has it."""
    house = building(state, land)
    return house if house is not None and state.pieces[house].leader == seat else None


def keeps(state: State, act: Act) -> list[Target]:
    """[S20.6] [S25.5] Magic: the marker of the land cannot fade, unless it is kept already."""
    owner = state.markers[act.land]
    kept = any(tokens(state, kind, act.land, owner) for kind in ("blossom", "welcome"))
    return [()] if owner != NOBODY and concerns(act, owner) and not kept else []


def parts(pieces: list[int], fits: Callable[[Target], bool]) -> list[Target]:
    """Which of several figures: all, each one, then ever smaller parts; not too many.

    The order does not depend on `fits`: what is offered for any strength and still fits the one
    that is drawn is offered for that one too.
    """
    return list(islice(filter(fits, _parts(pieces)), MOST_TARGETS))


def _parts(pieces: list[int]) -> Iterator[Target]:
    if len(pieces) > 1:
        yield tuple(pieces)
    yield from ((piece,) for piece in pieces)
    few = pieces[:MOST_PARTED]
    sizes = range(min(len(pieces) - 1, len(few)), 1, -1)
    yield from chain.from_iterable(combinations(few, size) for size in sizes)


def most(pieces: list[int], number: int) -> list[Target]:
    """As many of the figures as may be chosen."""
    if not pieces:
        return []
    if len(pieces) <= number:
        return [tuple(pieces)]
    return list(islice(combinations(pieces, number), MOST_TARGETS))


# --- Bands, walls, hosts ------------------------------------------------------------------


def lies_in(state: State, token: Token, land: int) -> bool:
    """Whether a token lies in a land, on one of its borders or on a piece there."""
    if token.kind == "gate":
        return land in (token.land, token.other)
    if token.land == NOWHERE:
        return any(state.pieces[piece].land == land for piece in token.pieces)
    return token.land == land


def lift(state: State, act: Act, token: Token) -> None:
    """A band, wall or host is gone; a stone goes to the bag."""
    pieces = [piece for piece in token.pieces if state.pieces[piece].land >= 0]
    land = state.pieces[pieces[0]].land if pieces else token.land
    remove(state, token)
    if not pieces:
        note(state, "lifted", act.seat, land=land, more=(token.kind,))
    for piece in pieces:
        seat = state.pieces[piece].leader
        note(state, "freed", seat, land=land, other=doer(act), piece=piece)


def loosen(state: State, piece: int, *kinds: str) -> None:
    """Take a piece out of the tokens that hold it; one that holds nobody more is gone."""
    for token in [t for t in state.tokens if t.kind in kinds and piece in t.pieces]:
        left = tuple(each for each in token.pieces if each != piece)
        if left:
            swap(state, token, pieces=left)
        else:
            remove(state, token)


def stone_of(act: Act) -> int:
    """[S22.1] The stone that stays on the board: none for magic or a printed rune."""
    return NOWHERE if act.magic or act.printed else BAND
