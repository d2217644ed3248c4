"""What a guest saw of a game while it was played, to be compared with its transcript at the end.

A server that plays false could show another promise, other words or other moves afterwards. The
first promise counts, the words as they stood when the game began, and every move as it was told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.match import Match
from cruachan.engine.transcript import clean_entropy

NARRATED = " : "
"""What stands before the words of a move; these may be told anew."""


class Difference(NamedTuple):
    """Something that was otherwise: a key of texts, and the seat or ply it is about."""

    key: str
    number: int = 0


class Witness:
    """Remembers what a server showed."""

    def __init__(self) -> None:
        self.commitment = ""
        self.entropy: dict[int, str] = {}
        """What each seat added to the dice, as everybody saw it."""
        self.own: dict[int, str] = {}
        """What was added here, whatever the server shows."""
        self.moves: list[str] = []
        self.retold = False

    def see_status(self, info: dict[str, Any]) -> None:
        """See a table as it is; before the game begins, words come and go with people."""
        self.commitment = self.commitment or info["promise"]
        if info["status"] == "open":
            self.entropy.clear()
        for seat, shown in enumerate(info["seats"]):
            if shown["word"]:
                self.entropy.setdefault(seat, shown["word"])

    def see_row(self, row: dict[str, Any]) -> None:
        """See something that happened."""
        kind = row["kind"]
        if kind in ("move", "redo"):
            self.moves.append(row["text"])
        elif kind == "undo":
            del self.moves[-1:]
        elif kind == "rewind":
            del self.moves[row["ply"] :]
        self.retold = self.retold or kind in ("veil", "retell")

    def differences(self, match: Match[Any, Any], viewer: Viewer) -> list[Difference]:
        """All that a transcript says otherwise; of the moves only the first."""
        found = [Difference("promise")] if match.commitment != self.commitment else []
        expected = {seat: clean_entropy(word) for seat, word in (self.entropy | self.own).items()}
        seats = sorted({*expected, *match.entropy})
        found += [
            Difference("word", seat)
            for seat in seats
            if expected.get(seat) != match.entropy.get(seat)
        ]
        return [*found, *list(self._moves(match, viewer))[:1]]

    def _moves(self, match: Match[Any, Any], viewer: Viewer) -> Iterator[Difference]:
        game = match.game
        for number, (text, ply) in enumerate(zip(self.moves, match.history, strict=False)):
            state = match.state_at(number)
            written = {
                game.write_move(state, ply.seat, ply.move, each) for each in (viewer, CHANCE)
            }
            if self.retold:
                text = text.partition(NARRATED)[0]
                written = {each.partition(NARRATED)[0] for each in written}
            if text not in written:
                yield Difference("move", number + 1)
        if len(self.moves) != len(match.history):
            yield Difference("move", min(len(self.moves), len(match.history)) + 1)
