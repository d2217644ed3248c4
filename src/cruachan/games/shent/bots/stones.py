"""What a rune in the hand, or one that a figure bears, can do for a quest: tried out in thought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind, the_aim
from cruachan.games.shent.aims.manners import manners_of
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.chapters.sources import Source, lands_for, printed_strength
from cruachan.games.shent.components.material import KINDS, affordable
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.reading import Act, Target
from cruachan.games.shent.core.state import Aim, Quest, State
from cruachan.games.shent.readings import Reading

WORTH_A_STONE = 0.12
"""The share of an aim that a stone from the hand must bring."""
MOST_TARGETS = 10
STRONGEST = 9
USUAL_NUMBER = 3


class Spell(NamedTuple):
    """A way to cast a rune: what it is worth to the quests, and the strength that it needs."""

    worth: float
    reading: str
    land: int
    target: Target
    need: int


def readings_for(aim: Aim) -> tuple[str, ...]:
    """What can be cast for an aim."""
    ways = [reading for manner in manners_of(aim) for reading in manner.readings]
    return (*AimKind.ALL[aim.kind].readings, *ways)


def handy(aim: Aim, hand: Iterable[int], mind: ShentMind) -> int:
    """How many runes of this hand, and borne ones, serve an aim."""
    served = {Reading.ALL[key].key for key in readings_for(aim)}
    borne = {
        rune for piece in mind.figures for rune, _ in KINDS[mind.state.pieces[piece].kind].bears
    }
    return sum(
        any(reading.key in served for reading in Reading.OF[rune]) for rune in (*hand, *borne)
    )


def best_spell(mind: ShentMind, casts: list[Move]) -> Move | None:
    """The cast that brings a quest nearest, if any does."""
    if not mind.level.casts:
        return None
    found = [(spell_with(mind, (m.args[0], m.args[1])), m) for m in casts]
    rated = [(spell.worth, mind.rng.random(), move) for spell, move in found if spell]
    return max(rated)[2] if rated else None


def spell_with(mind: ShentMind, source: Source) -> Spell | None:
    """The best that a rune can do for the quests that are not met yet."""
    best: Spell | None = None
    for quest in mind.quests:
        serving = readings_for(the_aim(quest))
        keys = [reading for reading in Reading.OF[source[1]] if reading.key in serving]
        if not keys or aims.met(mind.state, mind.seat, quest):
            continue
        before = merit(mind.state, mind.seat, quest)
        for reading in keys:
            for spell in _spells(mind, source, reading, quest, before):
                if best is None or spell.worth > best.worth:
                    best = spell
    least = WORTH_A_STONE if source[0] == HAND else 0.0
    return best if best and best.worth > least else None


def _spells(
    mind: ShentMind, source: Source, reading: Reading, quest: Quest, before: float
) -> Iterator[Spell]:
    """All ways to cast a reading that bring a quest nearer."""
    state, seat = mind.state, mind.seat
    if not reading.magic:
        return
    most = printed_strength(state, source) if source[0] != HAND else reachable(mind)
    only = state.active if seat != state.active else -1
    for land in lands_for(state, seat, source, getattr(mind.frame, "land", NOWHERE)):
        act = Act(source[1], most, seat, land, magic=True, only=only)
        for target in reading.targets(state, act)[:MOST_TARGETS]:
            gain = _gain(state, seat, quest, reading, act, target) - before
            if gain > 0:
                need = _need(state, seat, quest, reading, act, target) if source[0] == HAND else 0
                yield Spell(gain - 0.02 * need, reading.key, land, target, need)
        if reading.anywhere and reading.targets(state, act):
            return


def reachable(mind: ShentMind) -> int:
    """How strong a cast of this bot can well be."""
    return min(STRONGEST, USUAL_NUMBER + affordable(mind.me.golu))


def merit(state: State, seat: int, quest: Quest) -> float:
    """How much of a quest is done, its manners counted."""
    done, wanted = aims.progress(state, seat, quest)
    return done / max(1, wanted) - 0.4 * len(aims.missing(state, seat, quest))


def _gain(
    state: State, seat: int, quest: Quest, reading: Reading, act: Act, target: Target
) -> float:
    """How much of a quest would be done."""
    after = state.copy()
    reading.work(after, act, target)
    player = after.players[seat]
    own = [*player.quests, *([player.aim] if player.aim else [])]
    return merit(after, seat, next(each for each in own if each.number == quest.number))


def _need(state: State, seat: int, quest: Quest, reading: Reading, act: Act, target: Target) -> int:
    """The least strength that reaches the target and does as much."""
    most = _gain(state, seat, quest, reading, act, target)
    for strength in range(1, act.strength):
        weaker = act._replace(strength=strength)
        reached = target in reading.targets(state, weaker)
        if reached and _gain(state, seat, quest, reading, weaker, target) >= most:
            return strength
    return act.strength
