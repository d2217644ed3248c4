"""Who sits in which order, and who is narrator, administrator or referee (S4.1 to S4.4)."""

from __future__ import annotations

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import State, standing


def parties(state: State, land: int, *more: int) -> set[int]:
    """[S4.4] Who is a party to what happens in a land."""
    found = {state.active, *more}
    if land >= 0:
        found |= {*standing(state, land), state.markers[land]}
    return found


def role(state: State, which: str, land: int = NOWHERE, *more: int) -> int:
    """[S4.3] [S4.4] Who is narrator, administrator or referee in a matter."""
    step = {"narrator": 1, "referee": 2, "administrator": state.seats - 1}[which]
    nominal = (state.active + step) % state.seats
    if nominal == state.active:
        nominal = (state.active + 1) % state.seats
    concerned = parties(state, land, *more)
    for further in range(state.seats):
        seat = (nominal + further) % state.seats
        if seat not in concerned:
            return seat
    return nominal


def order(state: State) -> list[int]:
    """[S4.1] The seats from the first one on."""
    return [(state.first + step) % state.seats for step in range(state.seats)]
