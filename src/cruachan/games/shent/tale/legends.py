"""The questions of legends, as everybody can read them (S26.3)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import Lore, State
from cruachan.games.shent.tale.voice import Voice, as_sentence, by_number, offset

LEGEND = "thurinas.legend"


def question(voice: Voice, state: State, land: int) -> str:
    """[S26.3] [S32.6] What the legend of a land asks; both, where two have become one."""
    return " ".join(_told(voice, state, land, lore) for lore in state.lore.get(land, ()))


def _told(voice: Voice, state: State, land: int, lore: Lore) -> str:
    """In the words in which it was told, else by the same sentence in any language."""
    if lore.words:
        return as_sentence(lore.words)
    if lore.seat == NOBODY:
        options, number = voice.tales["round"]["thurinas"]["event"], lore.number
    else:
        options = Reading.ALL[LEGEND].words(voice.lang)["event"]
        number = lore.number + offset(state)
    here = voice.land(lore.land) if lore.seat != NOBODY else voice.land(land)
    values = {"player": voice.player(lore.seat), "land": here, "place": voice.land(land)}
    return voice.fill(by_number(LEGEND, options, number), values)
