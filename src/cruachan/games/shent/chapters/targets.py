"""What a reading is aimed at, as it is said: for events (S9.5) and for magic (S14.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cruachan.engine.game import Viewer
from cruachan.games.shent.core.flow import Args, Verb, top
from cruachan.games.shent.core.parts import Part, holds_target, read_target, target_parts
from cruachan.games.shent.core.state import State, quest_of


class TargetVerb(Verb, known=False):
    """Says the target of the reading that is going on."""

    def parts(self, state: State, args: Args) -> list[Part]:
        return target_parts(top(state).reading, args[0])

    def fits(self, state: State, args: Args) -> bool:
        return len(args) == 1 and holds_target(state, top(state).reading, args[0])

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        target = read_target(state, seat, top(state).reading, words)
        if target is not None:
            yield (target,)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        """[S31.7] Others do not read which rune goes into a quest whose runes nobody sees."""
        quest = args[0][0] if top(state).reading == "breged.task" else 0
        found = quest_of(state, quest) if quest else None
        secret = found is not None and found[1].mode == "secret"
        return f"{self.name} quest{quest} ? ?" if secret else ""
