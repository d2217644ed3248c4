"""What tellers of deeds have in common: whose, where, in which words."""

from __future__ import annotations

from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.shent.core.fields import PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Deed, State
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
        self.deeds = list(after.deeds)
        self.kinds = {deed.what for deed in self.deeds}
        self.effects = ""

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know what this seat knows."""
        return self.viewer in (CHANCE, seat) or bool(self.after.outcome)

    def names(self, deed: Deed) -> dict[str, str]:
        """Player, other player, land and figure of a deed."""
        values = {
            "player": self.voice.player(deed.seat),
            "other": self.voice.player(deed.other),
            "land": self.voice.land(deed.land),
        }
        if deed.piece >= 0:
            values |= self.voice.forms(deed.piece, deed.seat)
            values["a_figure"] = self.voice.newcomer(deed.piece, "a")
            values["a_figure_acc"] = self.voice.newcomer(deed.piece, "a_acc")
        return values

    def say(self, key: str, deed: Deed, kind: str = "story", note: str = "", **more: str) -> Said:
        """A sentence about a deed."""
        number = self.before.turns + max(0, deed.land) + max(0, deed.piece)
        text = self.voice.say(key, number, **{**self.names(deed), **more})
        pieces = (deed.piece,) if 0 <= deed.piece < PHANTOM else ()
        return Said(text, note, kind, None, deed.land, key, pieces)
