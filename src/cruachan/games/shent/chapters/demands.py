"""Who can take part in a contest, and what a side may demand (S11.1, S11.2, S11.6)."""

from __future__ import annotations

from cruachan.games.shent.chapters.challenges import in_phantoms, phantom_unit, raw_strength
from cruachan.games.shent.components.material import LEARNED, SINGERS
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.presence import fighters, fighting_foes
from cruachan.games.shent.core.state import State, figures, seen, tokens, wisdom


def sides_of(state: State, side: int, land: int) -> list[int]:
    """The units by which a side can take part: figures, and what magic feigns."""
    if side == FOES:
        return fighting_foes(state, land)
    units = fighters(state, side, land)
    return [*units, phantom_unit(side)] if in_phantoms(state, side, land) else units


def has_wisdom(state: State, side: int, land: int) -> list[int]:
    """The figures by which a side can take part in a riddle contest."""
    if side < 0:
        return []
    return [p for p in fighters(state, side, land) if wisdom(state.pieces[p]) > 0]


def has_strength(state: State, side: int, land: int) -> bool:
    """Whether any unit of a side has strength."""
    return any(raw_strength(state, unit, (), land) > 0 for unit in sides_of(state, side, land))


def may_sing(state: State, side: int, other: int, land: int) -> list[int]:
    """[S11.6] The singers of a side that may demand a song against the other."""
    if side < 0 or other == HOST or (other == FOES and side != state.active):
        return []
    company = fighting_foes(state, land) if other == FOES else figures(state, other, land)
    if any(state.pieces[p].kind in LEARNED and seen(state, p) for p in company):
        return []
    return [p for p in fighters(state, side, land) if state.pieces[p].kind in SINGERS]


def demands(state: State, side: int, other: int, land: int) -> list[str]:
    """[S11.1] What a side may want."""
    found = ["fight"]
    if may_riddle(state, side, other, land):
        found.append("riddle")
    if may_sing(state, side, other, land):
        found.append("song")
    return found


def may_riddle(state: State, side: int, other: int, land: int) -> bool:
    """[S11.2] [S24.6] Whether both sides have wisdom and neither lusts for battle."""
    return all(
        has_wisdom(state, each, land) and not tokens(state, TokenKind.LUST, land, each)
        for each in (side, other)
    )
