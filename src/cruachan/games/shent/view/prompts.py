"""What a viewer is asked, in words, or whom the game waits for."""

from __future__ import annotations

from cruachan.engine.game import CHANCE
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.view.speech import ShentSpeech


class Prompts:
    """The question at hand: its key, and what it says."""

    def __init__(self, state: State, speech: ShentSpeech) -> None:
        self.state = state
        self.speech = speech
        self.words = speech.words

    @property
    def phase(self) -> str:
        """The part of the game or turn that is going on."""
        if self.state.outcome:
            return "over"
        if not self.state.round:
            return "setup" if any(isinstance(f, Setup) for f in self.state.stack) else "quests"
        turns = [frame for frame in self.state.stack if isinstance(frame, TurnFrame)]
        return str(turns[-1].phase) if self.state.active >= 0 and turns else "weather"

    def text(self, waited: tuple[int, ...], viewer: int | None) -> tuple[str, str]:
        """The key of the question and the whole of it; or who is waited for."""
        if not waited:
            return "over", self._over()
        if viewer in waited and viewer is not None and viewer != CHANCE:
            key, values = top(self.state).ask(self.speech, self.state, viewer)
            said = self.words(f"ask.{key}", **values)
            return key, self.words("say.to", name=self.speech.names[viewer], text=said)
        phase = self.words(f"phase.{self.phase}")
        if CHANCE in waited:
            return "chance", self.words("ask.chance", phase=phase)
        return "wait", self.words("ask.wait", names=self.speech.players(waited), phase=phase)

    def _over(self) -> str:
        if self.state.won:
            return self.words("ask.over", name=self.speech.names[self.state.outcome[0]])
        return self.words("ask.limit")
