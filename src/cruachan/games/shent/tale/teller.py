"""What tellers of events have in common: whose, where, in which words."""

from __future__ import annotations

from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.shent.core.fields import PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import DomainEvent, State
from cruachan.games.shent.tale.voice import Said, Voice

MaybeSaid = Said | None


class Teller:
    """Tells what happened through a move."""

    def __init__(
        self, voice: Voice, before: State, move: Move, after: State, viewer: Viewer
    ) -> None:
        self.voice = voice
        self.before = before
        self.move = move
        self.after = after
        self.viewer = viewer
        self.domain_events = list(after.domain_events)
        self.kinds = {event.what for event in self.domain_events}
        self.effects = ""

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know what this seat knows."""
        return self.viewer in (CHANCE, seat) or bool(self.after.outcome)

    def names(self, event: DomainEvent) -> dict[str, str]:
        """Player, other player, land and figure of an event."""
        values = {
            "player": self.voice.player(event.seat),
            "other": self.voice.player(event.other),
            "land": self.voice.land(event.land),
        }
        if event.piece >= 0:
            values |= self.voice.forms(event.piece, event.seat)
            values["a_figure"] = self.voice.newcomer(event.piece, "a")
            values["a_figure_acc"] = self.voice.newcomer(event.piece, "a_acc")
        return values

    def say(
        self, key: str, event: DomainEvent, kind: str = "story", note: str = "", **more: str
    ) -> Said:
        """A sentence about an event."""
        number = self.before.turns + max(0, event.land) + max(0, event.piece)
        text = self.voice.say(key, number, **{**self.names(event), **more})
        pieces = (event.piece,) if 0 <= event.piece < PHANTOM else ()
        return Said(text, note, kind, None, event.land, key, pieces)
