"""What a bot saves for: the costlier figures and buildings that its temper likes."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.game import NOBODY
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.components.material import BUILDINGS, KINDS, OWN, THALION
from cruachan.games.shent.core.acts import houses
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import lands_of, supply

COMPANY = 3
"""The figures that a bot wants before it saves for anything."""


def dream(mind: ShentMind) -> int | None:
    """The kind that a bot saves for now; none before it has some figures and something to do.

    Its temper names the kinds in their order, each as often as it is wanted.
    """
    me = mind.me
    if not mind.level.saves or len(mind.figures) < COMPANY or not (me.aim or me.quests):
        return None
    pieces = mind.state.pieces
    had = Counter(pieces[n].kind for n in (*mind.figures, *houses(mind.state, mind.seat)))
    for kind in mind.temper.ambitions:
        if had[kind]:
            had[kind] -= 1
        elif within_reach(mind, kind):
            return kind
    return None


def within_reach(mind: ShentMind, kind: int) -> bool:
    """Whether nothing but tûr is wanting for a kind; a building must bring more than it costs."""
    state, me, price = mind.state, mind.me, full_price(mind.state, kind)
    if me.golu < price.golu or me.aglar < price.aglar:
        return False
    if kind == THALION:
        return me.heroes != NOWHERE
    if supply(state, kind, mind.seat if kind < len(OWN) else NOBODY) is None:
        return False
    grows_from = KINDS[kind].grows_from
    if grows_from:
        own = (*mind.figures, *houses(state, mind.seat))
        return any(KINDS[state.pieces[n].kind].key in grows_from for n in own)
    return kind not in BUILDINGS or len(lands_of(state, mind.seat)) >= len(mind.figures)
