"""What somebody likes in SHENT: the runes and readings of hers, counted from a finished match.

A reading counts for whoever chose it: the narrator of an event, the caster of magic. A rune counts
with each of its readings; events in which the rune changes nothing or works freely count for none.
"""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.match import Match
from cruachan.engine.texts import Lang, Texts
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.readings import Reading

GAME = "cruachan.games.shent"
CHOOSES = ("read", "choose")
"""The moves by which a reading is chosen, for an event and for magic."""
KINDS = ("rune", "reading")


def counted(match: Match[State, Move]) -> Iterator[tuple[int, str, str]]:
    """Seat, kind and key of each choice that was made."""
    for ply in match.history:
        key = ply.move.args[0] if ply.move.verb in CHOOSES else ""
        if key in Reading.ALL:
            yield ply.seat, "reading", key
            yield ply.seat, "rune", key.partition(".")[0]


def name(kind: str, key: str, lang: Lang) -> str:
    """What is counted under a key is called; nothing for a key of another version."""
    if kind == "rune":
        if key not in RUNES:
            return ""
        texts = Texts(GAME, lang)
        return texts("say.rune", rune=texts(f"rune.{key}"), meaning=texts(f"meaning.{key}"))
    reading = Reading.ALL.get(key)
    return "" if reading is None else str(reading.words(lang)["name"])


def title(kind: str, lang: Lang) -> str:
    """What a kind of things is called."""
    return Texts(GAME, lang)(f"favourites.{kind}")
