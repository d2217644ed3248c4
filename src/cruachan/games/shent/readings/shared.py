"""Questions and acts that several readings share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, islice

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.aims import lands_named
from cruachan.games.shent.core.acts import change_piece, note, remove, settle
from cruachan.games.shent.core.presence import adjacent, held, opponents
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    building,
    figures,
    on_piece,
    others_in,
    own_figures,
    seen,
    standing,
    tokens,
    until_turn,
    value,
)

MOST_COMBINATIONS = 20


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


def own_turn(act: Act) -> bool:
    """Whether nobody but the one it is for need be concerned."""
    return act.only < 0 or act.only == act.seat


def doer(act: Act) -> int:
    """Who did it to somebody: the caster, nobody for an event."""
    return act.seat if act.magic else NOBODY


def lasts(act: Act) -> int:
    """[S4.9] This turn; as magic until the caster's next turn begins."""
    return until_turn(act.seat) if act.magic else THIS_TURN


# --- Figures ------------------------------------------------------------------------------


def within_reach(state: State, seat: int, land: int) -> list[int]:
    """The figures of a seat that magic reaches: neither hidden nor in an enchanted sleep."""
    return [piece for piece in figures(state, seat, land) if seen(state, piece)]


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


def sides(state: State, act: Act) -> list[int]:
    """The seats that await a contest in the land: of an event only the active player."""
    seats = standing(state, act.land) if act.magic else [act.seat]
    return [
        seat for seat in seats if reaches(state, act, seat) and opponents(state, seat, act.land)
    ]


def present(state: State, act: Act) -> list[int]:
    """The seats with figures or the marker in the land that magic may concern."""
    seats = {*standing(state, act.land), state.markers[act.land]} - {NOBODY}
    return [seat for seat in sorted(seats) if concerns(act, seat)]


def in_group(state: State, act: Act) -> list[int]:
    """The group of an event, as far as it still stands there under its player and is awake."""
    here = figures(state, act.seat, act.land)
    return [p for p in act.group if p in here and on_piece(state, "asleep", p) is None]


def goes_on(state: State, piece: int) -> bool:
    """Whether a figure could still make a second movement in this turn."""
    if state.pieces[piece].steps <= 0 or held(state, piece):
        return False
    return all(on_piece(state, kind, piece) is None for kind in ("still", "rest", "back"))


def several(state: State, act: Act, pieces: Iterable[int]) -> list[Target]:
    """Up to S figures: all, or which of them; a caster may be content with the best ones."""
    best = sorted(pieces, key=lambda piece: (-value(state.pieces[piece]), piece))
    size = min(act.strength, len(best))
    if not size:
        return []
    if act.magic:
        firsts = [tuple(best[:count]) for count in range(size, 1, -1)]
        return firsts + [(piece,) for piece in best]
    return list(islice(combinations(best, size), MOST_COMBINATIONS))


# --- Ways ---------------------------------------------------------------------------------


def around(state: State, land: int) -> list[int]:
    """A land and those next to it."""
    return [land, *sorted(adjacent(state, land))]


def way_out(state: State, seat: int, land: int) -> list[int]:
    """The adjacent lands without figures of other players into which something can go."""
    return [
        other
        for other in sorted(adjacent(state, land))
        if not others_in(state, seat, other) and not tokens(state, "standstill", other)
    ]


def move_all(state: State, pieces: Iterable[int], land: int) -> None:
    """Figures are moved together by something other than a step; no event follows."""
    for piece in pieces:
        old = state.pieces[piece]
        change_piece(state, piece, land=land, left=old.land)
        note(state, "moved", old.leader, land=land, piece=piece, amount=old.land)
    settle(state)


# --- Tokens and quests --------------------------------------------------------------------


def lift(state: State, token: Token) -> None:
    """[S29.7] [S1.5] A band, gate or wall is lifted; a stone goes back at once."""
    remove(state, token)


def known_lands(state: State, seat: int) -> set[int]:
    """The lands named by a seat's quests whose aim all know."""
    return {
        land
        for quest in state.players[seat].quests
        if quest.aim is not None and quest.mode == "open"
        for land in lands_named(quest.aim)
    }
