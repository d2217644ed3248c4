"""Advice for a seat: what a strong player would do, how likely everybody wins, what comes then.

All of it follows from what the seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from cruachan.bots import RandomBot, adviser, bots_of, load_bot
from cruachan.engine.game import CHANCE, Decision, Game
from cruachan.engine.narration import stripped
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts

SUGGESTED = 3
"""How many moves are told."""


class Suggestion(NamedTuple):
    """A move that somebody recommends; nothing is said of it where nobody has searched."""

    move: Any
    share: float | None = None
    """How much of the search went into it."""
    chance: float | None = None
    """The seat's chance of winning after it."""


class Advice(NamedTuple):
    """What a strong player thinks about a decision; without chances, what a bot would do."""

    moves: tuple[Suggestion, ...]
    """The best first."""
    chances: tuple[float, ...] | None = None
    """Everybody's chance of winning, if the seat plays well."""
    line: tuple[tuple[int, Any], ...] = ()
    """The seats and moves that are expected, what chance decides among them."""
    playouts: int = 0
    wins: int = 0
    """The first move is proven to win by the end of so many own turns, this one included; 0: none
    is."""


class AdviceStep(NamedTuple):
    """A move of the line that is expected."""

    seat: int
    """CHANCE where dice or lots decide."""
    text: str
    """The move in notation."""
    told: str
    """The same in a sentence."""


def advise(game: Game[Any, Any], decision: Decision[Any, Any], rng: Random) -> Advice | None:
    """Advice; None in a game that nobody understands."""
    thinker = adviser(game)
    if thinker is None:
        kind = bots_of(game)[0]
        if kind == RandomBot.name:
            return None
        move = load_bot(kind, game).choose(decision, rng)
        return Advice((Suggestion(stripped(game, move)),))
    thought = thinker.think(decision, rng)
    best = thought.moves[:SUGGESTED]
    moves = tuple(Suggestion(each.move, each.share, each.chances[thought.seat]) for each in best)
    return Advice(moves, thought.chances, thought.line, thought.playouts, thought.wins)


def outlook(game: Game[Any, Any], seen: Any, rng: Random) -> list[float]:
    """Everybody's chance of winning from what somebody sees; none where nobody can say."""
    thinker, acting = adviser(game), game.to_act(seen)
    if thinker is None or not acting:
        return []
    decision = (
        Decision(0, seen, [])
        if acting[0] == CHANCE
        else Decision(acting[0], seen, game.legal_moves(seen, acting[0]))
    )
    return list(thinker.think(decision, rng).chances)


def certainty(advice: Advice, lang: Lang) -> str:
    """That the first move wins for certain, in a sentence; empty where that is not proven."""
    return Texts(__package__, lang)(f"advice.wins_{advice.wins}") if advice.wins else ""


def told(
    game: Game[Any, Any],
    decision: Decision[Any, Any],
    line: Sequence[tuple[int, Any]],
    lang: Lang,
) -> list[AdviceStep]:
    """A line in words, as the seat may know it; it ends where something hidden would be seen."""
    viewer, names, state = decision.seat, decision.names, decision.seen
    steps: list[AdviceStep] = []
    tell = presentation_of(game).tell
    for seat, move in line:
        text, after = game.write_move(state, seat, move, viewer), game.after(state, seat, move)
        said = tell(state, seat, move, after, viewer, names, lang)
        steps.append(AdviceStep(seat, text, said or text))
        if seat != CHANCE and game.reveals(state, seat, move):
            break
        state = after
    while steps and steps[-1].seat == CHANCE:
        steps.pop()
    return steps
