"""Who may say what now, and the rule against what may not be said."""

from __future__ import annotations

from cruachan.games.shent import readings
from cruachan.games.shent.chapters import (
    beginning,
    claims,
    contests,
    countermagic,
    drawing,
    events,
    gaining,
    goal,
    magic,
    movement,
    peace,
    placing,
    quests,
    rewards,
    round_events,
    rounds,
    trials,
    votes,
)
from cruachan.games.shent.chapters.rounds import ANY_TIME, quiet
from cruachan.games.shent.core import answers, numbers
from cruachan.games.shent.core.flow import LONGEST_TEXT, Move, No, Verb, legal, top
from cruachan.games.shent.core.state import State

ALL = (
    *(answers, numbers, beginning, rounds, drawing, quests, placing, movement, peace, events),
    *(trials, contests, gaining, magic, countermagic, claims, rewards, votes, goal, round_events),
    readings,
)
"""The modules whose verbs, frames and readings make the game; importing them is what matters."""


def verbs(state: State, seat: int) -> tuple[str, ...]:
    """By which verbs a seat may speak now. [S4.10]"""
    if not state.stack:
        return ()
    asked = top(state).verbs(state, seat) if seat in top(state).waits(state) else ()
    return (*asked, *ANY_TIME) if seat in range(state.seats) and quiet(state) else asked


def legal_moves(state: State, seat: int) -> list[Move]:
    """All that a seat may say now."""
    return list(legal(state, seat, verbs(state, seat)))


def no(state: State, seat: int, move: Move) -> No | None:
    """The rule against a move."""
    if not state.stack:
        return No("S16.5", "over")
    if not _well_formed(move):
        return No("S4.6", "not_now")
    verb, args, words = move
    if len(words) > LONGEST_TEXT or words != clean(words):
        return No("S4.12", "words", {"most": LONGEST_TEXT})
    if verb not in verbs(state, seat):
        waited = seat in top(state).waits(state)
        return No("S4.10" if verb in ANY_TIME else "S4.6", "not_now" if waited else "not_asked_now")
    if words and not Verb.ALL[verb].takes_words:
        return No("S4.6", "not_now")
    found = Verb.ALL[verb]
    try:
        against = found.refuse(state, seat, args)
        said = _plain(verb, args)
        if against is None and not any(_same(said, o) for o in found.offers(state, seat)):
            against = No("S4.6", "not_now")
    except (TypeError, ValueError, LookupError, AttributeError):
        against = No("S4.6", "not_now")
    return against


def with_words(move: Move, words: str) -> Move:
    """The same move, told in the player's own words."""
    return move._replace(words=clean(words)[:LONGEST_TEXT].strip())


def clean(words: str) -> str:
    """[S4.12] One line, without anything a screen would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def _well_formed(move: Move) -> bool:
    """Whether a move consists of what moves are made of: whole numbers, texts, yes and no."""
    if len(move) != 3 or type(move[0]) is not str or type(move[2]) is not str:
        return False
    return type(move[1]) is tuple and _solid(move[1])


def _solid(value: object) -> bool:
    if type(value) is tuple:
        return all(_solid(each) for each in value)
    return type(value) in (int, bool, str)


def _plain(verb: str, args: tuple[object, ...]) -> tuple[object, ...]:
    """What a move says, without the style it is told in."""
    if verb == "read" and len(args) == 3 and type(args[2]) is int:
        return args[:2]
    return (0,) if verb == "tell" and len(args) == 1 and type(args[0]) is int else args


def _same(one: object, two: object) -> bool:
    """Whether two things are equal and of one kind: a 1 is no yes."""
    if type(one) is tuple and type(two) is tuple:
        return len(one) == len(two) and all(map(_same, one, two))
    return type(one) is type(two) and one == two
