"""Who may say what now, and the rule against what may not be said."""

from __future__ import annotations

from cruachan.engine.texts import one_line, paragraphs
from cruachan.games.shent import readings
from cruachan.games.shent.chapters import (
    agreements,
    beginning,
    claims,
    contests,
    countermagic,
    drawing,
    event_answers,
    events,
    freely,
    gaining,
    goal,
    magic,
    movement,
    naming,
    pacts,
    peace,
    placing,
    quests,
    rewards,
    riddles,
    round_events,
    rounds,
    steps,
    trials,
    votes,
)
from cruachan.games.shent.chapters.rounds import ANY_TIME, quiet
from cruachan.games.shent.core import answers, numbers
from cruachan.games.shent.core.flow import (
    Args,
    Move,
    No,
    Verb,
    legal,
    to_be_told,
    top,
)
from cruachan.games.shent.core.state import State

ALL = (
    *(answers, numbers, beginning, rounds, drawing, quests, placing, movement, peace, events),
    *(event_answers, trials, contests, gaining, magic, countermagic, claims, rewards, votes, goal),
    *(round_events, agreements, pacts, freely, naming, riddles, steps, readings),
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


def offers(state: State, seat: int) -> list[Move]:
    """All that a person in this seat may say now, also what needs words to say anything."""
    open_to = verbs(state, seat)
    return [*legal(state, seat, open_to), *to_be_told(state, seat, open_to)]


def no(state: State, seat: int, move: Move) -> No | None:
    """The rule against a move."""
    if not state.stack:
        return No("S16.5", "over")
    if type(seat) is not int:
        return No("S4.6", "not_asked_now")
    if not _well_formed(move):
        return No("S4.6", "not_now")
    verb, args, words = move
    if verb not in verbs(state, seat):
        waited = seat in top(state).waits(state)
        return No("S4.10" if verb in ANY_TIME else "S4.6", "not_now" if waited else "not_asked_now")
    if words and not Verb.ALL[verb].takes_words:
        return No("S4.6", "not_now")
    return against(state, seat, Verb.ALL[verb], args) or _against_words(state, seat, move)


def _against_words(state: State, seat: int, move: Move) -> No | None:
    """[S4.12] The rule against the words of a move that is else legal."""
    verb, words = Verb.ALL[move.verb], move.words
    if len(words) > verb.longest:
        return No("S4.12", "words_long", {"length": len(words), "most": verb.longest})
    if words != (one_line if verb.one_line else paragraphs)(words):
        return No("S4.12", "words")
    if verb.needs_words and not words:
        return No("S4.12", "needs_words")
    return verb.refuse_words(state, seat, move.args, words)


def against(state: State, seat: int, verb: Verb, args: Args) -> No | None:
    """The rule against what a seat says by a verb that is open to it."""
    if not verb.fits(state, args):
        return No("S4.6", "not_now")
    if verb.exact and verb.offered(state, seat, verb.unstyled(args)):
        return verb.ill_styled(args)
    no = verb.refuse(state, seat, args)
    if no is None and (verb.exact or not verb.offered(state, seat, verb.unstyled(args))):
        return No("S4.6", "not_now")
    return no


def with_words(move: Move, words: str) -> Move:
    """[S4.12] The same move, told in the player's own words, whole."""
    return move._replace(words=(one_line if Verb.ALL[move.verb].one_line else paragraphs)(words))


def _well_formed(move: object) -> bool:
    """Whether a move consists of a verb, what it speaks of, and words."""
    return isinstance(move, tuple) and tuple(map(type, move)) == (str, tuple, str)
