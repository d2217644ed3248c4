"""What a viewer is asked, in words, or whom the game waits for."""

from __future__ import annotations

import re

from cruachan.engine.game import CHANCE
from cruachan.engine.view import Column
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.quotes import marks_of, nested
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import State
from cruachan.games.shent.tale.readings import tell_reading
from cruachan.games.shent.tale.voice import Voice, vow
from cruachan.games.shent.view.speech import ShentSpeech

TOLD = ("event_answer", "event_appeal")
"""Questions about an event that was told."""


def _lines(text: str) -> str:
    """The text, with at most one empty line between paragraphs and none around it."""
    lines = "\n".join(line.strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


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
            values = {**values, **self._told(key), **self._vowed()}
            said = capital(_lines(self.words(f"ask.{key}", **values)))
            if key in TOLD and not values.get("told"):
                said = said.replace("\n\n", "\n")
            return key, said
        phase = self.words(f"phase.{self.phase}")
        if CHANCE in waited:
            return "chance", self._drawn(phase)
        return "wait", self.words("ask.wait", names=self.speech.players(waited), phase=phase)

    def _drawn(self, phase: str) -> str:
        """What is drawn by lot or from a bag, for whom and where."""
        frame = top(self.state)
        kind = next(iter(frame.verbs(self.state, CHANCE)), "")
        if kind == "lot":
            return self.words(f"ask.lot_{frame.step if isinstance(frame, Setup) else 'land'}")
        if kind == "read":
            return self.words("ask.lot_reading")
        if kind not in ("rune", "number"):
            return self.words("ask.chance", phase=phase)
        seat, land = frame.draws_for(self.state)
        said = [] if seat is None else [self.speech.side(seat)]
        said += [] if land == NOWHERE else [self.speech.land(land)]
        return self.words(f"ask.bag_{kind}", what=", ".join([*said, phase]))

    def columns(self, waited: tuple[int, ...], viewer: int | None) -> list[Column]:
        """[S37.2] What a proposal would give to whoever is asked, and take from her."""
        asked = top(self.state) if self.state.stack else None
        if viewer not in waited or not isinstance(asked, Proposal) or not asked.sent:
            return []
        get, give = asked.columns(self.speech)
        if not get and not give:
            return []
        nothing = self.words("card.nothing")
        return [
            {"title": self.words("card.you_give"), "text": capital(give or nothing)},
            {"title": self.words("card.you_get"), "text": capital(get or nothing)},
        ]

    def _told(self, key: str) -> dict[str, str]:
        """[S9.10] How the reading at hand was told, for those who have to judge it."""
        event = top(self.state)
        if key not in TOLD or not isinstance(event, Event):
            return {}
        if event.words:
            return {"told": self._quoted(event.words)}
        if event.reading not in Reading.ALL or len(event.choices(self.state)) > 1:
            return {"told": ""}
        voice = Voice(self.state, self.speech.names, self.speech.lang)
        target = event.choices(self.state)[0]
        line = tell_reading(voice, self.state, event.act, event.reading, target).text
        return {"told": self._quoted(line)}

    def _quoted(self, words: str) -> str:
        marks = marks_of(self.words.table["say.words_told"])
        return self.words("say.words_told", words=nested(words, marks))

    def _vowed(self) -> dict[str, str]:
        """[S6.6] [S15.3] How the quest that is voted on was vowed, or would be."""
        ballot = top(self.state)
        quest = ballot.quest if isinstance(ballot, Ballot) else None
        if quest is None or quest.aim is None or not isinstance(ballot, Ballot):
            return {}
        voice = Voice(self.state, self.speech.names, self.speech.lang)
        vowed = vow(voice, quest.aim, quest.number, self.speech.names[ballot.seat])
        return {"story": self._quoted(vowed)}

    def _over(self) -> str:
        if self.state.won:
            return self.words("ask.over", name=self.speech.names[self.state.outcome[0]])
        return self.words("ask.limit")
