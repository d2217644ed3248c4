"""Whom a reading concerns and touches, and how long it lasts."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.rounds import has_gone, lacks_step
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.presence import held, opponents
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    building,
    figures,
    mobile,
    on_piece,
    own_figures,
    seen,
    standing,
    until_turn,
    value,
)

# --- Whom magic may concern ---------------------------------------------------------------


def concerns(act: Act, seat: int) -> bool:
    """[S14.5] Whether the act may touch what belongs to a seat, or to nobody."""
    return act.only < 0 or seat in (act.only, NOBODY)


def reaches(state: State, act: Act, seat: int) -> bool:
    """[S14.5] The same; the caster's own where the land makes it concern the right one."""
    return concerns(act, seat) or (seat == act.seat and land_concerns(state, act))


def land_concerns(state: State, act: Act) -> bool:
    """[S14.5] Whether a figure, building or marker in the land makes it concern the right one."""
    if act.only < 0 or state.markers[act.land] == act.only:
        return True
    house = building(state, act.land)
    built = house is not None and state.pieces[house].leader == act.only
    return built or bool(figures(state, act.only, act.land))


def touches(state: State, act: Act, seat: int) -> bool:
    """[S14.5] Whether something of this seat may be touched, or something of nobody there."""
    return land_concerns(state, act) if seat == NOBODY else reaches(state, act, seat)


def own_turn(act: Act) -> bool:
    """Whether nobody but the one it is for need be concerned."""
    return act.only < 0 or act.only == act.seat


def doer(act: Act) -> int:
    """Who did it to somebody: the caster, nobody for an event."""
    return act.seat if act.magic else NOBODY


def lasts(act: Act, event: int = THIS_TURN) -> int:
    """[S4.9] [S14.4] This turn, or as an event says; as magic until the caster's next turn."""
    return until_turn(act.seat) if act.magic else event


# --- Figures ------------------------------------------------------------------------------


def in_group(state: State, act: Act) -> list[int]:
    """The group of an event, as far as it still stands there under its player and is awake."""
    here = figures(state, act.seat, act.land)
    return [p for p in act.group if p in here and on_piece(state, TokenKind.ASLEEP, p) is None]


def within_reach(state: State, seat: int, land: int) -> list[int]:
    """The figures of a seat that magic reaches: neither hidden nor in an enchanted sleep."""
    return [piece for piece in figures(state, seat, land) if seen(state, piece)]


def in_reach(state: State, act: Act) -> list[int]:
    """The figures in the land that this magic can touch: concerned, not hidden, not asleep."""
    return [
        piece
        for piece in mobile(state, act.land)
        if touches(state, act, state.pieces[piece].leader)
        and (seen(state, piece) or (is_foe(state, piece) and not state.pieces[piece].hidden))
    ]


def touched(state: State, act: Act) -> list[int]:
    """[S9.9] Figures of players in the land: for an event the active player's own, else all."""
    if not act.magic:
        return own_figures(state, act.seat, act.land)
    return [
        piece
        for seat in standing(state, act.land)
        if reaches(state, act, seat)
        for piece in within_reach(state, seat, act.land)
    ]


def mine(state: State, act: Act) -> list[int]:
    """The figures the acting player can choose: hers in the land; for magic, hers in reach."""
    own = figures(state, act.seat, act.land)
    if act.magic:
        reach = set(in_reach(state, act))
        return [piece for piece in own if piece in reach]
    return [piece for piece in own if on_piece(state, TokenKind.ASLEEP, piece) is None]


def is_foe(state: State, piece: int) -> bool:
    """A figure that nobody leads."""
    return state.pieces[piece].leader == NOBODY


def is_own(state: State, seat: int, piece: int) -> bool:
    """An own figure, no ally."""
    return state.pieces[piece].owner == seat


def goes_on(state: State, piece: int) -> bool:
    """Whether a figure could still make a second movement in this turn."""
    if state.pieces[piece].steps <= 0 or held(state, piece) or has_gone(state, piece):
        return False
    held_back = (TokenKind.STILL, TokenKind.REST, TokenKind.BACK)
    return all(on_piece(state, kind, piece) is None for kind in held_back)


def speeds(state: State, piece: int) -> bool:
    """[S23.3] Whether one step more would take a figure further in this turn."""
    return not held(state, piece) and lacks_step(state, piece)


def might(state: State, piece: int) -> int:
    """The value of a figure, with what magic has added to it. [S20.3]"""
    valour = on_piece(state, TokenKind.VALOUR, piece)
    return value(state.pieces[piece]) + (valour.strength if valour else 0)


def sum_of(state: State, pieces: Target) -> int:
    """The values of several figures together."""
    return sum(might(state, piece) for piece in pieces)


# --- Players ------------------------------------------------------------------------------


def sides(state: State, act: Act) -> list[tuple[int, list[int]]]:
    """The players in the land of a magic, each with the figures it can touch."""
    reach = in_reach(state, act)
    found = [
        (seat, [piece for piece in reach if state.pieces[piece].leader == seat])
        for seat in standing(state, act.land)
    ]
    return [(seat, pieces) for seat, pieces in found if pieces]


def in_contest(state: State, act: Act) -> list[int]:
    """The seats that await a contest in the land: of an event only the active player."""
    seats = standing(state, act.land) if act.magic else [act.seat]
    return [
        seat for seat in seats if reaches(state, act, seat) and opponents(state, seat, act.land)
    ]


def present(state: State, act: Act) -> list[int]:
    """The seats with figures or the marker in the land that magic may concern."""
    seats = {*standing(state, act.land), state.markers[act.land]} - {NOBODY}
    return [seat for seat in sorted(seats) if concerns(act, seat)]
