"""Advice for a seat: what a strong player would do, how likely everybody wins, what comes then.

All of it follows from what the seat may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from cruachan.bots import adviser, bots_of, gives_hints, load_bot
from cruachan.engine.game import CHANCE, Decision, Game
from cruachan.engine.narration import stripped
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts

SUGGESTED = 3
"""How many moves advice lists."""
LOOKED_AT = 400
"""The most positions that the search for the shortest win in this turn visits."""


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
    """The move as a sentence."""


def advise(game: Game[Any, Any], decision: Decision[Any, Any], rng: Random) -> Advice | None:
    """Advice; None in a game whose only bot is the random one."""
    thinker = adviser(game)
    if thinker is None:
        if not gives_hints(game):
            return None
        move = load_bot(bots_of(game)[0], game).choose(decision, rng)
        return Advice((Suggestion(stripped(game, move)),))
    thought = thinker.think(decision, rng)
    sensible = _sensible(game, decision)
    best = [each for each in thought.moves if each.move in sensible]
    moves = [Suggestion(each.move, each.share, each.chances[thought.seat]) for each in best]
    line, win = thought.line, shortest_win(game, decision) if thought.wins == 1 else ()
    if win:
        moves.sort(key=lambda each: each.move != win[0])
        moves[0] = moves[0]._replace(chance=1.0)
        line = tuple((thought.seat, move) for move in win)
    suggested = tuple(moves[:SUGGESTED])
    return Advice(suggested, thought.chances, line, thought.playouts, thought.wins)


def shortest_win(game: Game[Any, Any], decision: Decision[Any, Any]) -> tuple[Any, ...]:
    """The fewest moves of the seat with which it wins before anybody or any die answers.

    Empty where there are none among the positions that are looked at. Of a win in this turn a proof
    says no more than that it is there: armies that move first change nothing in it.
    """
    seat, looked = decision.seat, 0
    ways: list[tuple[Any, tuple[Any, ...]]] = [(decision.seen, ())]
    for state, way in ways:
        for move in game.legal_moves(state, seat) if way else decision.moves:
            if game.reveals(state, seat, move):
                continue
            after, looked = game.after(state, seat, move), looked + 1
            outcome = game.outcome(after)
            if outcome is not None and outcome.winners == (seat,):
                return (*way, move)
            if game.to_act(after) == (seat,):
                ways.append((after, (*way, move)))
            if looked >= LOOKED_AT:
                return ()
    return ()


def _sensible(game: Game[Any, Any], decision: Decision[Any, Any]) -> list[Any]:
    """The moves that a view does not put aside, because another does the same and more; all of
    them where it puts all aside."""
    view = presentation_of(game).view(decision.seen, decision.seat, decision.names)
    aside = {each["move"] for point in view["points"] for each in point["moves"] if each["aside"]}
    return [move for move in decision.moves if game.pack(move) not in aside] or decision.moves


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
    """A sentence that says that the first move is a proven win; empty where it is not."""
    return Texts(__package__, lang)(f"advice.wins_{advice.wins}") if advice.wins else ""


def describe_line(
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
