"""How soon a bot expects to have what an aim asks for, with what it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.manners import manners_of
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.bots.stones import handy
from cruachan.games.shent.core.state import Aim

BY_MOST = 11
"""What many runes at hand save at most."""


def effort(mind: ShentMind, aim: Aim, least: int = aims.FAIR) -> float:
    """The own turns the bot expects to need; more for what voters would find too light."""
    kind = AimKind.ALL[aim.kind]
    turns = aims.turns_for(mind.look, aim)
    ways = sum(manner.extra_turns for manner in manners_of(aim))
    light = 6.0 * max(0, least - turns)
    more = kind.extra_turns + (kind.extra_turns_goal if least == aims.GOAL else 0)
    return turns + more + ways + light + kind.here(mind.look, aim) - _by_runes(mind, aim)


def _by_runes(mind: ShentMind, aim: Aim) -> float:
    """What the runes that would be left in the hand save."""
    left = Counter(mind.me.hand)
    left.subtract((aim.matter, *aim.manners))
    kept: Iterable[int] = (+left).elements()
    stones = handy(aim, kept, mind) if mind.level.casts else 0
    first = max((manner.rune_saves for manner in manners_of(aim)), default=0)
    if first:
        return first * min(stones, 1)
    saved = AimKind.ALL[aim.kind].rune_saves
    return min(max(saved, BY_MOST), saved * stones)
