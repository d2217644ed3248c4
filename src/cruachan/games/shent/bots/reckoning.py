"""How soon a bot expects to have what an aim asks for, with what it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.foes import FIGURE, HOUSE, RIDDLE
from cruachan.games.shent.bots.mind import Mind
from cruachan.games.shent.bots.stones import handy
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    BUILDINGS,
    ERTHAD,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    RATH,
    RHACH,
    RIM,
    SINGERS,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core.state import Aim, figures, others_in

KINDS = {
    "reach": 0, "hold": 1, "realm": 3.5, "found": 1.5, "unseen": -1.5, "gather": 0.5, "wide": 1,
    "develop": 1.5, "wealth": 6, "allies": 0, "peace": 2.5, "free": -1, "ruin": 1, "sky": 16,
    "hinder": 12, "forestall": 16, "answer": 7, "help": 7, "lose": 5, "win": 8,
}  # fmt: skip
"""How many turns more than the rules reckon a kind of aim takes, without a rune at hand for it:
what `python -m tools.aims` found, rounded; less for legends and help, which make good stories."""
GOALS = {
    "gather": 12, "found": 8, "allies": 6, "develop": 8, "realm": 4, "peace": 3, "wealth": 4,
    "win": 6, "lose": 20, "help": 20, "hinder": 8, "forestall": 10, "sky": 6,
    "unseen": -2,
}  # fmt: skip
"""The same on top of it for the larger sizes of a goal."""
MANNERS = {
    GALAS: 2, THURINAS: 0, BAND: 0, IDH: 0, TULU: 1.5, RHACH: 14, GALU: 0, NARCHAD: 3,
    ERTHAD: 0, RIM: 4, NUTHAD: 1, MAETH: 7, GWEND: 1, HANNAS: 3, BREGED: 9, RATH: 9,
}  # fmt: skip
"""The same for a manner."""
BY_A_RUNE = {"sky": 13, "answer": 9, "hinder": 5, "forestall": 8, "ruin": 2, "free": 2, "allies": 1}
"""What one rune at hand saves."""
BY_MOST = 11
"""And what many of them save at most."""


def effort(mind: Mind, aim: Aim, least: int = aims.FAIR) -> float:
    """The own turns the bot expects to need; more for what voters would find too light."""
    turns = aims.turns_for(mind.look, aim)
    ways = sum(MANNERS[rune] for rune in aim.manners)
    light = 6.0 * max(0, least - turns)
    more = KINDS[aim.kind] + (GOALS.get(aim.kind, 0) if least == aims.GOAL else 0)
    return turns + more + ways + light + _here(mind, aim) - _by_runes(mind, aim)


def _by_runes(mind: Mind, aim: Aim) -> float:
    """What the runes that would be left in the hand save."""
    left = Counter(mind.me.hand)
    left.subtract((aim.matter, *aim.manners))
    kept: Iterable[int] = (+left).elements()
    stones = handy(aim, kept, mind) if mind.level.casts else 0
    if BREGED in aim.manners:
        return 7.0 * min(stones, 1)
    saved = BY_A_RUNE.get(aim.kind, 1)
    return min(max(saved, BY_MOST), saved * stones)


def _here(mind: Mind, aim: Aim) -> float:
    """What the position adds to the turns of a kind."""
    state, seat = mind.state, mind.seat
    bonds = {one + two - seat for _, one, two in state.peace if seat in (one, two)}
    match aim.kind:
        case "ruin" if aim.land >= 0:
            return 3.0 if others_in(state, seat, aim.land) else -1.0
        case "ruin":
            return {FIGURE: 3.0, HOUSE: 4.0}.get(aim.thing, 0.0)
        case "free" | "allies" if not mind.me.aglar:
            return 4.0 if aim.kind == "free" else 1.0
        case "win" if aim.thing == RIDDLE:
            return -5.0 if any(state.pieces[p].kind in SINGERS for p in mind.figures) else 4.0
        case "lose":
            return 0.0 if aim.thing >= 0 and aim.thing not in BUILDINGS else 15.0
        case "hold":
            return -2.0 if figures(state, seat, aim.land) else 0.0
        case "peace" if bonds and (aim.seat in bonds or aim.seat == NOBODY):
            return -2.0
        case "help" if aim.seat in bonds and state.players[aim.seat].quests:
            return -9.0
        case "wide":
            return 2.0 if aim.thing == 1 else -1.0
    return 0.0
