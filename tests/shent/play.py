"""Moves in tests: a turn to stand in, what may be said, why not, and what comes of it.

A move is played as the game plays it: on a copy, refused if it is not legal, and then everything
goes on by itself until somebody is waited for.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.core.flow import Move, Verb, legal, run, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.rulings import verbs as verbs
from tests.shent.positions import table

OPTIONS = {
    "start": "rich",
    "goal": "2",
    "limit": "none",
    "votes": "engine",
    "placing": "one",
    "tales": "all",
    "frame": "no",
}


def options(**chosen: str) -> tuple[tuple[str, str], ...]:
    """All table options, with those chosen."""
    return tuple({**OPTIONS, **chosen}.items())


def in_turn(phase: str = "prepare", seats: int = 3, seat: int = 0, **chosen: str) -> State:
    """A bare table in a phase of a seat's turn."""
    state = table(seats, options=options(**chosen))
    state.active = seat
    state.stack = [Round(), TurnFrame(seat, phase)]
    return state


def moves(state: State, seat: int, verb: str = "") -> list[Move]:
    """What a seat may say now, by one verb or by all."""
    return list(legal(state, seat, tuple(v for v in verbs(state, seat) if verb in ("", v))))


def said(state: State, seat: int, verb: str) -> list[tuple[Any, ...]]:
    """What a seat may say by a verb."""
    return [move.args for move in moves(state, seat, verb)]


def no(state: State, seat: int, verb: str, *args: Any) -> str:
    """The number of the rule against a move; nothing if it is legal."""
    if verb not in verbs(state, seat):
        return "not now"
    against = Verb.ALL[verb].refuse(state, seat, args)
    if against is None:
        offered = Verb.ALL[verb].offered(state, seat, args)
        return "" if offered else f"not among {list(Verb.ALL[verb].offers(state, seat))}"
    assert args not in said(state, seat, verb)
    return against.rule


def play(state: State, seat: int, verb: str, *args: Any, words: str = "") -> State:
    """The position after a legal move; the one before stays as it is."""
    against = no(state, seat, verb, *args)
    assert not against, f"{verb} {args} by {seat} is against {against}"
    after = state.copy()
    after.domain_events = []
    Verb.ALL[verb].play(after, seat, args, words)
    run(after)
    return after


def fall(state: State, *values: int) -> State:
    """Chance says these runes, numbers or lots, one after the other."""
    for value in values:
        (verb,) = verbs(state, CHANCE)
        state = play(state, CHANCE, verb, value)
    return state


def waits(state: State) -> tuple[int, ...]:
    """Whom the game waits for."""
    return tuple(top(state).waits(state)) if state.stack else ()
