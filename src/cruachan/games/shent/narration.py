"""The moves of SHENT that players tell in their own words."""

from __future__ import annotations

from cruachan.engine.narration import Narration
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.naming import NAMELESS
from cruachan.games.shent.chapters.rewards import NAMES_A_HERO
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.state import State

WORDS_OF_QUESTS = ("free", "claim")
"""The verbs whose words a quest in free words keeps."""


class ShentNarration(Narration[State, Move]):
    """What each verb says of the words of its moves."""

    def allows(self, state: State, seat: int, move: Move) -> bool:
        return Verb.ALL[move.verb].takes_words

    def requires(self, state: State, seat: int, move: Move) -> bool:
        return Verb.ALL[move.verb].needs_words

    def invites(self, state: State, seat: int, move: Move) -> bool:
        return Verb.ALL[move.verb].asks_words(move.args)

    def max_length(self, move: Move) -> int:
        verb = Verb.ALL[move.verb]
        return verb.longest if verb.takes_words else 0

    def is_public(self, before: State, seat: int, move: Move, now: State) -> bool:
        """[S4.13] Sealed words are public once they are no whisper any more."""
        sealed = move.verb in top(before).sealed
        apart = not sealed and top(before).seen_by(None) != top(before)
        if apart or Verb.ALL[move.verb].covered(before, seat, move.args, None):
            return False
        return (seat, move.verb, move.words) not in now.whispers

    def strip(self, move: Move) -> Move:
        return Move(move.verb, Verb.ALL[move.verb].unstyled(move.args))

    def attach(self, move: Move, text: str) -> Move:
        return rulings.with_words(move, text)

    def text_of(self, move: Move) -> str:
        return move.words

    def redact(self, move: Move) -> Move:
        """[S15.12] Of a quest in free words it stays told whether they name a hero."""
        if Verb.ALL[move.verb].needs_words:
            return move._replace(words=NAMELESS)
        named = NAMES_A_HERO.search(move.words) if move.verb in WORDS_OF_QUESTS else None
        return rulings.with_words(move, named.group() if named else "")
