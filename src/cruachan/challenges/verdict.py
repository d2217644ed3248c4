"""What is to be said of somebody's answer to a puzzle: whether it is right, and why."""

from __future__ import annotations

from typing import Any, NamedTuple

from cruachan.challenges.puzzle import Puzzle
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts, numeral


class Verdict(NamedTuple):
    """A move that was made in the position of a puzzle."""

    puzzle: Puzzle
    match: Match[Any, Any]
    """A match that has been at the position."""
    played: str
    """The move in notation."""

    @property
    def solved(self) -> bool:
        """Whether it is the answer."""
        return self.played == self.puzzle.answer

    @property
    def _before(self) -> Any:
        """The position as the seat sees it."""
        state = self.match.state_at(len(self.puzzle.moves()))
        return self.match.game.observe(state, self.puzzle.seat)

    @property
    def answer(self) -> Any:
        """The right move."""
        return self.match.game.read_move(self._before, self.puzzle.seat, self.puzzle.answer)

    def label(self, text: str, lang: Lang) -> str:
        """The label of a move in notation, as lists of moves show it."""
        shown, seat = presentation_of(self.match.game), self.puzzle.seat
        points = shown.view(self._before, seat, self.match.names, lang)["points"]
        offers = (offer for point in points for offer in point["moves"])
        return next((offer["label"] for offer in offers if offer["text"] == text), text)

    def describe(self, text: str, lang: Lang) -> str:
        """What a move in notation does, in a sentence."""
        game, seat, before = self.match.game, self.puzzle.seat, self._before
        move = game.read_move(before, seat, text)
        after, names = game.after(before, seat, move), self.match.names
        return presentation_of(game).tell(before, seat, move, after, seat, names, lang) or text

    def reason(self, lang: Lang) -> str:
        """Why the right move is good, in a player's words."""
        shown, seat = presentation_of(self.match.game), self.puzzle.seat
        return shown.reason(self._before, seat, self.answer, self.match.names, lang)

    def proof(self, lang: Lang) -> str:
        """Why it is right, in numbers."""
        proof = self.puzzle.proof
        return Texts(__package__, lang)(
            "puzzle.proof",
            best=numeral(proof.best, ".0%", lang),
            other=numeral(proof.other, ".0%", lang),
            games=proof.games,
            won=proof.won,
            other_won=proof.other_won,
        )

    def text(self, lang: Lang) -> str:
        """All of it."""
        texts = Texts(__package__, lang)
        right, played = (self.label(each, lang) for each in (self.puzzle.answer, self.played))
        head = (
            texts("puzzle.right", move=played)
            if self.solved
            else texts("puzzle.wrong", move=played, answer=right)
        )
        said = [head] if self.solved else [head, self.describe(self.puzzle.answer, lang)]
        return " ".join(filter(None, [*said, self.reason(lang), self.proof(lang)]))
