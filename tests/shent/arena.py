"""Two sides in one land: a, of fire, on turn, and b, of water; neither is in an own element."""

from __future__ import annotations

from typing import Any

from cruachan.games.shent.components.material import CAE, GWELU, KINDS, NAUR, NEN
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import run
from cruachan.games.shent.core.state import State, Token, figures, foes
from tests.shent.play import in_turn, play, verbs
from tests.shent.positions import BOARD, put

A, B, C = range(3)
EARTH = [number for number, land in enumerate(BOARD.lands) if land.element == CAE]
HERE, THERE = EARTH[:2]


def field(mine: str, theirs: str = "", free: str = "", seats: int = 3, **chosen: Any) -> State:
    """Figures of a, of b and of nobody in one land; a chooses contests, nobody asks for magic."""
    state = in_turn("contest", seats, **chosen)
    state.sky = GWELU
    for seat, element in ((A, NAUR), (B, NEN)):
        acts.change(state, seat, element=element)
    for seat in range(seats):
        acts.change(state, seat, wish="never", tur=30, golu=30)
    for kind in mine.split():
        put(state, kind, HERE, A)
    for kind in theirs.split():
        put(state, kind, HERE, B)
    for kind in free.split():
        put(state, kind, HERE)
    return state


def fight(state: State, other: int, *, want: str = "fight") -> State:
    """The contest begins; whoever is asked wants the same."""
    state = play(state, A, "contest", HERE, other)
    return wanting(state, *([want] * 2))


def wanting(state: State, mine: str, theirs: str) -> State:
    """Both sides say what they want, as far as they are asked."""
    for seat, want in ((A, mine), (B, theirs)):
        if "want" in verbs(state, seat):
            state = play(state, seat, "want", want)
    return state


def find(state: State, kind: str, seat: int, nth: int = 0) -> int:
    """The number of a figure in the land, by its kind and side."""
    here = foes(state, HERE) if seat < 0 else figures(state, seat, HERE)
    return [each for each in here if KINDS[state.pieces[each].kind].key == kind][nth]


def pair(state: State, one: int, two: int, first: int = A) -> State:
    """One side puts up a figure, the other answers."""
    state = play(state, first, "send", one)
    (other,) = state.stack[-1].waits(state)
    return play(state, other, "meet", two)


def bids(state: State, **points: int) -> State:
    """Both say their points, a and b, as far as they are asked."""
    for seat, name in ((A, "a"), (B, "b"), (C, "c")):
        if seat in state.stack[-1].waits(state):
            state = play(state, seat, "bid", points.get(name, 0))
    return state


def left(state: State, seat: int) -> list[str]:
    """The kinds of figures a side has left in the land."""
    here = foes(state, HERE) if seat < 0 else figures(state, seat, HERE)
    return [KINDS[state.pieces[each].kind].key for each in here]


def go(state: State) -> State:
    """Everything that needs nobody happens."""
    run(state)
    return state


def token(state: State, kind: str, **values: Any) -> None:
    """Something lies in the land."""
    acts.lay(state, Token(TokenKind(kind), **{"land": HERE, **values}))


def lands(element: int) -> list[int]:
    """The lands of an element."""
    return [number for number, land in enumerate(BOARD.lands) if land.element == element]


def give(state: State, seat: int, *runes: int, wish: str = "touched") -> State:
    """Stones from the bag into a hand."""
    for rune in runes:
        state.bag[rune] -= 1
        acts.give_rune(state, seat, rune)
    acts.change(state, seat, wish=wish)
    return state
